//! What sockets and pages send to a room's task, and who they are.

use std::time::Duration;

use room::{Command, MemberId};
use tokio::sync::oneshot;

use crate::server::identity::GuestKey;
use crate::server::lag::Lag;
use crate::server::outbox::Outbox;
use crate::server::store::StoreError;

/// A socket's number, different for every socket of a running server.
pub type SocketId = u64;

/// Who is at the other end of a socket.
#[derive(Clone, Copy, Debug)]
pub struct Visitor {
    /// The public name in this room.
    pub member: MemberId,
    /// The guest behind it; `None` without a cookie: such a one only watches.
    pub guest: Option<GuestKey>,
}

/// What sockets send to their room.
#[derive(Debug)]
pub enum Letter {
    /// Somebody comes, who may hold a seat under a further name, and has the events up to `after`.
    Join { socket: SocketId, visitor: Visitor, further: Vec<MemberId>, after: u64, outbox: Outbox, lag: Lag },
    /// A command.
    Command { socket: SocketId, id: u64, after: u64, command: Command },
    /// Somebody waits until what fell due before the room was loaded stands in its log.
    Settle { done: oneshot::Sender<()> },
    /// A heartbeat.
    Ping { socket: SocketId, n: u32, after: u64 },
    /// Somebody gives up the seat here for good, and with it a game that is running; tells whether that is written down.
    GiveUp { visitor: Visitor, done: oneshot::Sender<Result<(), StoreError>> },
    /// The page at the other end is being left.
    Leaving { socket: SocketId },
    /// A member's seat passes to another device, whose owner has proved that it is the same person's.
    HandOver { from: MemberId, to: Visitor, reply: oneshot::Sender<Result<HandOver, StoreError>> },
    /// Somebody has gone, and had been silent for so long.
    Leave { socket: SocketId, silent: Duration },
}

/// What became of a seat that was to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandOver {
    /// It has.
    Done,
    /// Whoever gave it has none any more.
    NoSeat,
    /// Whoever takes it sits already.
    Sits,
}
