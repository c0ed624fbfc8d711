//! Mapello on an array of 100 squares, the border ring included.

use super::search::Game;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Square {
    Wall,
    Joker,
    Empty,
    Bonus,
    Disc(u8),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapello {
    pub squares: [Square; 100],
    /// Points by bonuses.
    pub bonuses: [i32; 2],
    pub mover: usize,
}

/// The eight directions as differences of places.
const DIRECTIONS: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

/// The place of a square of the inner board, a1 to h8 from 0 to 63.
pub fn place(cell: u8) -> usize {
    usize::from(cell / 8 + 1) * 10 + usize::from(cell % 8) + 1
}

impl Mapello {
    fn at(&self, place: isize) -> Square {
        usize::try_from(place).ok().and_then(|place| self.squares.get(place).copied()).unwrap_or(Square::Wall)
    }

    /// How many discs flip in a direction.
    fn line(&self, from: usize, step: isize, side: u8) -> isize {
        let mut length = 0;
        loop {
            match self.at(from as isize + step * (length + 1)) {
                Square::Disc(owner) if owner != side => length += 1,
                Square::Disc(_) | Square::Joker => return length,
                _ => return 0,
            }
        }
    }

    fn is_open(&self, place: usize) -> bool {
        matches!(self.squares[place], Square::Empty | Square::Bonus)
    }

    fn can_place(&self, place: usize, side: u8) -> bool {
        self.is_open(place) && DIRECTIONS.iter().any(|step| self.line(place, *step, side) > 0)
    }

    /// The squares where a side could place a disc.
    pub fn moves_of(&self, side: usize) -> u64 {
        let cells = (0..64).filter(|cell| self.can_place(place(*cell), side as u8));
        cells.fold(0, |moves, cell| moves | 1 << cell)
    }

    fn discs(&self, side: usize) -> i32 {
        self.squares.iter().filter(|square| **square == Square::Disc(side as u8)).count() as i32
    }
}

impl Game for Mapello {
    fn moves(&self) -> u64 {
        self.moves_of(self.mover)
    }

    fn play(&self, mv: u8) -> Mapello {
        let (side, on) = (self.mover, place(mv));
        let mut after = self.clone();
        for step in DIRECTIONS {
            for distance in 1..=self.line(on, step, side as u8) {
                after.squares[(on as isize + step * distance) as usize] = Square::Disc(side as u8);
            }
        }
        if self.squares[on] == Square::Bonus {
            after.bonuses[side] += 3;
        }
        after.squares[on] = Square::Disc(side as u8);
        // A side without a move passes; if neither has one, the game is over.
        let opponent_moves = (0..64).any(|cell| after.can_place(place(cell), 1 - side as u8));
        after.mover = if opponent_moves { 1 - side } else { side };
        after
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn lead(&self, side: usize) -> i32 {
        self.bonuses[side] - self.bonuses[1 - side]
    }

    fn final_lead(&self, side: usize) -> i32 {
        self.lead(side) + self.discs(side) - self.discs(1 - side)
    }

    fn rest(&self) -> i32 {
        let worth = |square: &Square| match square {
            Square::Wall | Square::Joker => 0,
            Square::Empty | Square::Disc(_) => 1,
            Square::Bonus => 4,
        };
        self.squares.iter().map(worth).sum()
    }

    fn key(&self) -> u128 {
        // Two bits a square; walls and bonuses are the same in all positions of a puzzle.
        let cells = (0..64).map(|cell| match self.squares[place(cell)] {
            Square::Disc(0) => 1,
            Square::Disc(_) => 2,
            _ => 0,
        });
        // The mover in the two bits of the first square, which has no disc of both sides.
        let key = cells.fold(0, |key, bits: u128| key << 2 | bits);
        if self.mover == 0 { key } else { key ^ u128::MAX }
    }

    fn promise(&self, mv: u8, after: &Mapello) -> i32 {
        let corner = if matches!(mv, 0 | 7 | 56 | 63) { 3 } else { 0 };
        let bonus = after.bonuses[self.mover] - self.bonuses[self.mover];
        let replies = if after.mover == self.mover { 0 } else { after.moves().count_ones() as i32 };
        corner + bonus - 2 * replies
    }
}
