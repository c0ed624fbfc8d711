//! What a member can ask of a room. Nothing in it is believed: who asks is known from the connection.

use rules::mapello::Board;
use rules::{Move, Side};
use serde::{Deserialize, Serialize};

use crate::chat::Preset;
use crate::seat::MemberId;
use crate::settings::Settings;

/// A wish of one member. [`crate::decide`] turns it into events or into a rejection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Take the free seat under this name; nothing happens to one who sits already.
    Sit {
        /// The name to be shown.
        name: String,
    },
    /// Change the name shown.
    Rename {
        /// The new name.
        name: String,
    },
    /// Give the seat up; between games only.
    Leave,
    /// Change the settings; between games only. Takes back both players' *Ready*.
    Configure(Settings),
    /// Agree to the settings and be ready to start, or take that back (also during the countdown).
    Ready(bool),
    /// Play a move.
    Play {
        /// The number of the game that is meant.
        game: u32,
        /// How many moves the sender has seen: the move is refused as stale if the game has gone on since.
        ply: u32,
        /// The move.
        mv: Move,
    },
    /// Ask for one's last turn back; on one device it is taken back at once.
    AskUndo,
    /// Agree to give the turn back, or not.
    AnswerUndo(bool),
    /// Give the opponent [`crate::GIVEN_MS`].
    GiveTime,
    /// Offer a draw; agrees to the opponent's standing offer.
    OfferDraw,
    /// Agree to a draw, or not.
    AnswerDraw(bool),
    /// Give the game up.
    Resign,
    /// Offer to play the next game, with sides swapped; agrees to the opponent's standing offer of the same. Takes the
    /// place of another offer.
    Again,
    /// As [`Command::Again`], but on the board of the last game; Mapello only.
    SameBoard,
    /// Show the board one has built for the next game; again, until the opponent has picked a side.
    Build(Board),
    /// Pick the side to play on the board that the opponent has built, which starts the game.
    Pick(Side),
    /// Give up building a board or waiting for one.
    LeaveDraft,
    /// Say a line to the room.
    Say(String),
    /// Claim the game that the opponent has left.
    ClaimWin,
    /// Call it a draw instead.
    ClaimDraw,
    /// Put a game without a clock away until later: asks the opponent, agrees to his asking, or does it where the game could
    /// be claimed.
    PutAway,
    /// Agree to put it away, or not.
    AnswerPutAway(bool),
    /// Go on with the game that was put away.
    TakeUp,
    /// Say something with one touch.
    Greet(Preset),
    /// Allow a stranger free talk, or take that back.
    Talk(bool),
    /// Say something to the others who watch. It does not come into the log: whoever runs the room keeps it, and tells it to
    /// watchers alone.
    Aside(String),
    /// The same with one touch.
    AsidePreset(Preset),
    /// Hand what was said last to whoever runs the server, because of this member. It does not come into the log.
    Report(MemberId),
}
