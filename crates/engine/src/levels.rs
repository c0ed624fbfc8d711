//! Strength levels, from random play to full search. The weaker levels err like people: they search to a small depth
//! and draw a move at random, with softmax weights of the move scores.

use rules::{Move, Position};

use crate::rng::Rng;
use crate::{Level, Limits, ScoredMove, SearchResult, greedy, score_moves, search};

/// Search depth and randomness of a level.
struct Strength {
    /// Search depth, in moves.
    depth: u32,
    /// Softmax temperature: a move this much worse than the best one, in hundredths of a point, is half as likely.
    temperature: u32,
}

/// Search depth and randomness of a level in this game; `None` for the levels that do not draw among scored moves.
fn strength(level: Level, position: &Position) -> Option<Strength> {
    let mancala = position.as_mancala().is_some();
    let (depth, temperature) = match (level, mancala) {
        (Level::Random | Level::Greedy | Level::Master | Level::Perfect, _) => return None,
        (Level::Beginner, true) => (3, 60),
        (Level::Easy, true) => (4, 45),
        (Level::Medium, true) => (6, 35),
        (Level::Hard, true) => (8, 24),
        (Level::Expert, true) => (12, 6),
        (Level::Beginner, false) => (2, 360),
        (Level::Easy, false) => (3, 220),
        (Level::Medium, false) => (4, 150),
        (Level::Hard, false) => (6, 140),
        (Level::Expert, false) => (8, 80),
    };
    Some(Strength { depth, temperature })
}

/// Chooses the move of a level. The same position, level and seed give the same move, unless a time limit stops the
/// search. `limits` bound the search of the strongest levels; the weaker levels seldom reach them. [`Level::Perfect`] is
/// searched like [`Level::Master`] here: its proofs need an opening book and memory, which the engine worker keeps.
#[must_use]
pub fn choose(position: &Position, level: Level, limits: &mut Limits, seed: u64) -> SearchResult {
    let mut rng = Rng::new(seed ^ position.hash());
    let moves = position.legal_moves();
    match (level, strength(level, position)) {
        (Level::Random, _) => SearchResult::unsearched(rng.pick(&moves)),
        (Level::Greedy, _) => SearchResult::unsearched(greedy::choose(position, &mut rng)),
        (_, Some(strength)) => choose_by_softmax(position, &moves, &strength, limits, &mut rng),
        (_, None) => search(position, limits),
    }
}

/// Scores all moves and draws one of them by softmax weights.
fn choose_by_softmax(
    position: &Position,
    moves: &[Move],
    strength: &Strength,
    limits: &mut Limits,
    rng: &mut Rng,
) -> SearchResult {
    let scored = score_moves(position, strength.depth, limits);
    let best = scored.first().map_or(0, |best| best.value);
    let weights =
        scored.iter().map(|scored| softmax_weight(best.abs_diff(scored.value), strength.temperature));
    match rng.weighted_index(weights).and_then(|index| scored.get(index)) {
        Some(&ScoredMove { mv, value, proved }) => SearchResult {
            mv: Some(mv),
            value,
            pv: vec![mv],
            depth: strength.depth,
            nodes: limits.node_count(),
            proved,
        },
        None => SearchResult::unsearched(rng.pick(moves)),
    }
}

/// The softmax weight 2^(−loss / temperature), scaled by 2^32. Integer arithmetic gives the same weight on every
/// machine.
fn softmax_weight(loss: u32, temperature: u32) -> u64 {
    let (halvings, rest) = (loss / temperature.max(1), loss % temperature.max(1));
    if halvings > 31 {
        return 0;
    }
    let power = (1 << 32) >> halvings;
    // Linear interpolation between two powers of two is close enough.
    power - power / 2 * u64::from(rest) / u64::from(temperature.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn softmax_weight_halves_with_each_temperature_of_loss() {
        assert_eq!(softmax_weight(0, 100), 1 << 32);
        assert_eq!(softmax_weight(100, 100), 1 << 31);
        assert_eq!(softmax_weight(250, 100), (1 << 30) - (1 << 28));
        assert_eq!((softmax_weight(3_200, 100), softmax_weight(u32::MAX, 1)), (0, 0));
        assert!((0..500).all(|loss| softmax_weight(loss, 70) >= softmax_weight(loss + 1, 70)));
    }
}
