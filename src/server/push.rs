//! Web Push: a guest who has asked for it is told, on a device on which no page of ours is open, that it is the own turn in
//! a game of days, or that somebody has come into the own room. RFC 8030 (delivery), 8291 (encryption), 8292 (who sends).

mod ask;
mod deliver;
mod services;
mod vapid;

use std::sync::Arc;

use room::{RoomCode, Seat};
use rules::Game;
use tokio::sync::mpsc;

use super::store::{Store, StoreError};
use crate::app::text::language::Language;
pub use ask::{ask, key};
pub use deliver::deliver;
pub use services::Services;
use vapid::Vapid;

/// How many notes may wait to be delivered; more are dropped.
const QUEUE: usize = 1024;

/// What a guest can be told of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It is the own turn in a game of days.
    Turn,
    /// Somebody has taken the other seat of the own room.
    Arrival,
}

/// A browser that wants to be told.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Its address at its push service: whoever knows it can bother the guest.
    pub endpoint: String,
    /// Its public key, and what proves that a message is for it: in base64 for URLs, without padding.
    pub p256dh: String,
    pub auth: String,
    /// Of what, by [`Kind`].
    pub wants: [bool; 2],
    /// In which language.
    pub language: Language,
}

impl Subscription {
    /// Whether it wants to be told of this.
    pub fn wants(&self, kind: Kind) -> bool {
        self.wants[kind as usize]
    }
}

/// Something to tell whoever holds a seat.
#[derive(Clone, Debug)]
pub struct Note {
    pub kind: Kind,
    pub code: RoomCode,
    pub seat: Seat,
    /// The name of the opponent, who has moved or come.
    pub who: String,
    pub game: Game,
}

/// Takes notes, and knows the keys.
#[derive(Clone, Debug)]
pub struct Push {
    vapid: Arc<Vapid>,
    notes: mpsc::Sender<Note>,
}

impl Push {
    /// The keys are kept with the games; a new database gets new ones. What comes out of the receiver is to be delivered.
    ///
    /// # Errors
    /// The store does not answer, or the system has no randomness to give.
    pub async fn open(store: &Store) -> Result<(Self, mpsc::Receiver<Note>), StoreError> {
        let fresh = Vapid::fresh().map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let kept = store.secret("vapid", fresh).await?;
        let vapid = Vapid::read(&kept)
            .ok_or_else(|| StoreError::Unavailable("the key for push messages is unreadable".to_owned()))?;
        let (notes, queue) = mpsc::channel(QUEUE);
        Ok((Self { vapid: Arc::new(vapid), notes }, queue))
    }

    /// Has this told, if anybody wants to hear of it. Nobody waits for it.
    pub fn tell(&self, note: Note) {
        if self.notes.try_send(note).is_err() {
            tracing::warn!("there is too much to tell guests who are away; a note was dropped");
        }
    }
}
