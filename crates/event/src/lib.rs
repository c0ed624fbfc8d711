//! Events (tournaments) by event sourcing, without I/O: arenas and round robins, with entrants, pairings, results and
//! standings. `decide` turns commands into facts, `evolve` folds facts into the event, as `room` does for rooms. The
//! games themselves are played in rooms: this crate says who plays whom in which room, and counts what came of it. The
//! rules that entrants have to know stand in `docs/EVENTS.md`.
//!
//! Whoever runs an event has these duties:
//!
//! - Append facts under the number that [`stamp`] gives them, and only if that number is free; otherwise read what was
//!   appended, fold it and decide again. The facts of one decision are appended together.
//! - Call [`tick`] at [`due`], and after every command.
//! - While an arena runs, send [`Command::Pair`] every [`PAIRING_INTERVAL_MS`] with those who are at the page.
//! - Open the room of every pairing ([`Plan::room_settings`], the first player at the bottom), before it is shown.
//! - Report the result of every pairing ([`PairingResult::of_log`]). After a start, look at all of
//!   [`Event::open_pairings`]: what ended meanwhile was not reported.
//! - After an outage append [`interruption`] before anything else.
//! - Give up the open games of whoever leaves a running round robin, in their rooms.
//! - Limit by address and account how many enter and how many events are opened; check titles for bad words.

mod arena;
mod command;
mod decide;
mod entrant;
mod evolve;
mod fact;
mod pairing;
mod plan;
mod redact;
mod rejection;
mod result;
mod round_robin;
mod score;
mod standing;
mod state;

pub use arena::{Candidate, pair};
pub use command::{Canceller, Command, Present};
pub use decide::{decide, due, interruption, opened_log, tick};
pub use entrant::{Entrant, EntrantId, EntrantKind, Entry, MAX_RATING, UNRATED};
pub use evolve::{evolve, fold};
pub use fact::{Departure, Fact, Logged, stamp};
pub use pairing::{Paired, Pairing, PairingId};
pub use plan::{EventGame, Format, MAX_AHEAD_MS, MINUTES, Plan, TITLE_CHARS, Terms, Visibility};
pub use redact::{REMOVED_TITLE, redact};
pub use rejection::Rejection;
pub use result::{Outcome, PairingResult};
pub use round_robin::berger_rounds;
pub use score::{BERSERK_MOVES, LONG_DRAW_MOVES, Score, Taken};
pub use standing::{Played, Standing, standings};
pub use state::{
    BOT_AFTER_MS, Event, FINAL_AFTER_MS, GRACE_MS, MAX_ARENA, MAX_DOUBLE_ROUND_ROBIN, MAX_LATE_MS, MAX_LOG,
    MAX_RETURNS, MAX_ROUND_ROBIN, PAIRING_INTERVAL_MS, Phase,
};

pub use room::Millis;
