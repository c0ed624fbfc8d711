//! The pages, one a file.

mod asked;
mod editor;
mod home;
mod local;
mod not_found;
mod room;

pub use editor::editor_page;
pub use home::home;
pub use local::local_game;
pub use not_found::not_found;
pub use room::room_page;
