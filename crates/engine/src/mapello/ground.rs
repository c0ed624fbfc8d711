//! What stays the same through a search: the lines of every cell, what props a disc along a line, where the bonuses are.

use rules::mapello::{BONUS_POINTS, Cell, Position, Ray, Terrain};

/// Points for a bonus.
pub(super) const BONUS: i32 = BONUS_POINTS as i32;

/// A board made ready for searching. A bonus is left as long as no disc lies on it, so the discs alone tell which are.
pub(super) struct Ground {
    terrain: Terrain,
    /// All cells but walls.
    pub cells: u64,
    /// The bonuses nobody has taken when the search begins.
    pub bonuses: u64,
    /// The cells in each direction of [`Ray::ALL`], walls included, to the edge.
    rays: [[u64; 8]; 64],
    /// Whether a joker lies where such a ray leaves the board.
    jokers: [[bool; 8]; 64],
    /// The cells around a cell.
    near: [u64; 64],
    /// For each of the four axes the cells with a wall or the bare border next to them: a disc there is never turned
    /// along that axis, for a line needs both its ends.
    pub propped: [u64; 4],
    /// The cells propped along all four axes. A disc there stays for ever, as in a corner of Othello.
    pub corners: u64,
    /// How many axes a cell is propped along.
    pub props: [u8; 64],
    /// The cells propped along exactly one, two and three axes.
    pub propped_along: [u64; 3],
}

impl Ground {
    /// The ground that a position is played on.
    pub fn of(position: &Position) -> Ground {
        let terrain = *position.terrain();
        let walls = terrain.board().walls();
        let mut ground = Ground {
            terrain,
            cells: !walls,
            bonuses: position.bonuses(),
            rays: [[0; 8]; 64],
            jokers: [[false; 8]; 64],
            near: [0; 64],
            propped: [0; 4],
            corners: 0,
            props: [0; 64],
            propped_along: [0; 3],
        };
        for cell in Cell::all_of(!0) {
            let at = usize::from(cell.index());
            for (place, ray) in Ray::ALL.into_iter().enumerate() {
                let (mut line, mut last) = (0, cell.bit());
                for next in (1..8).map_while(|distance| cell.step(ray, distance)) {
                    last = next.bit();
                    line |= last;
                }
                let next = line & around(cell.bit());
                let joker = terrain.beside_joker(ray) & last != 0;
                ground.rays[at][place] = line;
                ground.jokers[at][place] = joker;
                ground.near[at] |= next;
                let prop = if next == 0 { !joker } else { next & walls != 0 };
                if prop {
                    ground.propped[place % 4] |= cell.bit();
                }
            }
            ground.props[at] = ground.propped.iter().filter(|set| *set & cell.bit() != 0).count() as u8;
            if let 1..=3 = ground.props[at] {
                ground.propped_along[usize::from(ground.props[at]) - 1] |= cell.bit();
            }
        }
        ground.corners = ground.propped.iter().fold(ground.cells, |set, propped| set & propped);
        ground
    }

    /// The cells without a disc.
    pub fn empty(&self, own: u64, other: u64) -> u64 {
        self.cells & !(own | other)
    }

    /// The cells on which the owner of `own` may play.
    #[inline(never)]
    pub fn moves(&self, own: u64, other: u64) -> u64 {
        self.terrain.moves(own, other)
    }

    /// Points for the bonus on a cell that is empty: 3 or 0.
    pub fn gain(&self, cell: usize) -> i32 {
        if self.bonuses >> cell & 1 != 0 { BONUS } else { 0 }
    }

    /// The discs of `other` that a disc on an empty cell flips for the owner of `own`.
    ///
    /// The same as [`Terrain::flips`], made for single cells: along each ray the first cell without a disc of `other` is
    /// found by arithmetic, in four directions from the lowest bit, in four from the highest.
    pub fn flips(&self, cell: usize, own: u64, other: u64) -> u64 {
        let cell = cell & 63;
        if self.near[cell] & other == 0 {
            return 0;
        }
        let (rays, jokers) = (&self.rays[cell], &self.jokers[cell]);
        let mut flips = 0;
        for place in 0..4 {
            let stops = rays[place] & !other;
            let first = stops & stops.wrapping_neg();
            let ends = (first & own != 0) | ((stops == 0) & jokers[place]);
            flips |= if ends { rays[place] & first.wrapping_sub(1) } else { 0 };
        }
        for place in 4..8 {
            let stops = rays[place] & !other;
            // With no stop at all any place will do: the joker decides, and the ray lies above bit 0 or is a single cell.
            let first = (stops | 1).ilog2();
            let ends = ((stops & own) >> first & 1 != 0) | ((stops == 0) & jokers[place]);
            let behind = if stops == 0 { !0 } else { !1 << first };
            flips |= if ends { rays[place] & behind } else { 0 };
        }
        flips
    }
}

/// The cells around those of the set, and itself.
pub(super) fn around(set: u64) -> u64 {
    let row = set | set << 1 & 0xfefe_fefe_fefe_fefe | set >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use super::super::positions::games;
    use super::*;

    /// Ten million positions with `DUELLO_LONG=1`.
    #[test]
    fn flips_are_those_of_the_rules() {
        let enough = if std::env::var_os("DUELLO_LONG").is_some() { 10_000_000 } else { 500 };
        for position in games(u64::MAX).take(enough) {
            let ground = Ground::of(&position);
            let side = position.to_move();
            let (own, other) = (position.discs(side), position.discs(side.other()));
            for cell in Cell::all_of(ground.empty(own, other)) {
                let flips = ground.flips(usize::from(cell.index()), own, other);
                assert_eq!(flips, position.terrain().flips(own, other, cell.bit()), "{position:?} {cell:?}");
            }
        }
    }
}
