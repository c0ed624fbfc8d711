//! The Generic Game Format (GGF), in which servers for Othello keep games: `(;GM[Othello]PB[…]BO[8 … *]B[d3]W[c5];)`.
//!
//! The board `BO` gives the position that a game begins from: its side, its squares row by row (`*` Black, `O` White, `-`
//! empty) and the side to move. Moves are read as typed. The result `RE` is Black's lead, the empty squares given to the
//! winner, with `:r`, `:t` or `:s` behind it for a game that somebody resigned, lost on time, or that both ended.

use room::{Finished, Millis, Reason};
use rules::mapello::{Board, Cell, Position};
use rules::{Move, Record, Setup, Side};

use super::frame::Fault;
use super::ggf_game;
use super::ggf_property::{self, skip_blanks};
use super::{Entry, MAX_BYTES, MAX_GAMES, ReadGame, refusal, side_names, tags};
use crate::Words;
use crate::refusal::{Format, Notice, Refusal, Why};
use crate::text::Places;

/// How much of a text is looked at for the name of the game.
const HEAD: usize = 2_000;

/// A game in the Generic Game Format.
#[derive(Clone, PartialEq, Debug)]
pub struct GgfGame {
    /// The position it begins from, which need not be a start.
    pub start: Position,
    /// The moves, as typed; each is legal.
    pub moves: Vec<Cell>,
    /// The names of Black and White, empty if the text has none.
    pub names: [String; 2],
    /// Where it was played.
    pub place: Option<String>,
    /// The day on which it was played; 0 if it is not known.
    pub ended: Millis,
    /// Who won and why; `None` if the game is open.
    pub result: Option<(Option<Side>, Reason)>,
    /// What is to be told beside it.
    pub notices: Vec<Notice>,
    /// The byte at which its board stands.
    pub(super) board_at: usize,
}

impl GgfGame {
    /// The game as one that is stored; `None` if it begins from another position than a board without extras does.
    #[must_use]
    pub fn finished(&self, words: &Words) -> Option<ReadGame> {
        let boards = [Board::OTHELLO, Board::EMPTY];
        let board = boards.into_iter().find(|board| Position::start(board) == self.start)?;
        let setup = Setup::Mapello(board);
        let mut notices = self.notices.clone();
        let own = side_names(setup.game(), words);
        let names = Side::BOTH.map(|side| {
            let side = side.index();
            tags::named(&self.names[side], &own[side], &mut notices)
        });
        let record = Record { setup, moves: self.moves.iter().copied().map(Move::Mapello).collect() };
        let mut game = Finished::from_record(names, record)?;
        if let Some((winner, reason)) = self.result {
            (game.winner, game.reason) = (winner, reason);
        }
        game.ended = self.ended;
        Some(ReadGame { game, format: Format::Ggf, place: self.place.clone(), notices })
    }
}

/// Whether a text begins as this format does.
pub(super) fn is_ggf(text: &str) -> bool {
    let end = (0..=HEAD.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let head: String = text[..end].chars().filter(|sign| !sign.is_whitespace()).collect();
    let head = head.trim_start_matches(|sign: char| sign.is_ascii_digit());
    head.starts_with("(;") && head.to_ascii_lowercase().contains("gm[othello]")
}

/// Reads the games of a text; blanks and numbers may stand between them, as before a pair that was played at once.
///
/// # Errors
/// Why there is none, or too many, or too much text.
pub fn read(text: &str) -> Result<Vec<Result<GgfGame, Refusal>>, Refusal> {
    if text.len() > MAX_BYTES {
        return Err(Refusal { format: Format::Ggf, place: None, ply: None, why: Why::TooLong });
    }
    let mut places = Places::new(text);
    let mut games = Vec::new();
    let mut at = 0;
    loop {
        at = skip_blanks(text, at);
        let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let begin = skip_blanks(text, at + digits);
        if begin == text.len() && digits == 0 {
            break;
        }
        if games.len() == MAX_GAMES {
            return Err(refusal(&mut places, Format::Ggf, begin, None, Why::TooManyGames));
        }
        let read = if text[begin..].starts_with('(') {
            ggf_property::read(text, begin)
        } else {
            Err((at, Why::GgfForm))
        };
        let game = match read {
            Ok((properties, end)) => {
                at = end;
                ggf_game::read(&properties, begin)
            }
            Err(fault) => {
                // The next game begins behind the fault.
                let behind = fault.0.max(begin + 1).min(text.len());
                at = text
                    .get(behind..)
                    .and_then(|rest| rest.find("(;"))
                    .map_or(text.len(), |next| behind + next);
                Err((fault, None))
            }
        };
        let told = |((at, why), ply): (Fault, Option<u32>)| refusal(&mut places, Format::Ggf, at, ply, why);
        games.push(game.map_err(told));
    }
    if games.is_empty() { Err(refusal(&mut places, Format::Ggf, at, None, Why::NoMoves)) } else { Ok(games) }
}

/// The games of a text as they are stored.
pub(super) fn entries(text: &str, words: &Words) -> Result<Vec<Entry>, Refusal> {
    let mut places = Places::new(text);
    let mut stored = |game: GgfGame| {
        let at = game.board_at;
        game.finished(words).ok_or_else(|| refusal(&mut places, Format::Ggf, at, None, Why::GgfStart))
    };
    Ok(read(text)?.into_iter().map(|game| game.and_then(&mut stored)).collect())
}
