//! The course of a review, without I/O: which question comes next, and what follows from its answer. The page asks the
//! engine's worker, tests and tools ask the engine itself.
//!
//! A review begins with the end of the game: each proof finds the positions after its own in the solver's table. Every
//! position gets a proof of its value; a move between two proved positions has an exact loss, and if it lost something, the
//! best line is asked for as well. Every other move is estimated, by the scores of all moves of its position.

mod results;

use rules::{Move, Position, Record};

use super::marks::{Certainty, Mark, ONLY_MOVE_MARGIN, ReviewedMove};
use super::pace::{Pace, QuestionLimits};
use crate::{Answer, Question, ScoredMove, Task};

/// More points than any game has.
const INFINITE: i32 = 10_000;

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// Its value.
    Prove,
    /// The line of best play from it.
    Line,
    /// The scores of its moves.
    Estimate,
    /// Whether another move than the played one loses little, by its index among the legal moves.
    Alternative(usize),
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Found {
    /// The proved value for the side to move, in points.
    value: Option<i32>,
    /// Moves of best play from the position, if they were asked for.
    line: Vec<Move>,
    /// The moves with a value, best first: all of them for an estimate, else the best and the played one.
    scored: Vec<ScoredMove>,
    /// The verdict on the move that was played.
    reviewed: Option<ReviewedMove>,
}

/// The analysis of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    record: Record,
    /// How many of its first moves nobody made: those of an opening. They are not judged.
    opening: usize,
    /// The positions of the game, its last one included.
    positions: Vec<Position>,
    /// What is known of each.
    found: Vec<Found>,
    pace: Pace,
    /// What is asked next, and about which position; `None` at the end.
    next: Option<(usize, Step)>,
}

impl Analysis {
    /// The analysis of a game, before its first question. `None` if one of the moves is illegal.
    #[must_use]
    pub fn new(record: Record) -> Option<Analysis> {
        Analysis::behind_opening(record, 0)
    }

    /// The same of a game whose first moves, so many, are those of an opening: nobody made them, and none is judged.
    #[must_use]
    pub fn behind_opening(record: Record, opening: usize) -> Option<Analysis> {
        let mut positions = vec![record.setup.start()];
        for &mv in &record.moves {
            positions.push(positions.last()?.play(mv).ok()?.position);
        }
        let last = positions.len() - 1;
        let found = vec![Found::default(); positions.len()];
        let next = Some((last, Step::Prove));
        let mut analysis = Analysis { record, opening, positions, found, pace: Pace::default(), next };
        if let Some(value) = final_lead(&analysis.positions[last]) {
            analysis.found[last].value = Some(value);
            analysis.next = analysis.before(last);
        }
        Some(analysis)
    }

    /// The next question; `None` once all is known that can be.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        let (ply, step) = self.next?;
        let mut record = self.record_to(ply);
        let (task, limits) = match step {
            Step::Prove => (Task::Prove { lowest: -INFINITE, highest: INFINITE }, self.pace.proof(ply + 1)),
            Step::Line => (Task::Line, self.pace.proof(ply + 1)),
            Step::Estimate => (Task::Score, Pace::estimate()),
            Step::Alternative(index) => {
                let (mv, [lowest, highest]) = self.alternative(ply, index)?;
                record.moves.push(mv);
                (Task::Prove { lowest, highest }, self.pace.only_move()?)
            }
        };
        let QuestionLimits { millis, nodes } = limits;
        Some(Question { record, task, millis, nodes })
    }

    /// Takes the answer to the question, and how long it took in milliseconds.
    pub fn take(&mut self, answer: &Answer, millis: u32) {
        self.pace.spend(millis);
        let Some((ply, step)) = self.next else { return };
        self.next = match step {
            Step::Prove => {
                self.pace.count_proof(answer.value.is_some());
                self.found[ply].value = answer.value;
                self.after_proof(ply)
            }
            Step::Line => {
                self.found[ply].line.clone_from(&answer.line);
                self.judge(ply)
            }
            Step::Estimate => {
                self.found[ply].scored.clone_from(&answer.moves);
                self.judge(ply)
            }
            Step::Alternative(index) => self.after_alternative(ply, index, answer.value),
        };
        if self.next.is_some_and(|(_, step)| matches!(step, Step::Alternative(_)))
            && self.pace.only_move().is_none()
        {
            self.next = None;
        }
    }

    /// What follows when the proof of a position has been tried.
    fn after_proof(&mut self, ply: usize) -> Option<(usize, Step)> {
        if ply == self.record.moves.len() {
            // No move was played here. The line shows what a mistake before it allowed.
            let proved = self.found[ply].value.is_some();
            return if proved { Some((ply, Step::Line)) } else { self.before(ply) };
        }
        match self.proved_loss(ply) {
            Some(0) => self.judge(ply),
            Some(_) => Some((ply, Step::Line)),
            None => Some((ply, Step::Estimate)),
        }
    }

    /// Judges the move that was played in a position, by what is known, and goes on to the position before.
    fn judge(&mut self, ply: usize) -> Option<(usize, Step)> {
        if let Some(&played) = self.record.moves.get(ply) {
            let side = self.positions[ply].to_move();
            let proved = self.found[ply].value.zip(self.proved_loss(ply));
            let found = &mut self.found[ply];
            if let Some((best, loss)) = proved {
                let (best, value) = (100 * best, 100 * (best - loss));
                let scored = |mv, value| ScoredMove { mv, value, proved: true };
                let first = found.line.first().filter(|_| loss > 0);
                found.scored = first.map(|&mv| scored(mv, best)).into_iter().collect();
                found.scored.push(scored(played, value));
                found.reviewed = Some(ReviewedMove::proved(side, best, value));
            } else {
                found.reviewed = ReviewedMove::scored(&found.scored, side, played);
            }
        }
        self.before(ply)
    }

    /// What is asked once all is known of a position: the value of the one before; after the first position, which moves
    /// were the only good ones.
    fn before(&self, ply: usize) -> Option<(usize, Step)> {
        match ply.checked_sub(1).filter(|before| *before >= self.opening) {
            Some(before) => Some((before, Step::Prove)),
            None => self.next_alternative(self.record.moves.len(), 0),
        }
    }

    /// What is asked after the value of an alternative: of the next one, or of another position if the move was not the
    /// only good one, or that is not known.
    fn after_alternative(&mut self, ply: usize, index: usize, value: Option<i32>) -> Option<(usize, Step)> {
        let worse = |mv| {
            let (_, [lowest, highest]) = self.alternative(ply, index)?;
            let same_side = self.position_after(ply, mv)?.to_move() == self.positions[ply].to_move();
            Some(value? == if same_side { lowest } else { highest })
        };
        let mv = self.positions[ply].legal_moves().get(index).copied();
        if mv.and_then(worse) != Some(true) {
            return self.next_alternative(ply, 0);
        }
        let next = self.next_alternative(ply + 1, index + 1);
        if next.is_none_or(|(at, _)| at != ply)
            && let Some(reviewed) = &mut self.found[ply].reviewed
        {
            reviewed.mark = Some(Mark::Good);
        }
        next
    }

    /// The next alternative to ask about: from this index on in the last position before `end`, or the first one in an
    /// earlier position with a proved best move and a choice.
    fn next_alternative(&self, end: usize, index: usize) -> Option<(usize, Step)> {
        let mut index = index;
        for ply in (0..end).rev() {
            let best = self.found[ply].reviewed.is_some_and(|reviewed| {
                reviewed.certainty == Certainty::Proved && reviewed.loss() == 0 && reviewed.mark.is_none()
            });
            let legal = self.positions[ply].legal_moves();
            // Of two moves one is often forced, so it gets no annotation.
            if best && legal.len() > 2 {
                let open =
                    (index..legal.len()).find(|&index| Some(&legal[index]) != self.record.moves.get(ply));
                if let Some(index) = open {
                    return Some((ply, Step::Alternative(index)));
                }
            }
            index = 0;
        }
        None
    }

    /// An alternative to the played move, and the window for the value of the position after it: at its end that is bad
    /// for the mover the alternative loses so much that the played move is the only good one.
    fn alternative(&self, ply: usize, index: usize) -> Option<(Move, [i32; 2])> {
        let mv = *self.positions.get(ply)?.legal_moves().get(index)?;
        let bad = self.found[ply].value? - ONLY_MOVE_MARGIN / 100;
        let same_side = self.position_after(ply, mv)?.to_move() == self.positions[ply].to_move();
        Some((mv, if same_side { [bad, bad + 1] } else { [-bad - 1, -bad] }))
    }

    fn position_after(&self, ply: usize, mv: Move) -> Option<Position> {
        Some(self.positions[ply].play(mv).ok()?.position)
    }

    /// The points that a move lost, if the values before and after it are proved.
    fn proved_loss(&self, ply: usize) -> Option<i32> {
        let (before, after) = (self.positions.get(ply)?, self.positions.get(ply + 1)?);
        let value = self.found[ply + 1].value?;
        let kept = if after.to_move() == before.to_move() { value } else { -value };
        Some(self.found[ply].value? - kept)
    }

    fn record_to(&self, ply: usize) -> Record {
        Record { setup: self.record.setup, moves: self.record.moves[..ply].to_vec() }
    }
}

/// The final lead of the side to move in a game that is over.
fn final_lead(position: &Position) -> Option<i32> {
    position.outcome()?;
    let (score, side) = (position.score(), position.to_move());
    Some(i32::from(score[side.index()]) - i32::from(score[side.other().index()]))
}
