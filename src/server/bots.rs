//! Bots: programs that play, with a token each, over plain HTTP (`/api/bot/…`) or over the sockets of the pages. Which bots are
//! there, and on what terms they play, lives in memory as the lobby does; their rooms are stored like any other
//! (docs/BOTS.md, ADR 0083).

mod actions;
mod challenge;
mod directory;
mod error;
mod follower;
mod game_line;
mod online;
mod pass;
mod stream;
mod terms;
mod watchers;

use axum::Router;
use axum::routing::{get, post};

pub use self::challenge::{Asker, ChallengeRefusal, challenge};
pub use self::directory::{BotOnline, Directory, Place};
pub use self::error::BotError;
pub use self::pass::Player;
pub use self::stream::ratings;
pub use self::terms::Terms;
use super::AppState;

/// Paths of the interface for bots; the points of each stand in `http::request_points`.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/bot/me", get(online::me))
        .route("/api/bot/online", get(online::online))
        .route("/api/bot/stream", get(stream::stream))
        .route("/api/bot/challenge", post(challenge::ask))
        .route("/api/bot/rooms/{code}/sit", post(actions::sit))
        .route("/api/bot/games/{code}/move", post(actions::play))
        .route("/api/bot/games/{code}/do", post(actions::command))
        .route("/api/bot/openapi.json", get(online::openapi))
}
