//! Null-window negamax (alpha-beta) below the root, with transposition table, small cache and endgame database. The
//! question at each board is whether the side to move gains at least beta from here on, the stores not counted.

use super::board::Board;
use super::bound::{Bound, successor_beta};
use super::endgame_db::EndgameDb;
use super::move_order::{Candidate, order_score, select_best};
use super::row::LANES;
use super::small_cache::SmallCache;
use super::sowing::{SowingRules, Successor};
use super::tt::{NO_MOVE, TranspositionTable, TtEntry};
use crate::Limits;

/// A search and its memory.
pub struct Search<'a, 'b> {
    /// Move generation by the options of the game.
    pub rules: SowingRules,
    /// Bounds of boards, from earlier iterations and transpositions.
    pub tt: TranspositionTable,
    /// Proven bounds of boards that are too small for the transposition table.
    pub small_cache: SmallCache,
    /// Exact values of all boards with few stones.
    pub endgame_db: EndgameDb,
    /// When to stop.
    pub limits: &'a mut Limits<'b>,
    /// The smallest depth that is stored in the transposition table.
    pub min_tt_depth: u32,
    /// Boards with at most this many stones more than the endgame database has are not stored in the transposition
    /// table.
    pub tt_margin: i32,
    /// The node count at which a full-depth proof is abandoned, before the limits are reached.
    pub abandon_at: u64,
}

impl Search<'_, '_> {
    /// Whether the search was stopped; the bounds that it returned since then are meaningless.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.limits.is_reached() || self.limits.node_count() > self.abandon_at
    }

    /// Searches the board after a move, for the side that moves next, with the null window (beta − 1, beta). The bound
    /// is meaningless once the search is stopped.
    pub fn search_successor(&mut self, successor: &Successor, beta: i32, depth: u32) -> Bound {
        let stones = successor.board.stones();
        match self.leaf_bound(successor, stones, beta, depth) {
            Some(bound) => bound,
            None => self.negamax(successor.board, stones, beta, depth),
        }
    }

    /// The bound for the board after a move, if it needs neither a search nor the transposition table.
    #[inline]
    fn leaf_bound(&self, successor: &Successor, stones: i32, beta: i32, depth: u32) -> Option<Bound> {
        if successor.game_over {
            Some(Bound::proven(self.rules.leftovers(successor.board)))
        } else if beta > stones {
            Some(Bound::proven(stones))
        } else if beta <= -stones {
            Some(Bound::proven(-stones))
        } else if stones <= self.endgame_db.max_stones() {
            Some(Bound::proven(self.endgame_db.value(successor.board)))
        } else if depth == 0 {
            Some(Bound::UNKNOWN)
        } else {
            None
        }
    }

    /// Negamax in two passes: the first generates all successors and cuts off by those that are leaves, the second
    /// searches the others in move order.
    ///
    /// There is no enhanced transposition cutoff (a probe for each successor before the first is searched): it would
    /// save one node in twenty, and memory is too slow for that.
    fn negamax(&mut self, board: Board, stones: i32, beta: i32, depth: u32) -> Bound {
        let nodes_before = self.limits.node_count();
        if self.limits.count_node()
            || nodes_before >= self.abandon_at
            || (stones > MAX_SAFE_STONES && board.is_overfull())
        {
            return Bound::UNKNOWN;
        }
        // Memory is too slow for boards with few stones as well: the table does not hold them.
        let above_db = stones - self.endgame_db.max_stones();
        let use_tt = depth >= self.min_tt_depth && above_db > self.tt_margin;
        let use_small_cache = !use_tt && above_db > SMALL_CACHE_MARGIN;
        let mut tt_move = NO_MOVE;
        if use_small_cache && let Some(bound) = self.small_cache.probe(board, beta) {
            return bound;
        }
        if use_tt && let Some(entry) = self.tt.probe(board) {
            if let Some(bound) = tt_cutoff(entry, beta, depth) {
                return bound;
            }
            tt_move = entry.mv;
        }
        let mut best = Bound::proven(i32::from(TtEntry::NO_LOWER_BOUND));
        let mut best_lane = NO_MOVE;
        let unset = Successor { board, gain: 0, extra_turn: false, game_over: false };
        let mut candidates = [Candidate { successor: unset, lane: NO_MOVE, score: 0 }; LANES];
        let mut count = 0;
        for lane in (0..self.rules.pits()).rev().filter(|&lane| board.mine.stones(lane) > 0) {
            let successor = self.rules.sow(board, lane);
            let next_beta = successor_beta(&successor, beta);
            let Some(bound) = self.leaf_bound(&successor, stones - successor.gain, next_beta, depth - 1)
            else {
                let score = order_score(&successor, lane, tt_move);
                candidates[count] = Candidate { successor, lane: lane as u8, score };
                count += 1;
                continue;
            };
            let bound = Bound::from_successor(&successor, bound);
            best = best.max_of_fail_lows(bound);
            if best.value >= beta {
                best = bound;
                best_lane = lane as u8;
                break;
            }
        }
        let mut remaining = &mut candidates[..count];
        while best.value < beta {
            let Some(Candidate { successor, lane, .. }) = select_best(remaining) else { break };
            let next_beta = successor_beta(&successor, beta);
            let bound = self.negamax(successor.board, stones - successor.gain, next_beta, depth - 1);
            if self.is_stopped() {
                return bound;
            }
            let bound = Bound::from_successor(&successor, bound);
            if bound.value >= beta {
                best_lane = lane;
                best = bound;
                break;
            }
            best = best.max_of_fail_lows(bound);
            remaining = &mut remaining[1..];
        }
        if use_tt {
            self.store(board, best, best_lane, depth, nodes_before);
        } else if use_small_cache && best.proven {
            self.small_cache.store(board, best.value, best_lane != NO_MOVE);
        }
        best
    }

    /// Stores a bound in the transposition table: a lower bound if a move failed high, else an upper bound.
    #[inline(never)]
    fn store(&mut self, board: Board, bound: Bound, mv: u8, depth: u32, nodes_before: u64) {
        let value = bound.value as i16;
        let work = (self.limits.node_count() - nodes_before).ilog2() as u8;
        let failed_high = mv != NO_MOVE;
        let entry = TtEntry {
            lower: if failed_high { value } else { TtEntry::NO_LOWER_BOUND },
            upper: if failed_high { TtEntry::NO_UPPER_BOUND } else { value },
            proven: bound.proven,
            depth: if bound.proven { work } else { depth.min(63) as u8 },
            mv,
        };
        self.tt.store(board, entry);
    }
}

/// With at most this many stones in play no pit can be overfull.
const MAX_SAFE_STONES: i32 = 95;

/// A board with at most this many stones more than the endgame database has is searched faster than a cache is probed.
const SMALL_CACHE_MARGIN: i32 = 2;

/// The bound of a transposition-table entry, if it is deep enough and cuts off.
#[inline]
fn tt_cutoff(entry: TtEntry, beta: i32, depth: u32) -> Option<Bound> {
    let value = if !entry.proven && u32::from(entry.depth) < depth {
        return None;
    } else if i32::from(entry.lower) >= beta {
        entry.lower
    } else if i32::from(entry.upper) < beta {
        entry.upper
    } else {
        return None;
    };
    Some(Bound { value: value.into(), proven: entry.proven })
}
