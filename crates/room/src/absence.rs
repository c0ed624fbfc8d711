//! What it means that a player is not there: from when on the one who stays may claim the game. Who is there is known to
//! whoever runs the room and comes in as an argument; nothing of it stands in the log.

use rules::Side;
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::clock::TimeControl;
use crate::seat::Seat;
use crate::state::Room;

/// Who comes back within this was never away for anybody: a page that is loaded anew, a phone that changes its network.
pub const RECONNECT_MS: Millis = 5_000;
/// How long one waits at most for somebody who has said that he leaves, in a game with a clock.
const LEFT_MS: Millis = 10_000;

/// Nobody is connected for a seat that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gone {
    /// Since when.
    pub since: Millis,
    /// The player has said so: the page was closed or left. Else the line may have broken.
    pub left: bool,
    /// From when on the other player, who is there, may claim the game. `None` if nothing can be claimed as things stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Millis>,
}

/// How long an opponent has to be gone before the game can be claimed, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// With a clock of seconds; twice that in a long game, and [`LEFT_MS`] at most after a deliberate leave.
    pub timed: Millis,
    /// Without a clock.
    pub untimed: Millis,
}

impl Default for Patience {
    fn default() -> Self {
        Self { timed: 40_000, untimed: 5 * 60_000 }
    }
}

/// From when on whoever sits across from `seat` may claim the game, if nobody has been there for `seat` since `since`. `None`
/// if there is nothing to claim: no game, one that was put away, also one that the other has taken up alone, one of days, whose
/// deadline settles it, and somebody's free first turn, after which the game is called off.
pub fn claim_at(room: &Room, seat: Seat, since: Millis, left: bool, patience: Patience) -> Option<Millis> {
    let game = room.running().filter(|game| game.put_away.is_none() && game.excused != Some(seat))?;
    let control = game.clock.control();
    let wait = match control {
        TimeControl::DaysPerMove { .. } => return None,
        TimeControl::None => patience.untimed,
        // Also in one's own: who has not begun either has nothing to win yet.
        _ if Side::BOTH.iter().any(|&side| game.clock.in_grace(side)) => return None,
        _ if left => patience.timed.min(LEFT_MS),
        _ if control.is_long() => patience.timed.saturating_mul(2),
        _ => patience.timed,
    };
    // Who was away before there was anything to miss begins to be missed with it.
    Some(since.max(game.goes_since).saturating_add(wait))
}
