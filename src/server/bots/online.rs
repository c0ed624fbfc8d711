//! What a bot may read: itself, which bots are online, and the description of the interface.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use room::Speed;
use rules::Game;
use serde_json::{Value, json};

use super::error::BotError;
use super::pass::Reader;
use crate::model::rating::{Rating, RatingCategory};
use crate::server::AppState;
use crate::server::profile::{rating_at, shown_rating};
use crate::server::store::ladder::Ladder;

/// The interface in the form of OpenAPI 3.1.
const OPENAPI: &str = include_str!("openapi.json");

/// The bot of the token: its name, and its ratings on the ladder of bots. `ratings` are those at rapid, as all were before
/// each speed had its own.
pub async fn me(State(app): State<AppState>, reader: Reader) -> Result<Json<Value>, BotError> {
    let ratings = app.store.ratings_on(Ladder::Bots, reader.guest()).await?;
    let now = app.time.now();
    let rating = |game, speed| {
        let rating = rating_at(&ratings, RatingCategory { game, speed })?;
        let Rating { points, provisional } = shown_rating(rating.decayed_to(now));
        Some(json!({ "points": points, "provisional": provisional, "games": rating.games }))
    };
    let at =
        |speed| json!({ "mancala": rating(Game::Mancala, speed), "mapello": rating(Game::Mapello, speed) });
    let by_speed: BTreeMap<&str, Value> = Speed::ALL.map(|speed| (speed.word(), at(speed))).into();
    Ok(Json(json!({
        "bot": reader.pass.name,
        "scope": reader.pass.scope.word(),
        "ratings": at(Speed::Rapid),
        "ratings_by_speed": by_speed,
    })))
}

/// The bots that are online on this server, by name.
pub async fn online(State(app): State<AppState>, _: Reader) -> Json<Value> {
    let bots = app.bots.online().into_iter().map(
        |bot| json!({ "bot": bot.name, "house": bot.is_house, "games": bot.games, "most": bot.terms.games }),
    );
    Json(json!({ "bots": bots.collect::<Vec<Value>>() }))
}

/// The description, for everybody.
pub async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], OPENAPI)
}
