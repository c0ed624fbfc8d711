//! The server functions: everything that is not live play. Each is one call into the server, which does the work; what
//! stands here is the contract between page and server: types, paths under `/api/`, and errors in plain words.

use leptos::prelude::*;
use leptos::server_fn::codec::{Json, JsonEncoding};
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use room::{Finished, Millis, RoomCode, Settings};
use rules::{Game, SetupError, Side};
use serde::{Deserialize, Serialize};

/// Who the visitor is: a guest without an account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Guest {
    /// The name shown to others: chosen, or a friendly one that was made up.
    pub name: String,
}

/// One of the visitor's rooms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MyGame {
    /// The room; its page is `/r/CODE`.
    pub code: RoomCode,
    /// Who sits on the other side, if anybody does.
    pub opponent: Option<String>,
    /// What is played.
    pub title: String,
    /// Where it stands.
    pub state: Standing,
    /// When something last happened in it.
    pub updated: Millis,
}

/// Where a room stands, as one of its players sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// No game has begun, or a board is being built for the next one.
    Lobby,
    /// It is the visitor's turn.
    YourTurn,
    /// It is the opponent's turn.
    TheirTurn,
    /// The last game is over.
    Over(Outcome),
    /// The game was put away until one of them goes on with it.
    PutAway,
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
    /// Called off: it counts for nothing.
    CalledOff,
}

/// What the home page shows of its visitor.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HomeData {
    /// Who the visitor is.
    pub guest: Guest,
    /// What went wrong with what the visitor asked for last.
    pub problem: Option<String>,
    /// The visitor's rooms, those where it is the own turn first.
    pub games: Vec<MyGame>,
}

/// What is played in the room whose page is drawn, as far as its first events tell. The server puts it into the context
/// of the page at `/r/CODE`; the browser hears of it from the socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoomGame {
    /// What is played.
    pub game: Game,
    /// Whether somebody is still invited: a seat is free.
    pub open: bool,
    /// Whether a game has begun.
    pub began: bool,
}

/// There is no such room. The server puts it into the context of the page at `/r/CODE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom;

/// The finished game whose page is drawn. The server puts it into the context of that page.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordData {
    /// The game.
    pub game: Finished,
    /// The address of this server, without a slash at its end.
    pub base: String,
    /// How the names of its files end.
    pub files: Vec<&'static str>,
}

/// One's own games, for the page that lists them. The server puts them into its context.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GamesData {
    /// Rooms in which something is still to happen, on the first page.
    pub running: Vec<MyGame>,
    /// Finished games of this page, the latest first: the id of each, the visitor's side, its day, the game.
    pub finished: Vec<(String, Side, String, Finished)>,
    /// The number of this page, from 1.
    pub page: u32,
    /// There are games on a further page.
    pub more: bool,
}

/// What somebody has pasted, for the page that reads it. The server puts it into its context.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportData {
    /// The text; empty before anything was pasted.
    pub text: String,
    /// The game in it.
    pub game: Option<Finished>,
}

/// What somebody has handed over is too long to be a game. The server says so to the page that reads games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

/// The seat that is to move to another device, for the pages where that is done. The server puts it into their context.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatData {
    /// The room.
    pub code: RoomCode,
    /// What is played there.
    /// What is played.
    pub game: Game,
    /// How far it is.
    pub step: SeatStep,
}

/// How far the move of a seat is.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatStep {
    /// The player may have a link.
    Ask,
    /// The visitor has no seat.
    NoSeat,
    /// Seats do not move while strangers play.
    Later,
    /// This is the link.
    Link {
        /// With its secret.
        link: String,
        /// The same as a QR code, in SVG.
        qr: String,
    },
    /// Whoever has the link may take the seat.
    Take,
    /// The link is not good, or no longer.
    Spent,
    /// Who would take it sits in the room already.
    Sits,
}

/// Why a server function did not do what it was asked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApiError {
    /// Nothing of the name can be shown.
    #[error("A name needs 2 to 20 characters that can be seen.")]
    BadName,
    /// A number of the settings is out of its range.
    #[error("One of the settings is out of its range.")]
    BadSettings,
    /// What was given as the code of a board is none.
    #[error("That is not the code of a board. Is a letter missing or wrong?")]
    BadBoardCode,
    /// The board can be read but not played on.
    #[error("{0}")]
    BadBoard(SetupError),
    /// This address has opened too many rooms in the last hour.
    #[error("Too much has come from here just now. Please try again in a while.")]
    TooMany,
    /// The request is not what the server expects: most likely the page is older than the server.
    #[error("The page and the server did not understand each other. Please reload the page.")]
    NotUnderstood,
    /// No answer from the server.
    #[error("The server cannot be reached. Are you online?")]
    Unreachable,
    /// The server has a fault of its own; its log says which.
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

/// Who I am.
#[server(endpoint = "me")]
pub async fn me() -> Result<Guest, ApiError> {
    crate::server::lobby::me().await
}

/// Calls me by another name in the rooms that I enter from now on.
#[server(endpoint = "rename")]
pub async fn rename(
    /// The new name.
    name: String,
) -> Result<Guest, ApiError> {
    crate::server::lobby::rename(&name).await
}

/// Speaks this language with the visitor from now on. The form leads back to the page it came from.
#[server(endpoint = "speak")]
pub async fn speak(
    /// Its tag: `en`, `de`, `pt`.
    language: String,
) -> Result<(), ApiError> {
    crate::server::language::choose(&language)
}

/// Opens a room with these settings. Whoever comes first, usually the visitor, gets the bottom seat.
#[server(endpoint = "create_room", input = Json)]
pub async fn create_room(
    /// What is to be played, and how.
    settings: Settings,
) -> Result<RoomCode, ApiError> {
    crate::server::lobby::create_room(settings).await
}

/// Opens a room with the usual settings of a game and leads there: a form that works before the page is hydrated.
#[server(endpoint = "open_room")]
pub async fn open_room(
    /// `mancala` (as without it) or `mapello`.
    game: Option<String>,
    /// The board for Mapello: a share code or the number of a random board, as typed; or `default` (as without it),
    /// `empty`, `random`, `daily`, `draft`.
    board: Option<String>,
) -> Result<(), ApiError> {
    crate::server::lobby::open_room(game.as_deref(), board.as_deref()).await
}

/// Leads to the room with this code, as somebody has typed it, or of a link that somebody has put in.
#[server(endpoint = "join_by_code")]
pub async fn join_by_code(
    /// The code, in either case, with or without spaces; or a link with the code after `/r/`.
    code: String,
) -> Result<(), ApiError> {
    crate::server::lobby::join_by_code(&code).await
}

/// My last rooms, at most 20: those where it is my turn first, then the newest first.
#[server(endpoint = "my_games")]
pub async fn my_games() -> Result<Vec<MyGame>, ApiError> {
    crate::server::lobby::my_games().await
}
