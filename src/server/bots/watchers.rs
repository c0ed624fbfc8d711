//! The streams of bots that only watch: each holds a task and connections of rooms, so there are few of a bot.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::error::BotError;
use crate::server::http::limits::TryAgain;
use crate::server::identity::GuestKey;

/// The most streams of one bot that only watch.
const MAX_WATCHERS: u32 = 4;
/// When it may be tried again.
const AGAIN: TryAgain = TryAgain(Duration::from_secs(10));

/// How many streams watch each bot.
#[derive(Debug, Default)]
pub struct Watchers(Mutex<HashMap<GuestKey, u32>>);

/// A counted stream; dropping it frees the place.
#[derive(Debug)]
pub struct Watcher {
    watchers: Arc<Watchers>,
    bot: GuestKey,
}

impl Watchers {
    /// A place for a stream of this bot.
    ///
    /// # Errors
    /// There are too many.
    pub fn enter(self: &Arc<Self>, bot: GuestKey) -> Result<Watcher, BotError> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(bot).or_default();
        if *count >= MAX_WATCHERS {
            return Err(BotError::TooMany(AGAIN));
        }
        *count += 1;
        Ok(Watcher { watchers: Arc::clone(self), bot })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut all = self.watchers.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.bot) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.bot);
            }
        }
    }
}
