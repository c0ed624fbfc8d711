//! Endgame database (tablebase): the exact value of every board with few stones, a byte each, built by retrograde
//! analysis over a combinatorial index.
//!
//! A move either takes stones out of play, which leads to a board with fewer stones, or moves stones within its own
//! row. The row then has a lower rank (see [`Row::next_in_rank`]), so a board depends only on boards that were solved
//! before it. This holds for every option of the rules: a lap that reaches the opponent's row has passed the store, and
//! a relay sowing does not leave its row otherwise.

use super::board::Board;
use super::bound::Bound;
use super::row::{LANES, Row};
use super::sowing::SowingRules;
use crate::Limits;

/// All boards of the database have fewer stones than this.
const STONES_END: usize = 32;

/// The database.
pub struct EndgameDb {
    /// Value of each board: what the side to move gains, in stones, the stores not counted.
    values: Vec<i8>,
    /// Index of the first board with these numbers of stones: own stones times [`STONES_END`] plus the opponent's.
    group_starts: Vec<u32>,
    /// Binomial coefficients of the combinatorial index: the rank of a row is the sum of `rank_terms[lane][stones up to
    /// and including the lane]`.
    rank_terms: [[u32; STONES_END]; LANES],
    /// Number of rows with this many stones.
    row_counts: [u32; STONES_END],
    /// Move table: for each number of stones, each row by rank and each lane, the rank of the row after a lap that
    /// stays in the row or ends in the store, and captures nothing; [`NOT_TABULATED`] for all other moves.
    lap_ranks: Vec<Vec<u32>>,
    pits: usize,
    max_stones: usize,
}

/// A move that is not in the move table: a longer lap, a capture, a relay sowing, or no move.
const NOT_TABULATED: u32 = u32::MAX;

impl EndgameDb {
    /// An empty database for boards with this many pits a side.
    pub fn new(pits: usize) -> EndgameDb {
        let mut rank_terms = [[0; STONES_END]; LANES];
        // Number of rows that have this many stones in the pits up to the current one.
        let mut row_counts = [1_u32; STONES_END];
        for terms in rank_terms.iter_mut().take(pits - 1) {
            let mut sum = 0_u32;
            for (term, count) in terms.iter_mut().zip(&mut row_counts) {
                *term = sum;
                sum = sum.saturating_add(*count);
                *count = sum;
            }
        }
        EndgameDb {
            values: Vec::new(),
            group_starts: vec![0; STONES_END * STONES_END],
            rank_terms,
            row_counts,
            lap_ranks: vec![Vec::new()],
            pits,
            max_stones: 0,
        }
    }

    /// The database has all boards with at most this many stones.
    #[inline]
    pub fn max_stones(&self) -> i32 {
        self.max_stones as i32
    }

    /// What the side to move gains with best play, in stones. The board has at most [`Self::max_stones`] stones, and
    /// its game is not over.
    #[inline]
    pub fn value(&self, board: Board) -> i32 {
        // The number of pits is a constant for the usual board, so that the loop can be unrolled.
        let index = if self.pits == 6 { self.index(board, 6) } else { self.index(board, self.pits) };
        self.values.get(index).copied().unwrap_or_default().into()
    }

    /// Combinatorial index of a board.
    #[inline(always)]
    fn index(&self, Board { mine, theirs }: Board, pits: usize) -> usize {
        let (mine, theirs) = (mine.prefix_sums(), theirs.prefix_sums());
        let mut ranks = [0; 2];
        for lane in 0..pits - 1 {
            let terms = &self.rank_terms[lane];
            ranks[0] += terms[usize::from(mine.stones(lane)) % STONES_END];
            ranks[1] += terms[usize::from(theirs.stones(lane)) % STONES_END];
        }
        let mine = usize::from(mine.stones(pits - 1)) % STONES_END;
        let theirs = usize::from(theirs.stones(pits - 1)) % STONES_END;
        (self.group_starts[mine * STONES_END + theirs] + ranks[0] * self.row_counts[theirs] + ranks[1])
            as usize
    }

    /// The rank of a row among all rows with the same number of stones, in the order of [`Row::next_in_rank`].
    fn rank(&self, row: Row) -> u32 {
        let sums = row.prefix_sums();
        (0..self.pits - 1)
            .map(|lane| self.rank_terms[lane][usize::from(sums.stones(lane)) % STONES_END])
            .sum()
    }

    /// Number of boards in the database.
    pub fn board_count(&self) -> u64 {
        self.values.len() as u64
    }

    /// Number of boards that the next [`Self::extend`] adds.
    #[inline(never)]
    pub fn next_board_count(&self) -> u64 {
        let total = self.max_stones + 1;
        (1..total)
            .map(|mine| u64::from(self.row_counts[mine]) * u64::from(self.row_counts[total - mine]))
            .sum()
    }

    /// Solves the boards with one stone more; each counts as a node. Returns whether that completed: a limit, or the
    /// size of the index, leaves the database unchanged.
    pub fn extend(&mut self, rules: &SowingRules, limits: &mut Limits) -> bool {
        let (total, board_count) = (self.max_stones + 1, self.values.len());
        let next = usize::try_from(self.next_board_count()).ok();
        let Some(new_count) = next.and_then(|next| board_count.checked_add(next)) else {
            return false;
        };
        if total >= STONES_END || u32::try_from(new_count).is_err() {
            return false;
        }
        let mut start = board_count as u32;
        for mine in 1..total {
            self.group_starts[mine * STONES_END + total - mine] = start;
            start += self.row_counts[mine] * self.row_counts[total - mine];
        }
        // Exactly: twice the memory would not be given back.
        self.values.reserve_exact(new_count - board_count);
        self.values.resize(new_count, 0);
        while self.lap_ranks.len() < total {
            self.extend_move_table(rules, self.lap_ranks.len());
        }
        if (total.div_ceil(2)..total).all(|mine| self.solve_groups(rules, mine, total - mine, limits)) {
            self.max_stones = total;
            return true;
        }
        self.values.truncate(board_count);
        false
    }

    /// Adds the rows with this many stones to the move table.
    fn extend_move_table(&mut self, rules: &SowingRules, stones: usize) {
        let mut row = Row::single(stones as u8, self.pits - 1);
        let mut ranks = Vec::new();
        for _ in 0..self.row_counts[stones] {
            for lane in 0..self.pits {
                let stones = usize::from(row.stones(lane));
                if stones == 0 || !rules.is_single_lap_with_extra_turn() {
                    ranks.push(NOT_TABULATED);
                    continue;
                }
                // The opponent's row is empty, which shows whether the move reaches it or captures.
                let successor = rules.sow(Board { mine: row, theirs: Row::EMPTY }, lane);
                let Board { mine, theirs } = successor.board;
                let ends_in_store = lane + stones == self.pits;
                let stays_in_row =
                    theirs == Row::EMPTY && mine != Row::EMPTY && successor.gain == i32::from(ends_in_store);
                ranks.push(if stays_in_row { self.rank(mine) } else { NOT_TABULATED });
            }
            row = row.next_in_rank();
        }
        self.lap_ranks.push(ranks);
    }

    /// Solves the boards with these numbers of stones in the two rows, for either side to move. Returns whether that
    /// completed within the limits.
    fn solve_groups(&mut self, rules: &SowingRules, more: usize, fewer: usize, limits: &mut Limits) -> bool {
        let mut mine = Row::single(more as u8, self.pits - 1);
        for mine_rank in 0..self.row_counts[more] {
            let mut theirs = Row::single(fewer as u8, self.pits - 1);
            // Of two rows with the same number of stones, each pair comes up once.
            let theirs_count = if more == fewer { mine_rank + 1 } else { self.row_counts[fewer] };
            for theirs_rank in 0..theirs_count {
                let board = Board { mine, theirs };
                for (board, stones, ranks) in [
                    (board, [more, fewer], [mine_rank, theirs_rank]),
                    (board.swap_sides(), [fewer, more], [theirs_rank, mine_rank]),
                ] {
                    let best = self.solve_board(rules, board, stones, ranks);
                    if limits.count_node() {
                        return false;
                    }
                    let index = self.group_starts[stones[0] * STONES_END + stones[1]]
                        + ranks[0] * self.row_counts[stones[1]]
                        + ranks[1];
                    if let Some(value) = self.values.get_mut(index as usize) {
                        *value = best as i8;
                    }
                }
                theirs = theirs.next_in_rank();
            }
            mine = mine.next_in_rank();
        }
        true
    }

    /// The value of a board by its moves; `[own, opponent]` are the stones in the rows, `ranks` the ranks of the rows.
    #[inline]
    fn solve_board(
        &self,
        rules: &SowingRules,
        board: Board,
        [own, opponent]: [usize; 2],
        ranks: [u32; 2],
    ) -> i32 {
        let lap_ranks = self.lap_ranks[own].get(ranks[0] as usize * self.pits..).unwrap_or_default();
        // First index of the boards after a lap that ends in the store, and after a lap that stays in the row.
        let extra_turn_base = self.group_starts[(own - 1) * STONES_END + opponent] + ranks[1];
        let opponent_base = self.group_starts[opponent * STONES_END + own] + ranks[1] * self.row_counts[own];
        let value_at = |index: u32| i32::from(self.values.get(index as usize).copied().unwrap_or_default());
        let mut best = i32::MIN;
        for (lane, &lap_rank) in (0..self.pits).zip(lap_ranks) {
            let stones = usize::from(board.mine.stones(lane));
            if stones == 0 {
                continue;
            }
            let last = lane + stones;
            let value = if lap_rank == NOT_TABULATED {
                self.value_of_any_move(rules, board, lane)
            } else if last == self.pits {
                1 + value_at(extra_turn_base + lap_rank * self.row_counts[opponent])
            } else if board.mine.stones(last) == 0 && board.theirs.stones(self.pits - 1 - last) > 0 {
                // The move captures the opposite stones, which the move table leaves out.
                self.value_of_any_move(rules, board, lane)
            } else {
                -value_at(opponent_base + lap_rank)
            };
            best = best.max(value);
        }
        best
    }

    /// The value of a move, by playing it.
    fn value_of_any_move(&self, rules: &SowingRules, board: Board, lane: usize) -> i32 {
        let successor = rules.sow(board, lane);
        let after = successor.board;
        let value = if successor.game_over { rules.leftovers(after) } else { self.value(after) };
        Bound::from_successor(&successor, Bound::proven(value)).value
    }
}

#[cfg(test)]
mod tests;
