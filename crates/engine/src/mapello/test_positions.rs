//! Positions of random games, for unit tests.

use rules::mapello::{Board, Position};

/// All positions of this many random games on random boards, one game after the other.
pub(super) fn random_games(count: u64) -> impl Iterator<Item = Position> {
    (0..count).flat_map(|seed| {
        let random_move = move |position: &Position| {
            let count = position.legal_moves().count();
            let random = (position.hash() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            position.legal_moves().nth(random as usize % count.max(1))
        };
        let next = move |position: &Position| Some(position.play(random_move(position)?).ok()?.0);
        std::iter::successors(Some(Position::start(&Board::random(seed))), next)
    })
}
