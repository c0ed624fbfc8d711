//! Generators of random games on random boards, for the property tests.

use proptest::prelude::*;
use proptest::sample::subsequence;
use rules::mapello::{Board, CENTRE, Cell, Centre, Position, Step};

/// Any board with either centre, including those with more extras than a game may have.
pub fn boards() -> impl Strategy<Value = Board> {
    let inner: Vec<u8> = (0..64).filter(|cell| CENTRE >> cell & 1 == 0).collect();
    let border: Vec<u8> = (0..36).collect();
    let set = |places: Vec<u8>| places.into_iter().fold(0, |set, place| set | 1u64 << place);
    let walls = subsequence(inner.clone(), 0..=14).prop_map(set);
    let bonuses = subsequence(inner, 0..=16).prop_map(set);
    let jokers = subsequence(border, 0..=36).prop_map(set);
    let centre = proptest::sample::select(Centre::ALL.to_vec());
    (walls, bonuses, jokers, centre).prop_map(|(walls, bonuses, jokers, centre)| {
        let board = Board::new(walls, bonuses & !walls, jokers);
        board.unwrap_or_else(|why| panic!("no board: {why}")).with_centre(centre)
    })
}

/// A board and the players' choices: each number, modulo the number of legal moves, is a move.
pub fn games() -> impl Strategy<Value = (Board, Vec<u8>)> {
    (boards(), proptest::collection::vec(any::<u8>(), 1..61))
}

/// One move of a game: the position before, the move, its steps and the position after.
pub struct Ply {
    pub before: Position,
    pub cell: Cell,
    pub steps: Vec<Step>,
    pub after: Position,
}

/// Plays the game until the choices or the moves run out.
pub fn play(board: &Board, choices: impl IntoIterator<Item = u8>) -> Vec<Ply> {
    let mut before = Position::start(board);
    let mut plies = Vec::new();
    for choice in choices {
        let moves: Vec<Cell> = before.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        let cell = moves[usize::from(choice) % moves.len()];
        let Ok((after, steps)) = before.play(cell) else { panic!("{cell:?} was said to be legal") };
        plies.push(Ply { before, cell, steps, after });
        before = after;
    }
    plies
}

/// The moves of a game.
pub fn cells(plies: &[Ply]) -> Vec<Cell> {
    plies.iter().map(|ply| ply.cell).collect()
}
