//! The pages, one a file.

mod editor;
mod home;
mod local;
mod not_found;
mod room;

pub use editor::EditorPage;
pub use home::Home;
pub use local::LocalGame;
pub use not_found::NotFound;
pub use room::RoomPage;
