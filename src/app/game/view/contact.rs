//! How fresh a page's knowledge of the clocks is. Only the server knows them: without news of it, or while it has not answered a
//! move for longer than the line takes, a page may not say more than how they stood (ADR 0063).

use room::sync::client::Effect;
use room::{Millis, Room};
use rules::Side;

/// In a game whose clocks run a heartbeat is sent after this silence, so that a dead connection is noticed.
pub const HEARTBEAT_MS: Millis = 1_000;
/// How much later than a heartbeat and the way there and back its answer may come.
const SILENCE_MS: Millis = 500;
/// How much later than the way there and back the answer to a command may come.
const LATE_MS: Millis = 150;

/// What a page knows of its connection. Moments are on the device's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contact {
    /// Whether there is a connection, as far as the browser knows.
    pub is_open: bool,
    /// When the server was heard last.
    pub heard_at: Millis,
    /// How long a heartbeat and its answer took.
    pub round_trip: Millis,
    /// When the first command was made that has no answer.
    pub waits_since: Option<Millis>,
}

/// Whether the page is up to date after a message that had these effects: with a gap in the log it is not.
pub fn is_up_to_date(effects: &[Effect]) -> bool {
    !effects.contains(&Effect::Gap)
}

impl Contact {
    /// The moment as of which the clocks are known, if that is not `now`.
    pub fn clocks_as_of(&self, now: Millis) -> Option<Millis> {
        if !self.is_open || now - self.heard_at > HEARTBEAT_MS + SILENCE_MS + self.round_trip {
            return Some(self.waits_since.map_or(self.heard_at, |since| since.min(self.heard_at)));
        }
        self.waits_since.filter(|since| now - since > LATE_MS + self.round_trip)
    }
}

/// What the clock of a side shows: how it stands now in the confirmed room, or how it stood when that was known last. Moments are on
/// the server's clock.
pub fn clock_shown(confirmed: &Room, side: Side, as_of: Option<Millis>, now: Millis) -> Option<Millis> {
    // The time of the last event is a lower bound for the current time.
    let at = as_of.unwrap_or(now).max(confirmed.at);
    confirmed.game.as_ref()?.clock.left(side, at)
}
