//! Scores simulated players and prints who is flagged.

use fairplay::{AssessedMove, Evidence, Model, Score, THRESHOLD, score};
use rules::Game;

use crate::random::Rng;
use crate::simulate::Career;
use crate::times::Habits;

/// A scored player.
struct Scored<'a> {
    career: &'a Career,
    score: Score,
    evidence: Evidence,
}

/// Gives the moves times, and scores them.
fn scored<'a>(model: &Model, number: u64, career: &'a Career) -> Scored<'a> {
    let mut rng = Rng(1 << 50 | number);
    let habits = Habits::draw(&mut rng);
    let moves: Vec<AssessedMove> = career
        .moves
        .iter()
        .map(|(assessed, by_engine)| {
            let millis = Some(habits.millis(assessed, *by_engine, &mut rng));
            AssessedMove { millis, ..*assessed }
        })
        .collect();
    let score = score(model, &moves);
    Scored { career, score, evidence: Evidence::of(model, &moves, &score) }
}

/// Prints how many of some players are flagged, by game and by strength, and those with the highest scores.
pub fn print(model: &Model, careers: &[Career]) {
    let mut all: Vec<Scored> =
        (0..).zip(careers).map(|(number, career)| scored(model, number, career)).collect();
    all.sort_by(|a, b| b.score.log_ratio.total_cmp(&a.score.log_ratio));
    for game in Game::ALL {
        let line = |name: &str, of: &dyn Fn(&&Scored) -> bool| {
            let some: Vec<&Scored> = all.iter().filter(|one| one.career.game == game).filter(of).collect();
            if some.is_empty() {
                return;
            }
            let flagged = some.iter().filter(|one| one.score.log_ratio >= THRESHOLD).count();
            let mean =
                |of: &dyn Fn(&Scored) -> f64| some.iter().map(|one| of(one)).sum::<f64>() / some.len() as f64;
            println!(
                "  {} {name}: {flagged} of {} flagged ({:.1} %), median {:.1}, highest {:.1}; moves {:.0}, hard {:.0}, found {:.1}, expected {:.1}, by Master {:.1}; time correlation {:.2}",
                game.word(),
                some.len(),
                100.0 * flagged as f64 / some.len() as f64,
                some[some.len() / 2].score.log_ratio,
                some[0].score.log_ratio,
                mean(&|one| one.evidence.moves as f64),
                mean(&|one| one.evidence.hard as f64),
                mean(&|one| one.evidence.hard_found as f64),
                mean(&|one| one.evidence.hard_expected),
                mean(&|one| one.evidence.hard_by_master),
                mean(&|one| one.evidence.time_correlation.unwrap_or_default()),
            );
        };
        line("all", &|_| true);
        for (name, from, to) in [
            ("Beginner to Easy", 0.0, 1.0),
            ("Easy to Medium", 1.0, 2.0),
            ("Medium to Hard", 2.0, 3.0),
            ("Hard to Expert", 3.0, 4.0),
            ("Expert", 4.0, 5.0),
        ] {
            line(name, &|one| (from..to).contains(&one.career.player.strength));
        }
    }
}
