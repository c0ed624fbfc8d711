//! Deletion of a guest's data: hides names and lines in the rooms, gives up the seats and deletes names, links,
//! ratings and counts. Finished games stay in the archive without guest and name.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use room::{Event, MemberId, Millis, Redaction, RoomCode, fold, with_earlier_devices};
use serde::Deserialize;
use tokio::sync::oneshot;

use crate::app::text::language::Language;
use crate::model::profile::DeletionOutcome;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::private_actions::{refusal, take_private_token};
use crate::server::auth::session_cookie::with_cookies;
use crate::server::auth::step_up::{ask_for_passkey, is_confirmed};
use crate::server::http::listen::Address;
use crate::server::http::origin::is_secure;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::{GuestKey, Identity};
use crate::server::play::room_task::{Letter, Visitor};
use crate::server::store::deletion_list::{self, Deletion};
use crate::server::store::{BotChange, StoreError};

/// Attempts to have the freed pages of the database overwritten, and the pause after one that others were in the way
/// of. The hourly sweep tries it as well.
const ERASE_TRIES: u32 = 5;
const ERASE_AGAIN: Duration = Duration::from_secs(2);

/// The form of the profile: whom it means. By the time it is sent the browser may be somebody else.
#[derive(Deserialize)]
pub struct DeletionForm {
    guest: String,
}

/// What the profile says of a deletion. Somebody who has something here was not deleted, whatever a link says.
pub async fn outcome(app: &AppState, session: &Session, uri: &Uri) -> Option<DeletionOutcome> {
    match uri.query() {
        Some("deleted") if session.account.is_none() => {
            let has_played = app.store.has_played(session.identity.guest()).await;
            has_played.is_ok_and(|has| !has).then_some(DeletionOutcome::Deleted)
        }
        Some("other") => Some(DeletionOutcome::OfAnother),
        _ => None,
    }
}

/// Deletes the requesting guest, whose browser becomes a new one.
pub async fn delete_my_data(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
    form: Result<Form<DeletionForm>, FormRejection>,
) -> Response {
    if let Err(again) = take_private_token(&app, address) {
        return too_many(&Method::POST, &headers, "", Excess::Requests, again);
    }
    let meant = form.ok().and_then(|Form(form)| GuestKey::from_text(&form.guest));
    if !session.is_of(&headers) || meant != Some(session.identity.guest()) {
        // The button was pressed twice, or a sign-in has begun or ended since the page was opened.
        let is_deleted = match meant {
            Some(guest) => app.store.is_dead(guest).await.unwrap_or(false),
            None => false,
        };
        return Redirect::to(if is_deleted { "/me?deleted" } else { "/me?other" }).into_response();
    }
    if !is_confirmed(&session) {
        return ask_for_passkey();
    }
    // A task of its own, because an aborted request must not leave half of it.
    let deletion = {
        let app = app.clone();
        async move { delete_with_bots(&app, &session).await }
    };
    let deletion = app.tasks.spawn(deletion).await;
    if let Err(error) = deletion.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string()))) {
        tracing::warn!(%error, "a guest could not be deleted");
        return refusal(StatusCode::SERVICE_UNAVAILABLE);
    }
    let secure = is_secure(&app.config, &headers);
    let new = Identity::random().ok().and_then(|new| new.set_cookies(&app.cookie_key, secure));
    let Some(cookies) = new else { return refusal(StatusCode::INTERNAL_SERVER_ERROR) };
    with_cookies(cookies, Redirect::to("/me?deleted"))
}

/// Deletes a guest with all bots of their account. The bots go right before the account, without which nothing leads to them; one
/// that is made later still goes with the account's rows.
async fn delete_with_bots(app: &AppState, session: &Session) -> Result<(), StoreError> {
    let listed = leave_rooms(app, session).await?;
    if let Some(account) = &session.account {
        for bot in app.store.bots(Some(account)).await? {
            delete_bot(app, account, bot.bot).await?;
        }
    }
    delete_rows(app, session, listed).await
}

/// Deletes a bot of an account as its guest would be; nothing if it is not the account's.
pub async fn delete_bot(app: &AppState, account: &str, bot: GuestKey) -> Result<(), StoreError> {
    let Some(identity) = app.store.bot_of_owner(bot, Some(account)).await? else { return Ok(()) };
    for token in app.store.tokens(bot).await? {
        app.store.change_bot(BotChange::Revoke { token: token.token, at: app.time.now() }).await?;
        app.revocations.revoke(token.token);
    }
    let session = Session::guest(identity);
    let listed = leave_rooms(app, &session).await?;
    delete_rows(app, &session, listed).await
}

/// Hides a guest in all rooms and gives the seats up; what is to be listed of the deletion.
async fn leave_rooms(app: &AppState, session: &Session) -> Result<Vec<Deletion>, StoreError> {
    let guest = session.identity.guest();
    let guests = app.store.guests_of(guest).await?;
    // First, so that no deletion is missing in the list after a crash; it counts once the list has the rest of it.
    list_deletions(app, guests.iter().copied().map(Deletion::Begun).collect()).await?;
    // The sockets end, so that no page enters another room meanwhile.
    app.revocations.revoke(session.cookie.guest());
    app.lobby.cancel_seek(guest);
    // Before the rooms, so that nobody is paired and seated in a further one.
    app.tournaments.leave_all(app, &guests).await?;
    let identities = all_identities(app, session).await?;
    let mut listed: Vec<Deletion> = Vec::new();
    let mut left = BTreeSet::new();
    loop {
        let mut rooms = app.store.rooms_joined(&identities).await?;
        rooms.retain(|code, _| left.insert(*code));
        if rooms.is_empty() {
            break;
        }
        for (code, members) in rooms {
            let hidden = leave_room(app, code, members, &identities, guest).await?;
            listed.extend(hidden.into_iter().map(|member| Deletion::Member(code, member)));
        }
    }
    listed.extend(guests.into_iter().map(Deletion::Guest));
    Ok(listed)
}

/// Deletes a guest from the tables, and lists the deletion.
async fn delete_rows(app: &AppState, session: &Session, listed: Vec<Deletion>) -> Result<(), StoreError> {
    let (guest, cookie) = (session.identity.guest(), session.cookie.guest());
    app.revocations.mark_revoked(cookie, Instant::now());
    app.store.delete_guest(guest, app.time.now()).await?;
    // Cleared before other nodes are told: reads after this point find no name in a game.
    app.pictures.clear();
    app.revocations.revoke(guest);
    if cookie != guest {
        app.revocations.revoke(cookie);
    }
    app.tasks.spawn(erase_freed_pages(app.clone()));
    // Last: a restore must not delete somebody whose deletion failed, and who plays on.
    list_deletions(app, listed).await
}

/// Everybody whom the guest is known as: an account has the guests of all browsers whose games came along.
pub(super) async fn all_identities(app: &AppState, session: &Session) -> Result<Vec<Identity>, StoreError> {
    let mut all = vec![session.identity];
    if let Some(account) = &session.account {
        all.extend(app.store.identities(account).await?.into_iter().filter(|one| *one != session.identity));
    }
    Ok(all)
}

/// Hides the guest's names and lines in a room, and gives the seat up. `members` are ids under which the guest was
/// noted there; whether the guest was there under others says the log. Returns all ids that are hidden now.
async fn leave_room(
    app: &AppState,
    code: RoomCode,
    mut members: Vec<MemberId>,
    identities: &[Identity],
    guest: GuestKey,
) -> Result<Vec<MemberId>, StoreError> {
    let ids = identities.iter().flat_map(|one| one.members(code));
    let log = match app.store.stored_log(code).await {
        Err(StoreError::Unreadable(error)) => {
            // One broken room must not stop the deletion; it is open to nobody, so no seat has to be given up.
            tracing::warn!(%code, error, "a room of a deleted guest is unreadable");
            members.extend(ids);
            hide(app, code, &members).await?;
            return Ok(members);
        }
        log => log?,
    };
    let sat: HashSet<MemberId> = log.iter().filter_map(|logged| seated(&logged.event)).collect();
    members.extend(ids.filter(|member| sat.contains(member)));
    let hidden = with_earlier_devices(&log, &members);
    // Hidden first: from then on the guest can do nothing in the room that would be seen.
    hide(app, code, &hidden).await?;
    let now = fold(code, &log);
    for member in members.into_iter().filter(|member| now.seat_of(*member).is_some()) {
        let Some(room) = app.rooms.get_or_load(code).await? else { break };
        let (done, answer) = oneshot::channel();
        let gone = || StoreError::Unavailable("a room has ended".to_owned());
        let language = Language::default();
        let visitor = Visitor { member, guest: Some(guest), address: None, language, bot: None };
        room.send(Box::new(Letter::GiveUp { visitor, done })).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())??;
    }
    app.store.rewrite_hidden(code, Millis::MIN).await?;
    Ok(hidden)
}

async fn hide(app: &AppState, code: RoomCode, members: &[MemberId]) -> Result<(), StoreError> {
    let hidden: Vec<Redaction> = members.iter().copied().map(Redaction::Member).collect();
    app.store.hide(code, &hidden, app.time.now()).await?;
    app.rooms.apply_redactions(code).await;
    Ok(())
}

/// Notes deletions outside the database, for restores of back-ups from before.
async fn list_deletions(app: &AppState, deletions: Vec<Deletion>) -> Result<(), StoreError> {
    let listed = deletion_list::append(&app.config.deletion_list(), deletions, app.time.now()).await;
    listed.map_err(|error| StoreError::Unavailable(format!("the list of deletions: {error}")))
}

/// The member who gets a seat by an event.
fn seated(event: &Event) -> Option<MemberId> {
    match event {
        Event::Seated { member, .. } | Event::SeatTransferred { member, .. } => Some(*member),
        _ => None,
    }
}

/// Has what was deleted vanish from the database's own files as well.
async fn erase_freed_pages(app: AppState) {
    for _ in 0..ERASE_TRIES {
        match app.store.erase().await {
            Ok(true) => return,
            Ok(false) => tokio::time::sleep(ERASE_AGAIN).await,
            Err(error) => {
                tracing::warn!(%error, "the write-ahead log could not be emptied");
                return;
            }
        }
    }
}
