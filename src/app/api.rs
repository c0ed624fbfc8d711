//! The server functions: the API for everything that is not live play. Each is one call into the server; this
//! module is the contract between page and server: types, paths under `/api/`, and errors in plain words.

use leptos::prelude::*;
use leptos::server_fn::codec::{Json, JsonEncoding};
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use room::{RoomCode, Settings};
use rules::SetupError;
use serde::{Deserialize, Serialize};

use crate::model::my_games::{Guest, MyGame};

/// The error of a server function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApiError {
    /// The name has no visible characters.
    #[error("A name needs 2 to 20 visible characters.")]
    BadName,
    /// A number in the settings is out of its range.
    #[error("One of the settings is out of range.")]
    BadSettings,
    /// The share code is invalid.
    #[error("That's not a board code. Check it for a typo.")]
    BadBoardCode,
    /// The board is valid but cannot be played on.
    #[error("{0}")]
    BadBoard(SetupError),
    /// The rate limit: this address has opened too many rooms in the last hour.
    #[error("Too many attempts from here just now. Please try again in a while.")]
    TooMany,
    /// The operator lets the visitor choose no name.
    #[error("The operator of this server doesn't let you choose a name right now.")]
    NameRefused,
    /// The operator has switched off new rooms.
    #[error("The operator of this server has switched off new rooms.")]
    RoomsOff,
    /// The operator does not let the visitor in.
    #[error("The operator of this server doesn't let you in right now.")]
    Barred,
    /// The server does not understand the request: most likely the page is older than the server.
    #[error("The page and the server did not understand each other. Please reload the page.")]
    NotUnderstood,
    /// No answer from the server.
    #[error("The server cannot be reached. Are you online?")]
    Unreachable,
    /// The server has an internal error, which is in its log.
    #[error("Something went wrong on our side. Please try again.")]
    Unavailable,
}

impl FromServerFnError for ApiError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Request(_) => Self::Unreachable,
            ServerFnErrorErr::Args(_)
            | ServerFnErrorErr::MissingArg(_)
            | ServerFnErrorErr::Serialization(_)
            | ServerFnErrorErr::Deserialization(_)
            | ServerFnErrorErr::UnsupportedRequestMethod(_) => Self::NotUnderstood,
            _ => Self::Unavailable,
        }
    }
}

/// The visitor.
#[server(endpoint = "me")]
pub async fn me() -> Result<Guest, ApiError> {
    crate::server::api::me().await
}

/// Changes the visitor's name in rooms entered from now on.
#[server(endpoint = "rename")]
pub async fn rename(
    /// The new name.
    name: String,
) -> Result<Guest, ApiError> {
    crate::server::api::rename(&name).await
}

/// Changes the visitor's language. The form leads back to the page it came from.
#[server(endpoint = "speak")]
pub async fn speak(
    /// The language tag: `en`, `de`, `pt`.
    language: String,
) -> Result<(), ApiError> {
    crate::server::http::language::set_cookie(&language)
}

/// Opens a room with these settings, in which the visitor sits. Without a cookie nobody does.
#[server(endpoint = "create_room", input = Json)]
pub async fn create_room(
    /// The settings of the room.
    settings: Settings,
) -> Result<RoomCode, ApiError> {
    crate::server::api::create_room(settings).await
}

/// Opens a room with the default settings of a game and redirects there: a form that works before hydration.
#[server(endpoint = "open_room")]
pub async fn open_room(
    /// `mancala` (the default) or `mapello`.
    game: Option<String>,
    /// The board for Mapello: a share code or the seed of a random board, as typed; or `default` (used if it
    /// is missing), `empty`, `random`, `daily`, `draft`.
    board: Option<String>,
) -> Result<(), ApiError> {
    crate::server::api::open_room(game.as_deref(), board.as_deref()).await
}

/// Redirects to the room with this code, as somebody has typed it, or with the code in a pasted link.
#[server(endpoint = "join_by_code")]
pub async fn join_by_code(
    /// The code, in either case, with or without spaces; or a link with the code after `/r/`.
    code: String,
) -> Result<(), ApiError> {
    crate::server::api::join_by_code(&code).await
}

/// The visitor's last rooms, at most 20: those where it is their turn first, then the newest first.
#[server(endpoint = "my_games")]
pub async fn my_games() -> Result<Vec<MyGame>, ApiError> {
    crate::server::api::my_games().await
}
