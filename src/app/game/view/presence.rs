//! The presence of a player as the page shows it: nothing for a moment after a disconnection, because most
//! players reconnect; then that the player is away or has left, and from when on the opponent may claim the
//! game.

use room::{RECONNECT_MS, Seat};

use super::session::Session;
use super::ticker::Ticker;
use crate::app::text::words;
use crate::app::ui::live::{Memo, memo};

/// Whether a player is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app::game) enum Presence {
    /// Connected, as far as is known.
    Connected,
    /// Disconnected a moment ago.
    Reconnecting,
    /// Disconnected for longer.
    Gone(Absence),
}

/// How a player is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app::game) struct Absence {
    pub departure: Departure,
    pub claim: Claim,
}

/// Whether a player has said that they leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app::game) enum Departure {
    /// The connection broke, and nothing was said.
    Away,
    /// The page was left or closed.
    Left,
}

/// Whether the opponent of a player who is gone may claim the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app::game) enum Claim {
    /// Never: no game runs, or nobody waits in it.
    Never,
    /// Not yet.
    Later,
    /// From now on.
    Now,
}

/// The presence of the player on `seat`. It changes only when something else is to be shown.
pub(in crate::app::game) fn presence(
    session: Session,
    seat: impl Fn() -> Option<Seat> + Send + Sync + 'static,
    ticker: Ticker,
) -> Memo<Presence> {
    memo(move || {
        let gone = seat().and_then(|seat| session.state().presence.gone[seat.index()]);
        let Some(gone) = gone else { return Presence::Connected };
        let now = ticker.now();
        if now < gone.since.saturating_add(RECONNECT_MS) {
            return Presence::Reconnecting;
        }
        let claim = match gone.claim {
            None => Claim::Never,
            Some(at) if now < at => Claim::Later,
            Some(_) => Claim::Now,
        };
        Presence::Gone(Absence {
            departure: if gone.left { Departure::Left } else { Departure::Away },
            claim,
        })
    })
}

impl Presence {
    /// Its name in the style sheet.
    pub(in crate::app::game) fn state(self) -> &'static str {
        match self {
            Presence::Connected => "connected",
            Presence::Reconnecting => "reconnecting",
            Presence::Gone(_) => "away",
        }
    }

    /// Its name in words.
    pub(in crate::app::game) fn name(self) -> String {
        match self {
            Presence::Connected => words::connected(),
            Presence::Reconnecting => words::reconnecting(),
            Presence::Gone(Absence { departure: Departure::Away, .. }) => words::away(),
            Presence::Gone(Absence { departure: Departure::Left, .. }) => words::gone(),
        }
    }

    /// How the player is gone; none while they are there, or may be back in a moment.
    pub(in crate::app::game) fn absence(self) -> Option<Absence> {
        match self {
            Presence::Gone(absence) => Some(absence),
            Presence::Connected | Presence::Reconnecting => None,
        }
    }
}
