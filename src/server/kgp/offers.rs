//! How others find an agent: by its name in the directory of bots, which the lobby shows to people. An agent plays one game at
//! a time that it is asked for so.

use room::RoomCode;
use tokio::sync::mpsc;

use super::pairing::kalah;
use super::who::Who;
use crate::server::AppState;
use crate::server::bots::{BotOnline, Place, Terms, ratings};
use crate::server::store::StoreError;

/// How many games an agent plays at a time with those who ask for it.
const GAMES: usize = 1;

/// The agent's place in the directory, once it has chosen a mode.
#[derive(Default)]
pub struct Offers(Option<(Place, mpsc::UnboundedReceiver<RoomCode>)>);

impl Offers {
    /// Comes online.
    ///
    /// # Errors
    /// The ratings that others are shown cannot be read.
    pub async fn come_online(&mut self, app: &AppState, who: &Who) -> Result<(), StoreError> {
        let Some(seek) = kalah() else { return Ok(()) };
        let (identity, is_known) = (who.session.identity, who.is_known());
        let ratings = if is_known { ratings(app, identity).await? } else { [None; 2] };
        let is_house = who.session.bot.as_ref().is_some_and(|bot| bot.is_house);
        let (name, terms) = (who.name.clone(), Terms::only(seek, GAMES));
        let online = BotOnline { identity, name, is_house, is_known, terms, ratings, games: 0 };
        self.0 = Some(app.bots.open(online));
        app.lobby.notify_of_bots();
        Ok(())
    }

    /// Reads anew how strong the agent is, which others are shown.
    pub async fn refresh_ratings(&self, app: &AppState, who: &Who) {
        let Some((place, _)) = self.0.as_ref().filter(|_| who.is_known()) else { return };
        match ratings(app, who.session.identity).await {
            Ok(ratings) => place.set_ratings(ratings),
            Err(error) => tracing::warn!(%error, "the ratings of an agent could not be read"),
        }
    }

    /// Goes offline.
    pub fn go(&mut self, app: &AppState) {
        if self.0.take().is_some() {
            app.lobby.notify_of_bots();
        }
    }

    /// Notes that the agent plays in a room, or does not any more.
    pub fn set_plays(&self, app: &AppState, code: RoomCode, plays: bool) {
        let Some((place, _)) = &self.0 else { return };
        if plays {
            // It acts by its lines alone.
            let (actions, _) = mpsc::channel(1);
            place.follow(code, actions);
            place.set_plays(code, true);
        } else {
            place.leave(code);
        }
        app.lobby.notify_of_bots();
    }

    /// Waits until somebody has asked for a game: its room; `None` when the same bot has come in elsewhere, and takes this
    /// place. It may be dropped before it is ready.
    pub async fn next(&mut self) -> Option<RoomCode> {
        match &mut self.0 {
            Some((_, entered)) => entered.recv().await,
            None => std::future::pending().await,
        }
    }
}
