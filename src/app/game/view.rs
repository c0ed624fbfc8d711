//! What a viewer sees of a room: the session with its state, hints, zen mode, presence, muted members.

pub mod analysis;
pub(in crate::app) mod chat_field;
mod choosing;
pub mod contact;
mod device;
pub mod driver;
mod hints;
mod moves;
pub(in crate::app::game) mod mute;
mod names;
pub mod place;
pub(in crate::app::game) mod plan;
pub(in crate::app::game) mod playback;
mod premove;
pub(in crate::app::game) mod presence;
mod replay;
pub mod session;
mod state;
pub(in crate::app::game) mod ticker;
mod zen;
