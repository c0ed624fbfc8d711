//! What is shown of a room: the room itself, who looks at it and how, what has to be told.

use std::sync::Arc;

use room::message::Presence;
use room::{Game, Line, MemberId, Millis, Room, Seat, SpectatorLine};
use rules::Side;

use super::Link;
use super::advice::{Advice, Review};
use crate::app::Opponent;
use crate::app::game::film::Film;

/// Who is looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Viewer {
    /// The server has not said yet.
    #[default]
    Unknown,
    /// This member: one of the players, or somebody who watches.
    Member(MemberId),
    /// Both players, on one device.
    Both,
}

/// Something to be told once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A command was refused.
    Refused(room::Rejection),
    /// The connection is at fault.
    Fault(room::message::Fault),
    /// The computer cannot think.
    NoAnswer,
    /// This side has given the other time.
    Gave(Side),
    /// The seat has passed to another device of its player.
    HandedOver,
    /// What was reported has arrived.
    Reported,
    /// Nothing but the board is seen from now on, or everything again.
    Zen(bool),
}

/// How far a lesson is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The step that is on the board, from 0.
    pub step: usize,
    /// The steps that were done.
    pub done: Vec<usize>,
    /// How far this one is.
    pub stage: Stage,
    /// What the last move came to, in words.
    pub said: String,
    /// How many times something was said.
    pub news: u32,
}

/// How far a step of a lesson is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Its task is set.
    #[default]
    Task,
    /// A part of what is demanded has been done.
    GoOn,
    /// Something else was done.
    Wrong,
    /// What is demanded has been done.
    Right,
}

/// What is shown.
#[derive(Clone, Default)]
pub struct Shown {
    /// The room: what is confirmed, and on top of it what was just done here.
    pub room: Option<Arc<Room>>,
    /// The game as its board shows it, while one looks back at an earlier position of it.
    pub back: Option<Arc<Game>>,
    /// The last move shown as a film; none if what is shown came to be in another way.
    pub film: Option<Arc<Film>>,
    /// What the square under the hand is for.
    pub hint: Option<String>,
    /// The review lies over the board.
    pub reviews: bool,
    /// The settings are shown though the last game is still on the table.
    pub settings: bool,
    /// How fast films run while one looks back, in percent of the usual speed.
    pub speed: u32,
    /// Who looks.
    pub viewer: Viewer,
    /// The connection.
    pub link: Link,
    /// Who else is connected.
    pub here: Presence,
    /// A move has waited for its confirmation for so long that it should look like it.
    pub waiting: bool,
    /// What has to be told, and how many times something had to be.
    pub notice: Option<(u32, Notice)>,
    /// Who the opponent is, where both players are at this device.
    pub device: Option<Opponent>,
    /// The computer is not to go on.
    pub paused: bool,
    /// The computer answers as soon as it can.
    pub fast: bool,
    /// The computer has seen the end of the game: from here on it plays perfectly.
    pub sees_end: bool,
    /// What the moves of a position are worth, for whoever has asked.
    pub advice: Option<Arc<Advice>>,
    /// What the moves of a whole game were worth.
    pub review: Option<Arc<Review>>,
    /// How far the lesson is, if it is one.
    pub lesson: Option<Progress>,
    /// What spectators have said to each other, if one is one of them.
    pub spectator_chat: Vec<SpectatorLine>,
    /// The members whom one does not want to hear.
    pub muted: Vec<MemberId>,
    /// The board is turned around.
    pub flipped: bool,
    /// Nothing but the board and the clocks is wished for.
    pub zen: bool,
    /// The server's clock less this device's, in milliseconds.
    pub ahead: Millis,
}

impl Shown {
    /// Forgets what was found out about the last game, and how it was watched.
    pub fn forget(&mut self) {
        self.advice = None;
        self.review = None;
        self.paused = false;
        self.sees_end = false;
    }

    /// Has something told.
    pub fn tell(&mut self, notice: Notice) {
        let number = self.notice.as_ref().map_or(0, |(number, _)| *number);
        self.notice = Some((number.wrapping_add(1), notice));
    }

    /// Whether this line is not to be seen or heard.
    pub fn is_muted(&self, line: &Line) -> bool {
        line.is_news() && self.muted.contains(&line.member)
    }

    /// The game as its board shows it.
    pub fn seen(&self) -> Option<&Game> {
        self.back.as_deref().or(self.room.as_ref()?.game.as_ref())
    }

    /// How many moves the game has, seen or not.
    pub fn last_ply(&self) -> Option<u32> {
        self.room.as_ref()?.game.as_ref().map(Game::ply)
    }
}

/// The seat from which `viewer` acts in this room.
pub fn seat_of(viewer: Viewer, room: &Room) -> Option<Seat> {
    match viewer {
        Viewer::Unknown => None,
        Viewer::Member(member) => room.seat_of(member),
        Viewer::Both => Some(match room.running() {
            Some(game) => game.seat_of(game.position.to_move()),
            None => Seat::Bottom,
        }),
    }
}
