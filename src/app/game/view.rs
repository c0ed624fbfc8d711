//! What a viewer sees of a room: the session with its state, hints, zen mode, presence, muted members.

mod device;
pub mod driver;
mod hints;
pub(in crate::app::game) mod mute;
pub(in crate::app::game) mod presence;
pub mod session;
mod state;
mod zen;
