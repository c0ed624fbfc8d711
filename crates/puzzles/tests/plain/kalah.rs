//! Kalah (6,4) on an array: South's pits 0 to 5, South's store 6, North's pits 7 to 12, North's store 13.

use super::search::Game;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kalah {
    pub holes: [u8; 14],
    pub mover: usize,
}

/// The store of a side.
const STORES: [usize; 2] = [6, 13];

impl Kalah {
    fn row(&self, side: usize) -> &[u8] {
        &self.holes[7 * side..7 * side + 6]
    }

    fn row_sum(&self, side: usize) -> u8 {
        self.row(side).iter().sum()
    }

    /// Sows a pit, by its place from the owner's left.
    fn sow(&mut self, pit: u8) {
        let side = self.mover;
        let mut hole = 7 * side + usize::from(pit);
        let mut hand = self.holes[hole];
        self.holes[hole] = 0;
        while hand > 0 {
            hole = (hole + 1) % 14;
            if hole != STORES[1 - side] {
                self.holes[hole] += 1;
                hand -= 1;
            }
        }
        let is_own_pit = hole / 7 == side && hole != STORES[side];
        // The pit across: 0 and 12, 1 and 11, … have 12 as their sum.
        if is_own_pit && self.holes[hole] == 1 && self.holes[12 - hole] > 0 {
            self.holes[STORES[side]] += self.holes[hole] + self.holes[12 - hole];
            self.holes[hole] = 0;
            self.holes[12 - hole] = 0;
        }
        if self.row_sum(0) == 0 || self.row_sum(1) == 0 {
            for (side, store) in STORES.into_iter().enumerate() {
                self.holes[store] += self.row_sum(side);
                self.holes[7 * side..7 * side + 6].fill(0);
            }
        } else if hole != STORES[side] {
            self.mover = 1 - side;
        }
    }
}

impl Game for Kalah {
    fn moves(&self) -> u64 {
        (0..6).filter(|pit| self.row(self.mover)[*pit] > 0).fold(0, |moves, pit| moves | 1 << pit)
    }

    fn play(&self, mv: u8) -> Kalah {
        let mut after = self.clone();
        after.sow(mv);
        after
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn lead(&self, side: usize) -> i32 {
        i32::from(self.holes[STORES[side]]) - i32::from(self.holes[STORES[1 - side]])
    }

    fn final_lead(&self, side: usize) -> i32 {
        self.lead(side)
    }

    fn rest(&self) -> i32 {
        i32::from(self.row_sum(0)) + i32::from(self.row_sum(1))
    }

    fn key(&self) -> u128 {
        let pits = self.row(0).iter().chain(self.row(1));
        pits.fold(self.mover as u128, |key, stones| key << 6 | u128::from(*stones))
    }

    fn promise(&self, mv: u8, after: &Kalah) -> i32 {
        let gain = after.lead(self.mover) - self.lead(self.mover);
        let again = if after.mover == self.mover { 20 } else { 0 };
        8 * gain + again + i32::from(mv)
    }
}
