//! What the page of a table of strangers asks for: both players' ratings at the game and speed that they play, what one of the
//! room's games has brought them, and the tournament for which they play.

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use room::{Event, RoomCode, Speed};
use rules::Game;
use serde::Deserialize;

use crate::model::rating::{RatingCategory, TableRatings};
use crate::server::AppState;
use crate::server::auth::lookup::Lookup;
use crate::server::profile;
use crate::server::store::StoreError;

/// The query.
#[derive(Deserialize)]
pub struct Asked {
    /// At which game the ratings are …
    of: Game,
    /// … and at which speed; a page of an earlier version does not say so.
    #[serde(default = "rapid")]
    speed: Speed,
    /// The number of the room's game whose worth is asked for.
    number: u32,
}

fn rapid() -> Speed {
    Speed::Rapid
}

/// `GET /r/CODE/ratings?of=mancala&speed=rapid&number=1`. Casual games are not rated, so their rooms have no ratings to show.
pub async fn table_ratings(
    State(app): State<AppState>,
    Path(code): Path<String>,
    Query(asked): Query<Asked>,
    request: Request,
) -> Response {
    let Ok(code) = code.parse::<RoomCode>() else { return StatusCode::NOT_FOUND.into_response() };
    let lookup = Lookup::of_request(&app, &request);
    if let Err(again) = lookup.check_room(code).await {
        return lookup.refuse(again);
    }
    match load(&app, code, &asked).await {
        Ok(ratings) => {
            lookup.room(code, ratings.is_some());
            let fresh = [(CACHE_CONTROL, "no-store")];
            ratings.map(|ratings| (fresh, Json(ratings))).ok_or(StatusCode::NOT_FOUND).into_response()
        }
        Err(error) => {
            tracing::warn!(%code, %error, "the ratings at a table could not be loaded");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

/// `None` if there is no such room.
async fn load(app: &AppState, code: RoomCode, asked: &Asked) -> Result<Option<TableRatings>, StoreError> {
    let opened = app.store.events(code, 0, 1).await?;
    let Some(opened) = opened.first() else { return Ok(None) };
    let Event::Opened(settings) = &opened.event else { return Ok(None) };
    let tournament = app.store.pairing_of_room(code).await?.map(|(tournament, _)| tournament);
    if !settings.is_rated() {
        return Ok(Some(TableRatings { tournament, ..TableRatings::default() }));
    }
    let category = RatingCategory { game: asked.of, speed: asked.speed };
    let seats = app.store.ratings_at_table(code, category, app.time.now()).await?;
    let change = app.store.rating_changes(code, asked.number).await?;
    let change = change.map(|sides| sides.map(|points| points.round() as i32));
    let seats = seats.map(|rating| rating.map(profile::shown_rating));
    Ok(Some(TableRatings { seats, change, tournament }))
}
