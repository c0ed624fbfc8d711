//! The task of a lesson step, and the verdict whether a move does it: read from the trace and the position
//! after it, so that no rule is computed twice.

use rules::mancala::{Hole, Step as Sown};
use rules::mapello::Step as Placed;
use rules::mapello::notation::cell_name;
use rules::{Move, Outcome, Played, Position, Side, Trace};

use crate::app::text::{mancala, mapello};

/// The task for a move, or for all moves of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Mancala: a stone reaches the other side.
    Reach,
    /// A stone gets into the own store.
    Store,
    /// So many extra turns in a row.
    Again(u8),
    /// A stone gets round the board to the own side.
    Round,
    /// Stones are captured.
    Capture,
    /// The opponent cannot capture anything afterwards.
    Safe,
    /// The game is over at the end of this turn.
    End,
    /// Mapello: at least so many discs flip.
    Flips(u8),
    /// At least so many lines flip.
    Lines(u8),
    /// The disc on this square flips.
    Turns(&'static str),
    /// A joker ends a line.
    Joker,
    /// A bonus is taken.
    Bonus,
    /// The disc is in a corner.
    Corner,
    /// The opponent has to pass.
    Pass,
    /// The opponent has no more than so many moves afterwards, and at least one.
    Leaves(u8),
    /// The game is won.
    Win,
}

/// The verdict on a move of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The task is done.
    Right,
    /// A part of the task is done, and the same side moves on.
    Continue,
    /// The move is wrong.
    Wrong,
}

impl Goal {
    /// Judges a move of `side` that was preceded in its turn by `before` moves of the step.
    pub fn judge(self, side: Side, before: u8, played: &Played) -> Verdict {
        let won = played.position.outcome() == Some(Outcome::Win(side));
        let (right, goes_on) = match (self, &played.trace) {
            (Self::Win, _) => (won, false),
            (_, Trace::Mancala(trace)) => self.judge_sowing(side, before, trace, &played.position),
            (_, Trace::Mapello(trace)) => (self.judge_placing(side, trace, &played.position), false),
        };
        match (right, goes_on) {
            (true, _) => Verdict::Right,
            (false, true) => Verdict::Continue,
            (false, false) => Verdict::Wrong,
        }
    }

    /// Whether a sowing does the task, and whether it leads on to it.
    fn judge_sowing(self, side: Side, before: u8, trace: &[Sown], after: &Position) -> (bool, bool) {
        let effect = mancala::Effect::of(trace);
        let mut drops = trace.iter().filter_map(|step| match step {
            Sown::Drop { into } => Some(*into),
            _ => None,
        });
        let over_there = |hole: Hole| matches!(hole, Hole::Pit(pit) if pit.side != side);
        match self {
            Self::Reach => (drops.any(over_there), false),
            Self::Store => (drops.any(|hole| hole == Hole::Store(side)), false),
            Self::Round => (drops.skip_while(|hole| !over_there(*hole)).any(|hole| !over_there(hole)), false),
            Self::Again(times) => (effect.again && before + 1 >= times, effect.again),
            Self::Capture => (effect.captured > 0, false),
            Self::Safe => (!effect.again && self.refutation(after).is_none(), false),
            Self::End => (effect.outcome.is_some(), effect.again),
            _ => (false, false),
        }
    }

    /// Whether a disc does the task.
    fn judge_placing(self, side: Side, trace: &[Placed], after: &Position) -> bool {
        let effect = mapello::Effect::of(trace);
        let lines = trace.iter().filter(|step| matches!(step, Placed::Flip { .. }));
        match self {
            Self::Flips(discs) => effect.flips >= discs,
            Self::Lines(wanted) => lines.count() >= wanted.into(),
            Self::Turns(name) => trace.iter().any(|step| match *step {
                Placed::Flip { from, ray, discs, .. } => (1..=discs)
                    .any(|distance| from.step(ray, distance).is_some_and(|cell| cell_name(cell) == name)),
                _ => false,
            }),
            Self::Joker => effect.joker,
            Self::Bonus => effect.bonus,
            Self::Corner => trace.iter().any(
                |step| matches!(step, Placed::Place { on, .. } if on.row() % 7 == 0 && on.column() % 7 == 0),
            ),
            Self::Pass => effect.pass.is_some(),
            Self::Leaves(moves) => after.to_move() != side && after.legal_moves().len() <= moves.into(),
            _ => false,
        }
    }

    /// The opponent's answer to a wrong move, where it shows why the move is wrong.
    pub fn refutation(self, after: &Position) -> Option<Move> {
        let captured = |mv: &Move| match after.play(*mv).map(|played| played.trace) {
            Ok(Trace::Mancala(trace)) => mancala::Effect::of(&trace).captured,
            _ => 0,
        };
        let moves = after.legal_moves().into_iter().filter(|mv| self == Self::Safe && captured(mv) > 0);
        moves.max_by_key(captured)
    }

    /// The moves that do the task, from a position in which `before` moves of the turn have been made.
    pub fn solution(self, position: &Position, before: u8) -> Option<Vec<Move>> {
        position.legal_moves().into_iter().find_map(|mv| {
            let played = position.play(mv).ok()?;
            let mut moves = match self.judge(position.to_move(), before, &played) {
                Verdict::Right => Vec::new(),
                Verdict::Continue => self.solution(&played.position, before + 1)?,
                Verdict::Wrong => return None,
            };
            moves.insert(0, mv);
            Some(moves)
        })
    }
}
