//! Data export: everything that is stored of a guest, streamed as one JSON file to that guest.

mod bots;
mod rows;
mod standing;

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use room::{Event, Logged, MemberId, RoomCode};

use self::bots::{own_bots, write_bots};
use self::rows::{
    BotOfFile, GameRow, NoticeOfFile, PasskeyOfFile, PushRoomRow, RatingRow, ReportRow, ReportedRow,
    SanctionOfFile, ScreeningOfFile, SignInRow, rating_row, sanction, screening,
};
use self::standing::Standing;
use super::forget::all_identities;
use super::pieces::{JsonStream, StreamError};
use crate::server::AppState;
use crate::server::auth::account::{Session, oldest_session};
use crate::server::auth::private_actions::{refusal, take_private_token};
use crate::server::http::headers::PRIVATE;
use crate::server::http::limits::TryAgain;
use crate::server::http::listen::Address;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::{GuestKey, Identity};
use crate::server::store::ladder::Ladder;
use crate::server::store::{OwnReport, PushRoom, ReportCursor, StoreError};

/// When an export may be tried again while another one of the address is under way.
const EXPORT_AGAIN: TryAgain = TryAgain(Duration::from_secs(10));
/// Rows that are read at a time: games, rooms, reports or events.
const BATCH: u32 = 64;

/// Small data, loaded at once before the stream begins.
struct ExportHead {
    name: Option<String>,
    ratings: Vec<RatingRow>,
    bot_ratings: Vec<RatingRow>,
    bots: Vec<(Identity, BotOfFile)>,
    standing: Standing,
    called_off: Vec<(&'static str, u32)>,
    passkeys: Vec<PasskeyOfFile>,
    sign_ins: Vec<SignInRow>,
    notices: Vec<NoticeOfFile>,
    pushes: Vec<String>,
    push_rooms: Vec<PushRoomRow>,
    sanctions: Vec<SanctionOfFile>,
    screenings: Vec<ScreeningOfFile>,
}

/// The export of the requesting guest; 403 without a cookie. It is read while it is sent, at the client's
/// pace (backpressure), because its size has no bound.
pub async fn export(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
) -> Response {
    if Identity::from_headers(&headers).is_none() {
        return refusal(StatusCode::FORBIDDEN);
    }
    let place = address.map(|Extension(Address(address))| app.exports.acquire(address));
    let free = if matches!(place, Some(None)) { Err(EXPORT_AGAIN) } else { Ok(()) };
    if let Err(again) = free.and_then(|()| take_private_token(&app, address)) {
        return too_many(&Method::GET, &headers, "", Excess::Requests, again);
    }
    let head = match load_head(&app, &session).await {
        Ok(head) => head,
        Err(error) => {
            tracing::warn!(%error, "an export could not be started");
            return refusal(StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    let (mut file, body) = JsonStream::new();
    let tasks = app.tasks.clone();
    tasks.spawn(async move {
        // Counts the export as under way until its end.
        let _place = place;
        match write_export(&app, &session, head, &mut file).await {
            Ok(()) | Err(StreamError::Disconnected) => {}
            Err(StreamError::Store(error)) => {
                tracing::warn!(%error, "an export was cut short");
                file.fail(error).await;
            }
        }
    });
    let file =
        [(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, "attachment; filename=\"duello.json\"")];
    (file, PRIVATE, body).into_response()
}

async fn load_head(app: &AppState, session: &Session) -> Result<ExportHead, StoreError> {
    let guest = session.identity.guest();
    let called_off = app.store.called_off(guest).await?.into_iter();
    let (mut passkeys, mut sign_ins, mut notices) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(account) = &session.account {
        passkeys = app.store.passkeys(account).await?;
        sign_ins = app.store.sessions(account, oldest_session(app, app.time.now())).await?;
        notices = app.store.notices(account).await?;
    }
    Ok(ExportHead {
        name: app.store.guest_name(guest).await?,
        ratings: app.store.ratings(guest).await?.into_iter().map(rating_row).collect(),
        bot_ratings: bot_ratings(app, guest).await?,
        bots: own_bots(app, session).await?,
        standing: Standing::load(app, guest).await?,
        called_off: called_off.map(|(game, number)| (game.word(), number)).collect(),
        passkeys: passkeys
            .into_iter()
            .map(|row| PasskeyOfFile {
                id: row.credential,
                browser: row.name,
                since: row.since,
                used: row.used,
            })
            .collect(),
        sign_ins: sign_ins
            .into_iter()
            .map(|row| SignInRow { browser: row.browser, since: row.since, used: row.used })
            .collect(),
        notices: notices
            .into_iter()
            .map(|row| NoticeOfFile { kind: row.kind.word(), browser: row.browser, at: row.at })
            .collect(),
        pushes: app.store.endpoints(guest).await?,
        push_rooms: app
            .store
            .push_rooms(guest)
            .await?
            .into_iter()
            .map(|PushRoom { room, arrived, muted }| PushRoomRow { room, arrived, muted })
            .collect(),
        sanctions: app.store.sanctions(Some(guest)).await?.into_iter().map(sanction).collect(),
        screenings: app.store.screenings(Some(guest), BATCH).await?.into_iter().map(screening).collect(),
    })
}

/// Ratings by games in which a bot sat.
async fn bot_ratings(app: &AppState, guest: GuestKey) -> Result<Vec<RatingRow>, StoreError> {
    Ok(app.store.ratings_on(Ladder::Bots, guest).await?.into_iter().map(rating_row).collect())
}

/// Writes the file, with one batch of rows in memory at a time.
async fn write_export(
    app: &AppState,
    session: &Session,
    head: ExportHead,
    file: &mut JsonStream,
) -> Result<(), StreamError> {
    file.open("{");
    // The chosen name, if any; ratings, those by games with bots, the bots of the account; numbers of called-off games by game.
    file.field("name", &head.name)?;
    file.field("ratings", &head.ratings)?;
    file.field("bot_ratings", &head.bot_ratings)?;
    write_bots(app, &head.bots, file).await?;
    head.standing.write(file)?;
    file.field("called_off", &head.called_off)?;
    write_games(app, session.identity.guest(), file).await?;
    // Passkeys, browsers that are signed in, notices; endpoints of push subscriptions, and what was told by them.
    file.field("passkeys", &head.passkeys)?;
    file.field("sign_ins", &head.sign_ins)?;
    file.field("notices", &head.notices)?;
    file.field("pushes", &head.pushes)?;
    file.field("push_rooms", &head.push_rooms)?;
    // What the operator does not let them do.
    file.field("sanctions", &head.sanctions)?;
    // What the search for engine moves has found in their rated games.
    file.field("screenings", &head.screenings)?;
    let identities = all_identities(app, session).await?;
    write_rooms(app, session.identity.guest(), &identities, file).await?;
    write_reports(app, session.identity.guest(), file).await?;
    write_reported(app, session.identity.guest(), file).await?;
    file.close("}");
    file.send().await
}

/// Finished games.
async fn write_games(app: &AppState, guest: GuestKey, file: &mut JsonStream) -> Result<(), StreamError> {
    file.list("games");
    let mut after = None;
    loop {
        let batch = app.store.games_after(guest, after, BATCH).await?;
        let more = batch.len() == BATCH as usize;
        after = batch.last().map(|(own, _)| (own.game.ended, own.id));
        for (own, rating_change) in batch {
            let (id, side) = (own.id.to_string(), own.side.index());
            file.item(&GameRow { id, side, rating_change, game: own.game })?;
            file.send_if_full().await?;
        }
        if !more {
            break;
        }
    }
    file.close("]");
    Ok(())
}

/// Rooms in which the guest is or was, with the guest's own events. The seat is null in a room that was left.
async fn write_rooms(
    app: &AppState,
    guest: GuestKey,
    identities: &[Identity],
    file: &mut JsonStream,
) -> Result<(), StreamError> {
    file.list("rooms");
    for code in app.store.rooms_joined(identities).await?.into_keys() {
        file.open("{");
        file.field("room", &code)?;
        file.field("seat", &app.store.seat_of(code, guest).await?)?;
        let members: Vec<MemberId> = identities.iter().flat_map(|one| one.members(code)).collect();
        write_events(app, code, &members, file).await?;
        file.close("}");
    }
    file.close("]");
    Ok(())
}

async fn write_events(
    app: &AppState,
    code: RoomCode,
    members: &[MemberId],
    file: &mut JsonStream,
) -> Result<(), StreamError> {
    let own = |logged: &Logged| {
        let takes_seat = matches!(logged.event, Event::Seated { member, .. } if members.contains(&member));
        takes_seat || logged.by.is_some_and(|by| members.contains(&by.member))
    };
    file.list("events");
    let mut after = 0;
    loop {
        let batch = app.store.events(code, after, BATCH).await?;
        for logged in batch.iter().filter(|logged| own(logged)) {
            file.item(logged)?;
        }
        file.send_if_full().await?;
        match batch.last() {
            Some(last) if batch.len() == BATCH as usize => after = last.seq,
            _ => break,
        }
    }
    file.close("]");
    Ok(())
}

/// Reports by the guest, with the lines that were attached.
async fn write_reports(app: &AppState, guest: GuestKey, file: &mut JsonStream) -> Result<(), StreamError> {
    file.list("reports");
    let mut from = ReportCursor::default();
    loop {
        let batch = app.store.reports_by(guest, from, BATCH).await?;
        let more = batch.len() == BATCH as usize;
        from = from.after(batch.iter().map(|report| report.at));
        for OwnReport { room, at, name, lines } in batch {
            file.item(&ReportRow { room, at, name, lines })?;
            file.send_if_full().await?;
        }
        if !more {
            break;
        }
    }
    file.close("]");
    Ok(())
}

/// Where and when the guest was reported; not by whom.
async fn write_reported(app: &AppState, guest: GuestKey, file: &mut JsonStream) -> Result<(), StreamError> {
    file.list("reported");
    let mut from = ReportCursor::default();
    loop {
        let batch = app.store.reports_about(guest, from, BATCH).await?;
        let more = batch.len() == BATCH as usize;
        from = from.after(batch.iter().map(|(_, at)| *at));
        for (room, at) in batch {
            file.item(&ReportedRow { room, at })?;
        }
        file.send_if_full().await?;
        if !more {
            break;
        }
    }
    file.close("]");
    Ok(())
}
