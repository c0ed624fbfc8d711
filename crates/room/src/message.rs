//! The wire: every message of both directions, as JSON text frames. `docs/PROTOCOL.md` shows each with an example.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::absence::Gone;
use crate::code::RoomCode;
use crate::command::Command;
use crate::event::Logged;
use crate::rejection::Rejection;
use crate::seat::MemberId;
use crate::spectators::SpectatorLine;

/// The version of this protocol, of the rules and of the events: a page that speaks another one has to be reloaded.
pub const VERSION: u32 = 4;
/// The largest message a page may send, in bytes.
pub const MAX_BYTES: usize = 4096;

/// From the page to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message of every connection.
    Hello {
        /// [`VERSION`].
        v: u32,
        /// The room meant.
        room: RoomCode,
        /// The number of the last event the page has; 0 for none.
        after: u64,
    },
    /// A command. It is answered by events that carry its id, by `done`, or by `refused`.
    Cmd {
        /// The sender's number for it, unique among the member's connections; the same when it is sent again.
        id: u64,
        /// The number of the last event the page has.
        after: u64,
        /// The command.
        cmd: Command,
    },
    /// A heartbeat.
    Ping {
        /// Comes back in the answer.
        n: u32,
        /// The number of the last event the page has: what it lacks is sent again.
        after: u64,
    },
    /// The page is being left or closed. One that is only loaded anew is back within [`crate::RECONNECT_MS`].
    Leaving,
}

/// From the server to the page. Tagged from outside, unlike [`ClientMessage`]: a tag inside would have the page compile
/// the reading of a room a second time, for text that was read already (40 kB of it).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// Who the page is in this room.
        you: MemberId,
        /// The server's time.
        now: Millis,
        /// What the page lacks. A log that begins with number 1 is the whole of it: the page starts anew.
        log: Vec<Logged>,
        /// Who is here.
        here: Presence,
    },
    /// What happened: numbered without gaps.
    Events {
        /// In order.
        events: Vec<Logged>,
    },
    /// The command with this number of the sender's was carried out before, or it changed nothing.
    Done(u64),
    /// The command was refused; nothing happened.
    Refused {
        /// The sender's number for it.
        id: u64,
        /// Why.
        reason: Rejection,
        /// What the page lacked: with it, it is right again.
        events: Vec<Logged>,
    },
    /// Who is here has changed.
    Here(Presence),
    /// Spectator chat: after the welcome all that is kept, later what is new. Goes to spectators alone. On the wire the lines are
    /// events of a log of their own, as version 4 has always had them (`docs/PROTOCOL.md`).
    #[serde(rename = "asides")]
    SpectatorChat(#[serde(with = "crate::spectators::as_log")] Vec<SpectatorLine>),
    /// The answer to `ping`.
    Pong {
        /// The number that came with it.
        n: u32,
        /// The server's time.
        now: Millis,
    },
    /// The connection or one of its messages is at fault. It is closed then, but for `busy` as the answer to a command, and
    /// for the first four messages in a row that are `not_understood`.
    Fault(Fault),
}

/// Who is connected to a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Presence {
    /// Whether the member on each seat is connected, by [`crate::Seat::index`].
    pub seats: [bool; 2],
    /// How many others watch.
    pub watching: u32,
    /// Of each seat that is taken and not connected, since when and what comes of it. Not written when nobody is missing.
    #[serde(default, skip_serializing_if = "nobody_gone")]
    pub gone: [Option<Gone>; 2],
}

fn nobody_gone(gone: &[Option<Gone>; 2]) -> bool {
    *gone == [None; 2]
}

/// What is wrong with a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Not JSON, or not a message of this protocol, or no `hello` first.
    NotUnderstood,
    /// More than [`MAX_BYTES`].
    TooLarge,
    /// Too many messages.
    TooFast,
    /// The page is of another version: reload it.
    OldVersion,
    /// There is no such room.
    NoSuchRoom,
    /// Nobody may look on in this room, and both seats are taken.
    Closed,
    /// The server cannot store anything at the moment: the command was not carried out; send it again.
    Busy,
}
