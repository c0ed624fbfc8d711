//! Random boards of Mapello by their seed, from the text of the rules: SplitMix64 draws 8 jokers of the border ring
//! (top row, bottom row, left column, right column), then 8 walls and 8 bonuses of the squares outside of the centre; a
//! board on which Black cannot begin is drawn again.

use super::mapello::{Mapello, Square, place};

/// The start of a game on the default board.
pub fn default_board() -> Mapello {
    const DRAWN: &str = "####J#######.*..*.###.....#..#J*#.....*JJ...XO...##...OX..*##*.....#.JJ..#.....###.*...*#####J###J##";
    let mut start = with_centre([Square::Empty; 100]);
    for (square, sign) in start.squares.iter_mut().zip(DRAWN.chars()) {
        match sign {
            '#' => *square = Square::Wall,
            'J' => *square = Square::Joker,
            '*' => *square = Square::Bonus,
            _ => {}
        }
    }
    start
}

/// The start of a game on the random board of a seed.
pub fn random_board(seed: u64) -> Mapello {
    let mut state = seed;
    loop {
        let start = draw(&mut state);
        if start.moves_of(0) != 0 {
            return start;
        }
    }
}

fn draw(state: &mut u64) -> Mapello {
    let mut squares = [Square::Empty; 100];
    let ring: Vec<usize> = (0..10)
        .chain(90..100)
        .chain((1..9).map(|row| 10 * row))
        .chain((1..9).map(|row| 10 * row + 9))
        .collect();
    ring.iter().for_each(|place| squares[*place] = Square::Wall);
    pick(state, ring).into_iter().for_each(|place| squares[place] = Square::Joker);
    let centre = [27, 28, 35, 36].map(place);
    let inner: Vec<usize> = (0..64).map(place).filter(|place| !centre.contains(place)).collect();
    let walls = pick(state, inner.clone());
    walls.iter().for_each(|place| squares[*place] = Square::Wall);
    let free = inner.into_iter().filter(|place| !walls.contains(place)).collect();
    pick(state, free).into_iter().for_each(|place| squares[place] = Square::Bonus);
    with_centre(squares)
}

/// Draws eight of these.
fn pick(state: &mut u64, mut from: Vec<usize>) -> Vec<usize> {
    (0..8)
        .map(|_| {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^= mixed >> 31;
            from.remove((((mixed >> 32) * from.len() as u64) >> 32) as usize)
        })
        .collect()
}

fn with_centre(mut squares: [Square; 100]) -> Mapello {
    for (cell, side) in [(27, 0), (28, 1), (35, 1), (36, 0)] {
        squares[place(cell)] = Square::Disc(side);
    }
    Mapello { squares, bonuses: [0; 2], mover: 0 }
}
