//! The opponent who takes what can be had at once. In Mapello exactly the one of the original program: the most discs
//! turned over, three more for a bonus, and of equal ones the last cell in row order.

use rules::mancala::Step as Sown;
use rules::mapello::{BONUS_POINTS, Step};
use rules::{Move, Position, Trace};

use crate::chance::Chance;

/// The move that gains the most at once; none when the game is over.
pub(crate) fn choose(position: &Position, chance: &mut Chance) -> Option<Move> {
    let (mut best, mut most, mut equal) = (None, 0, 0);
    for mv in position.legal_moves() {
        let gain = gain(position, mv)?;
        if best.is_none() || gain > most {
            (best, most, equal) = (Some(mv), gain, 1);
        } else if gain == most {
            equal += 1;
            // So each of the equal ones is as likely in the end.
            if position.as_mapello().is_some() || chance.below(equal) == 0 {
                best = Some(mv);
            }
        }
    }
    best
}

/// Points that the move itself brings; in Mancala half a stone more for another turn.
fn gain(position: &Position, mv: Move) -> Option<u32> {
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
            let again = trace.iter().any(|step| matches!(step, Sown::ExtraTurn(_)));
            u32::from(stones) * 2 + u32::from(again)
        }
    })
}
