//! Fuzzes the room: members send the commands that the bytes encode. The laws are those of the room's own
//! tests; here the log also passes through the wire format and a restart.

use room::{Logged, UndoRule, fold, stamp};

use crate::acts::Act;
use crate::bytes::Bytes;
use crate::{checks, json};

/// More acts than that show nothing new.
const LONGEST: usize = 150;
/// The length of an act in bytes.
const ACT: usize = 13;

/// Carries out the acts.
pub fn run(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let undo = bytes.one_of([UndoRule::Consent, UndoRule::Consent, UndoRule::AtOnce]);
    let seed = bytes.number(8);
    let mut acts: Vec<Act> = Vec::new();
    while bytes.0.len() >= ACT && acts.len() < LONGEST {
        acts.push((bytes.byte(), bytes.byte(), bytes.number(8), bytes.number(3)));
    }
    let table = checks::run(seed, undo, &acts);
    let written = serde_json::to_string(&table.log).unwrap();
    let kept: Vec<Logged> = serde_json::from_str(&written).unwrap();
    assert_eq!(kept, table.log, "a log that is kept is the same log");
    assert_eq!(json::parse(&written), Some(kept.clone()), "the page reads it so as well");
    let again = fold(table.room.code, &kept);
    assert_eq!((&again, again.fingerprint()), (&table.room, table.room.fingerprint()));
    if let Some(game) = &table.room.game {
        let alone = fold(table.room.code, &stamp(game.events(), 0, 0, None)).game.unwrap();
        assert_eq!((&alone.position, &alone.moves), (&game.position, &game.moves));
    }
}
