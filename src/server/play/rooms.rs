//! The loaded rooms: each is loaded once, by folding its event log, when a visitor comes or a deadline
//! passes, and unloaded when it is idle.

mod create;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use room::{MemberId, Millis, Patience, RoomCode, fold};
use tokio::sync::{OnceCell, mpsc, oneshot, watch};

pub use self::create::PairedPlayer;
use super::deadlines::Deadlines;
use super::rated::RatedRules;
use super::room_task::{self, HandOver, Letter, REPORTS, REPORTS_OF_ROOM, SpectatedFeed, Visitor};
use super::services::{GameListings, Services};
use crate::server::cluster::bus::Bus;
use crate::server::config::Config;
use crate::server::http::limits::{AddressLimits, Limit, Rate};
use crate::server::identity::GuestKey;
use crate::server::metrics::Metrics;
use crate::server::moderation::Moderation;
use crate::server::push::Push;
use crate::server::store::{Removal, Store, StoreError};
use crate::server::time::Time;

/// Capacity of a room's mailbox.
const MAILBOX: usize = 64;
/// Interval in milliseconds at which an occupied room without events is marked as in use for the sweep.
pub const TOUCH_EVERY: Millis = 6 * 3_600_000;

const HOUR: Duration = Duration::from_secs(3_600);

/// Sender of a room's letters. They are boxed: a channel allocates a block of 32 entries up front, and most
/// rooms stay nearly empty.
pub type Mailbox = mpsc::Sender<Box<Letter>>;

/// The last downtime: the time without any server.
#[derive(Clone, Copy, Debug)]
pub struct Downtime {
    /// Last heartbeat of the previous server.
    pub from: Millis,
    /// Start of this one.
    pub until: Millis,
}

impl Downtime {
    /// No downtime, because another node was alive.
    pub const NONE: Self = Self { from: 0, until: 0 };
}

/// All rooms of this node.
#[derive(Debug)]
pub struct Rooms {
    loaded: Mutex<HashMap<RoomCode, Arc<OnceCell<Mailbox>>>>,
    /// The event logs.
    pub(in crate::server) store: Store,
    /// The server's clock.
    pub(in crate::server) time: Time,
    /// The list of running games.
    pub(in crate::server) listings: Arc<dyn GameListings>,
    /// How long an empty room stays loaded.
    pub(in crate::server) idle: Duration,
    /// How long an opponent has to be gone before a game can be claimed.
    pub(in crate::server) patience: Patience,
    /// The downtime before this server's start.
    pub(in crate::server) downtime: Downtime,
    /// Which games are rated.
    pub(in crate::server) rated: RatedRules,
    /// Rate limits by address.
    pub(in crate::server) limits: Arc<AddressLimits>,
    /// Rate limit of games that a guest begins.
    pub(in crate::server) games: Limit<GuestKey>,
    /// Rate limit of reports by a guest …
    pub(in crate::server) reports: Limit<GuestKey>,
    /// … and within a room.
    pub(in crate::server) room_reports: Limit<RoomCode>,
    /// Deadlines of unloaded rooms.
    pub(in crate::server) deadlines: Deadlines,
    /// Push notes.
    pub(in crate::server) push: Push,
    /// Metrics.
    pub(in crate::server) metrics: Metrics,
    /// What the operator has decided.
    pub(in crate::server) moderation: Arc<Moderation>,
    /// Pub/sub with other nodes that have the same rooms loaded.
    pub(in crate::server) bus: Arc<dyn Bus>,
    /// Hears in which rooms a game of strangers has ended.
    pub(in crate::server) ended: mpsc::UnboundedSender<RoomCode>,
    /// Whether a live node is unheard on the bus.
    pub(in crate::server) peer_unheard: watch::Sender<bool>,
}

impl Rooms {
    /// No room is loaded yet. The idle time comes from the configuration, with a small minimum.
    pub fn new(
        store: Store,
        time: Time,
        config: &Config,
        downtime: Downtime,
        services: Services,
    ) -> Arc<Self> {
        let Services { listings, push, metrics, bus, moderation, limits, ended } = services;
        let idle = Duration::from_secs(config.idle_unload).max(Duration::from_millis(20));
        let deadlines = Deadlines::default();
        Arc::new(Self {
            loaded: Mutex::default(),
            store,
            time,
            listings,
            idle,
            patience: config.patience(),
            downtime,
            rated: RatedRules::new(&config.seeks),
            limits,
            games: Limit::new(Rate { burst: config.limits.guest_games_per_hour, per: HOUR }),
            reports: Limit::new(REPORTS),
            room_reports: Limit::new(REPORTS_OF_ROOM),
            deadlines,
            push,
            metrics,
            moderation,
            bus,
            ended,
            peer_unheard: watch::Sender::new(false),
        })
    }

    /// Follows the public game of a room that is loaded here, without keeping it loaded; `None` of any other room.
    pub async fn follow(&self, code: RoomCode) -> Option<SpectatedFeed> {
        let mailbox = self.lock().get(&code).and_then(|cell| cell.get().cloned())?;
        let (reply, feed) = oneshot::channel();
        mailbox.send(Box::new(Letter::Follow { reply })).await.ok()?;
        drop(mailbox);
        feed.await.ok()
    }

    /// The mailbox of a room, which is loaded if needed; `None` if it does not exist. The room stays loaded
    /// while the mailbox is held.
    pub async fn get_or_load(self: &Arc<Self>, code: RoomCode) -> Result<Option<Mailbox>, StoreError> {
        loop {
            let cell = Arc::clone(self.lock().entry(code).or_default());
            let loaded = cell.get_or_try_init(|| self.load(code)).await;
            let mut rooms = self.lock();
            let current = rooms.get(&code).is_some_and(|current_cell| Arc::ptr_eq(current_cell, &cell));
            match loaded {
                // The task has ended unexpectedly, which only a bug can cause; the room is loaded again.
                Ok(mailbox) if current && mailbox.is_closed() => drop(rooms.remove(&code)),
                // Mailboxes are handed out under the lock only, so that the count that `forget` checks cannot
                // change.
                Ok(mailbox) if current => return Ok(Some(mailbox.clone())),
                Ok(_) => {}
                Err(error) => {
                    if current && !cell.initialized() {
                        rooms.remove(&code);
                    }
                    return match error {
                        LoadError::Unknown => Ok(None),
                        LoadError::Unreadable(error) => Err(error),
                    };
                }
            }
        }
    }

    /// Transfers a member's seat to another device of the same person.
    pub async fn transfer_seat(
        self: &Arc<Self>,
        code: RoomCode,
        from: MemberId,
        to: Visitor,
    ) -> Result<HandOver, StoreError> {
        let gone = || StoreError::Unavailable("the room does not answer".to_owned());
        let Some(mailbox) = self.get_or_load(code).await? else { return Ok(HandOver::NoSeat) };
        let (reply, answer) = oneshot::channel();
        mailbox.send(Box::new(Letter::HandOver { from, to, reply })).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Takes ownership of a room with a running clock whose node has gone: schedules its load.
    pub fn take_ownership(&self, code: RoomCode, now: Millis) {
        if !self.lock().contains_key(&code) {
            self.deadlines.insert(code, now);
        }
    }

    /// Removes a room, unless it is loaded or has been used meanwhile; whether it is not loaded.
    pub(in crate::server) async fn remove(
        &self,
        code: RoomCode,
        removal: Removal,
    ) -> Result<bool, StoreError> {
        let cell = {
            let mut rooms = self.lock();
            if rooms.contains_key(&code) {
                return Ok(false);
            }
            Arc::clone(rooms.entry(code).or_default())
        };
        // A concurrent visitor waits for this as for a load, and then finds the result.
        let remove = async || match self.store.remove_room(code, removal).await {
            Ok(()) => Err(LoadError::Unknown),
            Err(error) => Err(LoadError::Unreadable(error)),
        };
        let removed = cell.get_or_try_init(remove).await.map(|_| ());
        let mut rooms = self.lock();
        if !cell.initialized()
            && rooms.get(&code).is_some_and(|current_cell| Arc::ptr_eq(current_cell, &cell))
        {
            rooms.remove(&code);
        }
        match removed {
            Ok(()) => Ok(false),
            Err(LoadError::Unknown) => Ok(true),
            Err(LoadError::Unreadable(error)) => Err(error),
        }
    }

    /// Unloads a room until its next deadline, if no mailbox is held and no letter waits. Called by the
    /// room's task, which then ends.
    pub(in crate::server) fn unload(
        &self,
        code: RoomCode,
        due: Option<Millis>,
        mailbox: &mpsc::Receiver<Box<Letter>>,
    ) -> bool {
        let mut rooms = self.lock();
        let unloaded = mailbox.is_empty() && mailbox.sender_strong_count() <= 1;
        if unloaded {
            rooms.remove(&code);
            due.into_iter().for_each(|due| self.deadlines.insert(code, due));
        }
        unloaded
    }

    async fn load(self: &Arc<Self>, code: RoomCode) -> Result<Mailbox, LoadError> {
        let mut log = self.store.log(code).await.map_err(LoadError::Unreadable)?;
        let now = self.time.now();
        let old = log.last().is_some_and(|last| last.at + TOUCH_EVERY <= now);
        // The sweep spares rooms with a running clock.
        if old && fold(code, &log).due().is_none() {
            match self.store.touch_room(code, now).await {
                // Another node's sweep may have removed it concurrently, so the log is read again.
                Ok(()) => log = self.store.log(code).await.map_err(LoadError::Unreadable)?,
                Err(error) => tracing::warn!(%code, %error, "a room could not be marked as in use"),
            }
        }
        if log.is_empty() {
            return Err(LoadError::Unknown);
        }
        let (mailbox, letters) = mpsc::channel(MAILBOX);
        tokio::spawn(room_task::run(Arc::clone(self), fold(code, &log), log, letters));
        Ok(mailbox)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<RoomCode, Arc<OnceCell<Mailbox>>>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a room was not loaded.
enum LoadError {
    Unknown,
    Unreadable(StoreError),
}
