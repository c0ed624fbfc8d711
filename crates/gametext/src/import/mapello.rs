//! Moves of Mapello and Othello, with or without tags and numbers, in words or as one word.
//!
//! ```text
//! word   = [ number ] 1*( cell / pass / "-" ) [ result ]   ; "-" only between two of them, also alone
//! number = digits 1*"." / digits                           ; of pairs or of single moves
//! cell   = "a".."h" "1".."8"
//! pass   = "--" / "pass" / "pa" / "ps"                     ; where the rules make one; may be left out
//! ```
//! A text without the tag `Board` may be one of Othello, which its first move shows: it is read as it is typed, on a
//! board with Othello's start. The columns are mirrored where the tag `Game` names Mapello, whose start is another one.

use rules::Move;
use rules::mapello::notation::{OthelloMoves, PASS, ReadError, TranscriptReader, read_cell, read_code};
use rules::mapello::{Board, Centre};

use super::frame::{Fault, RESULTS, Section, Tag, number, result, score};
use super::{FaultyMove, Played};
use crate::refusal::{Notice, Why};
use crate::text::Word;

/// The values of `Game` and `Variant` that name the game on a plain board.
const NAMES: [&str; 3] = ["Mapello", "Othello", "Reversi"];

/// Where the numberings of single moves begin among [`Reader::styles`].
const SINGLE: usize = 2;

/// Whether this value of the tag `Game` is ours.
pub(super) fn is_name(value: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(value.trim()))
}

/// Reads the moves of a section.
pub(super) fn read(source: &str, section: &Section) -> Result<Played, FaultyMove> {
    let board = board(section).map_err(|fault| (fault, None))?;
    let mut reader = Reader {
        source,
        game: TranscriptReader::new(&board, othello_moves(section)),
        styles: [true; 4],
        is_numbered: false,
        number: None,
        hyphen: None,
        result: None,
    };
    let mut plies = Vec::with_capacity(section.words.len());
    let read = section.words.iter().try_for_each(|word| {
        reader.word(word)?;
        plies.push(reader.game.moves().len());
        Ok(())
    });
    let read = read.and_then(|()| reader.pending().map_or(Ok(()), Err));
    read.map_err(|fault| (fault, Some(reader.game.moves().len() as u32 + 1)))?;
    let board = *reader.game.board();
    let notice = match board_tag(section) {
        Some(_) => None,
        None if reader.game.is_mirrored() => Some(Notice::Mirrored),
        None if board.centre() == Centre::Othello => Some(Notice::OthelloStart),
        None => Some(Notice::SetupAssumed),
    };
    let notices = notice.into_iter().collect();
    Ok(Played {
        setup: rules::Setup::Mapello(board),
        entries: reader.game.entries() as usize,
        moves: reader.game.moves().iter().copied().map(Move::Mapello).collect(),
        plies,
        result: reader.result,
        notices,
    })
}

/// What becomes of a text that begins as one of Othello does.
fn othello_moves(section: &Section) -> OthelloMoves {
    match section.tag("Game") {
        _ if board_tag(section).is_some() => OthelloMoves::Illegal,
        Some(tag) if is_mapello(tag) => OthelloMoves::Mirrored,
        _ => OthelloMoves::OwnStart,
    }
}

/// Whether a tag names Mapello itself, neither Othello nor Reversi.
fn is_mapello(tag: &Tag) -> bool {
    tag.value.trim().eq_ignore_ascii_case(NAMES[0])
}

/// Whether the first move of a text was one of Othello's.
pub(super) fn is_of_othello(notices: &[Notice]) -> bool {
    notices.iter().any(|notice| matches!(notice, Notice::Mirrored | Notice::OthelloStart))
}

/// The tag that gives the board, unless it says no more than that there is one, or which of several. A file of
/// Mapello, by its name, means the board that the game is played on.
pub(super) fn board_tag(section: &Section) -> Option<&Tag> {
    let is_ours = section.tag("Game").is_some_and(is_mapello);
    section
        .tag("Board")
        .filter(|tag| !["-", "8x8"].contains(&tag.value.trim()) && (is_ours || !is_table(tag)))
}

/// Whether the value of a tag tells a board of several in a room, by a number, a letter or both, as `3`, `A`, `1.2`,
/// `Table 3`: too short for a share code, and no size.
pub(super) fn is_table(tag: &Tag) -> bool {
    let value = tag.plain();
    let count = value.chars().filter(|sign| sign.is_alphanumeric()).count();
    let has_digit = value.bytes().any(|sign| sign.is_ascii_digit());
    let is_plain = value.bytes().all(|sign| sign.is_ascii_digit());
    let is_spaced = value.contains([' ', '.', '#', '/', ':']);
    let most = if is_spaced { 12 } else { 3 + usize::from(is_plain) };
    size(&value).is_none() && (count == 1 || has_digit && (1..=most).contains(&count))
}

/// The size that a value such as `10x10` gives.
pub(super) fn size(value: &str) -> Option<[u32; 2]> {
    let value: String = value.to_lowercase().split_whitespace().collect();
    let (one, two) = value.split_once(['x', '×', '*'])?;
    let number = |text: &str| text.parse().ok().filter(|_| text.len() <= 2);
    Some([number(one)?, number(two)?])
}

fn board(section: &Section) -> Result<Board, Fault> {
    let Some(tag) = board_tag(section) else { return Ok(Board::EMPTY) };
    let board = read_code(&tag.plain()).map_err(|_| (tag.at, Why::BoardCode))?;
    board.validate().map_err(|why| (tag.at, Why::Setup(why)))?;
    Ok(board)
}

struct Reader<'a> {
    source: &'a str,
    game: TranscriptReader,
    /// The ways of numbering that the numbers so far allow: pairs or single ones, with passes or without.
    styles: [bool; 4],
    /// Whether a number has been read.
    is_numbered: bool,
    /// Where a number stands that has no move behind it yet.
    number: Option<usize>,
    /// Where a hyphen stands that has no move behind it yet.
    hyphen: Option<usize>,
    /// The result and where it stands.
    result: Option<(String, usize)>,
}

impl Reader<'_> {
    fn pending(&self) -> Option<Fault> {
        let hyphen = self.hyphen.map(|at| (at, Why::NoMove));
        hyphen.or_else(|| self.number.map(|at| (at, Why::NumberAlone)))
    }

    fn word(&mut self, word: &Word) -> Result<(), Fault> {
        if self.result.is_some() {
            return Err((word.at, Why::AfterResult));
        }
        if let Some((before, why)) = word.foreign().filter(|_| result(&word.text).is_none()) {
            return Err((word.offset(self.source, before), why));
        }
        if self.ends(&word.text, word.at)? {
            return Ok(());
        }
        let mut rest = word.text.as_str();
        if let Some((said, length)) = number(rest) {
            if rest[length..].starts_with(|sign: char| sign.is_ascii_digit()) {
                // As in `0.5`, or in a date: no move begins with a digit.
                return Err((word.at, Why::NoMove));
            }
            self.numbered(said, word.at, rest[..length].contains(".."))?;
            rest = &rest[length..];
        } else if rest.bytes().all(|sign| sign.is_ascii_digit())
            && let Some(said) = rest.parse().ok().filter(|_| rest.len() <= 6)
        {
            // Behind moves without numbers it is none of a move.
            let is_number = self.is_numbered || self.game.entries() == 0;
            return if is_number { self.numbered(said, word.at, false) } else { Err((word.at, Why::NoMove)) };
        }
        while !rest.is_empty() {
            let at = word.offset(self.source, word.text.len() - rest.len());
            rest = self.token(rest, at)?;
        }
        Ok(())
    }

    /// Takes a result or a score, which ends the text; false if it is none.
    fn ends(&mut self, text: &str, at: usize) -> Result<bool, Fault> {
        let is_result = result(text).is_some() || score(text).is_some();
        if is_result {
            if self.number.is_some() && result(text).is_none() {
                // What only looks like a score stands where a move is due.
                return Err((at, Why::NoMove));
            }
            self.pending().map_or(Ok(()), Err)?;
            self.result = Some((text.to_owned(), at));
        }
        Ok(is_result)
    }

    /// Reads one move, pass or hyphen from the front of a word; returns the rest.
    fn token<'t>(&mut self, text: &'t str, at: usize) -> Result<&'t str, Fault> {
        if let Some(rest) = text.strip_prefix('-').filter(|rest| !rest.starts_with('-')) {
            // Something stands before it: a move or a pass.
            if self.hyphen.is_some() || self.number.is_some() || self.game.entries() == 0 {
                return Err((at, Why::NoMove));
            }
            self.hyphen = Some(at);
            return Ok(rest);
        }
        if RESULTS.contains(&text) && self.game.entries() > 0 {
            self.ends(text, at)?;
            return Ok("");
        }
        let before = self.game.moves().len();
        // The line above a signature in a mail.
        let is_mail = || self.source[at..].starts_with("-- \n") || self.source[at..].starts_with("-- \r");
        let rest = self.game.token(text).map_err(|why| match why {
            ReadError::Pass if is_pass(text) && !is_mail() => (at, Why::Pass),
            ReadError::Illegal { why, .. } => (at, Why::Illegal(why)),
            _ => (at, Why::NoMove),
        })?;
        if self.game.moves().len() > before && self.number.is_none() {
            // Who numbers single moves numbers each of them.
            self.styles[SINGLE..].fill(false);
        }
        (self.number, self.hyphen) = (None, None);
        Ok(rest)
    }

    fn numbered(&mut self, said: u32, at: usize, second: bool) -> Result<(), Fault> {
        self.pending().map_or(Ok(()), Err)?;
        let with = self.game.entries();
        let skipped = with + u32::from(self.game.is_pass_due());
        let without = self.game.moves().len() as u32;
        // A pair is numbered before its first move, or by dots before its second one.
        let pair = |entries: u32| said == entries / 2 + 1 && entries.is_multiple_of(2) != second;
        let single = |entries: u32| said == entries + 1 && !second;
        let allowed =
            [pair(with) || pair(skipped), pair(without), single(with) || single(skipped), single(without)];
        let due = if self.styles[0] { with / 2 + 1 } else { with + 1 };
        for (style, allowed) in self.styles.iter_mut().zip(allowed) {
            *style &= allowed;
        }
        (self.number, self.is_numbered) = (Some(at), true);
        if self.styles.contains(&true) { Ok(()) } else { Err((at, Why::Number { due })) }
    }
}

/// Whether a text that begins as a pass means one: `Page` does not, nor does a line of hyphens.
fn is_pass(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let rest = [PASS, "pass", "pa", "ps"].iter().find_map(|pass| text.strip_prefix(pass)).unwrap_or(&text);
    let is_cell = rest.get(..2).is_some_and(|name| read_cell(name).is_some());
    rest.is_empty() || is_cell || rest.starts_with('-') && !text.bytes().all(|sign| sign == b'-')
}
