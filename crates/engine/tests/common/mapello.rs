//! Random positions of Mapello, the plain way to value them, and the original's Greedy.

use rules::mapello::{BONUS_POINTS, Board, Cell, Position};

/// Chance that repeats: SplitMix64 (Steele, Lea, Flood 2014).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % most as u64) as usize
    }
}

/// The cells without a disc or a wall.
pub fn empty(position: &Position) -> u32 {
    let [black, white] = rules::Side::BOTH.map(|side| position.discs(side));
    (!(black | white | position.terrain().board().walls())).count_ones()
}

/// The position after a move.
pub fn after(position: &Position, cell: Cell) -> Position {
    let Ok((after, _)) = position.play(cell) else { panic!("{cell:?} is illegal in {position:?}") };
    after
}

/// A game played by chance until so many cells are empty, or until its end.
pub fn played(board: &Board, chance: &mut Chance, until: u32) -> Position {
    let mut position = Position::start(board);
    while position.outcome().is_none() && empty(&position) > until {
        let moves: Vec<Cell> = position.legal_moves().collect();
        position = after(&position, moves[chance.below(moves.len())]);
    }
    position
}

/// The points of the side to move less the other side's.
pub fn lead(position: &Position) -> i32 {
    let side = position.to_move();
    i32::from(position.score(side)) - i32::from(position.score(side.other()))
}

/// The value for the side to move by trying everything, with nothing but the rules.
pub fn minimax(position: &Position) -> i32 {
    let values = position.legal_moves().map(|cell| {
        let after = after(position, cell);
        if after.to_move() == position.to_move() { minimax(&after) } else { -minimax(&after) }
    });
    values.max().unwrap_or_else(|| lead(position))
}

/// The original's Greedy: most flips, and 3 for a bonus; of equal moves the last in row order.
pub fn greedy(position: &Position) -> Option<Cell> {
    let side = position.to_move();
    let worth = |cell: &Cell| {
        let flips = position.terrain().flips(position.discs(side), position.discs(side.other()), cell.bit());
        let bonus = if position.bonuses() & cell.bit() != 0 { u32::from(BONUS_POINTS) } else { 0 };
        flips.count_ones() + bonus
    };
    position.legal_moves().max_by_key(worth)
}
