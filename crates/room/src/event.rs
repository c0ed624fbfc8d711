//! What happened in a room: the log that is stored, sent and replayed. Public to everyone in the room.

use rules::mapello::Board;
use rules::{Move, Setup, Side};
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::chat::Preset;
use crate::game::Reason;
use crate::seat::{MemberId, Seat};
use crate::settings::Settings;

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The room was opened with these settings: always and only the first event.
    Opened(Settings),
    /// Somebody took a seat.
    Seated {
        /// Which seat.
        seat: Seat,
        /// Who.
        member: MemberId,
        /// Under which name.
        name: String,
    },
    /// Somebody is called otherwise now.
    Renamed {
        /// Whose seat.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// This seat became free.
    Left(Seat),
    /// The settings changed; nobody is ready any more.
    Configured {
        /// Who changed them.
        seat: Seat,
        /// The settings now.
        settings: Settings,
    },
    /// A player is ready, or is not any more (which stops the countdown).
    Readied {
        /// Which player.
        seat: Seat,
        /// Ready or not.
        ready: bool,
    },
    /// Both are ready: the game starts at this moment unless somebody takes it back.
    CountingDown(Millis),
    /// A game began; its clock runs.
    Started {
        /// Its number in the room, from 1.
        number: u32,
        /// Its setup.
        setup: Setup,
        /// The seat that plays the first side.
        first: Seat,
    },
    /// No server was there: no clock ran meanwhile, and both sides get [`crate::AWAY_MS`].
    Interrupted {
        /// Since when nobody could play.
        from: Millis,
        /// Until when.
        until: Millis,
    },
    /// It was measured how long it takes to whoever plays this side and back. Clocks reckon with it from that player's next
    /// turn on.
    Lag {
        /// Which side.
        side: Side,
        /// In milliseconds.
        ms: Millis,
    },
    /// This player gave the opponent [`crate::GIVEN_MS`].
    TimeGiven(Seat),
    /// A legal move was played.
    Moved {
        /// By whom.
        side: Side,
        /// Which.
        mv: Move,
    },
    /// This player asks for a turn back.
    UndoAsked(Seat),
    /// This player, who was asked, does not give it back.
    UndoRefused(Seat),
    /// Moves were taken back; so many of the game remain.
    Undone(u32),
    /// This player offers a draw.
    DrawOffered(Seat),
    /// This player, who was offered it, plays on.
    DrawRefused(Seat),
    /// The game is over.
    Ended {
        /// Who won, if anybody.
        winner: Option<Side>,
        /// How.
        reason: Reason,
    },
    /// This player would like to play again.
    AgainOffered(Seat),
    /// This player would like to play again on the same board.
    SameBoardOffered(Seat),
    /// The board of the next game is to be built, by this player.
    DraftBegan(Seat),
    /// This is the board now.
    Built(Board),
    /// This player does not want to go on with the draft: everybody is back where games are agreed on.
    DraftLeft(Seat),
    /// A line of chat.
    Said {
        /// Who said it.
        seat: Seat,
        /// What.
        text: String,
    },
    /// This player asks to put the game away.
    PutAwayAsked(Seat),
    /// This player, who was asked, plays on.
    PutAwayRefused(Seat),
    /// The game is put away, by the will of this player: nobody waits for anybody until it goes on.
    PutAway(Seat),
    /// This player goes on with the game that was put away. A move says the same.
    TakenUp(Seat),
    /// The seat has passed to another device of its player, who is known there by another id.
    HandedOver {
        /// Which seat.
        seat: Seat,
        /// Who holds it from now on.
        member: MemberId,
    },
    /// Something was said with one touch.
    Greeted {
        /// Who said it.
        seat: Seat,
        /// What.
        preset: Preset,
    },
    /// A stranger allows free talk, or does not any more.
    TalkAllowed {
        /// Who.
        seat: Seat,
        /// Whether it is allowed.
        allowed: bool,
    },
}

/// The command an event came from: how a sender knows its own, and how a repeated command is recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// Who sent the command.
    pub member: MemberId,
    /// The sender's number for it.
    pub id: u64,
}

/// An event as it stands in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Logged {
    /// Its number in the room: 1, 2, 3 … without gaps.
    pub seq: u64,
    /// When it happened; never earlier than the event before.
    pub at: Millis,
    /// The command it came from, if it came from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Origin>,
    /// What happened.
    pub event: Event,
}

/// Puts decided events behind the log that ends at `seq`.
pub fn stamp(events: Vec<Event>, seq: u64, at: Millis, by: Option<Origin>) -> Vec<Logged> {
    let numbers = (1..).map(|n| seq.saturating_add(n));
    numbers.zip(events).map(|(seq, event)| Logged { seq, at, by, event }).collect()
}
