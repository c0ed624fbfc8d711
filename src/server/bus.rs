//! What several servers ("nodes") over one database tell each other of the rooms that they have loaded. All of it is hints: what is
//! true stands in the store, and what is lost here is made up for by what comes later (ADR 0042).

mod address;
mod local;
mod nats;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use room::{MemberId, Millis, Origin, Preset, RoomCode};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};

pub use self::address::BusAddress;
pub use self::local::Local;
use self::nats::Nats;
use super::config::Config;
use super::error::StartError;

/// How many news may wait for a room, or for whoever else listens; what is more is lost.
const QUEUE: usize = 64;

/// Which of the servers: a number drawn at its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NodeId(u64);

impl NodeId {
    /// One that no other server has.
    ///
    /// # Errors
    /// The system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        getrandom::u64().map(Self)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl From<NodeId> for String {
    fn from(node: NodeId) -> Self {
        node.to_string()
    }
}

impl TryFrom<String> for NodeId {
    type Error = std::num::ParseIntError;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        u64::from_str_radix(&text, 16).map(Self)
    }
}

/// What it is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A room.
    Room(RoomCode),
    /// The nodes themselves.
    Nodes,
    /// Cookies that stand for somebody else from now on.
    Farewell,
}

/// Something that a node says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct News {
    /// Who says it.
    pub node: NodeId,
    /// The number of the last event of the room that it knows; so whatever is heard heals what was not.
    pub seq: u64,
    /// What it says.
    pub what: What,
}

/// See [`News`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The room's log has become longer.
    Appended,
    /// The node has loaded the room just now, or was cut off from the others: whoever has it too says who is there.
    Hello,
    /// Who is there at this node: those who sit, and how many watch.
    Here { there: Vec<There>, watching: u32 },
    /// The node has the room no more.
    Bye,
    /// The node can be heard.
    Alive,
    /// What those who watch have said to each other, the oldest first.
    Asides(Vec<Aside>),
    /// The sockets of a guest's cookie, or all of a guest, are to end; by the key of the database.
    Farewell(String),
}

/// Somebody who sits, and has a socket at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct There {
    /// Who.
    pub member: MemberId,
    /// All pages of theirs have said that they are being left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leaving: bool,
    /// How long it takes to them and back, if that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<Millis>,
}

/// What somebody who watches has said.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Aside {
    /// The command it came from, by which every node knows it.
    pub by: Origin,
    /// What that one is called.
    pub name: String,
    /// When.
    pub at: Millis,
    /// The game it was said about, if that matters.
    pub game: u32,
    /// What was said: one of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// See [`Aside::text`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
}

/// What a listener hears.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// From now on what others say is heard.
    Connected,
    /// Nothing is heard any more.
    Cut,
    /// What another node says.
    News(News),
}

/// What others say of one topic, for as long as this is held.
#[derive(Debug)]
pub struct Listener(mpsc::Receiver<Heard>);

impl Listener {
    /// The next that is heard. Waits for ever where nobody will ever say anything.
    pub async fn next(&mut self) -> Heard {
        match self.0.recv().await {
            Some(heard) => heard,
            None => std::future::pending().await,
        }
    }
}

/// Something that takes a while.
pub type Later<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// The way to the other nodes.
pub trait Bus: Send + Sync + fmt::Debug {
    /// Who this node is.
    fn node(&self) -> NodeId;
    /// Whether there are no others and never will be, so that nothing has to be said or heard.
    fn is_alone(&self) -> bool;
    /// Says something, `seq` being the last event that is known. Never waits: what cannot be sent is lost.
    fn tell(&self, topic: Topic, seq: u64, what: What);
    /// Hears what others say.
    fn listen(&self, topic: Topic) -> Listener;
    /// Whether it is connected.
    fn connected(&self) -> watch::Receiver<bool>;
    /// Sends what waits, for a moment at most.
    fn flush(&self) -> Later<'_>;
}

/// The bus that the configuration asks for.
///
/// # Errors
/// The system has no randomness to give. That nobody answers is no error: others may come up later.
pub async fn start(config: &Config) -> Result<Arc<dyn Bus>, StartError> {
    let node = NodeId::random().map_err(|source| StartError::Bus { source: Box::new(source) })?;
    Ok(match config.bus.as_slice() {
        [] => Arc::new(Local::alone(node)),
        addresses => Arc::new(Nats::start(node, addresses).await?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_short_and_read_as_they_were_written() {
        let there = |leaving, lag| There { member: MemberId(255), leaving, lag };
        let here = What::Here { there: vec![there(false, None), there(true, Some(40))], watching: 3 };
        for (what, text) in [
            (What::Appended, r#""appended""#),
            (What::Hello, r#""hello""#),
            (What::Bye, r#""bye""#),
            (
                here,
                r#"{"here":{"there":[{"member":"00000000000000ff"},{"member":"00000000000000ff","leaving":true,"lag":40}],"watching":3}}"#,
            ),
        ] {
            let news = News { node: NodeId(0xBEE), seq: 7, what };
            let written = serde_json::to_string(&news).unwrap();
            assert_eq!(written, format!(r#"{{"node":"0000000000000bee","seq":7,"what":{text}}}"#));
            assert_eq!(serde_json::from_str::<News>(&written).unwrap(), news);
        }
    }
}
