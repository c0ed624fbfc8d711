//! Pub/sub bus between the servers ("nodes") that share one database. Messages are hints and may be lost: the
//! truth is the event log in the store, and later messages make up for lost ones (ADR 0042).

mod incoming;
mod local;
mod nats;
mod signature;
mod warning_limit;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use room::{MemberId, Millis, Origin, Preset, RoomCode};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};

pub use self::local::LocalBus;
use self::nats::NatsBus;
use self::signature::Signing;
use crate::model::lobby::PublicGame;
use crate::server::config::Config;
pub use crate::server::config::bus_address::BusAddress;
use crate::server::error::StartError;
pub use crate::server::store::NodeId;
use crate::server::store::Store;

/// How many messages may wait for a subscriber; more are dropped.
const QUEUE: usize = 64;

/// What a message is about; one subject of the bus each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A room.
    Room(RoomCode),
    /// The nodes themselves.
    Nodes,
    /// Session revocation: cookies that no longer stand for the same guest.
    SessionRevocation,
    /// Tournaments.
    Tournaments,
    /// The lobby.
    Lobby,
}

/// A message of the bus.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BusMessage {
    /// The node that published it.
    pub node: NodeId,
    /// The sequence number of the room's last event that the node knows. So any message reveals a gap that a
    /// lost one left.
    pub seq: u64,
    /// Its content.
    #[serde(rename = "what")]
    pub payload: BusPayload,
}

/// The content of [`BusMessage`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BusPayload {
    /// The room's log has become longer.
    Appended,
    /// Names or lines of the room were removed.
    Redacted,
    /// The node has just loaded the room, or was isolated: other nodes that have the room answer with their
    /// presence.
    Hello,
    /// Presence at this node: the connected players, and the number of spectators.
    #[serde(rename = "here")]
    Presence {
        /// The connected players.
        #[serde(rename = "there")]
        players: Vec<PlayerPresence>,
        /// The number of spectators.
        watching: u32,
    },
    /// The node has unloaded the room.
    Bye,
    /// Heartbeat of a node.
    #[serde(rename = "alive")]
    Heartbeat,
    /// Spectator chat, the oldest line first.
    #[serde(rename = "asides")]
    SpectatorChat(Vec<RemoteChatLine>),
    /// Revocation: the sockets of a cookie, or all sockets of a guest, are to end; holds the guest key as
    /// text.
    #[serde(rename = "farewell")]
    SessionRevoked(String),
    /// What has changed in a tournament.
    Tournament(TournamentChanged),
    /// The public games of the rooms at this node that are running, all of them or the newest ones.
    PublicGames(Vec<PublicGame>),
    /// Guests, by their keys as text, who are online at this node, and some who are not any more.
    Online {
        /// Who is online.
        here: Vec<String>,
        /// Who was.
        gone: Vec<String>,
    },
    /// A guest, by the key as text, was challenged, or a challenge to them was declined or blocked.
    Challenged(String),
}

/// What a node tells of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentChanged {
    /// Its log has become longer, to the number of the message.
    Appended(RoomCode),
    /// Who is at its page at this node.
    Presence {
        /// The tournament.
        code: RoomCode,
        /// The numbers of the entrants who are there, and since when, in milliseconds since 1970.
        entrants: Vec<(u32, Millis)>,
    },
}

/// A player with an open socket at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerPresence {
    /// The player's member id.
    pub member: MemberId,
    /// Whether all pages of this player have announced that they are being left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leaving: bool,
    /// Measured round-trip time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<Millis>,
}

/// A line of spectator chat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RemoteChatLine {
    /// The command it came from; it identifies the line at every node, which makes delivery idempotent.
    pub by: Origin,
    /// The spectator's name.
    pub name: String,
    /// When it was said, in milliseconds since 1970.
    pub at: Millis,
    /// Number of the game that the line is about, if that matters.
    pub game: u32,
    /// Free text; set if [`RemoteChatLine::preset`] is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A ready-made phrase; set if [`RemoteChatLine::text`] is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
}

/// What a subscriber receives.
#[derive(Clone, PartialEq, Debug)]
pub enum BusEvent {
    /// The bus is connected: messages arrive from now on, but some may have been lost before.
    Connected,
    /// The bus is disconnected: no messages arrive.
    Disconnected,
    /// A message of another node.
    Message(BusMessage),
}

/// Subscription to a topic; ends when it is dropped.
#[derive(Debug)]
pub struct TopicSubscription(mpsc::Receiver<BusEvent>);

impl TopicSubscription {
    /// The next item. Pends for ever on a bus without other nodes.
    pub async fn next(&mut self) -> BusEvent {
        match self.0.recv().await {
            Some(event) => event,
            None => std::future::pending().await,
        }
    }
}

/// A boxed future, because the trait has to be dyn-compatible.
pub type BoxedFuture<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// The pub/sub connection of this node.
pub trait Bus: Send + Sync + fmt::Debug {
    /// The id of this node.
    fn node(&self) -> NodeId;
    /// Whether this is the only node, now and for ever, so that nothing has to be published.
    fn is_single_node(&self) -> bool;
    /// Publishes a message; `seq` is the last event that this node knows. Never blocks: what cannot be sent
    /// is dropped.
    fn publish(&self, topic: Topic, seq: u64, payload: BusPayload);
    /// Subscribes to a topic.
    fn subscribe(&self, topic: Topic) -> TopicSubscription;
    /// Whether the bus is connected, as a watch.
    fn connected(&self) -> watch::Receiver<bool>;
    /// Sends what is queued, waiting for a bounded time.
    fn flush(&self) -> BoxedFuture<'_>;
}

/// Starts the bus that the configuration asks for.
///
/// # Errors
/// The system has no randomness to give, or an address cannot be used. An unreachable bus is no error: it may
/// come up later.
pub async fn start(config: &Config, store: &Store) -> Result<Arc<dyn Bus>, StartError> {
    let node = NodeId::random().map_err(|source| StartError::Bus { source: Box::new(source) })?;
    Ok(match config.bus.as_slice() {
        [] => Arc::new(LocalBus::single(node)),
        addresses => {
            let key = store.key("bus").await.map_err(|error| StartError::Bus { source: error.into() })?;
            let signing = Signing { key: key.into_bytes(), unsigned: config.bus_unsigned };
            Arc::new(NatsBus::start(node, addresses, signing).await?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bus_events_are_short_and_round_trip() {
        let player = |leaving, lag| PlayerPresence { member: MemberId(255), leaving, lag };
        let here =
            BusPayload::Presence { players: vec![player(false, None), player(true, Some(40))], watching: 3 };
        for (payload, text) in [
            (BusPayload::Appended, r#""appended""#),
            (BusPayload::Redacted, r#""redacted""#),
            (BusPayload::Hello, r#""hello""#),
            (BusPayload::Bye, r#""bye""#),
            (
                here,
                r#"{"here":{"there":[{"member":"00000000000000ff"},{"member":"00000000000000ff","leaving":true,"lag":40}],"watching":3}}"#,
            ),
        ] {
            let message = BusMessage { node: NodeId(0xBEE), seq: 7, payload };
            let written = serde_json::to_string(&message).unwrap();
            assert_eq!(written, format!(r#"{{"node":"0000000000000bee","seq":7,"what":{text}}}"#));
            assert_eq!(serde_json::from_str::<BusMessage>(&written).unwrap(), message);
        }
    }
}
