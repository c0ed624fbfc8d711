//! Games with bots from the lobby: on a clock by a press on a bot, or without one while a seek stays open.

use std::time::{Duration, Instant};

use super::{End, LobbySocket};
use crate::model::seek::Seek;
use crate::server::bots::{Asker, ChallengeRefusal, challenge};
use crate::server::identity::{GuestKey, Identity};
use crate::server::lobby::fragments;
use axum::extract::ws::WebSocket;

/// After so long alone one is offered a bot.
const ALONE: Duration = Duration::from_secs(20);
/// How often a bot is looked for again if none is free.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
/// The points by which a bot is chosen for somebody without a rating: most people begin below the middle.
const NEWCOMER: u32 = 1_300;

impl LobbySocket {
    /// The bot that is offered to a guest who has waited for so long with this seek; none before its time.
    pub(super) fn suggest_bot(&mut self, guest: GuestKey, seek: Seek, since: Duration) -> Option<String> {
        let now = Instant::now();
        if let Some(left) = ALONE.checked_sub(since).filter(|left| !left.is_zero()) {
            self.suggested = Some(now + left);
            return None;
        }
        let rating = self.app.lobby.rating_of_seek(guest);
        let points = rating.map_or(NEWCOMER, |rating| rating.points);
        // One that is offered already stays, as long as it is free: a button that changes under the finger is none.
        let offered = self.shown.as_ref().and_then(|(_, bot)| bot.clone());
        let is_free = |name: &String| self.app.bots.is_free_for(name, seek);
        let bot = offered.filter(is_free).or_else(|| self.app.bots.suggest(seek, points));
        if bot.is_none() {
            self.suggested = Some(now + LOOK_AGAIN);
        }
        bot
    }

    /// Leads the page to a game with a bot: what was asked for, on a clock; or what the open seek asks for, without one.
    pub(super) async fn play_bot(
        &mut self,
        socket: &mut WebSocket,
        identity: Identity,
        bot: &str,
        asked: Option<Seek>,
    ) -> Result<(), End> {
        let seek = asked.or_else(|| self.app.lobby.open_seek(identity.guest()));
        // Without a clock only the bot that was offered, once: nobody keeps all of them busy by asking again and again.
        let is_offered = self.shown.as_ref().is_some_and(|(_, offered)| offered.as_deref() == Some(bot));
        let seek = seek.filter(|_| asked.is_some() || is_offered);
        let outcome = match seek {
            Some(seek) => self.begin(socket, identity, bot, seek, asked.is_some()).await?,
            None => Some(Err(ChallengeRefusal::NotFree)),
        };
        match outcome {
            None => Ok(()),
            Some(Err(why)) => {
                let text = fragments::bot_refusal(self.language, why);
                self.send_fragments(socket, vec![("said", text)]).await
            }
            Some(Ok(path)) => self.send_fragments(socket, vec![("said", String::new()), ("go", path)]).await,
        }
    }

    /// The path of the game, or why there is none; nothing if that has been said already.
    async fn begin(
        &mut self,
        socket: &mut WebSocket,
        identity: Identity,
        bot: &str,
        seek: Seek,
        has_clock: bool,
    ) -> Result<Option<Result<String, ChallengeRefusal>>, End> {
        if let Some(address) = self.address
            && let Err(again) = self.app.limits.rooms.take(address, Instant::now())
        {
            return Ok(Some(Err(ChallengeRefusal::TooMany(again))));
        }
        let Some(seeker) = self.load_seeker(identity, socket).await? else { return Ok(None) };
        let asker =
            Asker { identity, name: seeker.name, address: self.address, is_bot: false, is_known: true };
        let code = challenge(&self.app, asker, bot, seek, has_clock).await;
        if has_clock && code.is_ok() {
            // Who sits at a game with a clock has no time for another one. This page is not told that its seek has ended.
            self.seek = None;
            self.app.lobby.cancel_seek(identity.guest());
        }
        // The page of a game without a clock holds the seek.
        Ok(Some(code.map(|code| format!("/r/{code}{}", if has_clock { "" } else { "?waiting" }))))
    }
}
