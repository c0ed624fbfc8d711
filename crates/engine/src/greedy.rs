//! The opponent who takes what can be had at once. In Mapello exactly the one of the original program: the most discs
//! turned over, three more for a bonus, and of equal ones the last cell in row order.

use rules::mancala::Step as Sown;
use rules::mapello::{BONUS_POINTS, Step};
use rules::{Move, Position, Trace};

use crate::chance::Chance;

/// The move that gains the most at once; none when the game is over.
pub(crate) fn choose(position: &Position, chance: &mut Chance) -> Option<Move> {
    let gains = position.legal_moves().into_iter().filter_map(|mv| Some((mv, gain(position, mv)?)));
    let gains: Vec<(Move, u32)> = gains.collect();
    let most = gains.iter().map(|(_, gain)| *gain).max()?;
    let best: Vec<Move> = gains.into_iter().filter(|(_, gain)| *gain == most).map(|(mv, _)| mv).collect();
    match position {
        Position::Mapello(_) => best.last().copied(),
        Position::Mancala(_) => chance.pick(&best),
    }
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
