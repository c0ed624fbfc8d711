//! Accounts: resolves a session cookie to a guest, either the cookie's own or that of the account to which
//! the browser is signed in (ADR 0033).

use std::time::Instant;

use axum::http::HeaderMap;
use room::{MemberId, Millis, RoomCode};

use super::bot_session::BotPass;
use super::browser::browser_of;
use crate::server::AppState;
use crate::server::identity::{GuestCookie, Identity};
use crate::server::store::{CookieOwner, OldestSession, Scope, SessionChange, StoreError};

/// How often the time of a session's last use is written, in milliseconds.
const USED_EVERY: Millis = 3_600_000;

/// The session of a request: who its cookie stands for.
#[derive(Clone, Debug)]
pub struct Session {
    /// The identity in the browser's cookie.
    pub cookie: Identity,
    /// The guest on whose behalf the request acts: that of the cookie, or of the account.
    pub identity: Identity,
    /// Guests that were merged into the account when their browsers signed in: they may hold seats under
    /// member ids of their own.
    pub merged: Vec<Identity>,
    /// The account, if the browser is signed in.
    pub account: Option<String>,
    /// For how many milliseconds more the browser may change passkeys and sign-ins: a passkey was shown in it a
    /// moment ago.
    pub confirmed_for: Millis,
    /// What a bot has; its `cookie` is the secret of its token.
    pub bot: Option<BotPass>,
    /// When the store was asked; later changes are not reflected.
    pub resolved_at: Instant,
}

impl Session {
    /// A guest without an account.
    pub fn guest(cookie: Identity) -> Self {
        Self {
            cookie,
            identity: cookie,
            merged: Vec::new(),
            account: None,
            confirmed_for: 0,
            bot: None,
            resolved_at: Instant::now(),
        }
    }

    /// Whether it may do more than watch.
    pub fn may_play(&self) -> bool {
        self.bot.as_ref().is_none_or(|bot| bot.scope == Scope::Play)
    }

    /// Whether the browser has sent this session's cookie with these headers, and so will send it again.
    pub fn is_of(&self, headers: &HeaderMap) -> bool {
        Identity::from_headers(headers).is_some_and(|sent| sent.guest() == self.cookie.guest())
    }

    /// The further member ids under which the guest may hold a seat in a room, besides the first one of
    /// [`Session::identity`].
    pub fn further_members(&self, code: RoomCode) -> Vec<MemberId> {
        self.members(code).split_off(1)
    }

    /// Every member id under which the guest may hold a seat in a room.
    pub fn members(&self, code: RoomCode) -> Vec<MemberId> {
        let own = self.identity.members(code).into_iter();
        own.chain(self.merged.iter().flat_map(|identity| identity.members(code))).collect()
    }
}

/// Resolves the session cookie of these headers; `None` without a cookie, with one that was revoked, or with one
/// that somebody made up.
pub async fn resolve_session(app: &AppState, headers: &HeaderMap) -> Result<Option<Session>, StoreError> {
    let resolved_at = Instant::now();
    let Some(presented) = GuestCookie::from_headers(headers) else { return Ok(None) };
    let (cookie, now) = (presented.identity, app.time.now());
    Ok(match app.reserved_store.cookie_owner(cookie.guest(), oldest_session(app, now)).await? {
        CookieOwner::Guest if !is_genuine(app, &presented).await? => None,
        CookieOwner::Guest => Some(Session { resolved_at, ..Session::guest(cookie) }),
        CookieOwner::Revoked => None,
        CookieOwner::Account { account, identity, merged, used, verified } => {
            if now - used >= USED_EVERY {
                write_used(app, cookie, headers, now);
            }
            let confirmed_for = app.config.sessions.confirmed_for(verified, now);
            Some(Session {
                cookie,
                identity,
                merged,
                account: Some(account),
                confirmed_for,
                bot: None,
                resolved_at,
            })
        }
    })
}

/// Whether a cookie was given out by this server: it is signed, or it is from before cookies were signed, and its
/// guest has left something here.
pub(super) async fn is_genuine(app: &AppState, cookie: &GuestCookie) -> Result<bool, StoreError> {
    Ok(cookie.is_signed(&app.cookie_key) || app.reserved_store.is_known(cookie.identity.guest()).await?)
}

/// The oldest session that is valid at a time. A clock that is in doubt ends none.
pub fn oldest_session(app: &AppState, now: Millis) -> OldestSession {
    let (used, since) = app.config.sessions.oldest(app.sure_time.at(now));
    OldestSession { used, since }
}

/// When games came along at the earliest that can be taken back at a time. A clock that is in doubt ends no way back.
pub fn take_back_since(app: &AppState, now: Millis) -> Millis {
    app.config.sessions.take_back_since(app.sure_time.at(now))
}

/// Writes that a session is used now. Nobody waits for it, and if it fails, the next request tries again.
fn write_used(app: &AppState, cookie: Identity, headers: &HeaderMap, at: Millis) {
    let (app, browser) = (app.clone(), browser_of(headers));
    tokio::spawn(async move {
        let used = SessionChange::Used { session: cookie.guest(), browser, at };
        if let Err(error) = app.store.change_session(used).await {
            tracing::warn!(%error, "the last use of a session could not be written");
        }
    });
}
