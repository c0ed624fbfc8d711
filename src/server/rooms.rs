//! The loaded rooms: each is loaded once, by folding its event log, when a visitor comes or a deadline
//! passes, and unloaded when it is idle.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use room::{Event, MemberId, Millis, Patience, RoomCode, Seat, Settings, begun, fold, stamp};
use tokio::sync::{OnceCell, mpsc, oneshot, watch};

use super::bus::Bus;
use super::config::Config;
use super::deadlines::Deadlines;
use super::hall::Hall;
use super::identity::{GuestKey, Identity};
use super::limits::Limit;
use super::metrics::Metrics;
use super::push::Push;
use super::room_task::{self, HandOver, Letter, REPORTS, REPORTS_OF_ROOM, Visitor};
use super::store::{Beside, Holder, Store, StoreError};
use super::time::Time;

/// Capacity of a room's mailbox.
const MAILBOX: usize = 64;
/// Interval at which an occupied room without events is marked as in use for the retention sweep, in
/// milliseconds.
pub const KEEP_EVERY: Millis = 6 * 3_600_000;
/// Attempts to draw a free code. With a million rooms one in 148 is taken, so four failures in a row never
/// happen.
const TRIES: usize = 8;

/// Sender of a room's letters. They are boxed: a channel allocates a block of 32 entries up front, and most
/// rooms stay nearly empty.
pub type Mailbox = mpsc::Sender<Box<Letter>>;

/// The last downtime: the time without any server.
#[derive(Clone, Copy, Debug)]
pub struct Away {
    /// Last heartbeat of the previous server.
    pub from: Millis,
    /// Start of this one.
    pub until: Millis,
}

impl Away {
    /// No downtime, because another node was alive.
    pub const NEVER: Self = Self { from: 0, until: 0 };
}

/// The services that rooms notify.
#[derive(Debug)]
pub struct Told {
    pub hall: Arc<Hall>,
    pub push: Push,
    pub metrics: Metrics,
    pub bus: Arc<dyn Bus>,
}

/// All rooms of this node.
#[derive(Debug)]
pub struct Rooms {
    loaded: Mutex<HashMap<RoomCode, Arc<OnceCell<Mailbox>>>>,
    /// The event logs.
    pub(super) store: Store,
    /// The server's clock.
    pub(super) time: Time,
    /// The lobby, which lists running games.
    pub(super) hall: Arc<Hall>,
    /// How long an empty room stays loaded.
    pub(super) idle: Duration,
    /// How long an opponent has to be gone before a game can be claimed.
    pub(super) patience: Patience,
    /// The downtime before this server's start.
    pub(super) away: Away,
    /// Rate limit of reports by a guest …
    pub(super) reports: Limit<GuestKey>,
    /// … and within a room.
    pub(super) room_reports: Limit<RoomCode>,
    /// Deadlines of unloaded rooms.
    pub(super) deadlines: Deadlines,
    /// Push notes.
    pub(super) push: Push,
    /// Metrics.
    pub(super) metrics: Metrics,
    /// Pub/sub with other nodes that have the same rooms loaded.
    pub(super) bus: Arc<dyn Bus>,
    /// Whether a live node is unheard on the bus.
    pub(super) deaf: watch::Sender<bool>,
}

impl Rooms {
    /// No room is loaded yet. The idle time comes from the configuration, with a small minimum.
    pub fn new(store: Store, time: Time, config: &Config, away: Away, told: Told) -> Arc<Self> {
        let Told { hall, push, metrics, bus } = told;
        let idle = Duration::from_secs(config.idle_unload).max(Duration::from_millis(20));
        let deadlines = Deadlines::default();
        Arc::new(Self {
            loaded: Mutex::default(),
            store,
            time,
            hall,
            idle,
            patience: config.patience(),
            away,
            reports: Limit::new(REPORTS),
            room_reports: Limit::new(REPORTS_OF_ROOM),
            deadlines,
            push,
            metrics,
            bus,
            deaf: watch::Sender::new(false),
        })
    }

    /// Creates a room under a new code.
    pub async fn create(&self, settings: Settings) -> Result<RoomCode, StoreError> {
        let opened = stamp(vec![Event::Opened(settings)], 0, self.time.now(), None);
        for _ in 0..TRIES {
            let code = some_code()?;
            match self.store.create_room(code, &opened, &Beside::default()).await {
                Err(StoreError::Conflict) => {}
                result => return result.map(|()| code),
            }
        }
        Err(StoreError::Conflict)
    }

    /// Creates the room of a pair from matchmaking: both are seated, and the game begins. The room is loaded
    /// at once, so that its clock runs even if neither player comes.
    pub async fn found(
        self: &Arc<Self>,
        settings: Settings,
        players: [(Identity, &str); 2],
    ) -> Result<RoomCode, StoreError> {
        let holders = [0, 1].map(|n| Holder { seat: Seat::BOTH[n], guest: Some(players[n].0.guest()) });
        for _ in 0..TRIES {
            let code = some_code()?;
            let members = players.map(|(identity, name)| (identity.member(code), name));
            let log = begun(code, settings, members, self.time.now())
                .map_err(|reason| StoreError::Unavailable(reason.to_string()))?;
            let timed = fold(code, &log).running().is_some_and(|game| game.clock.deadline().is_some());
            let beside =
                Beside { holders: holders.to_vec(), clock: timed.then_some(true), ..Beside::default() };
            match self.store.create_room(code, &log, &beside).await {
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    // The room exists even if it cannot be loaded now; its deadline is then tried again.
                    if let Err(error) = self.enter(code).await {
                        tracing::warn!(%code, %error, "a room of two who met could not be loaded");
                        self.deadlines.insert(code, self.time.now());
                    }
                    return Ok(code);
                }
            }
        }
        Err(StoreError::Conflict)
    }

    /// The mailbox of a room, which is loaded if needed; `None` if it does not exist. The room stays loaded
    /// while the mailbox is held.
    pub async fn enter(self: &Arc<Self>, code: RoomCode) -> Result<Option<Mailbox>, StoreError> {
        loop {
            let cell = Arc::clone(self.lock().entry(code).or_default());
            let loaded = cell.get_or_try_init(|| self.load(code)).await;
            let mut rooms = self.lock();
            let current = rooms.get(&code).is_some_and(|known| Arc::ptr_eq(known, &cell));
            match loaded {
                // The task has ended unexpectedly, which only a bug can cause; the room is loaded again.
                Ok(mailbox) if current && mailbox.is_closed() => drop(rooms.remove(&code)),
                // Mailboxes are handed out under the lock only, so that the count that `forget` checks cannot
                // change.
                Ok(mailbox) if current => return Ok(Some(mailbox.clone())),
                Ok(_) => {}
                Err(missing) => {
                    if current && !cell.initialized() {
                        rooms.remove(&code);
                    }
                    return match missing {
                        Missing::Unknown => Ok(None),
                        Missing::Unreadable(error) => Err(error),
                    };
                }
            }
        }
    }

    /// Transfers a member's seat to another device of the same person.
    pub async fn hand_over(
        self: &Arc<Self>,
        code: RoomCode,
        from: MemberId,
        to: Visitor,
    ) -> Result<HandOver, StoreError> {
        let gone = || StoreError::Unavailable("the room does not answer".to_owned());
        let Some(mailbox) = self.enter(code).await? else { return Ok(HandOver::NoSeat) };
        let (reply, answer) = oneshot::channel();
        mailbox.send(Box::new(Letter::HandOver { from, to, reply })).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Takes ownership of a room with a running clock whose node has gone: schedules its load.
    pub fn look_after(&self, code: RoomCode, now: Millis) {
        if !self.lock().contains_key(&code) {
            self.deadlines.insert(code, now);
        }
    }

    /// Deletes a room, unless it is loaded or has been used since `unless_since`; whether it is gone.
    pub(super) async fn remove(&self, code: RoomCode, unless_since: Millis) -> Result<bool, StoreError> {
        let cell = {
            let mut rooms = self.lock();
            if rooms.contains_key(&code) {
                return Ok(false);
            }
            Arc::clone(rooms.entry(code).or_default())
        };
        // A concurrent visitor waits for this as for a load, and then finds the result.
        let remove = async || match self.store.remove_room(code, unless_since).await {
            Ok(()) => Err(Missing::Unknown),
            Err(error) => Err(Missing::Unreadable(error)),
        };
        let removed = cell.get_or_try_init(remove).await.map(|_| ());
        let mut rooms = self.lock();
        if !cell.initialized() && rooms.get(&code).is_some_and(|known| Arc::ptr_eq(known, &cell)) {
            rooms.remove(&code);
        }
        match removed {
            Ok(()) => Ok(false),
            Err(Missing::Unknown) => Ok(true),
            Err(Missing::Unreadable(error)) => Err(error),
        }
    }

    /// Unloads a room until its next deadline, if no mailbox is held and no letter waits. Called by the
    /// room's task, which then ends.
    pub(super) fn forget(
        &self,
        code: RoomCode,
        due: Option<Millis>,
        mailbox: &mpsc::Receiver<Box<Letter>>,
    ) -> bool {
        let mut rooms = self.lock();
        let forgotten = mailbox.is_empty() && mailbox.sender_strong_count() <= 1;
        if forgotten {
            rooms.remove(&code);
            due.into_iter().for_each(|due| self.deadlines.insert(code, due));
        }
        forgotten
    }

    async fn load(self: &Arc<Self>, code: RoomCode) -> Result<Mailbox, Missing> {
        let mut log = self.store.log(code).await.map_err(Missing::Unreadable)?;
        let now = self.time.now();
        let old = log.last().is_some_and(|last| last.at + KEEP_EVERY <= now);
        // The sweep spares rooms with a running clock.
        if old && fold(code, &log).due().is_none() {
            match self.store.keep_room(code, now).await {
                // Another node's sweep may have removed it concurrently, so the log is read again.
                Ok(()) => log = self.store.log(code).await.map_err(Missing::Unreadable)?,
                Err(error) => tracing::warn!(%code, %error, "that somebody comes could not be written down"),
            }
        }
        if log.is_empty() {
            return Err(Missing::Unknown);
        }
        let (mailbox, letters) = mpsc::channel(MAILBOX);
        tokio::spawn(room_task::run(Arc::clone(self), fold(code, &log), log, letters));
        Ok(mailbox)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RoomCode, Arc<OnceCell<Mailbox>>>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A random code, most likely a free one.
fn some_code() -> Result<RoomCode, StoreError> {
    let seed = getrandom::u64().map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok(RoomCode::from_seed(seed))
}

/// Why a room was not loaded.
enum Missing {
    Unknown,
    Unreadable(StoreError),
}
