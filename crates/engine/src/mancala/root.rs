//! The moves of the position itself, and the first turn under the pie rule, whose boards depend on the stores: who may swap
//! sides wins what the other has in store.

use rules::mancala::{Direction, Move, Pit, Position};

use super::board::Board;
use super::row::LANES;
use super::sowing::Sown;
use super::table::NO_MOVE;
use super::tree::{Found, Tree, UNKNOWN, order, part, whole, worse};

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
pub struct Spot {
    pub board: Board,
    /// What the side to move has in store, less what the other has.
    pub lead: i32,
    stage: Stage,
}

/// A move, and the position after it.
#[derive(Clone, Copy)]
pub struct Branch {
    pub sown: Sown,
    pub after: Spot,
}

/// The choice to swap; the others are the lane that is sown.
pub const SWAP: u8 = LANES as u8;

impl Spot {
    /// None if a pit is too full to be searched.
    pub fn of(position: &Position) -> Option<Spot> {
        let side = position.to_move();
        let stage = match () {
            () if position.can_swap() => Stage::MaySwap,
            () if position.variant().pie_rule && position.turn() == 1 => Stage::FirstTurn,
            () => Stage::Later,
        };
        let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
        let board = Board::of(position).filter(|board| !board.is_heaped())?;
        Some(Spot { board, lead, stage })
    }

    /// The position after a move with this choice.
    fn after(&self, sown: &Sown, choice: u8) -> Spot {
        let lead = self.lead + sown.gain;
        let stage = match self.stage {
            Stage::FirstTurn if sown.again => Stage::FirstTurn,
            Stage::FirstTurn => Stage::MaySwap,
            Stage::MaySwap | Stage::Later => Stage::Later,
        };
        // By a swap the stores change their owners, and the rows as well: the next side sees the same board.
        let board = if choice == SWAP { self.board } else { sown.board };
        Spot { board, lead: if sown.again { lead } else { -lead }, stage }
    }
}

/// A choice in this position as the rules write it.
pub fn written(choice: u8, position: &Position) -> Move {
    let index = match position.variant().direction {
        Direction::CounterClockwise => choice,
        Direction::Clockwise => (position.variant().pits - 1).saturating_sub(choice),
    };
    if choice == SWAP { Move::Swap } else { Move::Sow(Pit { side: position.to_move(), index }) }
}

impl Tree<'_, '_> {
    /// What a choice leads to, if it is one.
    pub fn branch(&self, spot: &Spot, choice: u8) -> Option<Branch> {
        let lane = usize::from(choice);
        let sown = match choice {
            // All that the mover has in store goes to the other side, and the other way round.
            SWAP if spot.stage == Stage::MaySwap => {
                Sown { board: spot.board, gain: -2 * spot.lead, again: false, over: false }
            }
            _ if lane < self.sowings.pits() && spot.board.mine.stones(lane) > 0 => {
                self.sowings.sow(spot.board, lane)
            }
            _ => return None,
        };
        Some(Branch { sown, after: spot.after(&sown, choice) })
    }

    /// Whether the side to move gains at least `goal` from here on, and if so, by which choice. Looks at `first` before all
    /// others, then as below the root, at the swap last.
    pub fn choose(&mut self, spot: &Spot, goal: i32, depth: u32, first: u8) -> (Found, u8) {
        let mut best = Found { value: i32::MIN, proven: true };
        if self.limits.count_node() || spot.board.is_heaped() {
            return (UNKNOWN, NO_MOVE);
        }
        let mut open = (1 << (SWAP + 1)) - 1_u32;
        loop {
            let mut next: Option<(i32, u8, Branch)> = None;
            for choice in (0..=SWAP).filter(|choice| open >> choice & 1 == 1) {
                let Some(branch) = self.branch(spot, choice) else { continue };
                let order = match choice {
                    SWAP if first != SWAP => -1_000,
                    _ => order(&branch.sown, choice.into(), first),
                };
                if next.as_ref().is_none_or(|(most, ..)| order > *most) {
                    next = Some((order, choice, branch));
                }
            }
            let Some((_, choice, Branch { sown, after })) = next else { return (best, NO_MOVE) };
            open &= !(1 << choice);
            let found = whole(&sown, self.after(&sown, &after, part(&sown, goal), depth.saturating_sub(1)));
            if self.is_stopped() {
                return (found, NO_MOVE);
            }
            if found.value >= goal {
                return (found, choice);
            }
            best = worse(best, found);
        }
    }

    fn after(&mut self, sown: &Sown, after: &Spot, goal: i32, depth: u32) -> Found {
        match after.stage {
            Stage::FirstTurn | Stage::MaySwap if !sown.over && depth > 0 => {
                self.choose(after, goal, depth, NO_MOVE).0
            }
            Stage::FirstTurn | Stage::MaySwap if !sown.over => UNKNOWN,
            _ => self.gains(sown, goal, depth),
        }
    }
}
