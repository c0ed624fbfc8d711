//! Exports a finished game as a file that other programs read: notation, JSON, Kalah Game Protocol, Othello
//! transcript or Generic Game Format. Pure.

mod ggf;

pub(crate) use ggf::ggf_text;
pub use ggf::write_ggf;
use room::{Finished, Reason, clean_name, day};
use rules::mancala::Move;
use rules::mancala::notation::write_kgp;
use rules::mapello::Board;
use rules::mapello::notation::{mirrored, write_without_passes};
use rules::{Record, Setup, Side, mancala, mapello};

use crate::Words;
use crate::import::{self, OPTION, RANDOM_OPENING, ReadGame};

/// The formats a game can be exported in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A game file in our notation (like PGN).
    Notation,
    /// JSON with everything that is known of the game.
    Json,
    /// Mancala only: positions and moves as in the Kalah Game Protocol (KGP).
    Kgp,
    /// Mapello without extras only: the moves in one word, as Othello programs read it. A game on the empty board is
    /// written, and read back, as its mirror image with Othello's start.
    Transcript,
    /// Mapello without extras only: the Generic Game Format (GGF) of servers for Othello.
    Ggf,
}

impl Form {
    /// Every format.
    pub const ALL: [Form; 5] = [Form::Notation, Form::Json, Form::Kgp, Form::Transcript, Form::Ggf];

    /// The file extension.
    pub fn ending(self) -> &'static str {
        match self {
            Form::Notation => "txt",
            Form::Json => "json",
            Form::Kgp => "kgp",
            Form::Transcript => "othello",
            Form::Ggf => "ggf",
        }
    }

    /// The content type (MIME).
    pub fn content_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            _ => "text/plain; charset=utf-8",
        }
    }
}

/// Names for nameless players, to read an export back.
const WORDS: Words = Words { side: |_, side| format!("{side:?}"), level: |level| level.name().to_owned() };

/// Writes the game in a format; `None` if that format cannot say the game. That is so when what was written
/// is not read back as the same set-up, moves and result, the same names if the format has names, and
/// the same opening if it has a word for it.
pub fn write(game: &Finished, form: Form) -> Option<String> {
    let text = match form {
        Form::Notation => notation(game),
        Form::Json => serde_json::to_string_pretty(game).ok().map(|text| text + "\n"),
        Form::Kgp => kgp(game),
        Form::Transcript => transcript(game),
        Form::Ggf => write_ggf(game),
    }?;
    says(&text, game, form).then_some(text)
}

/// A game on the empty board as it is with Othello's start: its mirror image.
#[must_use]
pub fn as_othello(game: &Finished) -> Option<Finished> {
    (game.setup == Setup::Mapello(Board::EMPTY)).then_some(())?;
    let moves = cells(game).into_iter().map(|cell| rules::Move::Mapello(mirrored(cell))).collect();
    Some(Finished { setup: Setup::Mapello(Board::OTHELLO), moves, ..game.clone() })
}

/// Whether a text is read as this game, or in one word as its mirror image, and nothing else.
fn says(text: &str, game: &Finished, form: Form) -> bool {
    let Ok(mut read) = import::read(text, &WORDS) else { return false };
    let (Some(Ok(ReadGame { game: read, .. })), true) = (read.pop(), read.is_empty()) else { return false };
    let mirror = if form == Form::Transcript { as_othello(game) } else { None };
    let game = mirror.as_ref().unwrap_or(game);
    let said = |game: &Finished| (game.winner, game.reason);
    // Stored names of earlier versions may be such as nobody may take today.
    let named = game.names.iter().zip(&read.names).all(|(name, read)| {
        form == Form::Transcript || name == read || clean_name(name).as_ref() != Some(name)
    });
    // Neither one word nor GGF can say that the first moves were nobody's.
    let is_told = matches!(form, Form::Notation | Form::Json);
    let begun = !is_told || read.opening_ply() == game.opening_ply();
    read.setup == game.setup && read.moves == game.moves && said(&read) == said(game) && named && begun
}

/// The tags beside the set-up, with the names of the sides.
fn tags(game: &Finished) -> Vec<(String, String)> {
    let result = match (game.winner, game.reason) {
        (Some(Side::First), _) => "1-0",
        (Some(Side::Second), _) => "0-1",
        (None, Reason::CalledOff) => "*",
        (None, Reason::Played) if !is_over(game) => "*",
        (None, _) => "1/2-1/2",
    };
    let sides = match game.setup {
        Setup::Mancala(_) => ["South", "North"],
        Setup::Mapello(_) => ["Black", "White"],
    };
    let date = if game.ended == 0 { "????.??.??".to_owned() } else { day(game.ended).replace('-', ".") };
    let names = sides.into_iter().zip(game.names.iter().cloned());
    let opening =
        game.board.and_then(|board| board.opening()).map(|number| (RANDOM_OPENING, number.to_string()));
    let rest = [("Date", date), ("Termination", how(game.reason).to_owned()), ("Result", result.to_owned())];
    names.chain(opening).chain(rest).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Whether the moves end the game.
fn is_over(game: &Finished) -> bool {
    let record = Record { setup: game.setup, moves: game.moves.clone() };
    record.replay().is_ok_and(|end| end.outcome().is_some())
}

fn notation(game: &Finished) -> Option<String> {
    let tags = tags(game);
    match game.setup {
        Setup::Mancala(setup) => {
            mancala::notation::GameFile { tags, setup, moves: sowings(game) }.write().ok()
        }
        Setup::Mapello(board) => mapello::notation::GameFile { tags, board, moves: cells(game) }.write().ok(),
    }
}

/// The word of our notation for how a game ended.
pub(crate) fn how(reason: Reason) -> &'static str {
    match reason {
        Reason::Played => "played",
        Reason::Resigned => "resigned",
        Reason::TimeOut => "time",
        Reason::Agreed => "agreed",
        Reason::CalledOff => "called off",
        Reason::Abandoned => "abandoned",
    }
}

/// Writes each position as its player sees it and the pit that was played, counted from 1; at the end the
/// last position. Players and result are options that other programs pass over. The protocol knows Kalah with
/// any number of pits and stones, begun by South; every other game is not read back as it is, see [`write`].
fn kgp(game: &Finished) -> Option<String> {
    let Setup::Mancala(setup) = game.setup else { return None };
    let mut position = mancala::Position::start(&setup);
    let mut text = "kgp 1 0 0\n".to_owned();
    for (name, value) in tags(game) {
        text += &format!("set :{OPTION}{name} \"{}\"\n", escaped(&value));
    }
    for mv in sowings(game) {
        let Move::Sow(pit) = mv else { return None };
        text += &format!("state {}\nmove {}\n", write_kgp(&position), pit.index + 1);
        position = position.play(mv).ok()?.0;
    }
    text += &format!("state {}\nstop\n", write_kgp(&position));
    Some(text)
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The moves as Othello programs read them. One word cannot say a board, nor an ending but that of its moves.
fn transcript(game: &Finished) -> Option<String> {
    let told = as_othello(game);
    let told = told.as_ref().unwrap_or(game);
    (told.setup == Setup::Mapello(Board::OTHELLO)).then_some(())?;
    write_without_passes(&Board::OTHELLO, &cells(told)).ok().map(|text| text + "\n")
}

fn sowings(game: &Finished) -> Vec<Move> {
    game.moves.iter().filter_map(|mv| mv.as_mancala()).collect()
}

fn cells(game: &Finished) -> Vec<mapello::Cell> {
    game.moves.iter().filter_map(|mv| mv.as_mapello()).collect()
}

#[cfg(test)]
mod tests;
