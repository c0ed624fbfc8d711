//! Players who are known by a name of their own: claimed names, their public pages and the leaderboards, whom one follows or
//! blocks, and challenges.

mod claimable;
mod form;
pub mod leaderboard;
pub mod names;
pub mod own_rooms;
pub mod page;
pub mod relations;
pub mod rooms;
