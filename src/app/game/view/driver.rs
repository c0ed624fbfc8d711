//! The interface of a session to its driver, which carries out its commands. A session holds its driver as a
//! trait object, so that a page's program contains only the driver that it uses.

use engine_protocol::Level;
use room::{Command, Millis, Seat};

/// Carries out the commands of a session.
pub trait Driver {
    /// Carries out a command, or sends it on.
    fn send(&self, command: Command);

    /// The moment on this device's clock as of which the clocks of the game are known, if that is not now.
    fn clocks_as_of(&self) -> Option<Millis> {
        None
    }

    /// Called when the page is left.
    fn close(&self) {}

    /// The additional actions of a game on this device.
    fn device_actions(&self) -> Option<&dyn DeviceActions> {
        None
    }

    /// The additional actions of a lesson.
    fn lesson_actions(&self) -> Option<&dyn LessonActions> {
        None
    }
}

/// The actions of a game on this device.
pub trait DeviceActions {
    /// Starts the game with the agreed settings.
    fn start_game(&self);
    /// Polls the clock, as no server does it: a flag may fall in this page.
    fn poll_clock(&self);
    /// Puts the game away, and lets the players set up another one.
    fn adjourn(&self);
    /// Resumes the game that was put away.
    fn resume_adjourned(&self);
    /// Whether a game was put away.
    fn has_adjourned_game(&self) -> bool;
    /// Starts another game from a position.
    fn continue_from(&self, position: &room::Game);
    /// Gives a seat to a level of the computer, or to a person.
    fn seat_player(&self, seat: Seat, level: Option<Level>);
    /// Names the person on a seat; an empty name takes it away.
    fn rename(&self, seat: Seat, name: &str);
    /// Lets the computer move if it is its turn.
    fn let_computer_move(&self);
}

/// The actions of a lesson.
pub trait LessonActions {
    /// Begins a step, by its number from 0.
    fn begin_step(&self, number: usize);
    /// Demonstrates the solution of the step.
    fn show_solution(&self);
}
