//! Errors of the interface for bots: a status, and a JSON object with a word that a program reads.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use room::Rejection;
use room::message::Fault;
use serde_json::json;

use crate::server::http::limits::TryAgain;
use crate::server::store::StoreError;

/// Why a request of a bot is refused.
#[derive(Clone, PartialEq, Debug)]
pub enum BotError {
    /// No token, or one that is not known or was revoked.
    BadToken,
    /// The token may only read.
    ReadOnly,
    /// The operator does not let the bot, or its network, in.
    Barred(Fault),
    /// Whoever runs the server has switched games with strangers, or new rooms, off.
    SwitchedOff,
    /// The body or the query is not understood; what is wrong with it.
    BadRequest(&'static str),
    /// The bot plays no such game, or its stream is not open.
    NotYours,
    /// There is no such room.
    NoSuchRoom,
    /// There is no such tournament.
    NoSuchTournament,
    /// The tournament refuses it.
    NotAdmitted(tournament::Rejection),
    /// No bot of this name is online.
    NotOnline,
    /// The bot that was asked does not play this, or not with bots.
    NotTaken,
    /// One of the two bots plays as many games as it wants to.
    Occupied,
    /// The room refuses it.
    Refused(Rejection),
    /// Too many games.
    TooMany(TryAgain),
    /// The database does not answer, or the server stops: try again.
    Busy,
}

impl From<StoreError> for BotError {
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "a request of a bot failed");
        Self::Busy
    }
}

impl IntoResponse for BotError {
    fn into_response(self) -> Response {
        let (status, word) = match &self {
            Self::BadToken => (StatusCode::UNAUTHORIZED, "bad_token"),
            Self::ReadOnly => (StatusCode::FORBIDDEN, "read_only"),
            Self::Barred(Fault::Blocked) => (StatusCode::FORBIDDEN, "blocked"),
            Self::Barred(_) => (StatusCode::FORBIDDEN, "suspended"),
            Self::SwitchedOff => (StatusCode::FORBIDDEN, "switched_off"),
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::NotYours => (StatusCode::NOT_FOUND, "not_yours"),
            Self::NoSuchRoom => (StatusCode::NOT_FOUND, "no_such_room"),
            Self::NoSuchTournament => (StatusCode::NOT_FOUND, "no_such_tournament"),
            Self::NotAdmitted(_) => (StatusCode::CONFLICT, "refused"),
            Self::NotOnline => (StatusCode::NOT_FOUND, "not_online"),
            Self::NotTaken => (StatusCode::CONFLICT, "not_taken"),
            Self::Occupied => (StatusCode::CONFLICT, "occupied"),
            Self::Refused(_) => (StatusCode::CONFLICT, "refused"),
            Self::TooMany(_) => (StatusCode::TOO_MANY_REQUESTS, "too_many"),
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
        };
        let body = match &self {
            Self::BadRequest(what) => json!({ "error": word, "detail": what }),
            Self::Refused(reason) => json!({ "error": word, "reason": reason }),
            Self::NotAdmitted(reason) => json!({ "error": word, "reason": reason }),
            _ => json!({ "error": word }),
        };
        let mut answer = (status, Json(body)).into_response();
        if let Self::TooMany(again) = self {
            answer.headers_mut().insert(RETRY_AFTER, again.seconds().into());
        }
        answer
    }
}
