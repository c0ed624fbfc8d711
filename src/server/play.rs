//! Live play: the sockets of rooms, the loaded rooms and their tasks, deadlines, retention, archive pages.

pub mod archive;
pub(in crate::server) mod deadlines;
pub(in crate::server) mod invite;
pub(in crate::server) mod lag;
pub(in crate::server) mod outbox;
pub(in crate::server) mod rated;
pub(in crate::server) mod redactions;
pub(in crate::server) mod room_task;
pub(in crate::server) mod rooms;
pub(in crate::server) mod services;
pub(in crate::server) mod shut_rooms;
pub(in crate::server) mod sweep;
pub mod ws;
