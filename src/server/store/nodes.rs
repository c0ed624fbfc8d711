//! Which servers share the database, for each other to know.

use room::Millis;

use super::{Store, StoreError, Write};
use crate::server::bus::NodeId;
use crate::server::database::{Query, Row, query};

/// What a node has said last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    /// Which node.
    pub node: NodeId,
    /// When, by its own clock.
    pub at: Millis,
    /// Whether it hears others.
    pub connected: bool,
}

/// A change of what is kept here.
pub(super) enum Change {
    /// A node is there.
    Is(Sign),
    /// A node has stopped.
    Gone(NodeId),
    /// What is older than this goes.
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
    /// A node gives a sign of life; those before this moment are removed.
    pub async fn sign(&self, sign: Sign, remove_before: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::Node(Change::Is(sign)), Write::Node(Change::Old(remove_before))]).await
    }

    /// A node has stopped.
    pub async fn remove_node(&self, node: NodeId) -> Result<(), StoreError> {
        self.write(vec![Write::Node(Change::Gone(node))]).await
    }

    /// The last signs of all nodes.
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
