//! The pages, one a file.

mod home;
mod local;
mod not_found;
mod room;

pub use home::Home;
pub use local::LocalGame;
pub use not_found::NotFound;
pub use room::RoomPage;
