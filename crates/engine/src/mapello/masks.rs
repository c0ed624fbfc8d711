//! Bit masks of a board that stay constant during a search: rays, neighbours, jokers, bonuses, and the axes along which
//! a disc is anchored. Flips are computed from them.

use rules::mapello::{BONUS_POINTS, Cell, Position, Ray, Terrain};

/// Points for a bonus.
pub(super) const BONUS: i32 = BONUS_POINTS as i32;

/// The masks of a board, bit = cell. A bonus is available as long as no disc lies on it, so the discs alone tell which
/// bonuses are left.
pub(super) struct BoardMasks {
    terrain: Terrain,
    /// All cells but walls.
    pub cells: u64,
    /// The bonuses that are available at the root.
    pub bonuses: u64,
    /// For each cell the cells in each direction of [`Ray::ALL`], walls included, up to the edge.
    rays: [[u64; 8]; 64],
    /// Whether there is a joker where the ray leaves the board.
    jokers: [[bool; 8]; 64],
    /// The neighbours of each cell.
    neighbours: [u64; 64],
    /// For each of the four axes the cells with a wall or the bare edge next to them. A disc there never flips along
    /// the axis, because a flip needs discs on both sides.
    pub anchored: [u64; 4],
    /// The cells anchored along all four axes. A disc there is stable, like one in a corner in Othello.
    pub corners: u64,
    /// For each cell the number of axes along which it is anchored.
    pub anchor_counts: [u8; 64],
    /// The cells anchored along exactly one, two and three axes.
    pub anchored_along: [u64; 3],
}

impl BoardMasks {
    /// The masks for a search from this position.
    pub fn of(position: &Position) -> BoardMasks {
        let terrain = *position.terrain();
        let walls = terrain.board().walls();
        let mut masks = BoardMasks {
            terrain,
            cells: !walls,
            bonuses: position.bonuses(),
            rays: [[0; 8]; 64],
            jokers: [[false; 8]; 64],
            neighbours: [0; 64],
            anchored: [0; 4],
            corners: 0,
            anchor_counts: [0; 64],
            anchored_along: [0; 3],
        };
        for cell in Cell::all_of(!0) {
            let index = usize::from(cell.index());
            for (direction, ray) in Ray::ALL.into_iter().enumerate() {
                let (mut ray_mask, mut last) = (0, cell.bit());
                for next in (1..8).map_while(|distance| cell.step(ray, distance)) {
                    last = next.bit();
                    ray_mask |= last;
                }
                let neighbour = ray_mask & with_neighbours(cell.bit());
                let joker = terrain.beside_joker(ray) & last != 0;
                masks.rays[index][direction] = ray_mask;
                masks.jokers[index][direction] = joker;
                masks.neighbours[index] |= neighbour;
                let anchored = if neighbour == 0 { !joker } else { neighbour & walls != 0 };
                if anchored {
                    masks.anchored[direction % 4] |= cell.bit();
                }
            }
            let axes = masks.anchored.iter().filter(|set| *set & cell.bit() != 0).count();
            masks.anchor_counts[index] = axes as u8;
            if let 1..=3 = axes {
                masks.anchored_along[axes - 1] |= cell.bit();
            }
        }
        masks.corners = masks.anchored.iter().fold(masks.cells, |set, anchored| set & anchored);
        masks
    }

    /// The empty cells.
    pub fn empty(&self, own: u64, opp: u64) -> u64 {
        self.cells & !(own | opp)
    }

    /// The legal moves (mobility) of the owner of `own`.
    #[inline(never)]
    pub fn moves(&self, own: u64, opp: u64) -> u64 {
        self.terrain.moves(own, opp)
    }

    /// Points for the bonus on an empty cell: 3 or 0.
    pub fn gain(&self, cell: usize) -> i32 {
        if self.bonuses >> cell & 1 != 0 { BONUS } else { 0 }
    }

    /// The discs of `opp` that a disc of the owner of `own` on an empty cell flips; 0 if the move is illegal.
    ///
    /// The same as [`Terrain::flips`], but faster for a single cell: along each ray, bit arithmetic finds the first
    /// cell without a disc of `opp`, from the lowest bit in four directions, from the highest in the other four.
    pub fn flips(&self, cell: usize, own: u64, opp: u64) -> u64 {
        let cell = cell & 63;
        if self.neighbours[cell] & opp == 0 {
            return 0;
        }
        let (rays, jokers) = (&self.rays[cell], &self.jokers[cell]);
        let mut flips = 0;
        for direction in 0..4 {
            let blockers = rays[direction] & !opp;
            let first = blockers & blockers.wrapping_neg();
            // The end of a line is the first blocker if it is an own disc: all bits below it, or none without an end.
            let end = first & own;
            flips |= end.wrapping_sub(u64::from(end != 0)) & rays[direction];
            if blockers == 0 && jokers[direction] {
                flips |= rays[direction];
            }
        }
        for direction in 4..8 {
            let blockers = rays[direction] & !opp;
            if blockers == 0 {
                flips |= if jokers[direction] { rays[direction] } else { 0 };
                continue;
            }
            let first = 1_u64 << blockers.ilog2();
            let end = first & own;
            // All bits above the end, or none without an end.
            flips |= end.wrapping_shl(1).wrapping_neg() & rays[direction];
        }
        flips
    }
}

/// The cells of a set and their neighbours.
pub(super) fn with_neighbours(set: u64) -> u64 {
    let row = set | set << 1 & 0xfefe_fefe_fefe_fefe | set >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use super::super::test_positions::random_games;
    use super::*;

    /// Ten million positions with `DUELLO_LONG=1`.
    #[test]
    fn flips_match_the_rules() {
        let count = if std::env::var_os("DUELLO_LONG").is_some() { 10_000_000 } else { 500 };
        for position in random_games(u64::MAX).take(count) {
            let masks = BoardMasks::of(&position);
            let side = position.to_move();
            let (own, opp) = (position.discs(side), position.discs(side.other()));
            for cell in Cell::all_of(masks.empty(own, opp)) {
                let flips = masks.flips(usize::from(cell.index()), own, opp);
                assert_eq!(flips, position.terrain().flips(own, opp, cell.bit()), "{position:?} {cell:?}");
            }
        }
    }
}
