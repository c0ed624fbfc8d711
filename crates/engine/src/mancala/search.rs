//! Null-window negamax (alpha-beta) below the root, with transposition table, small cache and endgame database. The
//! question at each board is whether the side to move gains at least beta from here on, the stores not counted.

use super::board::Board;
use super::bound::{Bound, successor_beta};
use super::endgame_db::EndgameDb;
use super::move_order::{MoveQueue, order_score};
use super::row::LANES;
use super::small_cache::SmallCache;
use super::sowing::{SowingRules, Successor};
use super::tt::{NO_KEY, NO_MOVE, TranspositionTable, TtEntry};
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
            None => {
                let key = self.tt_key(successor.board, stones, depth);
                if self.rules.pits() == USUAL_PITS {
                    self.negamax::<USUAL_PITS>(successor.board, stones, key, beta, depth)
                } else {
                    self.negamax::<LANES>(successor.board, stones, key, beta, depth)
                }
            }
        }
    }

    /// The key of a board in the transposition table; [`NO_KEY`] if the table does not hold boards of so few stones or
    /// so small a depth. Memory is too slow for boards with few stones.
    #[inline]
    fn tt_key(&self, board: Board, stones: i32, depth: u32) -> u64 {
        let above_db = stones - self.endgame_db.max_stones();
        let is_held = depth >= self.min_tt_depth && above_db > self.tt_margin;
        if is_held { self.tt.key(board) } else { NO_KEY }
    }

    /// The bound for the board after a move, if it needs neither a search nor the transposition table.
    #[inline(always)]
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

    /// Negamax in three passes: the first generates all successors and cuts off by those that are leaves; the second cuts
    /// off by what the transposition table has about them (enhanced transposition cutoff), and so waits for the memory
    /// of all of them at once instead of for each in turn; the third searches the others in move order.
    ///
    /// `PITS` is the number of pits a side, or [`LANES`] for any number. `key` is that of the transposition table.
    fn negamax<const PITS: usize>(
        &mut self,
        board: Board,
        stones: i32,
        key: u64,
        beta: i32,
        depth: u32,
    ) -> Bound {
        let nodes_before = self.limits.node_count();
        if self.limits.count_node()
            || nodes_before >= self.abandon_at
            || (stones > MAX_SAFE_STONES && board.is_overfull())
        {
            return Bound::UNKNOWN;
        }
        let use_tt = key != NO_KEY;
        let use_small_cache = !use_tt && stones - self.endgame_db.max_stones() > SMALL_CACHE_MARGIN;
        let mut tt_move = NO_MOVE;
        if use_small_cache && let Some(bound) = self.small_cache.probe(board, beta) {
            return bound;
        }
        if use_tt && let Some(entry) = self.tt.probe(board, key) {
            if let Some(bound) = tt_cutoff(entry, beta, depth) {
                return bound;
            }
            tt_move = entry.mv;
        }
        let mut best = Bound::proven(i32::from(TtEntry::NO_LOWER_BOUND));
        let mut best_lane = NO_MOVE;
        let unset = Candidate { board, key: NO_KEY, gain: 0, extra_turn: false, lane: NO_MOVE };
        let mut candidates = [unset; PITS];
        let mut queue = MoveQueue::<PITS>::EMPTY;
        let mut count = 0;
        let pits = if PITS == LANES { self.rules.pits() } else { PITS };
        for lane in (0..pits).rev().filter(|&lane| board.mine.stones(lane) > 0) {
            let successor = self.rules.sow(board, lane);
            let next_beta = successor_beta(&successor, beta);
            let stones = stones - successor.gain;
            let Some(bound) = self.leaf_bound(&successor, stones, next_beta, depth - 1) else {
                let key = if use_tt { self.tt_key(successor.board, stones, depth - 1) } else { NO_KEY };
                let Successor { board, gain, extra_turn, .. } = successor;
                candidates[count] = Candidate { board, key, gain, extra_turn, lane: lane as u8 };
                queue.push(count, order_score(&successor, lane, tt_move));
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
        if use_tt && best.value < beta {
            for (number, candidate) in candidates[..count].iter().enumerate() {
                if candidate.key != NO_KEY
                    && let Some(entry) = self.tt.probe(candidate.board, candidate.key)
                    && let Some(bound) =
                        tt_cutoff(entry, successor_beta(&candidate.successor(), beta), depth - 1)
                {
                    let bound = Bound::from_successor(&candidate.successor(), bound);
                    if bound.value >= beta {
                        best_lane = candidate.lane;
                        best = bound;
                        break;
                    }
                    best = best.max_of_fail_lows(bound);
                    queue.remove(number);
                }
            }
        }
        while best.value < beta {
            let Some(number) = queue.pop() else { break };
            let Candidate { board, key, gain, lane, .. } = candidates[number];
            let successor = candidates[number].successor();
            let next_beta = successor_beta(&successor, beta);
            let bound = self.negamax::<PITS>(board, stones - gain, key, next_beta, depth - 1);
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

/// A successor that is still to be searched; it does not end the game.
#[derive(Clone, Copy)]
struct Candidate {
    board: Board,
    /// The key of the board in the transposition table.
    key: u64,
    gain: i32,
    extra_turn: bool,
    /// The lane that is sown.
    lane: u8,
}

impl Candidate {
    #[inline]
    fn successor(&self) -> Successor {
        let Candidate { board, gain, extra_turn, .. } = *self;
        Successor { board, gain, extra_turn, game_over: false }
    }
}

/// Pits a side of the usual board, for which the search is compiled on its own.
const USUAL_PITS: usize = 6;

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
