//! The moves of the position itself, and the first turn under the pie rule, whose boards depend on the stores: who may swap
//! sides wins what the other has in store.

use rules::Side;
use rules::mancala::{Direction, Move, Pit, Position};

use super::board::Board;
use super::sowing::Sown;
use super::table::{NO_MOVE, Table};
use super::tree::{Found, LANES, Tree, order, part, whole, worse};
use super::word::Word;

/// What the pie rule still allows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// After this turn the other side may swap.
    FirstTurn,
    /// The side to move may swap.
    MaySwap,
    /// Nobody may swap any more.
    Later,
}

/// A position as the search sees it.
#[derive(Clone, Copy)]
pub struct Spot<W> {
    pub board: Board<W>,
    /// What the side to move has in store, less what the other has.
    pub lead: i32,
    stage: Stage,
    /// The side to move.
    side: Side,
}

/// A move, and the position after it.
#[derive(Clone, Copy)]
pub struct Branch<W> {
    /// The lane that is sown, or [`SWAP`].
    pub choice: u8,
    pub sown: Sown<W>,
    pub after: Spot<W>,
}

/// The choice that is not a lane: to swap.
pub const SWAP: u8 = 14;

impl<W: Word> Spot<W> {
    pub fn of(position: &Position) -> Spot<W> {
        let side = position.to_move();
        let stage = match () {
            () if position.can_swap() => Stage::MaySwap,
            () if position.variant().pie_rule && position.turn() == 1 => Stage::FirstTurn,
            () => Stage::Later,
        };
        let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
        Spot { board: Board::of(position), lead, stage, side }
    }

    /// The choice as the rules write it.
    pub fn mv(&self, choice: u8, position: &Position) -> Move {
        let index = match position.variant().direction {
            Direction::CounterClockwise => choice,
            Direction::Clockwise => (position.variant().pits - 1).saturating_sub(choice),
        };
        if choice == SWAP { Move::Swap } else { Move::Sow(Pit { side: self.side, index }) }
    }

    /// The position after a move with this choice.
    fn after(&self, sown: &Sown<W>, choice: u8) -> Spot<W> {
        let lead = self.lead + sown.gain;
        let stage = match self.stage {
            Stage::FirstTurn if sown.again => Stage::FirstTurn,
            Stage::FirstTurn => Stage::MaySwap,
            Stage::MaySwap | Stage::Later => Stage::Later,
        };
        // By a swap the stores change their owners, and the rows as well: the next side sees the same board.
        let board = if choice == SWAP { self.board } else { sown.board };
        if sown.again {
            Spot { board, lead, stage, side: self.side }
        } else {
            Spot { board, lead: -lead, stage, side: self.side.other() }
        }
    }
}

impl<W: Word, T: Table<W>> Tree<'_, '_, W, T> {
    /// Every move of a position: `first` before all others, then as below the root, the swap last.
    pub fn branches(&self, spot: &Spot<W>, first: u8) -> impl Iterator<Item = Branch<W>> + use<W, T> {
        let mut branches = [None; LANES + 1];
        for lane in (0..self.sowings.pits()).filter(|&lane| spot.board.mine.stones(lane) > 0) {
            let sown = self.sowings.sow(spot.board, lane);
            let order = order(&sown, lane, first);
            let choice = lane as u8;
            branches[lane] = Some((-order, Branch { choice, sown, after: spot.after(&sown, choice) }));
        }
        if spot.stage == Stage::MaySwap {
            // All that the mover has in store goes to the other side, and the other way round.
            let sown = Sown { board: spot.board, gain: -2 * spot.lead, again: false, over: false };
            let order = if first == SWAP { 10_000 } else { -1_000 };
            branches[LANES] = Some((-order, Branch { choice: SWAP, sown, after: spot.after(&sown, SWAP) }));
        }
        branches.sort_by_key(|branch| branch.map(|(order, _)| order));
        branches.into_iter().flatten().map(|(_, branch)| branch)
    }

    /// Whether the side to move gains at least `goal` from here on, and if so, by which choice.
    pub fn choose(&mut self, spot: &Spot<W>, goal: i32, depth: u32, first: u8) -> (Found, u8) {
        let mut best = Found { value: i32::MIN, proven: true };
        if self.limits.count() {
            return (Found { value: 0, proven: false }, NO_MOVE);
        }
        for Branch { choice, sown, after } in self.branches(spot, first) {
            let found = whole(&sown, self.branch(&sown, &after, part(&sown, goal), depth.saturating_sub(1)));
            if self.is_stopped() {
                return (found, NO_MOVE);
            }
            if found.value >= goal {
                return (found, choice);
            }
            best = worse(best, found);
        }
        (best, NO_MOVE)
    }

    fn branch(&mut self, sown: &Sown<W>, after: &Spot<W>, goal: i32, depth: u32) -> Found {
        match after.stage {
            _ if sown.over => Found { value: self.sowings.leftovers(sown.board), proven: true },
            Stage::Later => self.gains(after.board, goal, depth),
            _ if depth == 0 => Found { value: 0, proven: false },
            Stage::FirstTurn | Stage::MaySwap => self.choose(after, goal, depth, NO_MOVE).0,
        }
    }
}
