//! Sessions of bots: resolves the token of a request to the bot that it stands for.

use std::time::Instant;

use axum::http::HeaderMap;
use room::Millis;

use super::account::Session;
use crate::server::AppState;
use crate::server::identity::{GuestKey, Identity};
use crate::server::store::{BotChange, Scope, StoreError, TokenOwner};

/// How often the time of a token's last use is written, in milliseconds.
const USED_EVERY: Millis = 3_600_000;

/// What a session has that is a bot's.
#[derive(Clone, Debug)]
pub struct BotPass {
    /// The bot's name, with the mark.
    pub name: String,
    /// Whether it is one of whoever runs the server.
    pub is_house: bool,
    /// What may be done with its token.
    pub scope: Scope,
    /// The guests of its owner's account: whom the operator does not let in does not come in as a bot either.
    pub owners: Vec<GuestKey>,
}

/// The session of the token of these headers; `None` without one, or with one that is not known or was revoked.
pub async fn resolve_bot(app: &AppState, headers: &HeaderMap) -> Result<Option<Session>, StoreError> {
    let Some(token) = Identity::from_bearer(headers) else { return Ok(None) };
    session_of_token(app, token).await
}

/// The session of a token; `None` of one that is not known or was revoked.
pub async fn session_of_token(app: &AppState, token: Identity) -> Result<Option<Session>, StoreError> {
    let (key, resolved_at) = (token.guest(), Instant::now());
    let Some(owner) = app.reserved_store.token_owner(key).await? else { return Ok(None) };
    app.limits.tokens.note_known(key, resolved_at);
    let TokenOwner { bot, name, is_house, scope, used, owners } = owner;
    let now = app.time.now();
    if now - used >= USED_EVERY {
        note_use(app, key, now);
    }
    let bot_pass = Some(BotPass { name, is_house, scope, owners });
    Ok(Some(Session { identity: bot, bot: bot_pass, resolved_at, ..Session::guest(token) }))
}

/// Writes that a token is used now. Nobody waits for it, and if it fails, the next request tries again.
fn note_use(app: &AppState, token: GuestKey, at: Millis) {
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(error) = app.store.change_bot(BotChange::Used { token, at }).await {
            tracing::warn!(%error, "the last use of a token could not be written");
        }
    });
}
