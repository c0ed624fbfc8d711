//! Counts the moves of every level by kind of position, and shows how high the scores of honest players are.

use std::sync::Mutex;

use fairplay::{AssessedMove, CELLS, CLASSES, MASTER, Model, PLAYERS, score};
use rules::{Game, Side};

use crate::players::{LEVELS, Player, play};
use crate::random::Rng;
use crate::simulate::{Kept, Task, assess, in_threads};

/// The node limit of the Master whose moves are counted.
const MASTER_NODES: u64 = 100_000;
/// Players that are put together from the games of one strength.
const RESAMPLED: usize = 20_000;

/// A player whose every move is of one level.
fn of_level(level: usize) -> Player {
    let engine_share = if level == MASTER { 1.0 } else { 0.0 };
    Player { engine_share, nodes: MASTER_NODES, ..Player::honest(level.min(LEVELS.len() - 1) as f64) }
}

/// Prints the table of counted moves: `--players` games of each player in each game, half against each other, half
/// against everybody.
pub fn print_table(task: &Task) {
    let jobs: Vec<u64> = (0..task.players * 2 * PLAYERS as u64).collect();
    let counted = in_threads(task.threads, &task.pool, &jobs, |kept: &mut Kept, &number| {
        let game = task.game(number);
        let player = number as usize / 2 % PLAYERS;
        let mut rng = Rng(task.seed << 40 | 1 << 39 | number);
        let opponent = if rng.unit() < 0.5 { player } else { rng.next() as usize % PLAYERS };
        let played = play(game, [of_level(player), of_level(opponent)], &mut kept.solver, &mut rng);
        let [first, second] = assess(&mut kept.assessor, &played, &Side::BOTH);
        [(player, first), (opponent, second)]
    });
    let mut counts = [[[0_u32; CLASSES]; PLAYERS]; CELLS];
    for (player, moves) in counted.into_iter().flatten() {
        for assessed in moves {
            counts[assessed.cell.index()][player][assessed.class as usize] += 1;
        }
    }
    println!("//! Counted moves: the data of the model, printed by `examples/screen calibrate`.\n");
    println!("use crate::model::{{CELLS, CLASSES, PLAYERS}};\n");
    println!("/// How many moves were counted, by kind of position, player and class of loss.");
    println!("#[rustfmt::skip]");
    println!("pub(crate) static COUNTS: [[[u32; CLASSES]; PLAYERS]; CELLS] = [");
    for cell in counts {
        println!("    {cell:?},");
    }
    println!("];");
}

/// Prints how high the scores are of honest players of every strength, put together at random from `--players` games of
/// that strength.
pub fn print_quantiles(task: &Task) {
    let model = Model::published();
    for game in Game::ALL.into_iter().filter(|game| task.only.is_none_or(|only| only == *game)) {
        for strength in [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0] {
            let jobs: Vec<u64> = (0..task.players.div_ceil(2)).collect();
            let pool = in_threads(task.threads, &task.pool, &jobs, |kept: &mut Kept, &number| {
                let mut rng = Rng(task.seed << 40 | 1 << 38 | number << 8 | (strength * 2.0) as u64);
                let opponent = Player::honest(strength + rng.normal());
                let players = [Player::honest(strength), opponent];
                let own = usize::from(number % 2 == 1);
                let sides = [players[own], players[1 - own]];
                let played = play(game, sides, &mut kept.solver, &mut rng);
                let [first, second] = assess(&mut kept.assessor, &played, &Side::BOTH[own..=own]);
                if own == 0 { first } else { second }
            });
            let jobs: Vec<u64> = (0..RESAMPLED as u64).collect();
            let mut scores: Vec<f64> =
                in_threads(task.threads, &Mutex::default(), &jobs, |_: &mut (), &number| {
                    let mut rng = Rng(task.seed << 40 | 1 << 37 | number);
                    let mut moves: Vec<AssessedMove> = Vec::new();
                    for _ in 0..task.games {
                        moves.extend(&pool[rng.next() as usize % pool.len()]);
                    }
                    score(&model, &moves).log_ratio
                });
            scores.sort_by(f64::total_cmp);
            let at = |share: f64| scores[((RESAMPLED - 1) as f64 * share) as usize];
            println!(
                "{:8} strength {strength}: median {:.2}, 99 % {:.2}, 99.9 % {:.2}, 99.97 % {:.2}, highest {:.2}",
                game.word(),
                at(0.5),
                at(0.99),
                at(0.999),
                at(0.9997),
                at(1.0),
            );
        }
    }
}
