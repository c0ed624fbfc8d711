//! Screening in a small form of the simulation, and what holds of every assessment.

#[path = "../examples/screen/players.rs"]
mod players;
#[path = "../examples/screen/random.rs"]
mod random;
#[path = "../examples/screen/simulate.rs"]
mod simulate;

use std::sync::Mutex;

use fairplay::{AssessedMove, Assessor, Model, NotLegal, PlayedGame, THRESHOLD, score};
use rules::{Game, Side};

use crate::players::{Player, play};
use crate::random::Rng;
use crate::simulate::{Career, Task, cheating_careers, honest_careers};

fn scores(careers: &[Career]) -> Vec<f64> {
    let model = Model::published();
    let moves_of =
        |career: &Career| -> Vec<AssessedMove> { career.moves.iter().map(|(made, _)| *made).collect() };
    careers.iter().map(|career| score(&model, &moves_of(career)).log_ratio).collect()
}

#[test]
fn master_is_found_among_players_and_nobody_else() {
    let task = Task {
        players: 8,
        cheats: 4,
        games: 10,
        threads: 2,
        seed: 5,
        nodes: 20_000,
        only: Some(Game::Mapello),
        pool: Mutex::default(),
    };
    let honest = honest_careers(&task, 0, task.players);
    assert!(honest.iter().all(|career| career.moves.iter().all(|(_, by_engine)| !by_engine)));
    let honest = scores(&honest);
    assert!(honest.iter().all(|score| *score < THRESHOLD), "{honest:?}");
    let cheats = scores(&cheating_careers(&task, 0, task.cheats, 1.0));
    assert!(cheats.iter().all(|score| *score >= THRESHOLD), "{cheats:?}");
}

#[test]
fn an_assessment_depends_on_the_game_alone() {
    let mut warm = Assessor::small();
    for (number, game) in [Game::Mancala, Game::Mapello, Game::Mancala].into_iter().enumerate() {
        let mut rng = Rng(number as u64);
        let played = play(game, [Player::honest(1.5), Player::honest(2.5)], &mut None, &mut rng);
        let game = PlayedGame { setup: played.setup, moves: &played.moves, opening: 0, millis: &[] };
        let both = warm.assess(&game, &Side::BOTH).unwrap();
        assert!(
            !both.is_empty() && both.iter().all(|made| made.ply >= 8 && (0.0..=6.0).contains(&made.loss))
        );
        assert!(both.iter().any(|made| made.cell.is_proved()), "the end is exact");
        let mut cold = Assessor::small();
        let halves = Side::BOTH.map(|side| cold.assess(&game, &[side]).unwrap());
        let mut halves = halves.concat();
        halves.sort_by_key(|made| made.ply);
        assert_eq!(both, halves);
    }
}

#[test]
fn a_game_with_an_illegal_move_is_refused() {
    let mut played = play(Game::Mapello, [Player::honest(0.0); 2], &mut None, &mut Rng(1));
    played.moves[3] = played.moves[2];
    let game = PlayedGame { setup: played.setup, moves: &played.moves, opening: 0, millis: &[] };
    assert_eq!(Assessor::small().assess(&game, &Side::BOTH), Err(NotLegal(3)));
}
