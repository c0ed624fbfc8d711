//! Seeded random positions of Mapello, plain minimax, and the original's Greedy.

use rules::mapello::{BONUS_POINTS, Board, Cell, Position};

/// SplitMix64, a seeded pseudorandom number generator (Steele, Lea, Flood 2014).
pub struct Rng(pub u64);

impl Rng {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }
}

/// Number of cells without a disc or a wall.
pub fn empty_count(position: &Position) -> u32 {
    let [black, white] = rules::Side::BOTH.map(|side| position.discs(side));
    (!(black | white | position.terrain().board().walls())).count_ones()
}

/// The position after a move.
pub fn after(position: &Position, cell: Cell) -> Position {
    let Ok((after, _)) = position.play(cell) else { panic!("{cell:?} is illegal in {position:?}") };
    after
}

/// The position of a random game with this many empty cells, or at its end.
pub fn random_position(board: &Board, rng: &mut Rng, empty: u32) -> Position {
    let mut position = Position::start(board);
    while position.outcome().is_none() && empty_count(&position) > empty {
        let moves: Vec<Cell> = position.legal_moves().collect();
        position = after(&position, moves[rng.below(moves.len())]);
    }
    position
}

/// The points of the side to move less the opponent's.
pub fn lead(position: &Position) -> i32 {
    let side = position.to_move();
    i32::from(position.score(side)) - i32::from(position.score(side.other()))
}

/// The value for the side to move by plain minimax over the rules, in points.
pub fn minimax(position: &Position) -> i32 {
    let values = position.legal_moves().map(|cell| {
        let after = after(position, cell);
        if after.to_move() == position.to_move() { minimax(&after) } else { -minimax(&after) }
    });
    values.max().unwrap_or_else(|| lead(position))
}

/// The original's Greedy: most flips, 3 more for a bonus; ties go to the last cell in row order.
pub fn greedy(position: &Position) -> Option<Cell> {
    let side = position.to_move();
    let gain = |cell: &Cell| {
        let flips = position.terrain().flips(position.discs(side), position.discs(side.other()), cell.bit());
        let bonus = if position.bonuses() & cell.bit() != 0 { u32::from(BONUS_POINTS) } else { 0 };
        flips.count_ones() + bonus
    };
    position.legal_moves().max_by_key(gain)
}
