//! Perft for Mancala: counts the move sequences of a depth, the usual check of move generation against other
//! implementations.

use super::{Move, Position};

/// How many legal sequences of exactly `depth` sowings there are from here. An extra move is a sowing of its
/// own, a swap is not counted, and a game that ends earlier contributes nothing.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_pits().count() as u64,
        _ => position
            .legal_pits()
            .filter_map(|pit| position.play_with(Move::Sow(pit), |_| ()).ok())
            .map(|after| perft(&after, depth - 1))
            .sum(),
    }
}
