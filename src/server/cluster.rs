//! Several nodes on one database: the pub/sub bus between them, and failure detection by heartbeats.

pub(in crate::server) mod bus;
pub(in crate::server) mod nodes;
