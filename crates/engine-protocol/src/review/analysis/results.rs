//! What an analysis has found: verdicts, values, lines of best play, reasons.

use rules::{Move, Position, Record};

use super::super::marks::{Certainty, ReviewedMove};
use super::super::reason::{self, Reason};
use super::{Analysis, Found, Step};
use crate::ScoredMove;

impl Analysis {
    /// The game.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The position after this many moves.
    #[must_use]
    pub fn position(&self, ply: usize) -> Option<&Position> {
        self.positions.get(ply)
    }

    /// The time spent on questions so far, in milliseconds.
    #[must_use]
    pub fn spent(&self) -> u32 {
        self.pace.spent()
    }

    /// How many moves have a verdict.
    #[must_use]
    pub fn reviewed_count(&self) -> usize {
        self.found.iter().filter(|found| found.reviewed.is_some()).count()
    }

    /// Whether moves are still to be judged. Afterwards it is only asked which moves were the only good ones.
    #[must_use]
    pub fn is_judging(&self) -> bool {
        self.next.is_some_and(|(_, step)| !matches!(step, Step::Alternative(_)))
    }

    /// The verdict on a move, by the number of moves before it; `None` while it is not known.
    #[must_use]
    pub fn reviewed(&self, ply: usize) -> Option<ReviewedMove> {
        self.found.get(ply)?.reviewed
    }

    /// How many moves the opening has that the game began from. They have no verdicts.
    #[must_use]
    pub fn opening(&self) -> usize {
        self.opening
    }

    /// The verdicts on all moves behind the opening; `None` until each has one.
    #[must_use]
    pub fn all_reviewed(&self) -> Option<Vec<ReviewedMove>> {
        let judged = self.found.iter().take(self.record.moves.len()).skip(self.opening);
        judged.map(|found| found.reviewed).collect()
    }

    /// The values of moves of a position, best first: of all moves if it is estimated, else of a best move and of the one
    /// that was played. Empty while it is not known.
    #[must_use]
    pub fn scored_moves(&self, ply: usize) -> &[ScoredMove] {
        self.found.get(ply).map_or(&[], |found| &found.scored)
    }

    /// The value of a position for the side to move, in hundredths of a point; `None` while it is not known.
    #[must_use]
    pub fn value(&self, ply: usize) -> Option<(i32, Certainty)> {
        let found = self.found.get(ply)?;
        match found.value {
            Some(value) => Some((100 * value, Certainty::Proved)),
            None => found.reviewed.map(|reviewed| (reviewed.best, reviewed.certainty)),
        }
    }

    /// From which move on everything is proved, by the number of moves before it; the number of all moves if not even the
    /// last one is.
    #[must_use]
    pub fn proved_from(&self) -> usize {
        let moves = &self.found[..self.record.moves.len()];
        let is_estimate =
            |found: &Found| found.reviewed.is_none_or(|reviewed| reviewed.certainty != Certainty::Proved);
        moves.iter().rposition(is_estimate).map_or(0, |last| last + 1)
    }

    /// A line of best play from a position: every move of it keeps the proved value. Empty if that is not known.
    #[must_use]
    pub fn best_line(&self, ply: usize) -> Vec<Move> {
        // Where the played move was a best one, the line goes on with the game.
        let is_best = |ply: &usize| self.proved_loss(*ply) == Some(0);
        let best = (ply..self.record.moves.len()).take_while(is_best).count();
        let own = self.record.moves.get(ply..ply + best).unwrap_or_default().iter();
        own.chain(self.found.get(ply + best).map_or(&[][..], |found| &found.line)).copied().collect()
    }

    /// The line that shows what a move cost: the move, and best play of both sides after it. Empty if that is not known.
    #[must_use]
    pub fn refutation(&self, ply: usize) -> Vec<Move> {
        let Some(&played) = self.record.moves.get(ply).filter(|_| self.proved_loss(ply).is_some()) else {
            return Vec::new();
        };
        [played].into_iter().chain(self.best_line(ply + 1)).collect()
    }

    /// The reason for a proved loss, out of the best line and the refutation; `None` if they do not show one.
    #[must_use]
    pub fn reason(&self, ply: usize) -> Option<Reason> {
        self.proved_loss(ply).filter(|loss| *loss > 0)?;
        reason::find(self.positions.get(ply)?, &self.best_line(ply), &self.refutation(ply))
    }
}
