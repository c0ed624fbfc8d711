//! The fuzz targets: each trial takes any bytes and panics where a law is broken. The fuzzer (`fuzz/`) runs
//! them for hours, the test beside them for seconds over the corpus of inputs worth keeping. The laws of the
//! room and the plain references of the rules are those of these crates' own tests.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a trial that finds nothing where something must be has failed"
)]

mod bytes;
mod import;
mod kgp;
mod mancala;
mod mapello;
mod notation;
mod table;
mod wire;
mod wthor;

#[path = "../../room/tests/room/acts.rs"]
#[allow(dead_code, reason = "numbers by chance are not used here")]
mod acts;
#[path = "../../room/tests/room/checks.rs"]
mod checks;
#[path = "../../room/tests/room/common.rs"]
#[allow(dead_code, reason = "of the words for what people do some are used here")]
mod common;
/// The JSON reader of the page.
#[path = "../../../src/client/json.rs"]
mod json;
#[path = "../../rules/tests/common/reference.rs"]
mod mancala_reference;
#[path = "../../rules/tests/common/mapello_reference.rs"]
#[allow(dead_code, reason = "counting and the board of Othello are not used here")]
mod mapello_reference;

/// A trial: it takes any bytes, and panics if they break a law.
pub type Trial = fn(&[u8]);

/// All trials, by the names of their folders in `fuzz/corpus`.
pub const TRIALS: [(&str, Trial); 7] = [
    ("rules", rules),
    ("notation", notation),
    ("import", import),
    ("wthor", wthor),
    ("wire", wire),
    ("room", room),
    ("kgp", kgp),
];

/// Plays the bytes as moves in any variant of either game.
pub fn rules(bytes: &[u8]) {
    match bytes.split_first() {
        Some((game, rest)) if game % 2 == 0 => mancala::play(rest),
        Some((_, rest)) => mapello::play(rest),
        None => {}
    }
}

/// Parses the bytes as every notation of rules and rooms: positions, boards, codes, turns, files, names.
pub fn notation(bytes: &[u8]) {
    notation::read(&String::from_utf8_lossy(bytes));
}

/// Parses the bytes as a pasted game, and writes it again.
pub fn import(bytes: &[u8]) {
    import::read(&String::from_utf8_lossy(bytes));
}

/// Parses the bytes as a WTHOR file of Othello games, and writes it again.
pub fn wthor(bytes: &[u8]) {
    wthor::read_file(bytes);
}

/// Parses the bytes as a message of either direction or a stored log, as the server and as the page do.
pub fn wire(bytes: &[u8]) {
    wire::read(&String::from_utf8_lossy(bytes));
}

/// Has members send a room the commands that the bytes encode.
pub fn room(bytes: &[u8]) {
    table::run(bytes);
}

/// Has an agent of the Kalah Game Protocol send the bytes.
pub fn kgp(bytes: &[u8]) {
    kgp::run(bytes);
}
