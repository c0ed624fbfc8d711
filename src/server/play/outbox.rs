//! Outbox from a room to one socket: a short queue for backpressure. A socket that does not keep up is
//! dropped; its page reconnects and resumes.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use room::message::{Fault, Presence, ServerMessage};
use room::{Logged, MemberId, Millis};
use tokio::sync::mpsc;

/// Capacity of the queue, in messages.
pub const QUEUE: usize = 64;

/// An instruction for the socket.
#[derive(Clone, Debug)]
pub enum Parcel {
    /// Send this welcome.
    Welcome(Arc<Welcome>),
    /// Send this text. Behind an `Arc` to keep it small: the channel allocates blocks of 32 entries up front.
    Text(Arc<Utf8Bytes>),
    /// The member is now a player or a spectator, which decides the socket's rate limit.
    Role(Role),
    /// Send this fault, then close.
    Close(Fault),
}

/// A welcome whose log is shared with the welcomes of others. It becomes one text only when it is sent.
#[derive(Debug)]
pub struct Welcome {
    /// The text before the log, and behind it.
    around: [String; 2],
    /// The log as JSON.
    log: Arc<str>,
}

impl Welcome {
    /// The welcome of a member, with a log in JSON.
    pub fn new(you: MemberId, now: Millis, here: Presence, log: Arc<str>) -> Self {
        let message = encode(&ServerMessage::Welcome { you, now, log: Vec::new(), here });
        let (before, behind) = message.split_once("[]").unwrap_or((&message, ""));
        Self { around: [before.to_owned(), behind.to_owned()], log }
    }

    /// Its length in bytes.
    pub fn len(&self) -> usize {
        self.log.len() + self.around.iter().map(String::len).sum::<usize>()
    }

    /// Its log.
    #[cfg(test)]
    pub fn log(&self) -> &Arc<str> {
        &self.log
    }

    /// Its text.
    pub fn text(&self) -> Utf8Bytes {
        let [before, behind] = &self.around;
        [before, &*self.log, behind].concat().into()
    }
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

/// Encodes an event, as the store keeps it and as it stands in a message.
pub fn encode_event(event: &Logged) -> Arc<str> {
    serde_json::to_string(event).map_or_else(
        |error| {
            tracing::error!(%error, "an event could not be encoded");
            Arc::from("null")
        },
        Arc::from,
    )
}

/// The message with these events, which are encoded already, for any number of sockets.
pub fn pack_events(events: &[Arc<str>]) -> Parcel {
    let text = [r#"{"events":{"events":["#, &events.join(","), "]}}"].concat();
    Parcel::Text(Arc::new(text.into()))
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

#[cfg(test)]
mod tests {
    use room::{Event, Seat, Settings, stamp};

    use super::*;

    #[test]
    fn a_message_of_encoded_events_is_the_text_of_the_whole_message() {
        let said = |text: &str| Event::ChatSent { seat: Seat::Top, text: text.to_owned() };
        let lines = vec![said("\"events\":[]"), said("a, b"), Event::Left(Seat::Bottom)];
        let all = stamp(lines, 3, 1, None);
        for count in 0..=all.len() {
            let events = all[..count].to_vec();
            let encoded: Vec<_> = events.iter().map(encode_event).collect();
            let Parcel::Text(text) = pack_events(&encoded) else { panic!("no text") };
            assert_eq!(*text, encode(&ServerMessage::Events { events }));
        }
    }

    #[test]
    fn a_welcome_in_parts_is_the_text_of_the_whole_message() {
        let here = Presence { seats: [true, false], watching: 3, ..Presence::default() };
        let said = Event::ChatSent { seat: Seat::Top, text: "\"log\":[]".to_owned() };
        for log in [Vec::new(), stamp(vec![Event::Opened(Settings::default()), said], 0, 1, None)] {
            let shared = serde_json::to_string(&log).unwrap().into();
            let welcome = Welcome::new(MemberId(7), 5, here, shared);
            let whole = ServerMessage::Welcome { you: MemberId(7), now: 5, log, here };
            assert_eq!(welcome.text(), encode(&whole));
            assert_eq!(welcome.len(), welcome.text().len());
        }
    }
}
