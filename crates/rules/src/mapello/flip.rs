//! Bitboard move generation: which moves flip discs, and which discs they flip, for all cells at once. A line
//! may end at an own disc or at a joker; walls, empty cells and bonuses are simply no discs.

use super::{Board, Border, Ray};

/// All cells except the a file: where a step to the right can lead.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
/// All cells except the h file.
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The shift of the four directions with rising cell numbers, and the cells a step can reach in each. A step
/// in the opposite direction reaches the cells of the second mask.
const STEPS: [(u32, u64, u64); 4] = [(1, NOT_A, NOT_H), (7, NOT_H, NOT_A), (8, !0, !0), (9, NOT_A, NOT_H)];

/// The constant part of a board (walls and jokers), precomputed for following lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain {
    board: Board,
    /// For each direction of [`Ray::ALL`] the cells whose neighbour in it is a joker.
    beside_joker: [u64; 8],
}

impl Terrain {
    /// The terrain of a board.
    #[must_use]
    pub fn of(board: &Board) -> Terrain {
        let beside_joker = Ray::ALL.map(|ray| {
            let (down, right) = ray.delta();
            let jokers = (0..Border::COUNT).filter_map(Border::new).filter(|border| board.is_joker(*border));
            jokers.fold(0, |cells, joker| {
                let (row, column) = (joker.row() as i8 - down, joker.column() as i8 - right);
                let inside = (1..=8).contains(&row) && (1..=8).contains(&column);
                cells | if inside { 1 << ((row - 1) * 8 + column - 1) } else { 0 }
            })
        });
        Terrain { board: board.constant_part(), beside_joker }
    }

    /// The walls and jokers. Bonuses and the discs of the start change during a game, so they belong to the position:
    /// this board has no bonuses and the usual centre.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cells whose neighbour in this direction is a joker.
    #[must_use]
    pub fn beside_joker(&self, ray: Ray) -> u64 {
        self.beside_joker[ray as usize]
    }

    /// The bitboard of the legal moves of the owner of `own` against `other`.
    #[must_use]
    #[inline]
    pub fn moves(&self, own: u64, other: u64) -> u64 {
        let mut moves = 0;
        for (place, (step, up, down)) in STEPS.into_iter().enumerate() {
            // A line is followed from its far end to the cell that could be played: the far end is an own
            // disc, or the joker in the opposite direction.
            let run = (own << step & up | self.beside_joker[place + 4]) & other;
            moves |= fill_up(run, other & up, step) << step & up;
            let run = (own >> step & down | self.beside_joker[place]) & other;
            moves |= fill_down(run, other & down, step) >> step & down;
        }
        moves & !(own | other | self.board.walls())
    }

    /// The discs of `other` that a disc on `played` (a bitboard with one bit) flips for the owner of `own`.
    #[must_use]
    pub fn flips(&self, own: u64, other: u64, played: u64) -> u64 {
        let mut flips = 0;
        for (place, (step, up, down)) in STEPS.into_iter().enumerate() {
            // Most neighbours are not opposing discs: this early test saves a fifth of the time.
            let mut run = played << step & up & other;
            if run != 0 {
                run = fill_up(run, other & up, step);
                if (run << step & up & own) | (run & self.beside_joker[place]) != 0 {
                    flips |= run;
                }
            }
            let mut run = played >> step & down & other;
            if run != 0 {
                run = fill_down(run, other & down, step);
                if (run >> step & down & own) | (run & self.beside_joker[place + 4]) != 0 {
                    flips |= run;
                }
            }
        }
        flips
    }
}

/// The Kogge-Stone fill: `set` and all of `through` that such steps reach from it, seven steps at most.
#[inline(always)]
fn fill_up(mut set: u64, mut through: u64, step: u32) -> u64 {
    set |= set << step & through;
    through &= through << step;
    set |= set << (2 * step) & through;
    through &= through << (2 * step);
    set | set << (4 * step) & through
}

#[inline(always)]
fn fill_down(mut set: u64, mut through: u64, step: u32) -> u64 {
    set |= set >> step & through;
    through &= through >> step;
    set |= set >> (2 * step) & through;
    through &= through >> (2 * step);
    set | set >> (4 * step) & through
}
