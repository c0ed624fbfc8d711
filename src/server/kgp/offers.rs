//! How others find an agent: people by a seek that is listed in the lobby, and bots by its name in the directory, if it has a
//! token. An agent plays one game at a time that it is asked for so.

use room::RoomCode;
use tokio::sync::mpsc;

use super::pairing::kalah;
use super::who::Who;
use crate::server::AppState;
use crate::server::bots::{BotOnline, Place, Terms};
use crate::server::lobby::BotSeek;

/// How many games an agent plays at a time with those who ask for it.
const GAMES: usize = 1;

/// See the module.
#[derive(Default)]
pub struct Offers {
    seek: Option<BotSeek>,
    place: Option<(Place, mpsc::UnboundedReceiver<RoomCode>)>,
}

/// What comes of an offer.
pub enum Found {
    /// Somebody has asked for a game, in this room.
    Room(RoomCode),
    /// The listed seek is no longer open.
    SeekEnded,
    /// The same bot has come in elsewhere, and takes this one's place.
    Replaced,
}

impl Offers {
    /// Comes online in the directory, if the store knows the agent.
    pub fn come_online(&mut self, app: &AppState, who: &Who) {
        if let Some((bot, seek)) = who.session.bot.as_ref().zip(kalah()) {
            let (identity, name, terms) = (who.session.identity, who.name.clone(), Terms::only(seek, GAMES));
            let online = BotOnline { identity, name, is_house: bot.is_house, terms, games: 0 };
            self.place = Some(app.bots.open(online));
            app.lobby.notify_of_bots();
        }
    }

    /// Lists the agent in the lobby, or takes it off the list.
    pub fn set_listed(&mut self, app: &AppState, who: &Who, is_listed: bool) {
        if !is_listed {
            self.seek = None;
        } else if self.seek.is_none() {
            let (identity, is_known) = (who.session.identity, who.is_known());
            self.seek = kalah().and_then(|seek| BotSeek::open(app, identity, &who.name, is_known, seek));
        }
    }

    /// Notes that the agent plays in a room, or does not any more.
    pub fn set_plays(&self, app: &AppState, code: RoomCode, plays: bool) {
        let Some((place, _)) = &self.place else { return };
        if plays {
            // The bot acts by its lines alone.
            let (actions, _) = mpsc::channel(1);
            place.follow(code, actions);
            place.set_plays(code, true);
        } else {
            place.leave(code);
        }
        app.lobby.notify_of_bots();
    }

    /// Waits for what comes of them. It may be dropped before it is ready.
    pub async fn next(&mut self) -> Found {
        let Self { seek, place } = self;
        let accepted = async {
            match seek {
                Some(seek) => seek.accepted().await,
                None => std::future::pending().await,
            }
        };
        let asked = async {
            match place {
                Some((_, entered)) => entered.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            code = asked => code.map_or(Found::Replaced, Found::Room),
            code = accepted => {
                self.seek = None;
                code.map_or(Found::SeekEnded, Found::Room)
            }
        }
    }
}
