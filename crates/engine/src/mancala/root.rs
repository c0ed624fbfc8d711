//! Root search: the moves of the position itself, and of the first turn under the pie rule. There the value depends on
//! the stores, because a swap wins what the opponent has in store; below the root it does not.

use rules::mancala::{Direction, Move, Pit, Position};

use super::board::Board;
use super::bound::{Bound, successor_beta};
use super::move_order::order_score;
use super::row::LANES;
use super::search::Search;
use super::sowing::Successor;
use super::tt::NO_MOVE;

/// What the pie rule still allows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SwapPhase {
    /// The opponent may swap after this turn.
    FirstTurn,
    /// The side to move may swap.
    MaySwap,
    /// A swap is no longer possible.
    Past,
}

/// A position at the root: a board with the stores and the pie rule.
#[derive(Clone, Copy)]
pub struct RootPosition {
    pub board: Board,
    /// The store of the side to move less the opponent's.
    pub lead: i32,
    swap_phase: SwapPhase,
}

/// The position after a move at the root.
#[derive(Clone, Copy)]
pub struct RootChild {
    pub successor: Successor,
    pub position: RootPosition,
}

/// The code of a swap. The code of any other move is the lane that is sown.
pub const SWAP: u8 = LANES as u8;

impl RootPosition {
    /// The root of a search; `None` if a pit is too full to be searched.
    pub fn of(position: &Position) -> Option<RootPosition> {
        let side = position.to_move();
        let swap_phase = if position.can_swap() {
            SwapPhase::MaySwap
        } else if position.variant().pie_rule && position.turn() == 1 {
            SwapPhase::FirstTurn
        } else {
            SwapPhase::Past
        };
        let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
        let board = Board::of(position).filter(|board| !board.is_overfull())?;
        Some(RootPosition { board, lead, swap_phase })
    }

    /// The position after the move of this code.
    fn after(&self, successor: &Successor, code: u8) -> RootPosition {
        let lead = self.lead + successor.gain;
        let swap_phase = match self.swap_phase {
            SwapPhase::FirstTurn if successor.extra_turn => SwapPhase::FirstTurn,
            SwapPhase::FirstTurn => SwapPhase::MaySwap,
            SwapPhase::MaySwap | SwapPhase::Past => SwapPhase::Past,
        };
        // A swap exchanges the owners of stores and rows, so the side that moves next sees the same board.
        let board = if code == SWAP { self.board } else { successor.board };
        RootPosition { board, lead: if successor.extra_turn { lead } else { -lead }, swap_phase }
    }
}

/// The move of this code in the notation of the rules.
pub fn to_rules_move(code: u8, position: &Position) -> Move {
    let index = match position.variant().direction {
        Direction::CounterClockwise => code,
        Direction::Clockwise => (position.variant().pits - 1).saturating_sub(code),
    };
    if code == SWAP { Move::Swap } else { Move::Sow(Pit { side: position.to_move(), index }) }
}

impl Search<'_, '_> {
    /// The position after the move of this code; `None` if the move is illegal.
    pub fn root_child(&self, root: &RootPosition, code: u8) -> Option<RootChild> {
        let lane = usize::from(code);
        let successor = match code {
            // The stores are exchanged: the mover's lead becomes the opponent's.
            SWAP if root.swap_phase == SwapPhase::MaySwap => {
                Successor { board: root.board, gain: -2 * root.lead, extra_turn: false, game_over: false }
            }
            _ if lane < self.rules.pits() && root.board.mine.stones(lane) > 0 => {
                self.rules.sow(root.board, lane)
            }
            _ => return None,
        };
        Some(RootChild { successor, position: root.after(&successor, code) })
    }

    /// Searches the root with the null window (beta − 1, beta); returns the bound and, if it fails high, the code of
    /// the move. `first` is searched before all others, a swap after them.
    pub fn search_root(&mut self, root: &RootPosition, beta: i32, depth: u32, first: u8) -> (Bound, u8) {
        let mut best = Bound::proven(i32::MIN);
        if self.limits.count_node() || root.board.is_overfull() {
            return (Bound::UNKNOWN, NO_MOVE);
        }
        let mut unsearched = (1 << (SWAP + 1)) - 1_u32;
        loop {
            let mut next: Option<(i32, u8, RootChild)> = None;
            for code in (0..=SWAP).filter(|code| unsearched >> code & 1 == 1) {
                let Some(child) = self.root_child(root, code) else { continue };
                let score = match code {
                    SWAP if first != SWAP => -1_000,
                    _ => order_score(&child.successor, code.into(), first),
                };
                if next.as_ref().is_none_or(|(highest, ..)| score > *highest) {
                    next = Some((score, code, child));
                }
            }
            let Some((_, code, child)) = next else { return (best, NO_MOVE) };
            unsearched &= !(1 << code);
            let next_beta = successor_beta(&child.successor, beta);
            let bound = self.search_root_child(&child, next_beta, depth.saturating_sub(1));
            let bound = Bound::from_successor(&child.successor, bound);
            if self.is_stopped() {
                return (bound, NO_MOVE);
            }
            if bound.value >= beta {
                return (bound, code);
            }
            best = best.max_of_fail_lows(bound);
        }
    }

    /// Searches a child of the root: as another root while the pie rule may apply, else as any board.
    fn search_root_child(&mut self, child: &RootChild, beta: i32, depth: u32) -> Bound {
        let RootChild { successor, position } = child;
        match position.swap_phase {
            SwapPhase::FirstTurn | SwapPhase::MaySwap if !successor.game_over && depth > 0 => {
                self.search_root(position, beta, depth, NO_MOVE).0
            }
            SwapPhase::FirstTurn | SwapPhase::MaySwap if !successor.game_over => Bound::UNKNOWN,
            _ => self.search_successor(successor, beta, depth),
        }
    }
}
