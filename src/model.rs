//! Data that the server gives to the pages: plain types without rendering, texts or storage. The server and the pages both
//! name them; neither names the other's.

pub mod finished_game;
pub mod lobby;
pub mod my_games;
#[cfg(feature = "ssr")]
pub mod players;
#[cfg(feature = "ssr")]
pub mod preview;
pub mod privacy;
pub mod profile;
pub mod rating;
pub mod rating_range;
pub mod room_page;
pub mod security;
pub mod seek;
#[cfg(feature = "ssr")]
pub mod tournaments;
#[cfg(feature = "ssr")]
pub mod tv;
