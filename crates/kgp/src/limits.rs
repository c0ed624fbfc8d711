//! Every limit of the protocol's side that strangers can fill.

use crate::Millis;

/// The longest line in bytes, without its end: the protocol's own limit, in characters.
pub const MAX_LINE: usize = 16_384;
/// The most arguments of a command.
pub const MAX_ARGUMENTS: usize = 16;
/// The most numbers in the text of a board.
pub const MAX_BOARD: usize = 128;
/// The longest name of an agent that is kept, in characters; the rest is cut off.
pub const MAX_NAME: usize = 64;
/// The longest other text about an agent that is kept, in characters; the rest is cut off.
pub const MAX_TEXT: usize = 512;
/// The longest token, in characters; a longer one is refused.
pub const MAX_TOKEN: usize = 256;
/// The most states that wait for a move at once on one connection.
pub const MAX_REQUESTS: usize = 32;
/// How many states that were stopped are remembered: what refers to one of them comes late, and is passed over.
pub const REMEMBERED_REQUESTS: usize = 256;
/// How many numbers of commands are remembered, so that none is used twice.
pub const REMEMBERED_IDS: usize = 256;
/// How many states of the mode `simple` may have ended without the agent's `yield`.
pub const MAX_OWED_YIELDS: usize = 64;
/// How many faulty lines within [`FAULT_WINDOW`] end a connection.
pub const MAX_FAULTS: usize = 50;
/// The time in which faulty lines are counted together.
pub const FAULT_WINDOW: Millis = 60_000;
/// How long an agent may take to say which mode it wants.
pub const MODE_PATIENCE: Millis = 10_000;
/// After so long without a line from the agent it is sent a `ping`.
pub const PING_AFTER: Millis = 30_000;
/// How long it may leave that unanswered.
pub const PONG_PATIENCE: Millis = 30_000;
/// How long a line may remain without its end.
pub const LINE_PATIENCE: Millis = 10_000;
