//! Reviews of games from an opening.

#![allow(clippy::unwrap_used)]

#[path = "common/random_game.rs"]
mod random_game;
#[path = "common/reviewing.rs"]
mod reviewing;

use engine_protocol::review::{Analysis, ReviewedMove};
use engine_worker::Engine;
use random_game::random_game;
use reviewing::{STEP, finish};
use rules::Setup;
use rules::mapello::Board;

#[test]
fn the_moves_of_an_opening_are_not_judged() {
    STEP.set(2_000.0);
    let record = random_game(Setup::Mapello(Board::OTHELLO), 4);
    let mut engine = Engine::default();
    let whole = finish(&mut engine, Analysis::new(record.clone()).unwrap()).all_reviewed().unwrap();
    let analysis = finish(&mut engine, Analysis::behind_opening(record.clone(), 8).unwrap());
    assert_eq!((analysis.opening(), analysis.reviewed_count()), (8, record.moves.len() - 8));
    assert!((0..8).all(|ply| analysis.reviewed(ply).is_none()));
    assert!(analysis.proved_from() >= 8);
    let reviewed = analysis.all_reviewed().unwrap();
    let sides = |moves: &[ReviewedMove]| moves.iter().map(|mv| mv.side).collect::<Vec<_>>();
    assert_eq!(sides(&reviewed), sides(&whole[8..]), "and the others are those behind it");
}
