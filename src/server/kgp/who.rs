//! Who an agent is: a bot by its token, or else a bot for as long as the connection lasts, of which nothing is kept and whose
//! games are not rated.

use std::net::IpAddr;
use std::time::Instant;

use room::bot_name;

use super::Port;
use super::guest_places::GuestSlot;
use crate::app::text::language::Language;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::bot_session::session_of_token;
use crate::server::auth::guest_name::generated_name;
use crate::server::http::limits::TryAgain;
use crate::server::identity::{GuestKey, Identity};
use crate::server::profanity::mask_profanity;
use crate::server::store::StoreError;

/// What stands before the name of an agent without a token, so that none passes for a bot that has one.
const GUEST: &str = "Guest";

/// An agent's identity.
#[derive(Clone, Debug)]
pub struct Who {
    /// Its session, as of whoever comes with a cookie.
    pub session: Session,
    /// The name that others see, with the mark of bots.
    pub name: String,
    /// The network address from which it came, for limits.
    pub address: Option<IpAddr>,
    /// By what its games are counted if it has no token; `None` if its address is not known.
    slot: Option<GuestSlot>,
}

impl Who {
    /// An agent without a token.
    pub fn guest(identity: Identity, address: Option<IpAddr>, slot: Option<GuestSlot>) -> Self {
        let name = generated_name(identity.guest(), Language::English);
        let mut who = Self { session: Session::guest(identity), name: String::new(), address, slot };
        who.rename(&name);
        who
    }

    /// The bot of a token; `None` if there is none, or if the token may not play.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn of_token(
        app: &AppState,
        token: &str,
        address: Option<IpAddr>,
    ) -> Result<Option<Self>, StoreError> {
        let Some(token) = Identity::from_token(token) else { return Ok(None) };
        let session = session_of_token(app, token).await?.filter(Session::may_play);
        Ok(session.and_then(|session| {
            Some(Self { name: session.bot.as_ref()?.name.clone(), session, address, slot: None })
        }))
    }

    /// The guest that holds its seats.
    pub fn guest_key(&self) -> GuestKey {
        self.session.identity.guest()
    }

    /// Whether the store knows it, so that its games can be rated.
    pub fn is_known(&self) -> bool {
        self.session.bot.is_some()
    }

    /// Calls an agent without a token as it says. The name of a bot is decided where its token is made.
    pub fn rename(&mut self, raw: &str) {
        if !self.is_known()
            && let Some(name) = bot_name(&format!("{GUEST} {}", mask_profanity(raw)))
        {
            self.name = name;
        }
    }

    /// Whether another game of it may begin. Finished games are kept for ever, so there is a limit of those.
    ///
    /// # Errors
    /// When it may.
    pub fn may_begin(&self, app: &AppState, port: &Port, now: Instant) -> Result<(), TryAgain> {
        match &self.session.bot {
            Some(bot) if bot.is_house => Ok(()),
            Some(_) => app.limits.tokens.games.check(self.guest_key(), now),
            None => {
                self.slot.map_or(Ok(()), |slot| port.guest_games.check(slot, now))?;
                self.address.map_or(Ok(()), |address| app.limits.games.check(address, now))
            }
        }
    }

    /// Counts a game of it that has begun.
    pub fn count_game(&self, app: &AppState, port: &Port, now: Instant) {
        match &self.session.bot {
            Some(bot) if bot.is_house => {}
            Some(_) => drop(app.limits.tokens.games.take_many(self.guest_key(), 1, now)),
            None => {
                self.slot.map(|slot| port.guest_games.take(slot, now));
                if let Some(address) = self.address {
                    app.limits.games.owe(address, std::time::Duration::ZERO, now);
                }
            }
        }
    }
}
