//! Accounts: resolves a session cookie to a guest, either the cookie's own or that of the account to which
//! the browser is signed in (ADR 0033).

pub mod ceremony;
pub mod farewell;
pub mod passkey;

use std::time::Instant;

use axum::http::HeaderMap;
use room::{MemberId, RoomCode};

use super::AppState;
use super::identity::Identity;
use super::store::{Bearer, StoreError};

/// The visitor behind a request.
#[derive(Clone, Debug)]
pub struct Who {
    /// The identity in the browser's cookie.
    pub cookie: Identity,
    /// The guest on whose behalf the request acts: that of the cookie, or of the account.
    pub identity: Identity,
    /// Guests that were merged into the account when their browsers signed in: they may hold seats under
    /// member ids of their own.
    pub adopted: Vec<Identity>,
    /// The account, if the browser is signed in.
    pub account: Option<String>,
    /// When the store was asked; later changes are not reflected.
    pub asked: Instant,
}

impl Who {
    /// A guest without an account.
    pub fn guest(cookie: Identity) -> Self {
        Self { cookie, identity: cookie, adopted: Vec::new(), account: None, asked: Instant::now() }
    }

    /// The further member ids under which the guest may hold a seat in a room, besides that of
    /// [`Who::identity`].
    pub fn further_members(&self, code: RoomCode) -> Vec<MemberId> {
        self.adopted.iter().map(|identity| identity.member(code)).collect()
    }

    /// Every member id under which the guest may hold a seat in a room.
    pub fn members(&self, code: RoomCode) -> Vec<MemberId> {
        [self.identity.member(code)].into_iter().chain(self.further_members(code)).collect()
    }
}

/// The visitor of these headers; `None` without a cookie, or with one that was revoked.
pub async fn who(app: &AppState, headers: &HeaderMap) -> Result<Option<Who>, StoreError> {
    let asked = Instant::now();
    let Some(cookie) = Identity::from_headers(headers) else { return Ok(None) };
    Ok(match app.store.bearer(cookie.guest()).await? {
        Bearer::Guest => Some(Who { asked, ..Who::guest(cookie) }),
        Bearer::Nobody => None,
        Bearer::Account { account, identity, adopted } => {
            Some(Who { cookie, identity, adopted, account: Some(account), asked })
        }
    })
}
