//! Everything that is kept of a guest, as one file for that guest.

use axum::Extension;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use room::{Event, Finished, Logged, RoomCode};
use serde::Serialize;

use super::{allowed, refused};
use crate::server::AppState;
use crate::server::account::Who;
use crate::server::headers::OWN;
use crate::server::identity::Identity;
use crate::server::listen::Address;
use crate::server::store::{OwnGame, OwnReport, StoreError, game_word};

/// What the file holds.
#[derive(Serialize)]
struct Kept {
    /// The name that was chosen, if one was.
    name: Option<String>,
    /// By game.
    ratings: Vec<Rated>,
    /// How many games were called off, by game.
    called_off: Vec<(&'static str, u32)>,
    /// Finished games.
    games: Vec<Played>,
    /// The ids of the passkeys with which one signs in.
    passkeys: Vec<String>,
    /// Where one's browsers are told of one's turn.
    pushes: Vec<String>,
    /// Rooms in which the guest holds a seat.
    rooms: Vec<Seated>,
    /// Whom the guest has reported, with the lines that were handed over.
    reports: Vec<Reported>,
    /// Where and when the guest was reported; not by whom.
    reported: Vec<Place>,
}

#[derive(Serialize)]
struct Rated {
    game: &'static str,
    points: f64,
    deviation: f64,
    volatility: f64,
    games: u32,
    at: room::Millis,
}

#[derive(Serialize)]
struct Played {
    id: String,
    /// Which of the two names is the guest's.
    side: usize,
    game: Finished,
}

#[derive(Serialize)]
struct Seated {
    room: RoomCode,
    seat: room::Seat,
    /// What the guest has done and said there.
    events: Vec<Logged>,
}

#[derive(Serialize)]
struct Reported {
    room: String,
    at: room::Millis,
    name: String,
    lines: serde_json::Value,
}

#[derive(Serialize)]
struct Place {
    room: String,
    at: room::Millis,
}

/// The file of whoever asks; nothing for somebody whom the server does not know.
pub async fn export(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(who): Extension<Who>,
    headers: HeaderMap,
) -> Response {
    if Identity::from_headers(&headers).is_none() {
        return refused(StatusCode::FORBIDDEN);
    }
    if !allowed(&app, address) {
        return refused(StatusCode::TOO_MANY_REQUESTS);
    }
    let kept = match everything(&app, &who).await {
        Ok(kept) => serde_json::to_string(&kept),
        Err(error) => {
            tracing::warn!(%error, "what is kept of a guest could not be read");
            return refused(StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    let Ok(text) = kept else { return refused(StatusCode::INTERNAL_SERVER_ERROR) };
    let file =
        [(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, "attachment; filename=\"duello.json\"")];
    (file, OWN, text).into_response()
}

async fn everything(app: &AppState, who: &Who) -> Result<Kept, StoreError> {
    let guest = who.identity.guest();
    let rated = |(game, rating): (_, crate::server::rating::Rating)| Rated {
        game: game_word(game),
        points: rating.points,
        deviation: rating.deviation,
        volatility: rating.volatility,
        games: rating.games,
        at: rating.at,
    };
    let played = |own: OwnGame| Played { id: own.id.to_string(), side: own.side.index(), game: own.game };
    let report = |OwnReport { room, at, name, lines }| Reported { room, at, name, lines };
    let mut rooms = Vec::new();
    for (code, seat) in app.store.rooms_of(guest, u32::MAX).await? {
        let members = who.members(code);
        let own = |logged: &Logged| {
            let came = matches!(logged.event, Event::Seated { member, .. } if members.contains(&member));
            came || logged.by.is_some_and(|by| members.contains(&by.member))
        };
        let events = app.store.log(code).await?.into_iter().filter(own).collect();
        rooms.push(Seated { room: code, seat, events });
    }
    let called_off = app.store.called_off(guest).await?.into_iter();
    Ok(Kept {
        name: app.store.guest_name(guest).await?,
        ratings: app.store.ratings(guest).await?.into_iter().map(rated).collect(),
        called_off: called_off.map(|(game, number)| (game_word(game), number)).collect(),
        games: app.store.games_of(guest, 0, u32::MAX).await?.into_iter().map(played).collect(),
        passkeys: match &who.account {
            Some(account) => app.store.passkeys(account).await?.into_iter().map(|(id, _)| id).collect(),
            None => Vec::new(),
        },
        pushes: app.store.endpoints(guest).await?,
        rooms,
        reports: app.store.reports_by(guest).await?.into_iter().map(report).collect(),
        reported: app
            .store
            .reports_about(guest)
            .await?
            .into_iter()
            .map(|(room, at)| Place { room, at })
            .collect(),
    })
}
