//! Presence and abandonment: from when on a player may claim the game because the opponent is disconnected.
//! The caller (server or page) knows who is connected and passes it in; the log holds no presence.

use rules::Side;
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::clock::TimeControl;
use crate::seat::Seat;
use crate::settings::Company;
use crate::state::Room;

/// A player who reconnects within this time was never shown as away: the page was reloaded, or the phone
/// changed its network.
pub const RECONNECT_MS: Millis = 5_000;
/// The longest wait, in a game with a clock, for an opponent who has left deliberately: a page says so as well
/// when it is reloaded, which takes a phone on a slow line some ten seconds.
const LEFT_MS: Millis = 20_000;

/// A taken seat whose player has no connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gone {
    /// The moment the last connection closed.
    pub since: Millis,
    /// The player left deliberately: the page was closed or left. If false, the connection may merely have
    /// broken.
    pub left: bool,
    /// From when on the opponent, if connected, may claim the game. `None` if nothing can be claimed as
    /// things stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Millis>,
}

/// How long an opponent has to be gone before the game can be claimed, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// In games with a clock of seconds; twice that in a long game, and [`LEFT_MS`] at most after a
    /// deliberate leave.
    pub timed: Millis,
    /// Without a clock.
    pub untimed: Millis,
}

impl Default for Patience {
    fn default() -> Self {
        Self { timed: 40_000, untimed: 5 * 60_000 }
    }
}

/// From when on the opponent of `seat` may claim the game, if `seat` has been disconnected since `since`.
/// `None` if there is nothing to claim: no game runs; the game is adjourned, even if the opponent alone has
/// resumed it; it is a correspondence game, which its deadline settles; or either side of strangers is still in
/// its free first turn, after which the game is called off. Friends, whose game is not, wait as without a clock.
pub fn claim_at(room: &Room, seat: Seat, since: Millis, left: bool, patience: Patience) -> Option<Millis> {
    let game = room.running().filter(|game| game.put_away.is_none() && game.excused != Some(seat))?;
    let control = game.clock.control();
    let wait = match control {
        TimeControl::DaysPerMove { .. } => return None,
        TimeControl::None => patience.untimed,
        // The claimant's own free first turn counts too: a player who has not moved has nothing to win yet.
        _ if Side::BOTH.iter().any(|&side| game.clock.in_grace(side)) => match room.settings.company {
            Company::Strangers => return None,
            Company::Friends => patience.untimed,
        },
        _ if left => patience.timed.min(LEFT_MS),
        _ if control.is_long() => patience.timed.saturating_mul(2),
        _ => patience.timed,
    };
    // A player who was away before the game began or was resumed is counted as absent only from then on.
    Some(since.max(game.running_since).saturating_add(wait))
}
