//! The drills of a reviewed game.

use engine_protocol::review::{Analysis, Certainty};
use puzzles::Day;
use rules::{Move, Record, mancala};

use crate::drill::{Drill, Mistake};

/// The mistakes that a review has proved so far, of the sides that are one's own (by [`rules::Side::index`]): drills that
/// are due from this day on, the earliest move first. A review that goes on finds more, and never less.
#[must_use]
pub fn found(analysis: &Analysis, own: [bool; 2], day: Day) -> Vec<Drill> {
    let Record { setup, moves } = analysis.record();
    // Before the sides were swapped, the other player had made the moves of this one.
    let is_swap = |mv: &Move| *mv == Move::Mancala(mancala::Move::Swap);
    let first = moves.iter().rposition(is_swap).map_or(0, |swap| swap + 1);
    let drill = |ply: usize| {
        let reviewed = analysis.reviewed(ply)?;
        if reviewed.certainty != Certainty::Proved || !own[reviewed.side.index()] {
            return None;
        }
        // Without a move that is proved to be best, the first one is the move that was played, and there is no drill.
        let best = analysis.scored_moves(ply).first()?.mv;
        let (value, loss) = (reviewed.best / 100, reviewed.loss() / 100);
        let record = Record { setup: *setup, moves: moves[..ply].to_vec() };
        Drill::new(record, Mistake { value, played: moves[ply], loss, best }, day)
    };
    (first..moves.len()).filter_map(drill).collect()
}
