//! The wire protocol: every message of both directions (commands, events, heartbeat, presence), as JSON text
//! frames of a WebSocket. `docs/PROTOCOL.md` shows each with an example.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::absence::Gone;
use crate::code::RoomCode;
use crate::command::Command;
use crate::event::Logged;
use crate::rejection::Rejection;
use crate::seat::MemberId;
use crate::spectators::SpectatorLine;

/// The version of the protocol, of the rules and of the events. A page with another version has to be
/// reloaded.
pub const VERSION: u32 = 11;
/// The largest message a page may send, in bytes.
pub const MAX_BYTES: usize = 4096;

/// A message from the page to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message of every connection.
    Hello {
        /// [`VERSION`].
        v: u32,
        /// The room.
        room: RoomCode,
        /// The number of the last event the page has; 0 for none.
        after: u64,
    },
    /// A command. The server answers with events that carry its id, with `done`, or with `refused`.
    Cmd {
        /// The command's id, unique among the member's connections. A resend has the same id, which makes the
        /// command idempotent.
        id: u64,
        /// The number of the last event the page has.
        after: u64,
        /// The command.
        cmd: Command,
    },
    /// A heartbeat.
    Ping {
        /// Returned in the `pong`.
        n: u32,
        /// The number of the last event the page has: the server sends what is missing (a sequence gap).
        after: u64,
    },
    /// The page is being left or closed. A page that is only reloaded is back within [`crate::RECONNECT_MS`].
    Leaving,
}

/// A message from the server to the page. It is tagged externally, unlike [`ClientMessage`]: an internal tag
/// would have the page compile the deserialiser of a room a second time, for buffered text (40 kB of it).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The page's member id in this room.
        you: MemberId,
        /// The server's time.
        now: Millis,
        /// The events that the page lacks. If they begin with number 1, they are the whole log, and the page
        /// starts anew.
        log: Vec<Logged>,
        /// The presence.
        here: Presence,
    },
    /// New events, numbered without a sequence gap.
    Events {
        /// The events, in order.
        events: Vec<Logged>,
    },
    /// The command with this id was carried out before, or it changed nothing.
    Done(u64),
    /// The command was refused; the room is unchanged.
    Refused {
        /// The command's id.
        id: u64,
        /// The reason.
        reason: Rejection,
        /// The events that the page lacked: with them its state is correct again.
        events: Vec<Logged>,
    },
    /// The presence has changed.
    Here(Presence),
    /// Spectator chat: all kept lines after the welcome, later the new ones. Sent to spectators alone. On the
    /// wire the lines are events of a log of their own, as version 4 has always had them
    /// (`docs/PROTOCOL.md`).
    #[serde(rename = "asides")]
    SpectatorChat(#[serde(with = "crate::spectators::as_log")] Vec<SpectatorLine>),
    /// The answer to `ping`.
    Pong {
        /// The number of the `ping`.
        n: u32,
        /// The server's time.
        now: Millis,
    },
    /// The connection or one of its messages is at fault. The server then closes it, except after `busy` as
    /// the answer to a command, and after the first four messages in a row that are `not_understood`.
    Fault(Fault),
}

/// The presence: who is connected to a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Presence {
    /// Whether the member on each seat is connected, by [`crate::Seat::index`].
    pub seats: [bool; 2],
    /// How many spectators are connected.
    pub watching: u32,
    /// For each taken seat without a connection, since when and what may be claimed. Not serialised when
    /// nobody is missing.
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
    /// The message is not JSON, not of this protocol, or the first one is no `hello`.
    NotUnderstood,
    /// More than [`MAX_BYTES`].
    TooLarge,
    /// The rate limit: too many messages.
    TooFast,
    /// The page has another protocol version and must reload.
    OldVersion,
    /// There is no such room.
    NoSuchRoom,
    /// The host has closed the room, or it admits no spectators and both seats are taken.
    Closed,
    /// The operator has suspended the guest.
    Suspended,
    /// The operator has blocked the visitor's network.
    Blocked,
    /// The operator has closed the room.
    Shut,
    /// The store is unavailable: the command was not carried out; send it again.
    Busy,
}

impl Fault {
    /// Whether the page need not come back: the same would happen again.
    pub fn is_final(self) -> bool {
        match self {
            Self::OldVersion | Self::NoSuchRoom | Self::Closed => true,
            Self::Suspended | Self::Blocked | Self::Shut => true,
            Self::NotUnderstood | Self::TooLarge | Self::TooFast | Self::Busy => false,
        }
    }
}
