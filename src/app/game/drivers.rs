//! Who answers a session's commands: the server over a socket, or the room's own code in this page.

mod lesson;
mod local;
mod online;

pub use lesson::Lesson;
pub use local::{Local, is_going_on, keep_from, key, level_at, parts};
pub use online::Online;

use room::Command;

/// Who answers.
#[derive(Clone)]
pub enum Driver {
    /// The page itself: both players on one device.
    Local(Local),
    /// The page itself, which teaches.
    Lesson(Lesson),
    /// The server.
    Online(Online),
}

impl Driver {
    /// Hands a command on.
    pub fn send(&self, command: Command) {
        match self {
            Driver::Local(local) => local.send(command),
            Driver::Lesson(lesson) => lesson.send(command),
            Driver::Online(online) => online.send(command),
        }
    }
}
