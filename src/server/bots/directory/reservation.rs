//! A game that a bot is about to begin: it counts from before its room is created, so that nobody gets more than a bot wants.

use std::sync::Arc;

use super::{BotOnline, Directory, Entry};
use crate::model::seek::Seek;
use crate::server::bots::error::BotError;
use crate::server::identity::GuestKey;

/// A game that a bot is about to begin, which counts for as long as this is held.
#[derive(Debug)]
pub struct Reservation {
    directory: Arc<Directory>,
    asker: GuestKey,
    /// The bots that begin it, with their streams: the one that was asked, and the asker if that is one.
    reserved: Vec<(GuestKey, u64)>,
    /// Whom it is with.
    pub bot: BotOnline,
    /// What is played.
    pub seek: Seek,
}

impl Directory {
    /// Reserves a game with the bot of this name, for somebody who asks for this.
    ///
    /// # Errors
    /// It is not online, does not play this, or plays as many games as it wants to.
    pub fn reserve(
        self: &Arc<Self>,
        name: &str,
        asker: GuestKey,
        seek: Seek,
        is_bot: bool,
    ) -> Result<Reservation, BotError> {
        let mut online = self.lock();
        if is_bot {
            // Otherwise one could keep all others busy.
            let own = online.get(&asker).ok_or(BotError::NotYours)?;
            if own.games() >= own.bot.terms.games {
                return Err(BotError::Occupied);
            }
        }
        let mut others = online.iter_mut().filter(|(guest, _)| **guest != asker);
        let is_it = |entry: &Entry| entry.bot.name.to_lowercase() == name.to_lowercase();
        let (guest, entry) = others.find(|(_, entry)| is_it(entry)).ok_or(BotError::NotOnline)?;
        let seek = entry.bot.terms.accept(seek, is_bot).ok_or(BotError::NotTaken)?;
        if entry.games() >= entry.bot.terms.games {
            return Err(BotError::Occupied);
        }
        entry.reserved.push(asker);
        let (bot, mut reserved) = (entry.bot.clone(), vec![(*guest, entry.stream)]);
        if let Some(own) = online.get_mut(&asker).filter(|_| is_bot) {
            own.reserved.push(asker);
            reserved.push((asker, own.stream));
        }
        Ok(Reservation { directory: Arc::clone(self), asker, reserved, bot, seek })
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut online = self.directory.lock();
        for (guest, stream) in &self.reserved {
            if let Some(entry) = online.get_mut(guest).filter(|entry| entry.stream == *stream) {
                let at = entry.reserved.iter().position(|by| *by == self.asker);
                at.map(|at| entry.reserved.swap_remove(at));
            }
        }
    }
}
