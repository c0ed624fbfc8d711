//! The move ordering of the search: the move list of a node, searched by descending order score. The sooner a move fails high, the more
//! moves the beta cutoff saves.

use rules::mapello::Cell;

use super::masks::BoardMasks;

/// A legal move of a node.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// The cell of the disc.
    pub cell: u8,
    /// The discs that it flips.
    pub flips: u64,
    /// Order score: the highest is searched first.
    pub score: i32,
}

impl Candidate {
    const NONE: Candidate = Candidate { cell: 0, flips: 0, score: 0 };

    /// The discs after the move, those of the side that moves next first.
    pub fn after(&self, own: u64, opp: u64) -> (u64, u64) {
        (opp & !self.flips, own | self.flips | 1 << self.cell)
    }
}

/// The moves of a node, yielded by descending order score (selection sort: a cutoff saves the rest of the sorting).
#[derive(Clone, Copy)]
pub(super) struct MoveList {
    candidates: [Candidate; 64],
    len: usize,
    next: usize,
}

impl MoveList {
    /// The list of the moves in a set of cells, with order scores of 0.
    #[inline(never)]
    pub fn of(masks: &BoardMasks, own: u64, opp: u64, moves: u64) -> MoveList {
        let mut list = MoveList { candidates: [Candidate::NONE; 64], len: 0, next: 0 };
        for (candidate, cell) in list.candidates.iter_mut().zip(Cell::all_of(moves)) {
            let flips = masks.flips(usize::from(cell.index()), own, opp);
            *candidate = Candidate { cell: cell.index(), flips, score: 0 };
            list.len += 1;
        }
        list
    }

    /// The moves that were not yielded yet, unsorted.
    pub fn remaining(&mut self) -> &mut [Candidate] {
        self.candidates.get_mut(self.next..self.len).unwrap_or_default()
    }

    /// The whole list, sorted by descending order score.
    pub fn sorted(mut self) -> MoveList {
        while self.next().is_some() {}
        MoveList { next: 0, ..self }
    }
}

impl Iterator for MoveList {
    type Item = Candidate;

    /// The remaining move with the highest order score; of equal ones the first.
    fn next(&mut self) -> Option<Candidate> {
        let remaining = self.candidates.get_mut(self.next..self.len)?;
        let (mut best, mut score) = (0, remaining.first()?.score);
        for (index, candidate) in remaining.iter().enumerate() {
            if candidate.score > score {
                (best, score) = (index, candidate.score);
            }
        }
        remaining.swap(0, best);
        self.next += 1;
        remaining.first().copied()
    }
}
