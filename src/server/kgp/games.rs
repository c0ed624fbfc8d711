//! The games of one agent, with what their rooms send.

use std::collections::HashMap;
use std::pin::Pin;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use room::RoomCode;
use tokio::sync::mpsc;

use super::table::Table;
use crate::server::play::outbox::Parcel;

/// What a room sends next, `None` if it has dropped the agent.
type Sent = (RoomCode, Option<Parcel>, mpsc::Receiver<Parcel>);

/// See the module.
#[derive(Default)]
pub struct Games {
    tables: HashMap<RoomCode, Table>,
    parcels: FuturesUnordered<Pin<Box<dyn Future<Output = Sent> + Send>>>,
}

impl Games {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Adds a game.
    pub fn insert(&mut self, code: RoomCode, table: Table, parcels: mpsc::Receiver<Parcel>) {
        self.tables.insert(code, table);
        self.listen(code, parcels);
    }

    /// Ends the agent's part in a game.
    pub fn remove(&mut self, code: RoomCode) -> Option<Table> {
        self.tables.remove(&code)
    }

    /// A game.
    pub fn get_mut(&mut self, code: RoomCode) -> Option<&mut Table> {
        self.tables.get_mut(&code)
    }

    /// Whether a game is there.
    pub fn contains(&self, code: RoomCode) -> bool {
        self.tables.contains_key(&code)
    }

    /// The rooms.
    pub fn codes(&self) -> Vec<RoomCode> {
        self.tables.keys().copied().collect()
    }

    /// Waits for what a room sends. It may be dropped before it is ready.
    pub async fn next(&mut self) -> (RoomCode, Option<Parcel>) {
        loop {
            // An empty collection would be at its end at once.
            if self.parcels.is_empty() {
                return std::future::pending().await;
            }
            let Some((code, parcel, parcels)) = self.parcels.next().await else { continue };
            if self.tables.contains_key(&code) {
                if parcel.is_some() {
                    self.listen(code, parcels);
                }
                return (code, parcel);
            }
        }
    }

    fn listen(&mut self, code: RoomCode, mut parcels: mpsc::Receiver<Parcel>) {
        self.parcels.push(Box::pin(async move { (code, parcels.recv().await, parcels) }));
    }
}
