//! Outbox from a room to one socket: a short queue for backpressure. A socket that does not keep up is
//! dropped; its page reconnects and resumes.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use room::message::{Fault, ServerMessage};
use tokio::sync::mpsc;

/// Capacity of the queue, in messages.
pub const QUEUE: usize = 64;

/// An instruction for the socket.
#[derive(Clone, Debug)]
pub enum Parcel {
    /// Send this text. Behind an `Arc` to keep it small: the channel allocates blocks of 32 entries up front.
    Text(Arc<Utf8Bytes>),
    /// The member is now a player or a spectator, which decides the socket's rate limit.
    Role(Role),
    /// Send this fault, then close.
    Close(Fault),
}

/// The role of a connection in its room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A player, who holds a seat.
    Player,
    /// A spectator.
    Spectator,
}

/// The room's end of the queue.
pub type Outbox = mpsc::Sender<Parcel>;

/// Encodes a message for any number of sockets.
pub fn pack(message: &ServerMessage) -> Parcel {
    Parcel::Text(Arc::new(encode(message)))
}

/// The wire form of a message, encoded once for all recipients.
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    match serde_json::to_string(message) {
        Ok(text) => text.into(),
        Err(error) => {
            // Only maps with keys other than text can fail, and no message has any.
            tracing::error!(%error, "a message could not be encoded");
            Utf8Bytes::from_static(r#"{"fault":"busy"}"#)
        }
    }
}
