//! The Kalah Game Protocol (KGP) of the University of Erlangen: lines of text by which programs play Kalah.
//! Pure: a line is parsed and written, bytes become lines, and the server's side of one agent's connection is
//! a state machine that gets lines and the time, and says what to send. Sockets, rooms and identities are the
//! server's business.
//!
//! The specification is the folder `spec` of `KWARC/kalah-game`. The version spoken here is 1.0.0, in the
//! modes `freeplay` and `simple`; the options `game:id`, `game:uri` and `game:opponent` of 1.1.0 are sent as
//! well, which a client of 1.0.0 passes over, as it must every option that it does not know.

mod command;
mod connection;
mod frame;
pub mod limits;
mod options;
mod parse;

pub use command::{Argument, Command};
pub use connection::{Connection, GameResult, Hints, Mode, Output, Refused, RequestId, pick, pit_number};
pub use frame::{Frame, Lines};
pub use options::{AgentOption, TimeMode};
pub use parse::{Fault, Malformed, parse};

/// Milliseconds since any moment that is the same for all times given to one connection.
pub type Millis = i64;

/// The version of the protocol that is spoken: major, minor, patch.
pub const VERSION: [i64; 3] = [1, 0, 0];
