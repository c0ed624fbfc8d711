//! What the pages of a room show before its socket is open: its game, and the steps of a seat transfer.

use room::{RoomCode, Settings};
use rules::Game;

/// The game of the room whose page is rendered, as far as its first events tell. The server provides it as
/// context of the page at `/r/CODE`; the browser learns it from the socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoomGame {
    /// The game.
    pub game: Game,
    /// Whether a seat is free and the room is not closed, so that somebody is still invited.
    pub open: bool,
    /// Whether a game has begun.
    pub began: bool,
}

/// Context of the page at `/r/CODE`: the name under which the visitor would sit down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatName(pub String);

/// Context of the page at `/r/CODE`: a seat is free, and the visitor may take it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The name of the host, unless both seats are free.
    pub host: Option<String>,
    /// What would be played.
    pub settings: Settings,
    /// Whether the visitor has chosen a name.
    pub named: bool,
}

/// Context of the page at `/r/CODE`: somebody else has taken the seat that the visitor wanted to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatTaken;

/// The query with which the server leads there.
pub const TAKEN: &str = "taken";
/// The query of a visitor who would rather watch.
pub const WATCH: &str = "watch";

/// Context of the page at `/r/CODE`: there is no such room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom;

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
