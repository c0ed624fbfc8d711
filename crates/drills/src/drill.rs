//! A drill: a position, what was played there and what would have been better, and when it is due.

use puzzles::Day;
use rules::{Move, Position, Record, mancala};

/// The pauses of a drill in days: after it was solved once, twice in a row, and so on. Solved once more it is learned.
pub const PAUSES: [u32; 5] = [1, 3, 7, 21, 60];
/// A move that lost this many points is a mistake, also if the result stays the same.
const LEAST_LOSS: i32 = 2;

/// What went wrong in a position. All values are proved, in points of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The value of the position: the final lead of the side to move with best play.
    pub value: i32,
    /// The move that was played.
    pub played: Move,
    /// What it lost.
    pub loss: i32,
    /// A move that keeps the value.
    pub best: Move,
}

impl Mistake {
    /// Whether it is worth a drill: it lost points enough, or turned a win into less or a draw into a loss.
    fn counts(&self) -> bool {
        self.loss >= LEAST_LOSS || self.loss > 0 && (self.value - self.loss).signum() < self.value.signum()
    }
}

/// Where a drill stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It comes again.
    Waiting {
        /// How often it was solved in a row; at most as often as there are pauses.
        solved: usize,
        /// The day from which on it is due.
        due: Day,
    },
    /// It was solved after its last pause, and rests.
    Learned,
    /// The player does not want it. It is kept so that another review of its game does not bring it back.
    Removed,
}

/// A drill.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drill {
    record: Record,
    position: Position,
    mistake: Mistake,
    /// Where it stands.
    pub state: State,
}

impl Drill {
    /// A drill that is due from this day on. `record` is the game up to the position. `None` if the game or one of the two
    /// moves is illegal, or the mistake is none.
    #[must_use]
    pub fn new(record: Record, mistake: Mistake, day: Day) -> Option<Drill> {
        record.setup.validate().ok()?;
        let position = record.replay().ok()?;
        let Mistake { played, best, .. } = mistake;
        let are_legal = position.check(played).is_ok() && position.check(best).is_ok();
        // To swap sides is no move on the board.
        let is_task = played != best && best != Move::Mancala(mancala::Move::Swap);
        let state = State::Waiting { solved: 0, due: day };
        (are_legal && is_task && mistake.counts()).then_some(Drill { record, position, mistake, state })
    }

    /// The game up to the position.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What went wrong in it.
    #[must_use]
    pub fn mistake(&self) -> &Mistake {
        &self.mistake
    }

    /// Whether it is the same task as another one: the same position of a game with the same setup.
    #[must_use]
    pub fn is_same(&self, other: &Drill) -> bool {
        self.record.setup == other.record.setup && self.position.hash() == other.position.hash()
    }

    /// The day from which on it is due; `None` if it does not come again.
    #[must_use]
    pub fn due(&self) -> Option<Day> {
        match self.state {
            State::Waiting { due, .. } => Some(due),
            State::Learned | State::Removed => None,
        }
    }

    /// Takes in that the first attempt was right. A drill that is not due yet stays where it is: to find a move again at
    /// once shows nothing.
    pub(crate) fn solve(&mut self, today: Day) {
        if let State::Waiting { solved, due } = self.state
            && due <= today
        {
            self.state = match PAUSES.get(solved) {
                Some(pause) => {
                    State::Waiting { solved: solved + 1, due: Day(today.0.saturating_add(*pause)) }
                }
                None => State::Learned,
            };
        }
    }

    /// Takes in that the first attempt was wrong, or the move was shown.
    pub(crate) fn fail(&mut self, today: Day) {
        if let State::Waiting { .. } = self.state {
            self.state = State::Waiting { solved: 0, due: Day(today.0.saturating_add(1)) };
        }
    }
}
