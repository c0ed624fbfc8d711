//! The search below the root. One question is asked of a board: does the side to move gain at least so much over the other
//! from here on, the stores apart? So boards that differ in their stores alone share what is known of them.

use super::board::Board;
use super::sowing::{Sowings, Sown};
use super::table::{Known, NO_MOVE, Table};
use super::word::Word;
use crate::Limits;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// What the side to move gains: at least this if that is no less than was asked for, else at most this.
    pub value: i32,
    /// It is so whatever lies deeper.
    pub proven: bool,
}

/// A move of a board that is looked at.
#[derive(Clone, Copy)]
struct Child<W> {
    sown: Sown<W>,
    lane: u8,
    /// The best move of the board after it, as far as known.
    hint: u8,
    /// Larger is looked at earlier.
    order: i32,
}

/// A search with what it remembers.
pub struct Tree<'a, 'b, W, T> {
    /// The options of the game.
    pub sowings: Sowings<W>,
    /// What is known of boards.
    pub table: T,
    /// When to stop.
    pub limits: &'a mut Limits<'b>,
    /// A look that is not so deep is not remembered.
    pub near: u32,
    /// When to give up before that, by the positions looked at.
    pub until: u64,
}

impl<W: Word, T: Table<W>> Tree<'_, '_, W, T> {
    /// Whether the answers have no meaning any more, as a limit was reached.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.limits.is_reached() || self.limits.seen() > self.until
    }

    /// Whether the side to move gains at least `goal`, looking `depth` moves ahead. After a limit was reached the answer
    /// has no meaning.
    pub fn gains(&mut self, board: Board<W>, goal: i32, depth: u32) -> Found {
        let stones = board.total();
        if let Some(found) = by_stones(stones, goal, depth) {
            return found;
        }
        match by_table(self.table.get(board), goal, depth) {
            Ok(found) => found,
            Err(hint) => self.look(board, stones, goal, depth, hint),
        }
    }

    /// Answers by looking at every move: first at all of them from outside, then into those that are left.
    fn look(&mut self, board: Board<W>, stones: i32, goal: i32, depth: u32, hint: u8) -> Found {
        let before = self.limits.seen();
        if self.limits.count() || before >= self.until {
            return Found { value: 0, proven: false };
        }
        let mut best = Found { value: i32::from(Known::LOWEST), proven: true };
        let mut open = [None; LANES];
        let mut opened = 0;
        for lane in (0..self.sowings.pits()).rev().filter(|&lane| board.mine.stones(lane) > 0) {
            let sown = self.sowings.sow(board, lane);
            let answer = if sown.over {
                Some(Found { value: self.sowings.leftovers(sown.board), proven: true })
            } else {
                by_stones(stones - sown.gain, part(&sown, goal), depth - 1)
            };
            if let Some(found) = answer {
                let found = whole(&sown, found);
                if found.value >= goal {
                    self.keep(board, found, true, depth, before, lane as u8);
                    return found;
                }
                best = worse(best, found);
            } else {
                let place = (depth > self.near).then(|| self.table.read(sown.board));
                open[opened] = Some((sown, lane, place));
                opened += 1;
            }
        }
        let nothing = Sown { board, gain: 0, again: false, over: false };
        let mut children = [Child { sown: nothing, lane: NO_MOVE, hint: NO_MOVE, order: 0 }; LANES];
        let mut left = 0;
        for &(sown, lane, place) in open[..opened].iter().flatten() {
            match by_table(place.and_then(T::known), part(&sown, goal), depth - 1) {
                Ok(found) => {
                    let found = whole(&sown, found);
                    if found.value >= goal {
                        self.keep(board, found, true, depth, before, lane as u8);
                        return found;
                    }
                    best = worse(best, found);
                }
                Err(deeper) => {
                    let order = order(&sown, lane, hint);
                    children[left] = Child { sown, lane: lane as u8, hint: deeper, order };
                    left += 1;
                }
            }
        }
        for next in 0..left {
            let ahead = &mut children[next..left];
            let Some(first) = (0..ahead.len()).max_by_key(|&place| (ahead[place].order, ahead.len() - place))
            else {
                break;
            };
            ahead.swap(0, first);
            let Child { sown, lane, hint, .. } = ahead[0];
            let found = self.look(sown.board, stones - sown.gain, part(&sown, goal), depth - 1, hint);
            if self.is_stopped() {
                return found;
            }
            let found = whole(&sown, found);
            if found.value >= goal {
                self.keep(board, found, true, depth, before, lane);
                return found;
            }
            best = worse(best, found);
        }
        self.keep(board, best, false, depth, before, NO_MOVE);
        best
    }

    fn keep(&mut self, board: Board<W>, found: Found, reached: bool, depth: u32, before: u64, mv: u8) {
        if depth < self.near {
            return;
        }
        let bound = found.value as i16;
        let work = (self.limits.seen() - before).ilog2() as u8;
        let known = Known {
            lower: if reached { bound } else { Known::LOWEST },
            upper: if reached { Known::HIGHEST } else { bound },
            proven: found.proven,
            depth: if found.proven { work } else { depth.min(63) as u8 },
            mv,
        };
        self.table.put(board, known);
    }
}

/// The answer from the stones in play and the depth alone, if they say one.
#[inline]
fn by_stones(stones: i32, goal: i32, depth: u32) -> Option<Found> {
    match () {
        () if goal > stones => Some(Found { value: stones, proven: true }),
        () if goal <= -stones => Some(Found { value: -stones, proven: true }),
        () if depth == 0 => Some(Found { value: 0, proven: false }),
        () => None,
    }
}

/// The answer from what the table knows of a board; else the move that is known to be best.
#[inline]
fn by_table(known: Option<Known>, goal: i32, depth: u32) -> Result<Found, u8> {
    let Some(known) = known else { return Err(NO_MOVE) };
    if known.proven || u32::from(known.depth) >= depth {
        if i32::from(known.lower) >= goal {
            return Ok(Found { value: known.lower.into(), proven: known.proven });
        }
        if i32::from(known.upper) < goal {
            return Ok(Found { value: known.upper.into(), proven: known.proven });
        }
    }
    Err(known.mv)
}

/// Most moves of a board.
pub const LANES: usize = rules::mancala::MAX_PITS;

/// What the side that moves next has to gain, or to prevent, for the mover to gain `goal`.
#[inline]
pub fn part<W>(sown: &Sown<W>, goal: i32) -> i32 {
    if sown.again { goal - sown.gain } else { 1 - (goal - sown.gain) }
}

/// The mover's answer, from that of the side that moves next.
#[inline]
pub fn whole<W>(sown: &Sown<W>, found: Found) -> Found {
    let value = if sown.again || sown.over { sown.gain + found.value } else { sown.gain - found.value };
    Found { value, ..found }
}

/// What is left of two moves that both fall short.
#[inline]
pub fn worse(best: Found, found: Found) -> Found {
    Found { value: best.value.max(found.value), proven: best.proven && found.proven }
}

/// The known best move first, then extra turns, the pit nearest to the store before the others, then gain. Of the same gain,
/// what leaves the other side little choice is quickly looked at: half a stone a pit makes for the smallest trees.
#[inline]
pub fn order<W: Word>(sown: &Sown<W>, lane: usize, hint: u8) -> i32 {
    match () {
        () if lane == usize::from(hint) => 10_000,
        () if sown.again => 5_000 + lane as i32,
        () => 10 * sown.gain + lane as i32 - 5 * sown.board.mine.filled(),
    }
}
