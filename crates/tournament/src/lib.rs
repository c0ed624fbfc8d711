//! Tournaments by event sourcing, without I/O: arenas, Swiss tournaments and round robins, with entrants, pairings, results
//! and standings. `decide` turns commands into facts, `evolve` folds facts into the tournament, as `room` does for rooms.
//! The games themselves are played in rooms: this crate says who plays whom in which room, and counts what came of it. The
//! rules that entrants have to know stand in `docs/TOURNAMENTS.md`.
//!
//! Whoever runs a tournament has these duties. For the log:
//!
//! - Append facts under the number that [`stamp`] gives them, and only if that number is free; otherwise read what was
//!   appended, fold it and decide again. The facts of one decision are appended together.
//! - Before facts with pairings are appended, see that their room codes are free; otherwise decide again with another
//!   seed.
//! - Call [`tick`] at [`due`], and after every command. Lists of tournaments to come have to ask [`Tournament::is_missed`]:
//!   a tournament whose start is missed stays announced, and nothing is ever due in it. To pair the round of a Swiss
//!   tournament with hundreds of entrants takes a fifth of a second: not on a thread on which others wait.
//! - After an outage append [`interruption`] before anything else, also to Swiss tournaments that have not begun.
//! - While an arena runs, send [`Command::Pair`] every [`PAIRING_INTERVAL_MS`] with those who are at the page on *any*
//!   node, for which the nodes have to tell each other who is. A node that sent only its own would hold the others up:
//!   every round delays the next one ([`Rejection::Wait`]), and theirs would never come.
//!
//! For the rooms:
//!
//! - Open the room of every pairing ([`Plan::room_settings`], the first player at the bottom), before it is shown. After
//!   a start, open also those of [`Tournament::open_pairings`] that do not exist: the node may have crashed in between.
//! - Report the result of every pairing ([`PairingResult::of_log`]). After a start, look at all open pairings: what
//!   ended meanwhile was not reported. Once [`Tournament::final_at`] is over, they may be dropped.
//! - Report as void ([`PairingResult::void`]) a pairing whose room the operator has closed, or whose log cannot be read.
//!   The log of a room that was closed in the break of a match says nothing of it, and a round robin ends only with its
//!   last result.
//! - Where [`Plan::leaving_gives_up`], give up the open games of whoever leaves the running tournament, in their rooms.
//!
//! For the entrants:
//!
//! - Show when the next round of a Swiss tournament is paired ([`next_round`]), and tell whoever is not at the page once it is.
//! - Find a person's entrant by the account and by all guests it has adopted, so that whoever signs in stays
//!   the same entrant. If two of them have entered, let the guest leave at the adoption.
//! - Limit by address and account how many enter and how many tournaments are opened; check titles for bad words.

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
mod rounds;
mod score;
mod standing;
mod state;
mod trf;

pub use arena::{Candidate, pair};
pub use command::{Canceller, Command, Present};
pub use decide::{decide, due, interruption, next_round, opened_log, tick};
pub use entrant::{Entrant, EntrantId, EntrantKind, Entry, MAX_RATING, UNRATED};
pub use evolve::{evolve, fold};
pub use fact::{Departure, Fact, Logged, stamp};
pub use pairing::{Paired, Pairing, PairingId};
pub use plan::{
    Format, MAX_AHEAD_MS, MINUTES, PAUSE_SECONDS, Plan, SWISS_ROUNDS, TITLE_CHARS, Terms, TournamentGame,
    Visibility,
};
pub use redact::{REMOVED_TITLE, redact};
pub use rejection::Rejection;
pub use result::{Outcome, PairingResult};
pub use round_robin::berger_rounds;
pub use rounds::InRound;
pub use score::{BERSERK_MOVES, LONG_DRAW_MOVES, Score, Taken};
pub use standing::{Played, Standing, standings};
pub use state::{
    BOT_AFTER_MS, FINAL_AFTER_MS, GRACE_MS, MAX_ARENA, MAX_DOUBLE_ROUND_ROBIN, MAX_LATE_MS, MAX_LOG,
    MAX_RETURNS, MAX_ROUND_ROBIN, MAX_SWISS, PAIRING_INTERVAL_MS, Phase, Tournament,
};
pub use trf::{TrfHead, trf};

pub use room::Millis;
