//! Positions of games played by chance, for the tests of the parts.

use rules::mapello::{Board, Position};

/// All positions of so many games, one game after the other, on boards drawn by chance.
pub(super) fn games(count: u64) -> impl Iterator<Item = Position> {
    (0..count).flat_map(|seed| {
        let choose = move |position: &Position| {
            let count = position.legal_moves().count();
            let chosen = (position.hash() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            position.legal_moves().nth(chosen as usize % count.max(1))
        };
        let after = move |position: &Position| Some(position.play(choose(position)?).ok()?.0);
        std::iter::successors(Some(Position::start(&Board::random(seed))), after)
    })
}
