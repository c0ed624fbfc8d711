//! Heartbeats of the nodes that share the database.

use std::fmt;

use room::Millis;
use serde::{Deserialize, Serialize};

use super::{Store, StoreError, Write};
use crate::server::database::{Query, Row, query};

/// Id of a node: a number drawn at its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NodeId(pub u64);

impl NodeId {
    /// A random id, unique among the nodes.
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

/// A heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeHeartbeat {
    /// Which node.
    pub node: NodeId,
    /// Time by the node's own clock, in milliseconds since 1970.
    pub at: Millis,
    /// Whether its bus is connected.
    pub connected: bool,
}

/// A change of the heartbeats.
pub(super) enum NodeChange {
    /// A heartbeat.
    Heartbeat(NodeHeartbeat),
    /// A node has stopped.
    Stopped(NodeId),
    /// Deletes heartbeats older than this.
    Expired(Millis),
}

impl NodeChange {
    pub(super) fn statement(&self) -> Query {
        match self {
            Self::Heartbeat(NodeHeartbeat { node, at, connected }) => query(
                "INSERT INTO nodes (node, at, connected) VALUES ($1, $2, $3) ON CONFLICT (node) DO UPDATE SET \
                 at = excluded.at, connected = excluded.connected",
            )
            .bind(node.to_string())
            .bind(*at)
            .bind(i64::from(*connected)),
            Self::Stopped(node) => query("DELETE FROM nodes WHERE node = $1").bind(node.to_string()),
            Self::Expired(before) => query("DELETE FROM nodes WHERE at < $1").bind(*before),
        }
    }
}

impl Store {
    /// Writes a heartbeat, and deletes those before `remove_before`.
    pub async fn write_node_heartbeat(
        &self,
        heartbeat: NodeHeartbeat,
        remove_before: Millis,
    ) -> Result<(), StoreError> {
        self.write(vec![
            Write::Node(NodeChange::Heartbeat(heartbeat)),
            Write::Node(NodeChange::Expired(remove_before)),
        ])
        .await
    }

    /// Deletes the heartbeat of a node that stops.
    pub async fn remove_node(&self, node: NodeId) -> Result<(), StoreError> {
        self.write(vec![Write::Node(NodeChange::Stopped(node))]).await
    }

    /// The last heartbeats of all nodes.
    pub async fn nodes(&self) -> Result<Vec<NodeHeartbeat>, StoreError> {
        let rows = query("SELECT node, at, connected FROM nodes").fetch_all(&self.database).await?;
        let parse = |row: &Row| -> Result<Option<NodeHeartbeat>, sqlx::Error> {
            let node = NodeId::try_from(row.try_get::<String>(0)?).ok();
            let (at, connected) = (row.try_get(1)?, row.try_get::<i64>(2)? == 1);
            Ok(node.map(|node| NodeHeartbeat { node, at, connected }))
        };
        Ok(rows.iter().filter_map(|row| parse(row).transpose()).collect::<Result<_, _>>()?)
    }
}
