//! Whose a cookie is: a guest's own, or that of a browser in which somebody is signed in to an account (ADR 0033).

pub mod ceremony;
pub mod farewell;
pub mod passkey;

use std::time::Instant;

use axum::http::HeaderMap;
use room::{MemberId, RoomCode};

use super::AppState;
use super::identity::Identity;
use super::store::{Bearer, StoreError};

/// Who asks.
#[derive(Clone, Debug)]
pub struct Who {
    /// What the browser's cookie says.
    pub cookie: Identity,
    /// The guest: that of the cookie, or of the account.
    pub identity: Identity,
    /// The guests that were taken into the account as well: they may hold seats under names of their own.
    pub adopted: Vec<Identity>,
    /// The account, where somebody is signed in.
    pub account: Option<String>,
    /// When it was asked who this is: what has changed since is not in it.
    pub asked: Instant,
}

impl Who {
    /// A guest without an account.
    pub fn guest(cookie: Identity) -> Self {
        Self { cookie, identity: cookie, adopted: Vec::new(), account: None, asked: Instant::now() }
    }

    /// Under which names the guest may hold a seat in a room besides that of [`Who::identity`].
    pub fn further_members(&self, code: RoomCode) -> Vec<MemberId> {
        self.adopted.iter().map(|identity| identity.member(code)).collect()
    }

    /// Every name under which the guest may hold a seat in a room.
    pub fn members(&self, code: RoomCode) -> Vec<MemberId> {
        [self.identity.member(code)].into_iter().chain(self.further_members(code)).collect()
    }
}

/// Who sends these headers; `None` without a cookie, or with one that lets nobody in any more.
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
