//! What the page of mistakes shows: one value, of which the views read what they need.

use std::sync::Arc;

use drills::{Drill, Drills, Verdict};
use puzzles::Day;
use rules::{Game, Move};

use crate::app::game::drivers::DrillNews;

/// The games that are being looked through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looking {
    /// Which game it is, from 1.
    pub number: u32,
    /// How many there are.
    pub all: u32,
    /// How many moves of it are judged, and how many it has.
    pub moves: (u32, u32),
}

/// What was said of the last move in a drill.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    pub mv: Move,
    pub what: DrillNews,
    /// The move in a sentence.
    pub sentence: String,
}

/// The state of the page.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Whether what is stored was read: the first frame knows nothing of it.
    pub is_read: bool,
    pub today: Option<Day>,
    pub drills: Drills,
    /// The finished games of this device that were not looked through, by their ids, the newest last.
    pub games: Vec<String>,
    pub looking: Option<Looking>,
    /// How many mistakes the last look at games has found, once it is over.
    pub found: Option<u32>,
    /// The drill on the board.
    pub drill: Option<Arc<Drill>>,
    /// Those after it, the next one last.
    pub rest: Vec<Drill>,
    pub news: Option<News>,
    /// Whether the first attempt at the drill was made, or a best move was shown.
    pub is_tried: bool,
    /// How often something was said: the same again is said again.
    pub said: u32,
}

impl State {
    /// The game whose board is on the page.
    pub fn game(&self) -> Option<Game> {
        self.drill.as_ref().map(|drill| drill.position().game())
    }

    pub fn today(&self) -> Day {
        self.today.unwrap_or(Day(0))
    }

    /// How many drills are due.
    pub fn due(&self) -> usize {
        self.drills.due(self.today())
    }

    /// Whether the drill is done.
    pub fn is_over(&self) -> bool {
        let what = self.news.as_ref().map(|news| news.what);
        matches!(what, Some(DrillNews::Judged(Verdict::Keeps) | DrillNews::Shown))
    }

    /// Whether a best move may be shown.
    pub fn can_show(&self) -> bool {
        self.drill.is_some() && !self.is_over()
    }
}
