//! How well the computer plays: from a child's first opponent to all that it can do. The weaker levels err like people:
//! they look less far ahead, and choose among moves the more often the better they look to them.

use rules::{Move, Position};

use crate::chance::Chance;
use crate::{Answer, Level, Limits, ScoredMove, greedy, search, values};

/// How a level looks for its move.
struct Plan {
    /// Moves it looks ahead.
    depth: u32,
    /// How much worse a move has to look, in hundredths of a point, to be taken half as often.
    half: u32,
}

/// How a level looks for a move of this game, if it weighs several.
fn plan(level: Level, position: &Position) -> Option<Plan> {
    let mancala = position.as_mancala().is_some();
    let (depth, half) = match (level, mancala) {
        (Level::Random | Level::Greedy | Level::Master, _) => return None,
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
    Some(Plan { depth, half })
}

/// Chooses a move as this level does. The same position, level and seed give the same move, as long as no limit of time
/// comes in between; `limits` holds for the strongest, which the others hardly reach.
#[must_use]
pub fn choose(position: &Position, level: Level, limits: &mut Limits, seed: u64) -> Answer {
    let mut chance = Chance::new(seed ^ position.hash());
    let moves = position.legal_moves();
    match (level, plan(level, position)) {
        (Level::Random, _) => Answer::only(chance.pick(&moves)),
        (Level::Greedy, _) => Answer::only(greedy::choose(position, &mut chance)),
        (_, Some(plan)) => weigh(position, &moves, &plan, limits, &mut chance),
        (_, None) => search(position, limits),
    }
}

/// Takes one of the moves, each half as often for every `plan.half` that it is worse than the best.
fn weigh(
    position: &Position,
    moves: &[Move],
    plan: &Plan,
    limits: &mut Limits,
    chance: &mut Chance,
) -> Answer {
    let values = values(position, plan.depth, limits);
    let best = values.first().map_or(0, |best| best.value);
    let weights = values.iter().map(|valued| weight(best.abs_diff(valued.value), plan.half));
    match chance.among(weights).and_then(|place| values.get(place)) {
        Some(&ScoredMove { mv, value, proved }) => {
            Answer { mv: Some(mv), value, line: vec![mv], depth: plan.depth, nodes: limits.seen(), proved }
        }
        None => Answer::only(chance.pick(moves)),
    }
}

/// 2^(−worse / half) as a part of 2^32, in whole numbers, which are the same on every machine.
fn weight(worse: u32, half: u32) -> u64 {
    let (halvings, rest) = (worse / half.max(1), worse % half.max(1));
    if halvings > 31 {
        return 0;
    }
    let one = (1 << 32) >> halvings;
    // Between two powers of two a straight line is near enough.
    one - one / 2 * u64::from(rest) / u64::from(half.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_taken_half_as_often_for_each_step_it_is_worse() {
        assert_eq!(weight(0, 100), 1 << 32);
        assert_eq!(weight(100, 100), 1 << 31);
        assert_eq!(weight(250, 100), (1 << 30) - (1 << 28));
        assert_eq!((weight(3_200, 100), weight(u32::MAX, 1)), (0, 0));
        assert!((0..500).all(|worse| weight(worse, 70) >= weight(worse + 1, 70)));
    }
}
