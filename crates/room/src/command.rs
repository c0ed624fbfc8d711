//! The commands a member can send to a room. Commands carry no identity: the server knows the sender from the
//! connection.

use rules::mapello::Board;
use rules::{Move, Side};
use serde::{Deserialize, Serialize};

use crate::chat::Preset;
use crate::seat::MemberId;
use crate::settings::Settings;

/// A request of one member. [`crate::decide`] turns it into events or into a rejection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Take the free seat under this name; does nothing for a member who sits already.
    Sit {
        /// The name to be shown.
        name: String,
    },
    /// Change the name shown.
    Rename {
        /// The new name.
        name: String,
    },
    /// Close the room to everybody who does not sit, or open it again; for the host.
    Close(bool),
    /// Give up the seat; between games only.
    Leave,
    /// Change the settings; between games only. Takes back both players' *Ready*. The same settings as before say after a game
    /// that one is about to change them.
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
    /// Request a takeback of one's last turn; on one device it happens at once.
    #[serde(rename = "ask_undo")]
    RequestUndo,
    /// Accept or refuse the takeback.
    AnswerUndo(bool),
    /// Give the opponent [`crate::GIVEN_MS`] on the clock.
    GiveTime,
    /// Go berserk: give away half of the own time and all increments, before the own first move.
    #[serde(rename = "berserk")]
    GoBerserk,
    /// Offer a draw; agrees to the opponent's standing offer.
    OfferDraw,
    /// Accept or refuse the draw offer.
    AnswerDraw(bool),
    /// Resign the game.
    Resign,
    /// Offer a rematch with sides swapped; accepts the opponent's standing offer of the same. Replaces
    /// another offer.
    #[serde(rename = "again")]
    Rematch,
    /// Offer a rematch as [`Command::Rematch`], but on the board of the last game; Mapello only.
    #[serde(rename = "same_board")]
    SameBoardRematch,
    /// Show the board that one has built for the next game; may be repeated until the opponent has picked a
    /// side.
    Build(Board),
    /// Pick the side to play on the board that the opponent has built, which starts the game.
    Pick(Side),
    /// Leave the setup draft, as builder or as picker.
    LeaveDraft,
    /// Send a line of chat to the room.
    #[serde(rename = "say")]
    SendChat(String),
    /// Claim the win because the opponent is gone.
    ClaimWin,
    /// Claim a draw instead.
    ClaimDraw,
    /// Adjourn a game without a clock: asks the opponent, accepts the opponent's request, or adjourns at once
    /// where the game could be claimed.
    #[serde(rename = "put_away")]
    Adjourn,
    /// Accept or refuse the adjournment.
    #[serde(rename = "answer_put_away")]
    AnswerAdjourn(bool),
    /// Resume the adjourned game.
    #[serde(rename = "take_up")]
    Resume,
    /// Send a preset chat message.
    #[serde(rename = "greet")]
    SendPreset(Preset),
    /// Allow free text to a stranger, or withdraw that.
    #[serde(rename = "talk")]
    AllowChat(bool),
    /// Send a line of spectator chat. It does not enter the log: the server keeps it, and sends it to
    /// spectators alone.
    #[serde(rename = "aside")]
    SendSpectatorChat(String),
    /// Send a preset to the spectator chat.
    #[serde(rename = "aside_preset")]
    SendSpectatorPreset(Preset),
    /// Report this member: sends the last lines of chat to the server's operator. It does not enter the log.
    Report(MemberId),
}
