//! Random boards from a seed: the same seed gives the same board everywhere and for ever, so a number names a
//! board.

use super::{BONUSES, Board, Border, CENTRE, Cell, JOKERS, WALLS};
use crate::hash::mix;

/// The balanced boards: a digit for each number, the place of its board among [`CANDIDATES`] random boards with consecutive
/// seeds. It is the one whose value comes closest to a draw in a search from the start
/// (`cargo run --release -p engine --example boards`).
const BALANCED: &str = include_str!("balanced_boards.txt");
/// So many random boards were compared for each balanced one.
const CANDIDATES: u32 = 8;
/// The first day whose board is a balanced one, 1 January 2027: each balanced board has a day. The boards of all other days
/// stay as they were.
const FIRST_BALANCED_DAY: u32 = 20_819;

impl Board {
    /// The board of a seed: 8 jokers on the border ring, then 8 walls and 8 bonuses on the inner cells
    /// outside of the centre. A board on which Black has no first move is drawn again.
    #[must_use]
    pub fn random(seed: u64) -> Board {
        let mut chance = Chance(seed);
        loop {
            let board = chance.board();
            if board.validate().is_ok() && !board.opens_with_pass() {
                return board;
            }
        }
    }

    /// How many balanced boards there are.
    pub const BALANCED: u32 = 2_048;

    /// A balanced board: a random one on which neither side is far ahead at the start. Numbers from [`Board::BALANCED`] on
    /// begin again.
    #[must_use]
    pub fn balanced(number: u32) -> Board {
        Board::random(u64::from(Board::balanced_seed(number)))
    }

    /// The seed of a balanced board, with which [`Board::random`] makes the same one.
    #[must_use]
    pub fn balanced_seed(number: u32) -> u32 {
        let number = number % Board::BALANCED;
        let digits = BALANCED.bytes().filter(u8::is_ascii_digit);
        let place = digits.map(|digit| u32::from(digit - b'0')).nth(number as usize);
        number * CANDIDATES + place.unwrap_or_default()
    }

    /// The board of a day, counted from 1 January 1970: the same for everybody.
    #[must_use]
    pub fn daily(day: u32) -> Board {
        if let Some(number) = day.checked_sub(FIRST_BALANCED_DAY).filter(|number| *number < Board::BALANCED) {
            return Board::balanced(number);
        }
        // Far from the small numbers that people choose as seeds.
        Board::random(0x6475_656c_6c6f_0000_u64.wrapping_add(u64::from(day) << 32 | u64::from(day)))
    }
}

/// The random number generator SplitMix64 (Steele, Lea, Flood 2014).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    fn board(&mut self) -> Board {
        let jokers = self.pick(JOKERS, (1 << Border::COUNT) - 1);
        let walls = self.pick(WALLS, !CENTRE);
        let bonuses = self.pick(BONUSES, !CENTRE & !walls);
        Board::new(walls, bonuses, jokers).unwrap_or_default()
    }

    /// Draws so many different members of a set.
    fn pick(&mut self, count: u8, mut from: u64) -> u64 {
        (0..count).fold(0, |picked, _| {
            let place = ((self.next() >> 32) * u64::from(from.count_ones())) >> 32;
            let one = Cell::all_of(from).nth(place as usize).map_or(0, Cell::bit);
            from &= !one;
            picked | one
        })
    }
}
