//! Perft for Mapello: counts the move sequences of a depth, the usual check of move generation against other
//! implementations.

use super::{Cell, Position, Terrain};
use crate::Side;

/// How many legal sequences of exactly `depth` plies there are from here. A pass is a ply of its own, and a
/// game that ends earlier contributes nothing. The last ply is counted without being played.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    count_from(position, depth, 0)
}

/// As [`perft`], but a game that ends earlier is one sequence as well: the leaves of the game tree cut off at `depth`, as
/// tables of Othello count them.
#[must_use]
pub fn perft_leaves(position: &Position, depth: u32) -> u64 {
    count_from(position, depth, 1)
}

fn count_from(position: &Position, depth: u32, ended: u64) -> u64 {
    // A pass of Black before the first disc is a ply as well.
    let passed = position.turn() == 1 && position.moves_of(Side::First) == 0;
    let own = if passed { Side::First } else { position.to_move() };
    count(position.terrain(), position.discs(own), position.discs(own.other()), depth, ended)
}

/// `ended` is what a game counts that is over before the depth is reached.
fn count(terrain: &Terrain, own: u64, other: u64, depth: u32, ended: u64) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = terrain.moves(own, other);
    if moves == 0 {
        let over = terrain.moves(other, own) == 0;
        return if over { ended } else { count(terrain, other, own, depth - 1, ended) };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    let after = Cell::all_of(moves).map(|cell| {
        let flips = terrain.flips(own, other, cell.bit());
        count(terrain, other & !flips, own | flips | cell.bit(), depth - 1, ended)
    });
    after.sum()
}
