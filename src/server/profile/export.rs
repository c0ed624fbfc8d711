//! Data export: everything that is stored of a guest, streamed as one JSON file to that guest.

use axum::Extension;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use room::{Event, Finished, Logged, MemberId, Millis, RoomCode};
use serde::Serialize;

use super::pieces::{Cut, Pieces};
use super::{allowed, refused};
use crate::server::AppState;
use crate::server::account::Who;
use crate::server::headers::OWN;
use crate::server::identity::{GuestKey, Identity};
use crate::server::listen::Address;
use crate::server::store::{OwnReport, Since, StoreError, game_word};

/// Rows that are read at a time: games, rooms, reports or events.
const AT_A_TIME: u32 = 64;

#[derive(Serialize)]
struct Rated {
    game: &'static str,
    points: f64,
    deviation: f64,
    volatility: f64,
    games: u32,
    at: Millis,
}

#[derive(Serialize)]
struct Played {
    id: String,
    /// Index of the guest's side, also into the names.
    side: usize,
    game: Finished,
}

#[derive(Serialize)]
struct Reported {
    room: String,
    at: Millis,
    name: String,
    lines: serde_json::Value,
}

#[derive(Serialize)]
struct Where {
    room: String,
    at: Millis,
}

/// Small data, loaded at once before the stream begins.
struct Short {
    name: Option<String>,
    ratings: Vec<Rated>,
    called_off: Vec<(&'static str, u32)>,
    passkeys: Vec<String>,
    pushes: Vec<String>,
}

/// The export of the requesting guest; 403 without a cookie. It is read while it is sent, at the client's
/// pace (backpressure), because its size has no bound.
pub async fn export(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(who): Extension<Who>,
    headers: HeaderMap,
) -> Response {
    if Identity::from_headers(&headers).is_none() {
        return refused(StatusCode::FORBIDDEN);
    }
    let place = address.map(|Extension(Address(address))| app.exports.enter(address));
    if !allowed(&app, address) || matches!(place, Some(None)) {
        return refused(StatusCode::TOO_MANY_REQUESTS);
    }
    let short = match short(&app, &who).await {
        Ok(short) => short,
        Err(error) => {
            tracing::warn!(%error, "what is kept of a guest could not be read");
            return refused(StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    let (mut file, body) = Pieces::new();
    let tasks = app.tasks.clone();
    tasks.spawn(async move {
        // Counts the export as under way until its end.
        let _place = place;
        match everything(&app, &who, short, &mut file).await {
            Ok(()) | Err(Cut::Gone) => {}
            Err(Cut::Store(error)) => {
                tracing::warn!(%error, "what is kept of a guest could not be read to its end");
                file.fail(error).await;
            }
        }
    });
    let file =
        [(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, "attachment; filename=\"duello.json\"")];
    (file, OWN, body).into_response()
}

async fn short(app: &AppState, who: &Who) -> Result<Short, StoreError> {
    let guest = who.identity.guest();
    let rated = |(game, rating): (_, crate::server::rating::Rating)| Rated {
        game: game_word(game),
        points: rating.points,
        deviation: rating.deviation,
        volatility: rating.volatility,
        games: rating.games,
        at: rating.at,
    };
    let called_off = app.store.called_off(guest).await?.into_iter();
    Ok(Short {
        name: app.store.guest_name(guest).await?,
        ratings: app.store.ratings(guest).await?.into_iter().map(rated).collect(),
        called_off: called_off.map(|(game, number)| (game_word(game), number)).collect(),
        passkeys: match &who.account {
            Some(account) => app.store.passkeys(account).await?.into_iter().map(|(id, _)| id).collect(),
            None => Vec::new(),
        },
        pushes: app.store.endpoints(guest).await?,
    })
}

/// Writes the file, with one batch of rows in memory at a time.
async fn everything(app: &AppState, who: &Who, short: Short, file: &mut Pieces) -> Result<(), Cut> {
    file.open("{");
    // The chosen name, if any; ratings and numbers of called-off games by game.
    file.field("name", &short.name)?;
    file.field("ratings", &short.ratings)?;
    file.field("called_off", &short.called_off)?;
    games(app, who.identity.guest(), file).await?;
    // Passkey ids; endpoints of push subscriptions.
    file.field("passkeys", &short.passkeys)?;
    file.field("pushes", &short.pushes)?;
    rooms(app, who, file).await?;
    reports(app, who.identity.guest(), file).await?;
    reported(app, who.identity.guest(), file).await?;
    file.close("}");
    file.send().await
}

/// Finished games.
async fn games(app: &AppState, guest: GuestKey, file: &mut Pieces) -> Result<(), Cut> {
    file.list("games");
    let mut after = None;
    loop {
        let some = app.store.games_after(guest, after, AT_A_TIME).await?;
        let more = some.len() == AT_A_TIME as usize;
        after = some.last().map(|own| (own.game.ended, own.id));
        for own in some {
            let played = Played { id: own.id.to_string(), side: own.side.index(), game: own.game };
            file.item(&played)?;
            file.send_if_full().await?;
        }
        if !more {
            break;
        }
    }
    file.close("]");
    Ok(())
}

/// Rooms in which the guest holds a seat, with the guest's own events.
async fn rooms(app: &AppState, who: &Who, file: &mut Pieces) -> Result<(), Cut> {
    file.list("rooms");
    let mut after = None;
    loop {
        let some = app.store.rooms_after(who.identity.guest(), after, AT_A_TIME).await?;
        after = some.last().map(|&(code, _, since)| (since, code));
        for &(code, seat, _) in &some {
            file.open("{");
            file.field("room", &code)?;
            file.field("seat", &seat)?;
            events(app, code, &who.members(code), file).await?;
            file.close("}");
        }
        if some.len() < AT_A_TIME as usize {
            break;
        }
    }
    file.close("]");
    Ok(())
}

async fn events(app: &AppState, code: RoomCode, members: &[MemberId], file: &mut Pieces) -> Result<(), Cut> {
    let own = |logged: &Logged| {
        let came = matches!(logged.event, Event::Seated { member, .. } if members.contains(&member));
        came || logged.by.is_some_and(|by| members.contains(&by.member))
    };
    file.list("events");
    let mut after = 0;
    loop {
        let some = app.store.events(code, after, AT_A_TIME).await?;
        for logged in some.iter().filter(|logged| own(logged)) {
            file.item(logged)?;
        }
        file.send_if_full().await?;
        match some.last() {
            Some(last) if some.len() == AT_A_TIME as usize => after = last.seq,
            _ => break,
        }
    }
    file.close("]");
    Ok(())
}

/// Reports by the guest, with the lines that were attached.
async fn reports(app: &AppState, guest: GuestKey, file: &mut Pieces) -> Result<(), Cut> {
    file.list("reports");
    let mut from = Since::default();
    loop {
        let some = app.store.reports_by(guest, from, AT_A_TIME).await?;
        let more = some.len() == AT_A_TIME as usize;
        from = from.after(some.iter().map(|report| report.at));
        for OwnReport { room, at, name, lines } in some {
            file.item(&Reported { room, at, name, lines })?;
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
async fn reported(app: &AppState, guest: GuestKey, file: &mut Pieces) -> Result<(), Cut> {
    file.list("reported");
    let mut from = Since::default();
    loop {
        let some = app.store.reports_about(guest, from, AT_A_TIME).await?;
        let more = some.len() == AT_A_TIME as usize;
        from = from.after(some.iter().map(|(_, at)| *at));
        for (room, at) in some {
            file.item(&Where { room, at })?;
        }
        file.send_if_full().await?;
        if !more {
            break;
        }
    }
    file.close("]");
    Ok(())
}
