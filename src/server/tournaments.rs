//! Tournaments, which the crate `tournament` decides: their logs in the store, a copy of each live one in memory, who is at their
//! pages, and the rooms of their pairings. Any number of servers may run the same tournament: the log has one next number.

mod archive;
mod bots;
mod calendar;
mod deciding;
mod forgetting;
mod forms;
mod live;
mod loading;
mod nodes;
mod own_tournaments;
mod plan_form;
mod presence;
mod reminders;
mod rendered;
mod report;
mod results;
mod rooms;
mod run;
mod today;
mod views;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use room::RoomCode;
use tokio::sync::{mpsc, watch};

use self::archive::Archive;
pub use self::bots::{enter_bot, leave_bot};
pub use self::forms::{cancel, enter, leave, open};
pub use self::live::Live;
pub use self::own_tournaments::own_tournaments;
pub use self::plan_form::TournamentForm;
pub use self::presence::PagePresence;
pub use self::rendered::own_html;
pub use self::report::report;
pub use self::run::run;
pub use self::today::todays_tournaments;
pub use self::views::{
    entrant_data, guests_of, last_pairing, own_part, tournament_data, tournament_lists, view_of,
};

use crate::server::store::StoreError;

/// How long a command waits for the tournaments of before the start.
const PATIENCE: Duration = Duration::from_secs(5);

/// The live tournaments of this server: those that are announced, running, or have a standing that is not final.
#[derive(Debug)]
pub struct Tournaments {
    live: Mutex<HashMap<RoomCode, Arc<Live>>>,
    archive: Archive,
    /// Whether those of before the start are loaded, and know of the time in which no server ran.
    loaded: watch::Sender<bool>,
    /// The rooms in which a game of strangers has ended.
    ended: Mutex<Option<mpsc::UnboundedReceiver<RoomCode>>>,
}

impl Tournaments {
    /// None is loaded yet.
    pub fn new(ended: mpsc::UnboundedReceiver<RoomCode>) -> Self {
        let (loaded, ended) = (watch::Sender::new(false), Mutex::new(Some(ended)));
        Self { live: Mutex::default(), archive: Archive::default(), loaded, ended }
    }

    /// A live tournament.
    pub fn live(&self, code: RoomCode) -> Option<Arc<Live>> {
        self.lock().get(&code).cloned()
    }

    /// As [`Tournaments::live`], once those of before the start are loaded.
    ///
    /// # Errors
    /// They cannot be loaded yet.
    pub async fn live_after_start(&self, code: RoomCode) -> Result<Option<Arc<Live>>, StoreError> {
        match self.is_loaded().await {
            true => Ok(self.live(code)),
            false => Err(StoreError::Unavailable("the tournaments are not read yet".to_owned())),
        }
    }

    /// All live tournaments.
    fn all(&self) -> Vec<Arc<Live>> {
        self.lock().values().cloned().collect()
    }

    /// Notes a loaded tournament, unless another task was faster.
    fn insert(&self, live: Live) -> Arc<Live> {
        Arc::clone(self.lock().entry(live.code).or_insert_with(|| Arc::new(live)))
    }

    fn remove(&self, code: RoomCode) {
        self.lock().remove(&code);
    }

    /// Waits until the tournaments of before the start are loaded; false if that takes too long.
    async fn is_loaded(&self) -> bool {
        let mut loaded = self.loaded.subscribe();
        let loaded = loaded.wait_for(|is_loaded| *is_loaded);
        tokio::time::timeout(PATIENCE, loaded).await.is_ok_and(|loaded| loaded.is_ok())
    }

    /// The rooms in which games end, for the task that reports them.
    fn take_ended(&self) -> Option<mpsc::UnboundedReceiver<RoomCode>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RoomCode, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
