//! What every board with few stones is worth, worked out backwards, a byte a board.
//!
//! A move either takes stones out of play, and leads to a board that was worked out before, or moves stones on within the
//! own row alone. In the order of [`Row::next`] the row is then an earlier one; so a board needs only such boards with the
//! same two totals of which one row is earlier. That is so with every option of the rules: a lap that comes to the other
//! row has passed the store, and no relay leaves its row without.

use super::board::Board;
use super::row::{LANES, Row};
use super::sowing::Sowings;
use super::tree::{Found, whole};
use crate::Limits;

/// No board in it has so many stones.
const STONES: usize = 32;

/// What boards are worth.
pub struct Endings {
    /// What the side to move gains, the stores apart.
    values: Vec<i8>,
    /// Where the boards with so many stones in the one row and in the other begin.
    starts: Vec<u32>,
    /// How much a pit adds to the place of its row among all with as many stones, by the stones in it and before it.
    steps: [[u32; STONES]; LANES],
    /// How many rows have so many stones.
    rows: [u32; STONES],
    /// For every number of stones in a row, every such row and every pit: the rank of the row after a lap that stays in it
    /// or ends in the store, taking nothing.
    laps: Vec<Vec<u32>>,
    pits: usize,
    stones: usize,
}

/// Any other lap, and none.
const ELSEWHERE: u32 = u32::MAX;

impl Endings {
    /// For boards with so many pits a side; it knows none yet.
    pub fn new(pits: usize) -> Endings {
        let mut steps = [[0; STONES]; LANES];
        // How many ways there are to lay so many stones into the pits up to this one.
        let mut ways = [1_u32; STONES];
        for step in steps.iter_mut().take(pits - 1) {
            let mut sum = 0_u32;
            for (step, ways) in step.iter_mut().zip(&mut ways) {
                *step = sum;
                sum = sum.saturating_add(*ways);
                *ways = sum;
            }
        }
        Endings {
            values: Vec::new(),
            starts: vec![0; STONES * STONES],
            steps,
            rows: ways,
            laps: vec![Vec::new()],
            pits,
            stones: 0,
        }
    }

    /// How many stones a board may have for its value to be known.
    #[inline]
    pub fn stones(&self) -> i32 {
        self.stones as i32
    }

    /// What the side to move gains in a board that has no more stones than [`Self::stones`] and is not over.
    #[inline]
    pub fn value(&self, board: Board) -> i32 {
        self.values.get(self.place(board)).copied().unwrap_or_default().into()
    }

    #[inline]
    fn place(&self, Board { mine, theirs }: Board) -> usize {
        let (mine, theirs) = (mine.sums(), theirs.sums());
        let mut place = [0; 2];
        for lane in 0..self.pits - 1 {
            let step = &self.steps[lane];
            place[0] += step[usize::from(mine.stones(lane)) % STONES];
            place[1] += step[usize::from(theirs.stones(lane)) % STONES];
        }
        let mine = usize::from(mine.stones(self.pits - 1)) % STONES;
        let theirs = usize::from(theirs.stones(self.pits - 1)) % STONES;
        (self.starts[mine * STONES + theirs] + place[0] * self.rows[theirs] + place[1]) as usize
    }

    /// The place of a row among all with as many stones, which is its place in the order of [`Row::next`].
    fn rank(&self, row: Row) -> u32 {
        let sums = row.sums();
        (0..self.pits - 1).map(|lane| self.steps[lane][usize::from(sums.stones(lane)) % STONES]).sum()
    }

    /// How many boards are known.
    pub fn known(&self) -> u64 {
        self.values.len() as u64
    }

    /// How many boards have one stone more than those that are known.
    #[inline(never)]
    pub fn next(&self) -> u64 {
        let total = self.stones + 1;
        (1..total).map(|mine| u64::from(self.rows[mine]) * u64::from(self.rows[total - mine])).sum()
    }

    /// Works out the boards with one stone more; each is counted. Says whether that came to an end.
    pub fn grow(&mut self, sowings: &Sowings, limits: &mut Limits) -> bool {
        let (total, known) = (self.stones + 1, self.values.len());
        let Some(all) = usize::try_from(self.next()).ok().and_then(|next| known.checked_add(next)) else {
            return false;
        };
        if total >= STONES || u32::try_from(all).is_err() {
            return false;
        }
        let mut start = known as u32;
        for mine in 1..total {
            self.starts[mine * STONES + total - mine] = start;
            start += self.rows[mine] * self.rows[total - mine];
        }
        self.values.resize(all, 0);
        while self.laps.len() < total {
            self.add_laps(sowings, self.laps.len());
        }
        if (total.div_ceil(2)..total).all(|mine| self.fill(sowings, mine, total - mine, limits)) {
            self.stones = total;
            return true;
        }
        self.values.truncate(known);
        false
    }

    /// Adds where the moves within a row lead from all rows with so many stones.
    fn add_laps(&mut self, sowings: &Sowings, stones: usize) {
        let mut row = Row::of(stones as u8, self.pits - 1);
        let mut laps = Vec::new();
        for _ in 0..self.rows[stones] {
            for lane in 0..self.pits {
                let stones = usize::from(row.stones(lane));
                if stones == 0 || !sowings.is_plain() {
                    laps.push(ELSEWHERE);
                    continue;
                }
                // Alone on the board, so that what reaches the other row or takes stones is seen.
                let sown = sowings.sow(Board { mine: row, theirs: Row::EMPTY }, lane);
                let Board { mine, theirs } = sown.board;
                let stored = lane + stones == self.pits;
                let within = theirs == Row::EMPTY && mine != Row::EMPTY && sown.gain == i32::from(stored);
                laps.push(if within { self.rank(mine) } else { ELSEWHERE });
            }
            row = row.next();
        }
        self.laps.push(laps);
    }

    /// Works out the boards with so many stones in one row and so many in the other, whichever moves.
    fn fill(&mut self, sowings: &Sowings, more: usize, less: usize, limits: &mut Limits) -> bool {
        let mut mine = Row::of(more as u8, self.pits - 1);
        for place in 0..self.rows[more] {
            let mut theirs = Row::of(less as u8, self.pits - 1);
            let rows = if more == less { place + 1 } else { self.rows[less] };
            for other in 0..rows {
                let board = Board { mine, theirs };
                for (board, stones, ranks) in
                    [(board, [more, less], [place, other]), (board.turned(), [less, more], [other, place])]
                {
                    let best = self.best(sowings, board, stones, ranks);
                    if limits.count_node() {
                        return false;
                    }
                    let place = self.starts[stones[0] * STONES + stones[1]]
                        + ranks[0] * self.rows[stones[1]]
                        + ranks[1];
                    if let Some(value) = self.values.get_mut(place as usize) {
                        *value = best as i8;
                    }
                }
                theirs = theirs.next();
            }
            mine = mine.next();
        }
        true
    }

    /// What the side to move gains in a board with so many stones in either row, each of this rank.
    #[inline]
    fn best(&self, sowings: &Sowings, board: Board, [own, other]: [usize; 2], ranks: [u32; 2]) -> i32 {
        let laps = self.laps[own].get(ranks[0] as usize * self.pits..).unwrap_or_default();
        let again = self.starts[(own - 1) * STONES + other] + ranks[1];
        let turned = self.starts[other * STONES + own] + ranks[1] * self.rows[own];
        let mut best = i32::MIN;
        for (lane, &lap) in (0..self.pits).zip(laps) {
            let stones = usize::from(board.mine.stones(lane));
            if stones == 0 {
                continue;
            }
            let last = lane + stones;
            let at = |place: u32| i32::from(self.values.get(place as usize).copied().unwrap_or_default());
            let value = match () {
                () if lap == ELSEWHERE => self.elsewhere(sowings, board, lane),
                () if last == self.pits => 1 + at(again + lap * self.rows[other]),
                // It would take what lies opposite.
                () if board.mine.stones(last) == 0 && board.theirs.stones(self.pits - 1 - last) > 0 => {
                    self.elsewhere(sowings, board, lane)
                }
                () => -at(turned + lap),
            };
            best = best.max(value);
        }
        best
    }

    /// What any move gains.
    fn elsewhere(&self, sowings: &Sowings, board: Board, lane: usize) -> i32 {
        let sown = sowings.sow(board, lane);
        let value = if sown.over { sowings.leftovers(sown.board) } else { self.value(sown.board) };
        whole(&sown, Found { value, proven: true }).value
    }
}

#[cfg(test)]
mod tests;
