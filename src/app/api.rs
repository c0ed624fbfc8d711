//! The server functions: the API for everything that is not live play. Each is one call into the server; this
//! module is the contract between page and server: types, paths under `/api/`, and errors in plain words.

use leptos::prelude::*;
use leptos::server_fn::codec::{Json, JsonEncoding};
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use room::{Finished, Millis, RoomCode, Settings};
use rules::{Game, SetupError, Side};
use serde::{Deserialize, Serialize};

/// The visitor: a guest without an account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Guest {
    /// The name shown to others, chosen or generated.
    pub name: String,
}

/// One of the visitor's rooms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MyGame {
    /// The room; its page is `/r/CODE`.
    pub code: RoomCode,
    /// The opponent's name, if there is one.
    pub opponent: Option<String>,
    /// The game and its variant or board.
    pub title: String,
    /// The state of the room.
    pub state: RoomState,
    /// The time of its last event.
    pub updated: Millis,
}

/// The state of a room, as one of its players sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoomState {
    /// No game has begun, or a board is being built for the next one.
    #[serde(rename = "lobby")]
    Setup,
    /// It is the visitor's turn.
    YourTurn,
    /// It is the opponent's turn.
    TheirTurn,
    /// The last game is over.
    Over(Outcome),
    /// The game is adjourned until one of the players resumes it.
    #[serde(rename = "put_away")]
    Adjourned,
}

/// How a game ended for the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
    /// Aborted: it does not count.
    #[serde(rename = "called_off")]
    Aborted,
}

/// The data of the home page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HomeData {
    /// The visitor.
    pub guest: Guest,
    /// The error of the visitor's last request.
    pub problem: Option<String>,
    /// The visitor's rooms, those where it is their turn first.
    pub games: Vec<MyGame>,
}

/// The game of the room whose page is rendered, as far as its first events tell. The server provides it as
/// context of the page at `/r/CODE`; the browser learns it from the socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoomGame {
    /// The game.
    pub game: Game,
    /// Whether a seat is free, so that somebody is still invited.
    pub open: bool,
    /// Whether a game has begun.
    pub began: bool,
}

/// Context of the page at `/r/CODE`: there is no such room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom;

/// Context of the page of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordData {
    /// The game.
    pub game: Finished,
    /// The address of this server, without a slash at its end.
    pub base: String,
    /// The extensions of its export files.
    pub files: Vec<&'static str>,
}

/// Context of the page "my games".
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GamesData {
    /// Rooms that are not finished, on the first page.
    pub running: Vec<MyGame>,
    /// The finished games on this page, the latest first: the id of each, the visitor's side, its day, the
    /// game.
    pub finished: Vec<(String, Side, String, Finished)>,
    /// The number of this page, from 1.
    pub page: u32,
    /// Whether there is a further page.
    pub more: bool,
}

/// Context of the import page: the pasted text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportData {
    /// The text; empty before anything was pasted.
    pub text: String,
    /// The game parsed from it.
    pub game: Option<Finished>,
}

/// Context of the import page: the shared text is too long to be a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

/// Context of the pages of a seat transfer to another device.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatData {
    /// The room.
    pub code: RoomCode,
    /// The game that is played there.
    pub game: Game,
    /// The step of the transfer.
    pub step: SeatStep,
}

/// The steps of a seat transfer.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatStep {
    /// The player may create a link.
    CreateLink,
    /// The visitor has no seat.
    NoSeat,
    /// Seats cannot be transferred while strangers play.
    StrangersPlay,
    /// The link has been created.
    Link {
        /// The link with its secret.
        link: String,
        /// The link as a QR code, in SVG.
        qr: String,
    },
    /// The visitor has a valid link and may take the seat.
    RedeemLink,
    /// The link is invalid or expired.
    InvalidLink,
    /// The visitor sits in the room already.
    AlreadySeated,
}

/// The error of a server function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApiError {
    /// The name has no visible characters.
    #[error("A name needs 2 to 20 characters that can be seen.")]
    BadName,
    /// A number in the settings is out of its range.
    #[error("One of the settings is out of its range.")]
    BadSettings,
    /// The share code is invalid.
    #[error("That is not the code of a board. Is a letter missing or wrong?")]
    BadBoardCode,
    /// The board is valid but cannot be played on.
    #[error("{0}")]
    BadBoard(SetupError),
    /// The rate limit: this address has opened too many rooms in the last hour.
    #[error("Too much has come from here just now. Please try again in a while.")]
    TooMany,
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

/// Opens a room with these settings. The first visitor, usually this one, gets the bottom seat.
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
