//! The notation of turns, writer and notation parser. Numbers, tags and comments around them belong to the
//! game file.

use super::{ReadError, pit_letter};
use crate::mancala::{Hole, Move, Pit, Position, Step};
use crate::notation::{quote, without_number};
use crate::{IllegalMove, Side};

/// One turn, written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnText {
    /// Number of the turn, from 1.
    pub number: u16,
    /// Whose turn it was.
    pub side: Side,
    /// How many moves it is made of: one, and one more for each further sowing.
    pub moves: u32,
    /// Its sowings and what was captured, as `C-F x5`, or `swap`.
    pub text: String,
}

/// Writes moves as turns; the last one may still go on.
///
/// # Errors
/// The index of the first illegal move, and why it is illegal.
pub fn write_turns(start: &Position, moves: &[Move]) -> Result<Vec<TurnText>, (usize, IllegalMove)> {
    let mut position = *start;
    let mut turns: Vec<TurnText> = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let (number, side) = (position.turn(), position.to_move());
        let played = Sown::play(&position, mv).map_err(|why| (index, why))?;
        let name = match mv {
            Move::Sow(pit) => pit_letter(pit).to_string(),
            Move::Swap => "swap".to_owned(),
        };
        match turns.last_mut() {
            Some(turn) if turn.number == number => {
                turn.moves += 1;
                turn.text.extend(["-", &name]);
            }
            _ => turns.push(TurnText { number, side, moves: 1, text: name }),
        }
        if let (Some(turn), 1..) = (turns.last_mut(), played.captured) {
            turn.text.push_str(&format!(" x{}", played.captured));
        }
        position = played.position;
    }
    Ok(turns)
}

/// Parses turns separated by blanks, with or without numbers (`1.`), from a position on: the moves, and the
/// position after them. The parser is forgiving: a turn may be split into its sowings, and be joined by `–`
/// as well.
///
/// Pits are `A` to `I` from their owner's left, in capitals for South and small for North, or `1` to `9` for
/// the side to move. Once a text has a capital, case is compared with the side to move; a text all in small
/// letters says nothing by it.
///
/// ```text
/// turn     = "swap" | sowing *( "-" sowing ) [ capture ]
/// sowing   = pit [ "-" goal ]   ; the goal only in reading
/// goal     = letter | number    ; where the last stone fell: 1 … n own pits, n+1 own store, n+2 … 2n+1 the others
/// capture  = "x" stones         ; the opponent's stones taken; glued on, or after a blank
/// ```
///
/// Joined sowings and from–to pairs do not clash. A further sowing needs an extra turn, so the one before it
/// ended in the own store, whose number n+1 is never a pit to sow. So after a sowing with an extra turn n+1
/// is a goal and everything else a sowing; after any other sowing only a goal can follow. With six pits `3-7`
/// in the first position is `C`, which ends in the store, `3-6` is `C-F`, and `1-5` is `A`.
///
/// # Errors
/// The first thing that is no turn, or a move that is illegal.
pub fn read_moves(start: &Position, text: &str) -> Result<(Vec<Move>, Position), ReadError> {
    let mut reader = TurnReader::new(start, text.split_whitespace().any(has_capital));
    for token in text.split_whitespace() {
        reader.word(token)?;
    }
    Ok((reader.moves, reader.position))
}

/// Whether a word names a pit by a capital, so that the case of letters says whose pits they are.
#[must_use]
pub fn has_capital(word: &str) -> bool {
    let turn = without_number(word);
    !turn.eq_ignore_ascii_case("swap") && turn.bytes().any(|letter| matches!(letter, b'A'..=b'I'))
}

/// The effects of a move that notation records.
struct Sown {
    position: Position,
    mover: Side,
    /// Where the last stone fell; none for a swap.
    goal: Option<Hole>,
    /// The opponent's stones captured.
    captured: u8,
    extra_turn: bool,
}

impl Sown {
    fn play(position: &Position, mv: Move) -> Result<Sown, IllegalMove> {
        let (mut goal, mut captured, mut extra_turn) = (None, 0, false);
        let after = position.play_with(mv, |step| match step {
            Step::Drop { into } => goal = Some(into),
            Step::Capture { from_opposite, .. } => captured = from_opposite,
            Step::ExtraTurn(_) => extra_turn = true,
            _ => {}
        })?;
        Ok(Sown { position: after, mover: position.to_move(), goal, captured, extra_turn })
    }

    /// Whether the last stone fell into the hole of this name, of this side where that is told.
    fn fell_into(&self, name: Name, side: Option<Side>) -> bool {
        let pits = self.position.variant().pits;
        match (self.goal, name) {
            (Some(Hole::Pit(pit)), Name::Letter(index)) => {
                pit.index == index && side.is_none_or(|side| side == pit.side)
            }
            (Some(Hole::Pit(pit)), Name::Number(number)) if pit.side == self.mover => number == pit.index + 1,
            (Some(Hole::Pit(pit)), Name::Number(number)) => number == pits + 2 + pit.index,
            (Some(Hole::Store(_)), Name::Number(number)) => number == pits + 1,
            _ => false,
        }
    }
}

/// A pit or a goal as a turn names it.
#[derive(Clone, Copy)]
enum Name {
    /// The letter's place in the alphabet, from 0.
    Letter(u8),
    /// A number from 1.
    Number(u8),
}

impl Name {
    fn read(text: &str) -> Option<Name> {
        match text.as_bytes() {
            [letter @ (b'a'..=b'i' | b'A'..=b'I')] => Some(Name::Letter(letter.to_ascii_lowercase() - b'a')),
            [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'] => text.parse().ok().map(Name::Number),
            _ => None,
        }
    }

    /// The index of the pit it names in the row of the side to move, which may have fewer pits.
    fn pit_index(self) -> u8 {
        match self {
            Name::Letter(index) => index,
            Name::Number(number) => number - 1,
        }
    }
}

/// Reads turns one word at a time, so that whoever reads a whole text can name the word at fault.
pub struct TurnReader {
    position: Position,
    moves: Vec<Move>,
    /// Whether capitals name South's pits and small letters North's, and are compared with the side to move.
    cased: bool,
    /// The effects of the last move, to check a goal and a capture written after it.
    last: Option<Sown>,
    /// Whether the capture of the last move has been told.
    told: bool,
}

impl TurnReader {
    /// A reader from a position on. `cased` says whether the case of letters is compared with the side to
    /// move; a text without a capital says nothing by its case.
    #[must_use]
    pub fn new(start: &Position, cased: bool) -> Self {
        Self { position: *start, moves: Vec::new(), cased, last: None, told: false }
    }

    /// The position after the words so far.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves of the words so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves of the words, and nothing else of the parser.
    #[must_use]
    pub fn into_moves(self) -> Vec<Move> {
        self.moves
    }

    /// The number of moves so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Reads one word: a turn or a part of it, with or without its number. The number is not compared.
    ///
    /// # Errors
    /// Why it is no turn, or a move that is illegal.
    pub fn word(&mut self, token: &str) -> Result<(), ReadError> {
        let turn = without_number(token);
        if turn.is_empty() {
            return Ok(());
        }
        if turn.eq_ignore_ascii_case("swap") {
            return self.play(Move::Swap, token);
        }
        let (sowings, captured) = match turn.split_once(['x', 'X']) {
            Some((sowings, stones)) => (sowings, Some(stones)),
            None => (turn, None),
        };
        if !sowings.is_empty() {
            self.sowings(sowings, token)?;
        }
        captured.map_or(Ok(()), |stones| self.captured(stones, token))
    }

    fn sowings(&mut self, sowings: &str, token: &str) -> Result<(), ReadError> {
        let store = self.position.variant().pits + 1;
        let (mut sowing_may_follow, mut goal_may_follow) = (true, false);
        for part in sowings.split(['-', '–']) {
            let name = Name::read(part).ok_or_else(|| ReadError::Token(quote(token)))?;
            let is_store = matches!(name, Name::Number(number) if number == store);
            let case = self.cased.then(|| side_of(part)).flatten();
            if goal_may_follow && (is_store || !sowing_may_follow) {
                if !self.last.as_ref().is_some_and(|last| last.fell_into(name, case)) {
                    return Err(ReadError::Goal(quote(token)));
                }
                goal_may_follow = false;
            } else if sowing_may_follow {
                let side = self.position.to_move();
                if self.position.outcome().is_none() && case.is_some_and(|case| case != side) {
                    return Err(ReadError::Case(quote(token)));
                }
                self.play(Move::Sow(Pit { side, index: name.pit_index() }), token)?;
                sowing_may_follow = self.last.as_ref().is_some_and(|last| last.extra_turn);
                goal_may_follow = true;
            } else {
                return Err(ReadError::Token(quote(token)));
            }
        }
        Ok(())
    }

    fn captured(&mut self, stones: &str, token: &str) -> Result<(), ReadError> {
        let is_number = stones.bytes().all(|sign| sign.is_ascii_digit());
        let claimed: Option<u8> = stones.parse().ok().filter(|_| is_number);
        match (self.last.as_ref(), claimed) {
            (Some(last), Some(claimed)) if !self.told => {
                if last.captured != claimed {
                    return Err(ReadError::Captured { token: quote(token), stones: last.captured });
                }
                self.told = true;
                Ok(())
            }
            _ => Err(ReadError::Token(quote(token))),
        }
    }

    fn play(&mut self, mv: Move, token: &str) -> Result<(), ReadError> {
        let sown =
            Sown::play(&self.position, mv).map_err(|why| ReadError::Illegal { token: quote(token), why })?;
        self.position = sown.position;
        self.moves.push(mv);
        self.last = Some(sown);
        self.told = false;
        Ok(())
    }
}

/// The side whose pits are written in the case of this letter.
fn side_of(name: &str) -> Option<Side> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    Some(if letter.is_ascii_uppercase() { Side::First } else { Side::Second })
}
