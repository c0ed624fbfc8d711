//! A room by event sourcing (decide, evolve, fold), without I/O: seats, settings, game, clock, offers, chat,
//! series. `decide` turns commands into events, `evolve` folds events into the room. The server, the page and
//! the tests run this same code; it knows no socket, no store and no clock of its own.

mod absence;
mod audit;
mod berserk;
mod boards;
mod bot_name;
mod chat;
mod claimed_name;
mod clock;
mod code;
mod command;
mod day;
mod decide;
mod event;
mod evolve;
mod finished;
mod game;
mod judge;
mod mancala_settings;
mod matches;
pub mod message;
mod name;
mod opening;
mod redact;
mod rejection;
mod seat;
mod series;
mod settings;
mod spectators;
mod state;
pub mod sync;

pub use absence::{Gone, Patience, RECONNECT_MS, claim_at};
pub use audit::{AuditReport, Flaw, FlawKind, audit};
pub use boards::BoardChoice;
pub use bot_name::{BOT_MARK, bot_name, is_bot_name, person_name};
pub use chat::{
    ChatLine, ChatMessage, LineContent, MAX_CHARS, MAX_LINES, PRESETS_PER_GAME, Preset, SystemLine,
    accept_line,
};
pub use claimed_name::{CLAIMED_MARK, claimed_name, without_claim_mark};
pub use clock::{Clock, ClockRules, DOWNTIME_BONUS_MS, FIRST_MOVE_MS, GIVEN_MS, Speed, TimeControl, TimeOut};
pub use code::{BadCode, RoomCode};
pub use command::Command;
pub use day::day;
pub use decide::{
    decide, decide_among, downtime_event, may_transfer_seat, opened_room_log, paired_room_log, tick,
    transfer_seat,
};
pub use event::{Event, Logged, Origin, stamp};
pub use evolve::{evolve, fold};
pub use finished::{EndedGame, Finished};
pub use game::{Ending, Game, Reason};
pub use judge::{IncomingCommand, Verdict, judge};
pub use mancala_settings::MancalaSettings;
pub use matches::{MATCH_BREAK_MS, Match, MatchGame, MatchLength, MatchPart, stones_of};
pub use name::{clean_line, clean_name};
pub use opening::opening_moves;
pub use redact::{REMOVED_NAME, Redaction, Redactions, redact, with_earlier_devices};
pub use rejection::Rejection;
pub use seat::{MemberId, Occupant, Seat};
pub use series::Series;
pub use settings::{Audience, Company, GameSettings, RatingMode, Settings, Sides, UndoRule};
pub use spectators::{SpectatorLine, hide_chat};
pub use state::{COUNTDOWN_MS, Draft, REMATCH_OFFER_MS, REMEMBERED, RematchOffer, Room};

/// A moment, in milliseconds since the Unix epoch, on the clock of the process that runs the room (the
/// server's, online).
pub type Millis = i64;
