//! What a room sends to one socket: a short queue. A socket that does not keep up is given up; it will come back and
//! resume.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use room::message::{Fault, ServerMessage};
use tokio::sync::mpsc;

/// How many messages may wait for one socket.
pub const QUEUE: usize = 64;

/// One thing for the socket to do.
#[derive(Clone, Debug)]
pub enum Parcel {
    /// Send this text. Shared, and so small: a queue has room for 32 parcels from the beginning.
    Text(Arc<Utf8Bytes>),
    /// From now on the member plays or watches, which decides how much it may send.
    Role(Role),
    /// Send this fault, then close.
    Close(Fault),
}

/// What a connection is in its room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It sits.
    Player,
    /// It does not.
    Watcher,
}

/// The room's end of the queue.
pub type Outbox = mpsc::Sender<Parcel>;

/// A message for any number of sockets.
pub fn pack(message: &ServerMessage) -> Parcel {
    Parcel::Text(Arc::new(encode(message)))
}

/// A message as it goes over the wire: encoded once, however many get it.
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    match serde_json::to_string(message) {
        Ok(text) => text.into(),
        Err(error) => {
            // No message of ours has a map with keys that are not text, which is all that can fail.
            tracing::error!(%error, "a message could not be encoded");
            Utf8Bytes::from_static(r#"{"fault":"busy"}"#)
        }
    }
}
