//! What the page of puzzles shows: one value, of which the views read what they need.

use std::sync::Arc;

use puzzles::{Attempt, Day, Mark, Pack, Puzzle, Results, Storm, Verdict, Wanted};

/// Which puzzles are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The puzzle of a day.
    Day(Day),
    /// One after the other, of a difficulty and a theme.
    Training,
    /// As many as possible in a short time.
    Storm,
    /// The list of the days before.
    Archive,
}

/// How the puzzle on the board stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// A move is to be found.
    Task,
    /// One was found, the next one is wanted.
    GoOn,
    /// The last move was wrong.
    Wrong(Verdict),
    /// It is over.
    Over(Arc<Attempt>),
}

/// The state of the page.
#[derive(Clone, Debug)]
pub struct State {
    /// The puzzles, when they are there.
    pub pack: Option<Arc<Pack>>,
    /// They could not be fetched.
    pub failed: bool,
    pub today: Day,
    pub mode: Mode,
    /// What is wanted in training.
    pub wanted: Wanted,
    /// The puzzle on the board, and its number.
    pub puzzle: Option<(usize, Arc<Puzzle>)>,
    pub status: Status,
    /// The last own move in a sentence.
    pub sentence: String,
    /// How often something was said: the same again is said again.
    pub said: u32,
    pub results: Results,
    /// The storm, from its start until the next one.
    pub storm: Option<Storm>,
    /// The time of the storm's clock, in milliseconds.
    pub now: u64,
    /// How many days the archive shows.
    pub days: u32,
}

/// Days that the archive shows at first, and more at a time.
pub const DAYS: u32 = 28;

impl Default for State {
    fn default() -> Self {
        State {
            pack: None,
            failed: false,
            // The first frame is of no day, as the server does not know the visitor's.
            today: Day(0),
            mode: Mode::Day(Day(0)),
            wanted: Wanted::default(),
            puzzle: None,
            status: Status::Task,
            sentence: String::new(),
            said: 0,
            results: Results::default(),
            storm: None,
            now: 0,
            days: DAYS,
        }
    }
}

impl State {
    /// Whether a storm is going on.
    pub fn is_storming(&self) -> bool {
        self.mode == Mode::Storm && self.storm.is_some_and(|storm| !storm.is_over(self.now))
    }

    /// Whether the solution may be shown.
    pub fn can_show(&self) -> bool {
        let is_open = self.puzzle.is_some() && !matches!(self.status, Status::Over(_));
        is_open && matches!(self.mode, Mode::Day(_) | Mode::Training)
    }

    /// The day on the page and how its own turns went, once it is over: what may be shared.
    pub fn day_marks(&self) -> Option<(Day, Vec<Mark>)> {
        let Mode::Day(day) = self.mode else { return None };
        // The first time counts, also if it was solved again.
        let stored = self.results.daily.as_ref().filter(|daily| daily.day == day);
        let marks = match (stored, &self.status) {
            (Some(daily), _) => daily.marks.clone(),
            (None, Status::Over(attempt)) => attempt.marks().to_vec(),
            (None, _) => return None,
        };
        Some((day, marks))
    }
}
