//! Who an agent is: a bot by its token, or else a bot for as long as the connection lasts, whose games are not rated.

use std::net::IpAddr;

use room::clean_name;

use crate::app::text::language::Language;
use crate::server::auth::account::Session;
use crate::server::auth::guest_name::generated_name;
use crate::server::identity::{GuestKey, Identity};
use crate::server::profanity::mask_profanity;

/// An agent's identity.
#[derive(Clone, Debug)]
pub struct Who {
    /// Its session, as of whoever comes with a cookie.
    pub session: Session,
    /// The name that others see, with the mark of bots.
    pub name: String,
    /// Whether its games are rated: those of a bot with a token.
    pub is_rated: bool,
    /// The network address from which it came, for limits.
    pub address: Option<IpAddr>,
}

impl Who {
    /// An agent without a token.
    pub fn guest(identity: Identity) -> Self {
        let name = generated_name(identity.guest(), Language::English);
        let mut who =
            Self { session: Session::guest(identity), name: String::new(), is_rated: false, address: None };
        who.rename(&name);
        who
    }

    /// The guest that holds its seats.
    pub fn guest_key(&self) -> GuestKey {
        self.session.identity.guest()
    }

    /// Calls an agent without a token as it says. The name of a bot is decided where its token is made.
    pub fn rename(&mut self, raw: &str) {
        if !self.is_rated
            && let Some(name) =
                clean_name(&mask_profanity(raw)).and_then(|name| clean_name(&format!("BOT {name}")))
        {
            self.name = name;
        }
    }
}
