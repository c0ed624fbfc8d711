//! The greedy player: it takes the move with the largest immediate gain and does not search. In Mapello it is the
//! original program's Greedy: the most discs flipped, plus three for a bonus; ties go to the last cell in row order.

use rules::mancala::Step as MancalaStep;
use rules::mapello::{BONUS_POINTS, Step};
use rules::{Move, Position, Trace};

use crate::rng::Rng;

/// The move with the largest immediate gain; `None` when the game is over.
pub(crate) fn choose(position: &Position, rng: &mut Rng) -> Option<Move> {
    let (mut best, mut best_gain, mut ties) = (None, 0, 0);
    for mv in position.legal_moves() {
        let gain = immediate_gain(position, mv)?;
        if best.is_none() || gain > best_gain {
            (best, best_gain, ties) = (Some(mv), gain, 1);
        } else if gain == best_gain {
            ties += 1;
            // Reservoir sampling: every tied move ends up equally likely.
            if position.as_mapello().is_some() || rng.below(ties) == 0 {
                best = Some(mv);
            }
        }
    }
    best
}

/// The immediate gain of a move. Mapello: in points. Mancala: in half stones, where an extra turn counts half a stone.
fn immediate_gain(position: &Position, mv: Move) -> Option<u32> {
    let played = position.play(mv).ok()?;
    Some(match played.trace {
        Trace::Mapello(trace) => trace
            .iter()
            .map(|step| match step {
                Step::Flip { discs, .. } => u32::from(*discs),
                Step::Bonus { .. } => u32::from(BONUS_POINTS),
                _ => 0,
            })
            .sum(),
        Trace::Mancala(trace) => {
            let side = position.to_move().index();
            let stones = played.position.score()[side].saturating_sub(position.score()[side]);
            let extra_turn = trace.iter().any(|step| matches!(step, MancalaStep::ExtraTurn(_)));
            u32::from(stones) * 2 + u32::from(extra_turn)
        }
    })
}
