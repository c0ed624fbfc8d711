//! Why a command was refused, with a sentence for its sender.

use core::fmt;

use rules::{IllegalMove, SetupError};
use serde::{Deserialize, Serialize};

use crate::Millis;

/// The reason why a command was refused. The room is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// The sender is a spectator.
    NotSeated,
    /// Both seats are taken.
    Full,
    /// The host has closed the room.
    Closed,
    /// Only the host may do that.
    NotHost,
    /// The room's log has reached its maximal length.
    RoomFull,
    /// The name has no visible characters.
    BadName,
    /// A number in the settings is out of its range.
    BadSettings,
    /// The board cannot be played on.
    BadBoard(SetupError),
    /// The command has to wait until the game is over.
    GameRunning,
    /// The command has to wait until the match is over, whose second game is about to begin.
    MatchRunning,
    /// No game is running.
    NoGame,
    /// The same board cannot be played again: this game or the last one is not Mapello.
    NoSameBoard,
    /// No board is being built.
    NoDraft,
    /// The other seat is empty.
    NoOpponent,
    /// It is the opponent's turn, to play, to build or to pick.
    NotYourTurn,
    /// The game has gone on since the sender last saw it.
    Stale,
    /// The rules do not allow the move.
    Illegal(IllegalMove),
    /// There is no request or offer to answer.
    #[serde(rename = "nothing_asked")]
    NothingRequested,
    /// The sender has asked already; the answer is due.
    #[serde(rename = "asked_already")]
    AlreadyRequested,
    /// The sender has no turn to take back.
    NothingToUndo,
    /// The game has no clock to which time could be added.
    NoClock,
    /// Nobody can go berserk in this game: it is not of a tournament in which one may.
    NoBerserk,
    /// The sender has gone berserk already.
    AlreadyBerserk,
    /// One goes berserk before the own first move.
    BerserkTooLate,
    /// Too soon: wait so many milliseconds.
    Wait(Millis),
    /// A draw can be offered again after a few moves; only earlier server versions send this.
    DrawTooSoon,
    /// A draw can be offered again after so many more moves of the game.
    DrawAfter(u32),
    /// The rematch offer has expired; only earlier server versions send this.
    TooLate,
    /// The line is empty.
    EmptyLine,
    /// The line has more than 140 characters.
    LineTooLong,
    /// The line repeats one of the sender's last two.
    #[serde(rename = "said_already")]
    RepeatedLine,
    /// The opponent is connected, or may still come back: nothing can be claimed.
    #[serde(rename = "not_gone")]
    OpponentPresent,
    /// The game has a running clock: it cannot be adjourned.
    HasClock,
    /// The sender has used up the presets of this kind for this game.
    #[serde(rename = "said_enough")]
    PresetsUsedUp,
    /// Strangers are limited to presets until both allow free text.
    PresetsOnly,
    /// Players neither see nor send spectator chat.
    #[serde(rename = "only_watchers")]
    SpectatorsOnly,
    /// The operator lets the sender neither write nor choose a name for so many milliseconds more.
    Muted(Millis),
    /// The operator has switched chat off.
    ChatOff,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::NotSeated => "You're a spectator; only the two players can do that.",
            Self::Full => "Both seats are taken. You can watch.",
            Self::Closed => "This room is closed.",
            Self::NotHost => "Only the player who opened the room can do that.",
            Self::RoomFull => "This room has reached its limit. Open a new one.",
            Self::BadName => "A name needs 2 to 20 visible characters.",
            Self::BadSettings => "One of the settings is out of range.",
            Self::BadBoard(reason) => return reason.fmt(f),
            Self::GameRunning => "That has to wait until the game is over.",
            Self::MatchRunning => "That has to wait until the match is over.",
            Self::NoGame => "No game is in progress.",
            Self::NoSameBoard => "You can only replay a board if the next game is Mapello too.",
            Self::NoDraft => "No board is being built.",
            Self::NoOpponent => "You don't have an opponent yet.",
            Self::NotYourTurn => "It is your opponent's turn.",
            Self::Stale => "The game has already moved on.",
            Self::Illegal(reason) => return reason.fmt(f),
            Self::NothingRequested => "There's nothing to answer any more.",
            Self::AlreadyRequested => "You've already asked.",
            Self::NothingToUndo => "You have no turn to take back.",
            Self::NoClock => "You can't give time in correspondence or without a clock.",
            Self::NoBerserk => "You can't play with half the time in this game.",
            Self::AlreadyBerserk => "You already play with half the time.",
            Self::BerserkTooLate => "You can only halve your time before your first move.",
            Self::Wait(ms) => return write!(f, "Please wait {} seconds.", ms.saturating_add(999) / 1000),
            Self::DrawTooSoon => "Play a few more moves before you offer a draw again.",
            Self::DrawAfter(moves) => {
                return write!(f, "You can offer a draw again after {moves} more moves.");
            }
            Self::TooLate => "It's too late to play again.",
            Self::EmptyLine => "The message is empty.",
            Self::LineTooLong => "A message can have up to 140 characters.",
            Self::RepeatedLine => "You've just said that.",
            Self::OpponentPresent => "You can't claim the win or call a draw now.",
            Self::HasClock => "A game with a clock can't be adjourned.",
            Self::PresetsUsedUp => "The limit for one game is two quick messages of this kind.",
            Self::PresetsOnly => "You can write once you have both turned on chat.",
            Self::SpectatorsOnly => "This chat is for spectators only.",
            Self::Muted(ms) => {
                let minutes = ms.saturating_add(59_999) / 60_000;
                return write!(f, "The operator of this server has muted you for {minutes} more minutes.");
            }
            Self::ChatOff => "The operator of this server has switched chat off.",
        };
        f.write_str(text)
    }
}

impl core::error::Error for Rejection {}
