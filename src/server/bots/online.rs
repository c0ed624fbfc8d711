//! What a bot may read: itself, which bots are online, and the description of the interface.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use rules::Game;
use serde_json::{Value, json};

use super::error::BotError;
use super::pass::Reader;
use crate::server::AppState;
use crate::server::profile::shown_rating;
use crate::server::store::ladder::Ladder;

/// The interface in the form of OpenAPI 3.1.
const OPENAPI: &str = include_str!("openapi.json");

/// The bot of the token: its name, and its ratings on the ladder of bots.
pub async fn me(State(app): State<AppState>, reader: Reader) -> Result<Json<Value>, BotError> {
    let ratings = app.store.ratings_on(Ladder::Bots, reader.guest()).await?;
    let now = app.time.now();
    let rating = |game: Game| {
        let (_, rating) = ratings.iter().find(|(of, _)| *of == game)?;
        Some((shown_rating(rating.decayed_to(now)), rating.games))
    };
    let rating = |game| {
        rating(game).map(|(shown, games)| json!({ "points": shown.points, "provisional": shown.provisional, "games": games }))
    };
    Ok(Json(json!({
        "bot": reader.pass.name,
        "scope": reader.pass.scope.word(),
        "ratings": { "mancala": rating(Game::Mancala), "mapello": rating(Game::Mapello) },
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
