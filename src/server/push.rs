//! Web Push (VAPID): notes to guests without an open page, for their turn in a correspondence game or an
//! opponent's arrival in their room, and for changes of their account. RFC 8030 (delivery), 8291 (encryption), 8292 (VAPID).

mod allow_list;
mod delivery;
mod mute;
mod repeats;
mod subscription;
mod topic;
mod vapid;

use std::sync::Arc;

use room::{RoomCode, Seat};
use rules::Game;
use tokio::sync::mpsc;

pub use self::allow_list::PushServices;
pub use self::delivery::deliver;
pub use self::mute::{mute_room, unmute_room};
pub use self::subscription::{public_key, update_subscription};
use super::identity::GuestKey;
pub use super::store::{NoteKind, Subscription};
use super::store::{Store, StoreError};
use crate::model::security::NoticeKind;
use repeats::Progress;
use topic::TopicKey;
use vapid::Vapid;

/// Capacity of the queue of notes; more are dropped.
const QUEUE: usize = 1024;

/// A note.
#[derive(Clone, Debug)]
pub enum Note {
    /// To the player of a seat.
    Game(GameNote),
    /// To the owner of an account.
    Account(AccountNote),
    /// To a player who is challenged, or has challenged.
    Challenge(ChallengeNote),
    /// To an entrant of a tournament that begins.
    Tournament(TournamentNote),
}

/// A note to the player of a seat.
#[derive(Clone, Debug)]
pub struct GameNote {
    pub kind: NoteKind,
    pub code: RoomCode,
    pub seat: Seat,
    /// Name of the opponent who has moved or arrived.
    pub who: String,
    pub game: Game,
    /// How far the game is.
    pub progress: Progress,
}

/// A note of a change of an account, which all subscriptions of its guest get.
#[derive(Clone, Debug)]
pub struct AccountNote {
    /// The account's guest.
    pub guest: GuestKey,
    /// What has happened.
    pub kind: NoticeKind,
    /// In which browser.
    pub browser: String,
}

/// A note of a challenge, which all subscriptions of the player get.
#[derive(Clone, Debug)]
pub struct ChallengeNote {
    /// To whom.
    pub guest: GuestKey,
    /// The name of the other one.
    pub who: String,
    /// The room.
    pub code: RoomCode,
    /// What the other one has done.
    pub answer: Answer,
}

/// A note of a tournament, which all subscriptions of the entrant get.
#[derive(Clone, Debug)]
pub struct TournamentNote {
    /// To whom.
    pub guest: GuestKey,
    /// What the tournament is called.
    pub title: String,
    /// What there is to be told.
    pub what: TournamentNews,
    /// The tournament, or the room of a pairing.
    pub code: RoomCode,
}

/// What entrants of a tournament are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentNews {
    /// It starts in so many minutes.
    Soon(u32),
    /// It starts now.
    Starts,
    /// A game of theirs has begun.
    Paired,
}

/// What one of two has done about a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Challenged to this game.
    Asked(Game),
    /// Declined.
    Declined,
}

/// The queue of notes and the VAPID key.
#[derive(Clone, Debug)]
pub struct Push {
    vapid: Arc<Vapid>,
    topics: Arc<TopicKey>,
    notes: mpsc::Sender<Note>,
}

impl Push {
    /// Loads the VAPID key from the store, or creates one for a new database; the receiver is for
    /// [`deliver()`].
    ///
    /// # Errors
    /// The store does not answer, or the system has no randomness to give.
    pub async fn open(store: &Store) -> Result<(Self, mpsc::Receiver<Note>), StoreError> {
        let fresh = Vapid::generate_key().map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let stored = store.secret("vapid", fresh).await?;
        let vapid = Vapid::from_private_key(&stored)
            .ok_or_else(|| StoreError::Unavailable("the key for push messages is unreadable".to_owned()))?;
        let topics = TopicKey::load(store).await?;
        let (notes, queue) = mpsc::channel(QUEUE);
        Ok((Self { vapid: Arc::new(vapid), topics: Arc::new(topics), notes }, queue))
    }

    /// Queues a note to a seat. Never blocks: a full queue drops it.
    pub fn send(&self, note: GameNote) {
        self.queue(Note::Game(note));
    }

    /// Queues a note to an account.
    pub fn send_account(&self, guest: GuestKey, kind: NoticeKind, browser: String) {
        self.queue(Note::Account(AccountNote { guest, kind, browser }));
    }

    /// Queues a note of a challenge.
    pub fn send_challenge(&self, note: ChallengeNote) {
        self.queue(Note::Challenge(note));
    }

    /// Queues a note of a tournament.
    pub fn send_tournament(&self, note: TournamentNote) {
        self.queue(Note::Tournament(note));
    }

    fn queue(&self, note: Note) {
        if self.notes.try_send(note).is_err() {
            tracing::warn!("the queue of push notes is full; a note was dropped");
        }
    }
}
