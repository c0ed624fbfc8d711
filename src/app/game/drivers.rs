//! Who answers a session's commands: the server over a socket, or the room's own code in this page. A session knows its driver by what
//! it can do and not by its type: so the program of a page has only the driver that it uses.

mod lesson;
mod local;
mod online;

pub use lesson::Lesson;
pub use local::{Local, is_going_on, keep_from, key, level_at, parts};
pub use online::Online;

use engine_protocol::Level;
use room::{Command, Seat};

/// Who answers.
pub trait Driver {
    /// Carries a command out, or hands it on.
    fn send(&self, command: Command);

    /// The page is left.
    fn close(&self) {}

    /// What there is besides where the game is played on this device.
    fn on_device(&self) -> Option<&dyn OnDevice> {
        None
    }

    /// What there is besides in a lesson.
    fn lesson(&self) -> Option<&dyn Steps> {
        None
    }
}

/// What can be done with a game on this device.
pub trait OnDevice {
    /// Starts the game that has been agreed on.
    fn begin(&self);
    /// Lets time do its part where no server does it: a flag that falls in this page.
    fn look(&self);
    /// Puts the game away, and lets another one be agreed on.
    fn put_away(&self);
    /// Goes on with the game that was put away.
    fn take_up(&self);
    /// Whether there is such a game.
    fn has_put_away(&self) -> bool;
    /// Goes on from a position as another game.
    fn go_on_from(&self, position: &room::Game);
    /// Gives a seat to a level of the computer, or to a person.
    fn seat(&self, seat: Seat, level: Option<Level>);
    /// Has the computer move if it is its turn.
    fn consider(&self);
}

/// The steps of a lesson.
pub trait Steps {
    /// Begins a step, by its number from 0.
    fn begin(&self, number: usize);
    /// Shows how the step is done.
    fn show(&self);
}
