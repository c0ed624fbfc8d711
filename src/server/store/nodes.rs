//! Heartbeats of the nodes that share the database.

use room::Millis;

use super::{Store, StoreError, Write};
use crate::server::bus::NodeId;
use crate::server::database::{Query, Row, query};

/// A heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    /// Which node.
    pub node: NodeId,
    /// Time by the node's own clock, in milliseconds since 1970.
    pub at: Millis,
    /// Whether its bus is connected.
    pub connected: bool,
}

/// A change of the heartbeats.
pub(super) enum Change {
    /// A heartbeat.
    Is(Sign),
    /// A node has stopped.
    Gone(NodeId),
    /// Deletes heartbeats older than this.
    Old(Millis),
}

impl Change {
    pub(super) fn statement(&self) -> Query {
        match self {
            Self::Is(Sign { node, at, connected }) => query(
                "INSERT INTO nodes (node, at, connected) VALUES ($1, $2, $3) ON CONFLICT (node) DO UPDATE SET \
                 at = excluded.at, connected = excluded.connected",
            )
            .bind(node.to_string())
            .bind(*at)
            .bind(i64::from(*connected)),
            Self::Gone(node) => query("DELETE FROM nodes WHERE node = $1").bind(node.to_string()),
            Self::Old(before) => query("DELETE FROM nodes WHERE at < $1").bind(*before),
        }
    }
}

impl Store {
    /// Writes a heartbeat, and deletes those before `remove_before`.
    pub async fn sign(&self, sign: Sign, remove_before: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::Node(Change::Is(sign)), Write::Node(Change::Old(remove_before))]).await
    }

    /// Deletes the heartbeat of a node that stops.
    pub async fn remove_node(&self, node: NodeId) -> Result<(), StoreError> {
        self.write(vec![Write::Node(Change::Gone(node))]).await
    }

    /// The last heartbeats of all nodes.
    pub async fn nodes(&self) -> Result<Vec<Sign>, StoreError> {
        let rows = query("SELECT node, at, connected FROM nodes").fetch_all(&self.database).await?;
        let read = |row: &Row| -> Result<Option<Sign>, sqlx::Error> {
            let node = NodeId::try_from(row.try_get::<String>(0)?).ok();
            let (at, connected) = (row.try_get(1)?, row.try_get::<i64>(2)? == 1);
            Ok(node.map(|node| Sign { node, at, connected }))
        };
        Ok(rows.iter().filter_map(|row| read(row).transpose()).collect::<Result<_, _>>()?)
    }
}
