//! The readers of game texts: game files, bare moves, our JSON, files of a device, Kalah Game Protocol logs, and
//! games of Othello in the Generic Game Format. A text is one game or several; nothing in it is passed over without a
//! [`Notice`]. Pure, and linear in the length of the text.

mod comment;
mod device;
mod ending;
mod file;
pub mod files;
mod frame;
pub mod ggf;
mod ggf_game;
mod ggf_property;
mod json;
mod kgp;
mod kgp_game;
mod kgp_line;
mod lexer;
mod lists;
mod mancala;
mod mancala_setup;
mod mapello;
mod names;
mod running;
mod several;
mod strangers;
mod tag_setup;
mod tags;
mod termination;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use kgp::OPTION;
use room::Finished;
use rules::{Game, Move, Record, Setup, Side};
pub(crate) use tags::RANDOM_OPENING;

use crate::Words;
use crate::refusal::{Format, Notice, Refusal, Why};
use crate::text::{Places, plain};

/// The longest text.
pub const MAX_BYTES: usize = 1 << 20;
/// The most games of a text.
pub const MAX_GAMES: usize = 1_000;

/// A game that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadGame {
    /// The game.
    pub game: Finished,
    /// The format of its text.
    pub format: Format,
    /// Where it was played, as the text says it.
    pub place: Option<String>,
    /// What is to be told beside it.
    pub notices: Vec<Notice>,
}

/// A game of a text, or why it cannot be read.
pub type Entry = Result<ReadGame, Refusal>;

/// Reads a text. Of several games some may be refused; at least one is read.
///
/// # Errors
/// Why the first game of the text, or all of it, cannot be read.
pub fn read(text: &str, words: &Words) -> Result<Vec<Entry>, Refusal> {
    let whole = |format, why| Refusal { format, place: None, ply: None, why };
    if text.len() > MAX_BYTES {
        return Err(whole(Format::Unknown, Why::TooLong));
    }
    let is_blank = |sign: char| matches!(plain(sign), None | Some(' ' | '\n'));
    let begin = text.trim_start_matches(is_blank);
    if begin.is_empty() {
        return Err(whole(Format::Unknown, Why::Empty));
    }
    let entries = if json::is_json(begin) {
        json::read(text, begin, words)
    } else if ggf::is_ggf(begin) {
        ggf::entries(text, words)
    } else if kgp::is_kgp(begin) {
        kgp::read(text, words)
    } else {
        file::read(text, words)
    }?;
    if entries.iter().any(Result::is_ok) {
        return Ok(entries);
    }
    let first = entries.into_iter().find_map(Result::err);
    Err(first.unwrap_or_else(|| whole(Format::Unknown, Why::NoMoves)))
}

/// The moves of one game and what stands beside them, before its ending and its names are known.
struct Played {
    setup: Setup,
    moves: Vec<Move>,
    /// How many of them there are up to each word of the text, that word among them.
    plies: Vec<usize>,
    /// Another number of moves that a text may give: that of turns, or the moves with the passes among them.
    entries: usize,
    /// The result behind the moves, and where it stands.
    result: Option<(String, usize)>,
    notices: Vec<Notice>,
}

impl Played {
    /// The game without an ending but that of its moves.
    fn game(&self, names: [String; 2]) -> Option<Finished> {
        Finished::from_record(names, Record { setup: self.setup, moves: self.moves.clone() })
    }
}

/// A fault among the moves, and the number of the move at fault, from 1.
type FaultyMove = (frame::Fault, Option<u32>);

/// A refusal with its place.
fn refusal(places: &mut Places<'_>, format: Format, at: usize, ply: Option<u32>, why: Why) -> Refusal {
    Refusal { format, place: Some(places.at(at)), ply, why }
}

fn side_names(game: Game, words: &Words) -> [String; 2] {
    Side::BOTH.map(|side| (words.side)(game, side))
}
