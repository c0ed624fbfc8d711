//! The events of a room (event sourcing): the log that is stored, sent to every page and replayed. Everyone
//! in the room sees all of it.

use rules::mapello::Board;
use rules::{Move, Setup, Side};
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::chat::Preset;
use crate::clock::ClockRules;
use crate::game::Reason;
use crate::seat::{MemberId, Seat};
use crate::settings::Settings;

/// One event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The room was opened with these settings: always and only the first event.
    Opened(Settings),
    /// A member took a seat.
    Seated {
        /// The seat.
        seat: Seat,
        /// The member.
        member: MemberId,
        /// The name to be shown.
        name: String,
    },
    /// A player changed the name.
    Renamed {
        /// The player's seat.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// The host closed the room to everybody who does not sit, or opened it again.
    #[serde(rename = "room_closed")]
    Closed(bool),
    /// This seat became free.
    Left(Seat),
    /// The settings changed; nobody is ready any more.
    Configured {
        /// The player who changed them.
        seat: Seat,
        /// The new settings.
        settings: Settings,
    },
    /// A player is ready, or no longer ready, which stops the countdown.
    Readied {
        /// The player.
        seat: Seat,
        /// Whether the player is ready.
        ready: bool,
    },
    /// Both are ready: the game starts at this moment unless one of them withdraws.
    CountingDown(Millis),
    /// A game began, and its clock runs.
    Started {
        /// Its number in the room, from 1.
        number: u32,
        /// Its setup.
        setup: Setup,
        /// The seat that plays the first side.
        first: Seat,
        /// The edition of the rules of its clock: the first one in logs of earlier versions.
        #[serde(default, skip_serializing_if = "ClockRules::is_v5")]
        clock_rules: ClockRules,
        /// The number of the opening from which it begins, [`rules::mapello::openings::Opening::balanced`]: its moves
        /// are those of the game, and nobody made them. Not serialised without one, as in logs from before there were any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<u32>,
    },
    /// The server was down: no clock ran meanwhile, and both sides get [`crate::DOWNTIME_BONUS_MS`].
    Interrupted {
        /// The beginning of the outage.
        from: Millis,
        /// The end of the outage.
        until: Millis,
    },
    /// A measured round-trip time to the player of this side. Lag compensation uses it from that player's
    /// next turn on.
    Lag {
        /// Which side.
        side: Side,
        /// In milliseconds.
        ms: Millis,
    },
    /// This player gave the opponent [`crate::GIVEN_MS`].
    TimeGiven(Seat),
    /// This player went berserk: gave away half of the time and all increments, for the whole match if it is one.
    #[serde(rename = "berserk")]
    WentBerserk(Seat),
    /// A legal move was played.
    Moved {
        /// The side that played it.
        side: Side,
        /// The move.
        mv: Move,
    },
    /// This player requests a takeback.
    #[serde(rename = "undo_asked")]
    UndoRequested(Seat),
    /// This player refuses the takeback.
    #[serde(rename = "undo_refused")]
    UndoDeclined(Seat),
    /// Moves were taken back; so many of the game remain.
    Undone(u32),
    /// This player offers a draw.
    DrawOffered(Seat),
    /// This player, who was offered a draw, plays on.
    #[serde(rename = "draw_refused")]
    DrawDeclined(Seat),
    /// The game is over.
    Ended {
        /// The winner; `None` for a draw, or a game that was called off.
        winner: Option<Side>,
        /// The reason.
        reason: Reason,
    },
    /// This player offers a rematch.
    #[serde(rename = "again_offered")]
    RematchOffered(Seat),
    /// This player offers a rematch on the same board.
    #[serde(rename = "same_board_offered")]
    SameBoardRematchOffered(Seat),
    /// The setup draft began; this player builds the board of the next game.
    DraftBegan(Seat),
    /// The builder shows this board.
    Built(Board),
    /// This player left the setup draft: both are back at the room setup.
    DraftLeft(Seat),
    /// A line of chat.
    #[serde(rename = "said")]
    ChatSent {
        /// The author's seat.
        seat: Seat,
        /// The text.
        text: String,
    },
    /// This player asks to adjourn the game.
    #[serde(rename = "put_away_asked")]
    AdjournRequested(Seat),
    /// This player refuses to adjourn the game.
    #[serde(rename = "put_away_refused")]
    AdjournDeclined(Seat),
    /// The game is adjourned, by the wish of this player: no clock runs and nobody can be absent until it is
    /// resumed.
    #[serde(rename = "put_away")]
    Adjourned(Seat),
    /// This player resumes the adjourned game. A move resumes it as well.
    #[serde(rename = "taken_up")]
    Resumed(Seat),
    /// The seat has moved to another device of its player, who has another member id there.
    #[serde(rename = "handed_over")]
    SeatTransferred {
        /// The seat.
        seat: Seat,
        /// The member who holds it from now on.
        member: MemberId,
    },
    /// A player sent a preset chat message.
    #[serde(rename = "greeted")]
    PresetSent {
        /// The author's seat.
        seat: Seat,
        /// The preset.
        preset: Preset,
    },
    /// A stranger allows free text, or no longer does.
    #[serde(rename = "talk_allowed")]
    ChatAllowed {
        /// The player who allows it.
        seat: Seat,
        /// Whether it is allowed.
        allowed: bool,
    },
}

impl Event {
    /// The beginning of a game by the rules of today, from the start of its setup.
    pub fn started(number: u32, setup: Setup, first: Seat) -> Self {
        Self::started_from(None, number, setup, first)
    }

    /// The same from the opening of this number, if there is one.
    pub fn started_from(opening: Option<u32>, number: u32, setup: Setup, first: Seat) -> Self {
        Self::Started { number, setup, first, clock_rules: ClockRules::CURRENT, opening }
    }
}

/// The command that an event came from (member and id). Senders recognise their own events by it, and it
/// makes commands idempotent: a repeated command is recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The sender of the command.
    pub member: MemberId,
    /// The id that the sender gave it.
    pub id: u64,
}

/// An event as it stands in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Logged {
    /// Its number in the room: 1, 2, 3 … without gaps.
    pub seq: u64,
    /// When it happened; never earlier than the event before.
    pub at: Millis,
    /// The command that caused it; `None` if time or the server did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Origin>,
    /// What happened.
    pub event: Event,
}

/// Stamps decided events with sequence numbers behind a log that ends at `seq`.
pub fn stamp(events: Vec<Event>, seq: u64, at: Millis, by: Option<Origin>) -> Vec<Logged> {
    let numbers = (1..).map(|n| seq.saturating_add(n));
    numbers.zip(events).map(|(seq, event)| Logged { seq, at, by, event }).collect()
}
