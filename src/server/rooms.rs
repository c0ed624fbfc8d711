//! Which rooms are in memory: loaded from their logs when somebody comes or something falls due, once, and forgotten when
//! nobody is there.

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

/// How many letters may wait for a room.
const MAILBOX: usize = 64;
/// How long nothing may happen in a room in which somebody is before it is noted that it is not abandoned, in milliseconds.
pub const KEEP_EVERY: Millis = 6 * 3_600_000;
/// How many codes are tried for a new room. With a million rooms one in 148 is taken; four in a row never are.
const TRIES: usize = 8;

/// The way to a room's task. Letters lie in boxes: a mailbox has room for 32 of them from the beginning, and most rooms get none.
pub type Mailbox = mpsc::Sender<Box<Letter>>;

/// When no server was there, as far as that is known.
#[derive(Clone, Copy, Debug)]
pub struct Away {
    /// The last sign of life of the server before this one.
    pub from: Millis,
    /// The start of this one.
    pub until: Millis,
}

impl Away {
    /// There was one all the time.
    pub const NEVER: Self = Self { from: 0, until: 0 };
}

/// What rooms tell things: the hall, those who are away, whoever watches the server, and other nodes.
#[derive(Debug)]
pub struct Told {
    pub hall: Arc<Hall>,
    pub push: Push,
    pub metrics: Metrics,
    pub bus: Arc<dyn Bus>,
}

/// All rooms.
#[derive(Debug)]
pub struct Rooms {
    loaded: Mutex<HashMap<RoomCode, Arc<OnceCell<Mailbox>>>>,
    /// Where the logs are.
    pub(super) store: Store,
    /// Whose time it is.
    pub(super) time: Time,
    /// Where it is told which games are being played.
    pub(super) hall: Arc<Hall>,
    /// How long a room stays when nobody is there.
    pub(super) idle: Duration,
    /// How long an opponent has to be gone before a game can be claimed.
    pub(super) patience: Patience,
    /// When no server was there before this one.
    pub(super) away: Away,
    /// How much may be reported by a guest …
    pub(super) reports: Limit<GuestKey>,
    /// … and in a room.
    pub(super) room_reports: Limit<RoomCode>,
    /// The rooms that are not in memory, and have to be when something in them falls due.
    pub(super) deadlines: Deadlines,
    /// What tells those who are away.
    pub(super) push: Push,
    /// What is counted.
    pub(super) metrics: Metrics,
    /// The way to other nodes that have the same rooms.
    pub(super) bus: Arc<dyn Bus>,
    /// Whether a node that lives cannot be heard.
    pub(super) deaf: watch::Sender<bool>,
}

impl Rooms {
    /// None loaded yet. A room without anybody stays as long as the configuration says, or a moment if that is nothing.
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

    /// Opens a new room under a code that nobody has.
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

    /// Opens a room for two who have found each other: both sit, and their game begins. It is loaded, so that time runs in
    /// it also if neither of them comes.
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
                    // It is there, whether or not it can be read now; and time runs in it also if neither of them comes.
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

    /// The way to a room, which is loaded if it has to be; `None` if there is no such room. Whoever holds the way keeps
    /// the room in memory.
    pub async fn enter(self: &Arc<Self>, code: RoomCode) -> Result<Option<Mailbox>, StoreError> {
        loop {
            let cell = Arc::clone(self.lock().entry(code).or_default());
            let loaded = cell.get_or_try_init(|| self.load(code)).await;
            let mut rooms = self.lock();
            let current = rooms.get(&code).is_some_and(|known| Arc::ptr_eq(known, &cell));
            match loaded {
                // The room's task has ended without a word, which only a fault of ours makes it do: load it anew.
                Ok(mailbox) if current && mailbox.is_closed() => drop(rooms.remove(&code)),
                // Mailboxes are handed out under the lock alone, so that a room that finds itself forgotten is.
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

    /// Gives a member's seat to the same person at another device.
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

    /// Has a room loaded in which a clock runs that nobody else looks after any more.
    pub fn look_after(&self, code: RoomCode, now: Millis) {
        if !self.lock().contains_key(&code) {
            self.deadlines.insert(code, now);
        }
    }

    /// Removes a room for good, unless it is in memory or something has happened in it since; whether it is gone.
    pub(super) async fn remove(&self, code: RoomCode, unless_since: Millis) -> Result<bool, StoreError> {
        let cell = {
            let mut rooms = self.lock();
            if rooms.contains_key(&code) {
                return Ok(false);
            }
            Arc::clone(rooms.entry(code).or_default())
        };
        // Whoever comes meanwhile waits for this as for a load, and then finds what there is.
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

    /// Forgets a room, until something in it falls due, if nobody has the way to it and no letter waits. Asked by the
    /// room's own task, which ends then.
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
        // Where a clock runs nothing is swept.
        if old && fold(code, &log).due().is_none() {
            match self.store.keep_room(code, now).await {
                // Another server may have been about to remove it.
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

/// A code that nobody has, most likely.
fn some_code() -> Result<RoomCode, StoreError> {
    let seed = getrandom::u64().map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok(RoomCode::from_seed(seed))
}

/// Why a room was not loaded.
enum Missing {
    Unknown,
    Unreadable(StoreError),
}
