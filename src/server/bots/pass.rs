//! Extractors of the interface for bots: the session of a token, and what it may do.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::error::BotError;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::barring::barring;
use crate::server::auth::bot_session::{BotPass, resolve_bot};
use crate::server::http::listen::Address;
use crate::server::identity::GuestKey;

/// A bot whose token may read.
#[derive(Debug)]
pub struct Reader {
    /// Its session.
    pub session: Session,
    /// The bot.
    pub pass: BotPass,
}

/// A bot whose token may play.
#[derive(Debug)]
pub struct Player(pub Reader);

impl Reader {
    /// The bot's guest.
    pub fn guest(&self) -> GuestKey {
        self.session.identity.guest()
    }
}

impl FromRequestParts<AppState> for Reader {
    type Rejection = BotError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, BotError> {
        let session = resolve_bot(app, &parts.headers).await?.ok_or(BotError::BadToken)?;
        let pass = session.bot.clone().ok_or(BotError::BadToken)?;
        let address = parts.extensions.get().map(|Address(address)| *address);
        match barring(app, Some(&session), address) {
            Some((fault, _)) => Err(BotError::Barred(fault)),
            None => Ok(Self { session, pass }),
        }
    }
}

impl FromRequestParts<AppState> for Player {
    type Rejection = BotError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, BotError> {
        let reader = Reader::from_request_parts(parts, app).await?;
        if reader.session.may_play() { Ok(Self(reader)) } else { Err(BotError::ReadOnly) }
    }
}
