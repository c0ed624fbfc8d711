//! That a player is gone, as the page shows it: nothing for a moment, for most come back; then that he is away or has left, and
//! what may be claimed for it.

use leptos::prelude::*;
use room::{RECONNECT_MS, Seat};

use super::clock::Ticker;
use super::session::Session;
use crate::app::text::words;
use crate::app::ui::live::memo;

/// Gone a moment ago.
pub(super) const JUST_GONE: i64 = 0;
/// This is told: he is away, or has said that he leaves ([`LEFT`]).
const AWAY: i64 = 1;
const LEFT: i64 = 2;
/// The game can be claimed, later or now.
pub(super) const LATER: i64 = 4;
pub(super) const NOW: i64 = 8;

/// How the player on `seat` is gone: none of these numbers if he is there, else the sum of those that are so. It changes only
/// when something else is to be shown.
pub(super) fn absence(
    session: Session,
    seat: impl Fn() -> Option<Seat> + Send + Sync + 'static,
    ticker: Ticker,
) -> Memo<Option<i64>> {
    memo(move || {
        let gone = session.shown().here.gone[seat()?.index()]?;
        let now = ticker.now();
        if now < gone.since.saturating_add(RECONNECT_MS) {
            return Some(JUST_GONE);
        }
        let claim = gone.claim.map_or(0, |at| if now < at { LATER } else { NOW });
        Some(claim + if gone.left { LEFT } else { AWAY })
    })
}

/// How a player's presence looks, and what it is called.
pub(super) fn presence(absence: Option<i64>) -> (&'static str, String) {
    match absence {
        None => ("connected", words::connected()),
        Some(JUST_GONE) => ("reconnecting", words::reconnecting()),
        Some(gone) if has_left(gone) => ("away", words::gone()),
        Some(_) => ("away", words::away()),
    }
}

/// Whether somebody who is gone has said so.
pub(super) fn has_left(absence: i64) -> bool {
    absence & LEFT != 0
}
