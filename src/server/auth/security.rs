//! The security page of an account: what it shows, and its forms, which remove a passkey, end sign-ins and
//! dismiss notices.

use std::time::Instant;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use room::{Millis, day};
use serde::Deserialize;

use super::account::{Session, oldest_session};
use super::bot_items::{bot_items, shown_token};
use super::browser::browser_of;
use super::private_actions::{refusal, take_private_token};
use super::step_up::{ask_for_passkey, is_confirmed};
use crate::model::security::{Notice, NoticeKind, Notices, Outcome, PasskeyItem, SecurityData, SessionItem};
use crate::server::AppState;
use crate::server::http::listen::Address;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::GuestKey;
use crate::server::store::deletion_list::{self, Deletion};
use crate::server::store::{SessionChange, StoreError};

/// The notices that have not been read in this browser.
pub async fn notices(app: &AppState, session: &Session) -> Result<Notices, StoreError> {
    let Some(account) = &session.account else { return Ok(Notices::default()) };
    let unread = app.store.unread_notices(account, session.cookie.guest()).await?;
    let until = unread.first().map_or(0, |latest| latest.at);
    let notice = |row: crate::server::store::NoticeRow| Notice {
        kind: row.kind,
        browser: row.browser,
        day: day(row.at),
    };
    Ok(Notices { all: unread.into_iter().map(notice).collect(), until })
}

/// Data of the security page; `None` for a guest without an account.
pub async fn security_data(
    app: &AppState,
    session: &Session,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Option<SecurityData>, StoreError> {
    let Some(account) = &session.account else { return Ok(None) };
    let used_on = |used: Millis| (used > 0).then(|| day(used));
    let passkeys = app.store.passkeys(account).await?.into_iter().map(|row| PasskeyItem {
        id: row.credential,
        browser: row.name,
        made: day(row.since),
        used: used_on(row.used),
    });
    let rows = app.store.sessions(account, oldest_session(app, app.time.now())).await?;
    let sessions = rows.into_iter().map(|row| SessionItem {
        id: row.session.to_string(),
        browser: row.browser,
        is_this: row.session == session.cookie.guest(),
        since: day(row.since),
        used: used_on(row.used),
    });
    let (passkeys, mut sessions) = (passkeys.collect(), sessions.collect::<Vec<_>>());
    sessions.sort_by_key(|item| !item.is_this);
    let outcome = match uri.query() {
        Some("confirm") => Some(Outcome::Unconfirmed),
        Some("removed") => Some(Outcome::PasskeyRemoved),
        Some("stays") => Some(Outcome::PasskeyStays),
        Some("ended") => Some(Outcome::Ended),
        Some("no-bot") => Some(Outcome::BotNotMade),
        Some("bot-removed") => Some(Outcome::BotRemoved),
        Some("no-token") => Some(Outcome::TokenNotMade),
        Some("revoked") => Some(Outcome::TokenRevoked),
        _ => None,
    };
    let confirmed_for = session.confirmed_for;
    Ok(Some(SecurityData {
        notices: notices(app, session).await?,
        passkeys,
        sessions,
        bots: bot_items(app, account).await?,
        new_token: shown_token(app, account, headers).await?,
        confirmed_for,
        outcome,
    }))
}

/// A form with the id of a passkey or of a session.
#[derive(Deserialize)]
pub struct IdForm {
    pub(in crate::server) id: String,
}

/// A form with the time of the latest notice that was shown.
#[derive(Deserialize)]
pub struct ReadForm {
    until: Millis,
}

/// The account of a session that may change it: who asks for too much, has none, or has to show a passkey first, has the
/// answer instead.
pub struct AccountToChange(pub(in crate::server) String);

impl FromRequestParts<AppState> for AccountToChange {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Response> {
        let address = parts.extensions.get::<Address>().copied().map(Extension);
        let too_many = |again| too_many(&Method::POST, &parts.headers, "", Excess::Requests, again);
        take_private_token(app, address).map_err(too_many)?;
        let session = parts.extensions.get::<Session>();
        let account = session.and_then(|session| session.account.clone().zip(Some(session)));
        let (account, session) = account.ok_or_else(|| refusal(StatusCode::FORBIDDEN))?;
        if is_confirmed(session) { Ok(Self(account)) } else { Err(ask_for_passkey()) }
    }
}

pub(in crate::server) fn unavailable(error: StoreError) -> Response {
    tracing::warn!(%error, "a passkey or a session could not be changed");
    refusal(StatusCode::SERVICE_UNAVAILABLE)
}

/// Removes a passkey.
pub async fn remove_passkey(
    State(app): State<AppState>,
    AccountToChange(account): AccountToChange,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
    Form(IdForm { id: credential }): Form<IdForm>,
) -> Response {
    let (browser, at) = (browser_of(&headers), app.time.now());
    let remove = SessionChange::RemovePasskey {
        account,
        credential: credential.clone(),
        browser: browser.clone(),
        at,
    };
    match app.store.change_session(remove).await {
        Ok(()) => {
            let removed = vec![Deletion::of_passkey(&credential)];
            if let Err(error) = deletion_list::append(&app.config.deletion_list(), removed, at).await {
                tracing::warn!(%error, "a removed passkey is not in the list of deletions: a restore brings it back");
            }
            let guest = session.identity.guest();
            app.push.send_account(guest, NoticeKind::PasskeyRemoved, browser);
            Redirect::to("/security?removed").into_response()
        }
        Err(StoreError::Conflict) => Redirect::to("/security?stays").into_response(),
        Err(error) => unavailable(error),
    }
}

/// Ends one other sign-in.
pub async fn end_session(
    State(app): State<AppState>,
    AccountToChange(account): AccountToChange,
    Extension(session): Extension<Session>,
    Form(IdForm { id }): Form<IdForm>,
) -> Response {
    let ends = GuestKey::from_text(&id);
    end(&app, &account, |of| Some(of) == ends && of != session.cookie.guest()).await
}

/// Ends all other sign-ins.
pub async fn end_other_sessions(
    State(app): State<AppState>,
    AccountToChange(account): AccountToChange,
    Extension(session): Extension<Session>,
) -> Response {
    end(&app, &account, |of| of != session.cookie.guest()).await
}

/// Ends those sessions of an account that a function names, and their sockets.
async fn end(app: &AppState, account: &str, ends: impl Fn(GuestKey) -> bool) -> Response {
    loop {
        let sessions = app.store.sessions(account, oldest_session(app, app.time.now())).await;
        let ending = match sessions {
            Ok(rows) => rows.into_iter().map(|row| row.session).filter(|of| ends(*of)),
            Err(error) => return unavailable(error),
        };
        // A list is of limited length, so there may be more.
        let ending: Vec<GuestKey> = ending.collect();
        if ending.is_empty() {
            return Redirect::to("/security?ended").into_response();
        }
        for session in ending {
            app.revocations.mark_revoked(session, Instant::now());
            let end = SessionChange::End { account: account.to_owned(), session, at: app.time.now() };
            if let Err(error) = app.store.change_session(end).await {
                return unavailable(error);
            }
            app.revocations.revoke(session);
        }
    }
}

/// Dismisses the notices that this browser has shown. Other browsers go on showing them, so that nobody can
/// hide a change from the owner.
pub async fn dismiss_notices(
    State(app): State<AppState>,
    Extension(session): Extension<Session>,
    Form(ReadForm { until }): Form<ReadForm>,
) -> Response {
    // A time that is still to come would hide what happens until then.
    let until = until.min(app.time.now());
    let read = SessionChange::Read { session: session.cookie.guest(), until };
    match app.store.change_session(read).await {
        Ok(()) => Redirect::to("/security").into_response(),
        Err(error) => unavailable(error),
    }
}
