//! What link previews are made of (Open Graph): chats fetch a page to show it under its link.

use std::sync::Arc;

use room::{BoardChoice, Room};

/// Context of the page of a room for a visitor without a cookie, such as a chat that fetches it.
#[derive(Clone, Debug)]
pub struct RoomPreview {
    /// The address of this server, without a slash at its end.
    pub base: String,
    /// The room.
    pub room: Arc<Room>,
    /// Whether its players may be named.
    pub is_named: bool,
    /// Whether its game may be seen.
    pub is_watchable: bool,
}

/// Context of the import page if its link carries a game.
#[derive(Clone, Debug)]
pub struct LinkedGame {
    /// The address of this server, without a slash at its end.
    pub base: String,
    /// The query of the link.
    pub query: String,
}

/// Context of a page of games on a device if its link names a board.
#[derive(Clone, Debug)]
pub struct LinkedBoard {
    /// The address of this server, without a slash at its end.
    pub base: String,
    /// The path and query of the link.
    pub link: String,
    /// The query.
    pub query: String,
    /// The board.
    pub board: BoardChoice,
}
