//! Plays a move of Mancala: the sowing, the relay, the capture, the end. Each step is applied to the position
//! and then reported, so the trace cannot differ from what happened.

use super::{Capture, Hole, Leftovers, Move, Pit, Position, Sowing, Step};
use crate::{IllegalMove, Outcome, Side};

impl Position {
    /// Plays a move; returns the next position and its steps.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn play(&self, mv: Move) -> Result<(Position, Vec<Step>), IllegalMove> {
        let mut steps = Vec::new();
        let after = self.play_with(mv, |step| steps.push(step))?;
        Ok((after, steps))
    }

    /// Plays a move and reports each step as it happens. With an empty `report` it allocates nothing.
    ///
    /// # Errors
    /// Why the move is illegal; then nothing was reported.
    pub fn play_with(&self, mv: Move, report: impl FnMut(Step)) -> Result<Position, IllegalMove> {
        self.check(mv)?;
        let mut turn = Turn { position: *self, mover: self.to_move, report };
        match mv {
            Move::Sow(pit) => turn.sow(pit),
            Move::Swap => {
                turn.step(Step::Swap);
                turn.step(Step::NextTurn(turn.mover.other()));
            }
        }
        Ok(turn.position)
    }
}

/// A move in progress.
struct Turn<Report> {
    position: Position,
    /// The side that moves.
    mover: Side,
    report: Report,
}

impl<Report: FnMut(Step)> Turn<Report> {
    #[inline]
    fn step(&mut self, step: Step) {
        self.position.carry_out(step);
        (self.report)(step);
    }

    fn sow(&mut self, from: Pit) {
        let last = self.sow_laps(from);
        if let Hole::Pit(pit) = last {
            self.capture(pit);
        }
        if Side::BOTH.iter().any(|&side| self.position.row_total(side) == 0) {
            self.end();
        } else if last == Hole::Store(self.mover) && self.position.variant.extra_turn {
            self.step(Step::ExtraTurn(self.mover));
        } else {
            self.step(Step::NextTurn(self.mover.other()));
        }
    }

    /// Sows from a pit, with relay until it ends, and returns where the last stone fell. A relay terminates
    /// because every round of the board leaves a stone in the mover's store.
    fn sow_laps(&mut self, from: Pit) -> Hole {
        let mut last = self.sow_lap(from);
        while let (Sowing::Relay, Hole::Pit(pit)) = (self.position.variant.sowing, last) {
            if self.position.stones(pit) == 1 {
                break;
            }
            last = self.sow_lap(pit);
        }
        last
    }

    /// Lifts the stones of a pit and drops them one by one. A long lap passes its own pit like any other.
    fn sow_lap(&mut self, from: Pit) -> Hole {
        let stones = self.position.stones(from);
        self.step(Step::Lift { from, stones });
        let mut hole = Hole::Pit(from);
        for _ in 0..stones {
            hole = self.position.next(hole, self.mover);
            self.step(Step::Drop { into: hole });
        }
        hole
    }

    /// Captures, if the last stone fell into an own pit that was empty.
    fn capture(&mut self, last: Pit) {
        if last.side != self.mover || self.position.stones(last) != 1 {
            return;
        }
        let opposite = self.position.opposite(last);
        let from_opposite = self.position.stones(opposite);
        let captures = match self.position.variant.effective_capture() {
            Capture::Opposite => from_opposite > 0,
            Capture::OppositeOrSelf => true,
            Capture::Never => false,
        };
        if captures {
            self.step(Step::Capture { by: self.mover, last, opposite, from_last: 1, from_opposite });
        }
    }

    /// Ends the game when one row is empty: the other row's stones go where the options say, and the stores
    /// decide.
    fn end(&mut self) {
        for owner in Side::BOTH {
            let to = match self.position.variant.leftovers {
                Leftovers::Owner => owner,
                Leftovers::Emptier => owner.other(),
                Leftovers::Nobody => continue,
            };
            for from in self.position.pits(owner) {
                let stones = self.position.stones(from);
                if stones > 0 {
                    self.step(Step::Sweep { from, stones, to });
                }
            }
        }
        self.step(Step::End(Outcome::of_scores(self.position.stores)));
    }
}
