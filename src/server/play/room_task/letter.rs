//! Letters: the messages that sockets and pages send to a room task, and the visitor behind them.

use std::net::IpAddr;
use std::time::Duration;

use room::{Command, MemberId, Rejection};
use tokio::sync::oneshot;

use super::spectated::SpectatedFeed;
use crate::app::text::language::Language;
use crate::server::auth::account::Session;
use crate::server::identity::GuestKey;
use crate::server::play::lag::Lag;
use crate::server::play::outbox::Outbox;
use crate::server::store::StoreError;

/// Id of a socket, unique within this process.
pub type SocketId = u64;

/// The visitor behind a socket.
#[derive(Clone, Copy, Debug)]
pub struct Visitor {
    /// The public id in this room.
    pub member: MemberId,
    /// The guest; `None` without a cookie, which allows only to watch.
    pub guest: Option<GuestKey>,
    /// The network address, for limits; `None` where none counts.
    pub address: Option<IpAddr>,
    /// The language of the visitor's pages.
    pub language: Language,
    /// What a bot has, whose name is decided elsewhere; `None` of a person.
    pub bot: Option<BotLimits>,
}

/// By what the limits of a bot count.
#[derive(Clone, Copy, Debug)]
pub enum BotLimits {
    /// By its token, and its games by the bot.
    Token(GuestKey),
    /// By its token; one of whoever runs the server has no limit of games.
    House(GuestKey),
    /// Its games as those of a person: it has no token.
    Guest,
}

impl Visitor {
    /// A program, whose limits do not count by address; without a guest it only watches.
    pub fn bot(member: MemberId, guest: Option<GuestKey>, limits: BotLimits) -> Self {
        Self { member, guest, address: None, language: Language::default(), bot: Some(limits) }
    }
}

impl BotLimits {
    /// Those of a session; `None` of a person's.
    pub fn of(session: &Session) -> Option<Self> {
        let (bot, token) = (session.bot.as_ref()?, session.cookie.guest());
        Some(if bot.is_house { Self::House(token) } else { Self::Token(token) })
    }

    /// The token that pays for what is read.
    pub fn token(self) -> Option<GuestKey> {
        match self {
            Self::Token(token) | Self::House(token) => Some(token),
            Self::Guest => None,
        }
    }
}

/// A message to a room task.
#[derive(Debug)]
pub enum Letter {
    /// A client joins. It may hold a seat under one of the `further` member ids, and has the events up to
    /// `after`.
    Join { socket: SocketId, visitor: Visitor, further: Vec<MemberId>, after: u64, outbox: Outbox, lag: Lag },
    /// Takes a free seat for the visitor of a form, under this name or else the guest's, unless one of the `further`
    /// members sits already; answers with the reason if the room refuses it.
    Sit {
        visitor: Visitor,
        further: Vec<MemberId>,
        name: Option<String>,
        reply: oneshot::Sender<Result<Option<Rejection>, StoreError>>,
    },
    /// A command.
    Command { socket: SocketId, id: u64, after: u64, command: Command },
    /// Asks to be told when everything that fell due before the load is in the event log.
    Settle { done: oneshot::Sender<()> },
    /// A client's heartbeat.
    Ping { socket: SocketId, n: u32, after: u64 },
    /// Gives up the visitor's seat for good and resigns a running game; answers when that is committed.
    GiveUp { visitor: Visitor, done: oneshot::Sender<Result<(), StoreError>> },
    /// Something in the log was hidden.
    Redacted,
    /// The operator has closed the room, and ended its game in the log.
    Shut,
    /// Asks for the public game, without joining the room.
    Follow { reply: oneshot::Sender<SpectatedFeed> },
    /// The page announces that it is being left.
    Leaving { socket: SocketId },
    /// Transfers a member's seat to another device, which has proved that it is the same person's.
    HandOver { from: MemberId, to: Visitor, reply: oneshot::Sender<Result<HandOver, StoreError>> },
    /// A socket has closed; the client was last heard `silent` ago.
    Leave { socket: SocketId, silent: Duration },
}

/// The outcome of a seat transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandOver {
    /// The seat was transferred.
    Done,
    /// The giver holds no seat any more.
    NoSeat,
    /// The receiver holds a seat already.
    Sits,
}
