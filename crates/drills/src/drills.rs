//! What a device keeps: its drills in the order in which they were found, and which games were looked through. Stored as
//! text, with a version; a line that cannot be read is dropped, and the rest stays.

use puzzles::Day;

use crate::drill::{Drill, State};
use crate::line;

/// The version of the text, its first line. A text of another version is not read, nor written over.
const VERSION: &str = "1";
/// So many drills are kept, the newest. Of the games that were looked through the same number of ids is kept: more than
/// the archive of a device has.
pub const MOST: usize = 500;
/// What the line of a game begins with that was looked through; its id follows.
const GAME: &str = "game ";

/// The drills of a device.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drills {
    all: Vec<Drill>,
    games: Vec<String>,
}

impl Drills {
    /// Adds a drill, unless it is there; returns whether it was added. The oldest gives way if there are too many.
    pub fn add(&mut self, drill: Drill) -> bool {
        let is_new = self.state_of(&drill).is_none();
        if is_new {
            self.all.push(drill);
            self.all.drain(..self.all.len().saturating_sub(MOST));
        }
        is_new
    }

    /// Where a drill stands; `None` if it is not there.
    #[must_use]
    pub fn state_of(&self, drill: &Drill) -> Option<State> {
        self.all.iter().find(|other| other.is_same(drill)).map(|drill| drill.state)
    }

    /// What comes again, in the order in which it is due; of the same day the oldest first.
    #[must_use]
    pub fn queue(&self) -> Vec<&Drill> {
        let mut waiting: Vec<_> = self.all.iter().filter(|drill| drill.due().is_some()).collect();
        waiting.sort_by_key(|drill| drill.due());
        waiting
    }

    /// How many are due on a day.
    #[must_use]
    pub fn due(&self, today: Day) -> usize {
        self.all.iter().filter(|drill| drill.due().is_some_and(|due| due <= today)).count()
    }

    /// How many are learned.
    #[must_use]
    pub fn learned(&self) -> usize {
        self.all.iter().filter(|drill| drill.state == State::Learned).count()
    }

    /// Takes in that the first attempt at a drill was right: the pause grows, or it is learned.
    pub fn solve(&mut self, drill: &Drill, today: Day) {
        if let Some(drill) = self.find(drill) {
            drill.solve(today);
        }
    }

    /// Takes in that the first attempt was wrong, or that the move was shown: the drill begins again tomorrow.
    pub fn fail(&mut self, drill: &Drill, today: Day) {
        if let Some(drill) = self.find(drill) {
            drill.fail(today);
        }
    }

    /// Removes a drill for good.
    pub fn remove(&mut self, drill: &Drill) {
        if let Some(drill) = self.find(drill) {
            drill.state = State::Removed;
        }
    }

    fn find(&mut self, drill: &Drill) -> Option<&mut Drill> {
        self.all.iter_mut().find(|other| other.is_same(drill))
    }

    /// Whether the mistakes of a game are all among these, by the game's id.
    #[must_use]
    pub fn has_game(&self, id: &str) -> bool {
        self.games.iter().any(|game| game == id)
    }

    /// Takes in that a game was looked through to its beginning.
    pub fn add_game(&mut self, id: &str) {
        if !self.has_game(id) && is_id(id) {
            self.games.push(id.to_owned());
            self.games.drain(..self.games.len().saturating_sub(MOST));
        }
    }

    /// Reads what [`Self::write`] wrote; `None` if it is of a later version, which must not be written over.
    #[must_use]
    pub fn read(text: &str) -> Option<Drills> {
        let mut lines = text.lines();
        if lines.next() != Some(VERSION) {
            return None;
        }
        let mut drills = Drills::default();
        for line in lines {
            match line.strip_prefix(GAME) {
                Some(id) => drills.add_game(id),
                None => {
                    line::read(line).map(|drill| drills.add(drill));
                }
            }
        }
        Some(drills)
    }

    /// The text that is stored.
    #[must_use]
    pub fn write(&self) -> String {
        let games = self.games.iter().map(|id| format!("{GAME}{id}"));
        let lines = self.all.iter().filter_map(line::write).chain(games);
        [VERSION.to_owned()].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
    }
}

/// Whether a text can be the id of a game, which has no space and no end of line.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
