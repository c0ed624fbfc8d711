//! The search below the root. One question is asked of a board: does the side to move gain at least so much over the other
//! from here on, the stores apart? So boards that differ in their stores alone share what is known of them.

use super::board::Board;
use super::endings::Endings;
use super::recent::Recent;
use super::row::LANES;
use super::sowing::{Sowings, Sown};
use super::table::{Known, NO_MOVE, Table};
use crate::Limits;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// What the side to move gains: at least this if that is no less than was asked for, else at most this.
    pub value: i32,
    /// It is so whatever lies deeper.
    pub proven: bool,
}

/// What no search has looked into.
pub const UNKNOWN: Found = Found { value: 0, proven: false };

/// A move of a board that is looked at.
#[derive(Clone, Copy)]
struct Child {
    sown: Sown,
    lane: u8,
    /// Larger is looked at earlier.
    order: i32,
}

/// A search with what it remembers.
pub struct Tree<'a, 'b> {
    /// The options of the game.
    pub sowings: Sowings,
    /// What is known of boards.
    pub table: Table,
    /// What was proved lately of boards that are not kept in the table.
    pub recent: Recent,
    /// What is known of all boards with few stones.
    pub endings: Endings,
    /// When to stop.
    pub limits: &'a mut Limits<'b>,
    /// A look that is not so deep is not remembered.
    pub near: u32,
    /// With so many stones more than those of the boards that were worked out, or fewer, a board is not kept in the table.
    pub margin: i32,
    /// When to give up before that, by the positions looked at.
    pub until: u64,
}

impl Tree<'_, '_> {
    /// Whether the answers have no meaning any more, as a limit was reached.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.limits.is_reached() || self.limits.node_count() > self.until
    }

    /// Whether the side that moves after a move gains at least `goal`, looking `depth` moves ahead. After a limit was
    /// reached the answer has no meaning.
    pub fn gains(&mut self, sown: &Sown, goal: i32, depth: u32) -> Found {
        let stones = sown.board.total();
        match self.at_once(sown, stones, goal, depth) {
            Some(found) => found,
            None => self.look(sown.board, stones, goal, depth),
        }
    }

    /// The answer for the board after a move, if it takes neither a look nor the table.
    #[inline]
    fn at_once(&self, sown: &Sown, stones: i32, goal: i32, depth: u32) -> Option<Found> {
        match () {
            () if sown.over => Some(Found { value: self.sowings.leftovers(sown.board), proven: true }),
            () if goal > stones => Some(Found { value: stones, proven: true }),
            () if goal <= -stones => Some(Found { value: -stones, proven: true }),
            () if stones <= self.endings.stones() => {
                Some(Found { value: self.endings.value(sown.board), proven: true })
            }
            () if depth == 0 => Some(UNKNOWN),
            () => None,
        }
    }

    /// Answers from the table or by looking at every move: first at all of them from outside, then into those that are left.
    ///
    /// The table is not asked for what the moves lead to before they are looked into: memory is slow, and that would save
    /// one position of twenty.
    fn look(&mut self, board: Board, stones: i32, goal: i32, depth: u32) -> Found {
        let before = self.limits.node_count();
        if self.limits.count_node() || before >= self.until || (stones > FEW && board.is_heaped()) {
            return UNKNOWN;
        }
        // For the same reason the table has none of the boards with few stones.
        let more = stones - self.endings.stones();
        let kept = depth >= self.near && more > self.margin;
        let noted = !kept && more > SOON_SEEN;
        let mut hint = NO_MOVE;
        if noted && let Some(found) = self.recent.get(board, goal) {
            return found;
        }
        if kept && let Some(known) = self.table.get(board) {
            if let Some(found) = by_table(known, goal, depth) {
                return found;
            }
            hint = known.mv;
        }
        let mut best = Found { value: i32::from(Known::LOWEST), proven: true };
        let mut best_lane = NO_MOVE;
        let nothing = Sown { board, gain: 0, again: false, over: false };
        let mut children = [Child { sown: nothing, lane: NO_MOVE, order: 0 }; LANES];
        let mut left = 0;
        for lane in (0..self.sowings.pits()).rev().filter(|&lane| board.mine.stones(lane) > 0) {
            let sown = self.sowings.sow(board, lane);
            let Some(found) = self.at_once(&sown, stones - sown.gain, part(&sown, goal), depth - 1) else {
                children[left] = Child { sown, lane: lane as u8, order: order(&sown, lane, hint) };
                left += 1;
                continue;
            };
            best = worse(best, whole(&sown, found));
            if best.value >= goal {
                best = whole(&sown, found);
                best_lane = lane as u8;
                break;
            }
        }
        let mut ahead = &mut children[..left];
        while best.value < goal {
            let Some(first) = (0..ahead.len()).max_by_key(|&place| (ahead[place].order, ahead.len() - place))
            else {
                break;
            };
            ahead.swap(0, first);
            let Child { sown, lane, .. } = ahead[0];
            let found = self.look(sown.board, stones - sown.gain, part(&sown, goal), depth - 1);
            if self.is_stopped() {
                return found;
            }
            let found = whole(&sown, found);
            if found.value >= goal {
                best_lane = lane;
                best = found;
                break;
            }
            best = worse(best, found);
            ahead = &mut ahead[1..];
        }
        if kept {
            self.keep(board, best, best_lane, depth, before);
        } else if noted && best.proven {
            self.recent.put(board, best.value, best_lane != NO_MOVE);
        }
        best
    }

    #[inline(never)]
    fn keep(&mut self, board: Board, found: Found, mv: u8, depth: u32, before: u64) {
        let bound = found.value as i16;
        let work = (self.limits.node_count() - before).ilog2() as u8;
        let reached = mv != NO_MOVE;
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

/// With so few stones no pit can be too full to sow.
const FEW: i32 = 95;

/// With so few stones more than those of the boards that were worked out, a board is sooner looked at than remembered.
const SOON_SEEN: i32 = 2;

/// The answer from what the table knows of a board, if it says one.
#[inline]
fn by_table(known: Known, goal: i32, depth: u32) -> Option<Found> {
    let bound = match () {
        () if !known.proven && u32::from(known.depth) < depth => None,
        () if i32::from(known.lower) >= goal => Some(known.lower),
        () if i32::from(known.upper) < goal => Some(known.upper),
        () => None,
    };
    bound.map(|bound| Found { value: bound.into(), proven: known.proven })
}

/// What the side that moves next has to gain, or to prevent, for the mover to gain `goal`.
#[inline]
pub fn part(sown: &Sown, goal: i32) -> i32 {
    if sown.again { goal - sown.gain } else { 1 - (goal - sown.gain) }
}

/// The mover's answer, from that of the side that moves next.
#[inline]
pub fn whole(sown: &Sown, found: Found) -> Found {
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
pub fn order(sown: &Sown, lane: usize, hint: u8) -> i32 {
    match () {
        () if lane == usize::from(hint) => 10_000,
        () if sown.again => 5_000 + lane as i32,
        () => 10 * sown.gain + lane as i32 - 5 * sown.board.mine.filled(),
    }
}
