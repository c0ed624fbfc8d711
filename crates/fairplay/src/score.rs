//! The score of a player: how much better the moves are explained if some of them are Master's than if a single honest
//! strength made them all. It is a generalised likelihood ratio test.

use crate::assessment::AssessedMove;
use crate::model::{MASTER, Model, PLAYERS};

/// A score from here on is worth a look. By the theory of likelihood ratios (half of a χ² distribution with one degree of
/// freedom) five in ten thousand honest players have it; docs/BENCHMARKS.md has what a simulation gives.
pub const THRESHOLD: f64 = 5.4;
/// With fewer games nobody is above the threshold, whatever the score.
pub const MIN_GAMES: usize = 8;

/// Steps between two neighbouring strengths, and of the share of an engine.
const STEPS: usize = 10;

/// The score of a player in one game (Mancala or Mapello).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// The logarithm of the likelihood ratio; 0 if an honest strength explains the moves best.
    pub log_ratio: f64,
    /// The strength that explains the moves best if all are the player's own: 0 for Beginner, 1 for Easy, 2 for Medium, 3
    /// for Hard, 4 for Expert, and what lies between them.
    pub strength: f64,
    /// The strength of the player's own moves, if some are an engine's.
    pub own_strength: f64,
    /// The share of moves that are an engine's, by the best explanation; 0 to 1.
    pub engine_share: f64,
}

/// Scores the moves of a player in one game. Strength is fitted to the moves, in favour of the player, not taken from a
/// rating: a rating is what cheating has made it.
#[must_use]
pub fn score(model: &Model, moves: &[AssessedMove]) -> Score {
    let of_moves: Vec<[f64; PLAYERS]> =
        moves.iter().map(|assessed| model.probabilities(assessed.cell, assessed.class)).collect();
    let log_likelihood = |strength: usize, engine: usize| -> f64 {
        let (level, step) = (strength / STEPS, strength % STEPS);
        let (above, share) = (step as f64 / STEPS as f64, engine as f64 / STEPS as f64);
        let likelihood = |of: &[f64; PLAYERS]| {
            let own = of[level] * (1.0 - above) + of[(level + 1).min(MASTER - 1)] * above;
            own * (1.0 - share) + of[MASTER] * share
        };
        of_moves.iter().map(|of| likelihood(of).ln()).sum()
    };
    let (mut honest, mut helped) = ((f64::NEG_INFINITY, 0), (f64::NEG_INFINITY, 0, 0));
    for strength in 0..=(MASTER - 1) * STEPS {
        for engine in 0..=STEPS {
            let likelihood = log_likelihood(strength, engine);
            if engine == 0 && likelihood > honest.0 {
                honest = (likelihood, strength);
            }
            if likelihood > helped.0 {
                helped = (likelihood, strength, engine);
            }
        }
    }
    let scale = STEPS as f64;
    Score {
        log_ratio: helped.0 - honest.0,
        strength: honest.1 as f64 / scale,
        own_strength: helped.1 as f64 / scale,
        engine_share: helped.2 as f64 / scale,
    }
}

#[cfg(test)]
mod tests {
    use rules::{Game, Side};

    use super::*;
    use crate::difficulty::Difficulty;
    use crate::evidence::Evidence;
    use crate::model::{Cell, LossClass};

    /// Moves that have exactly the classes that the model expects of a mixture of players.
    fn expected_moves(model: &Model, share: impl Fn(usize) -> f64) -> Vec<AssessedMove> {
        let mut moves = Vec::new();
        for deep in [0.4, 1.2, 2.6] {
            let difficulty = Difficulty { shallow: 1.2, middle: 1.2, deep };
            let cell = Cell::of(Game::Mancala, true, difficulty).unwrap();
            for (class, loss) in [(LossClass::Good, 0.0), (LossClass::Slip, 2.0), (LossClass::Blunder, 5.0)] {
                let of = model.probabilities(cell, class);
                let expected: f64 = (0..PLAYERS).map(|player| share(player) * of[player]).sum();
                let ply = moves.len();
                let hard_and_slow = Some((1_000.0 * (1.0 + deep)) as u32);
                let made = AssessedMove {
                    ply,
                    side: Side::First,
                    loss,
                    difficulty,
                    cell,
                    class,
                    millis: hard_and_slow,
                };
                moves.extend(std::iter::repeat_n(made, (expected * 100.0).round() as usize));
            }
        }
        moves
    }

    #[test]
    fn honest_moves_of_every_strength_have_no_score() {
        let model = Model::published();
        for level in 0..MASTER {
            let moves = expected_moves(&model, |player| f64::from(u8::from(player == level)));
            let score = score(&model, &moves);
            assert!(score.log_ratio < 1.0, "{level}: {score:?}");
        }
    }

    #[test]
    fn the_share_of_an_engine_is_found_beside_weak_moves() {
        let model = Model::published();
        for engine in [0.6, 1.0] {
            let moves = expected_moves(&model, |player| match player {
                1 => 1.0 - engine,
                MASTER => engine,
                _ => 0.0,
            });
            let score = score(&model, &moves);
            assert!(score.log_ratio > 5.0 && (score.engine_share - engine).abs() < 0.25, "{score:?}");
            let evidence = Evidence::of(&model, &moves, &score);
            assert!(evidence.hard_found as f64 > evidence.hard_expected, "{evidence:?}");
            assert!(evidence.time_correlation.is_some_and(|correlation| correlation > 0.9));
        }
    }

    #[test]
    fn nobody_has_a_score_without_moves() {
        assert_eq!(score(&Model::published(), &[]).log_ratio, 0.0);
    }
}
