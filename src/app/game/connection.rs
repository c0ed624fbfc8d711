//! The banner of a lost connection.

use leptos::prelude::*;

use super::view::session::{Link, Session};
use super::view::ticker::Ticker;
use crate::app::text::{minutes_left, time_left, words};
use crate::app::ui::el::el;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{Live, memo, part_if, text};

/// The banner across the board while the connection is lost: what is known of the game and of the viewer's
/// clock, and how old that is. A move on the board that the server has not confirmed stops no clock.
pub(super) fn connection_banner(session: Session, ticker: Ticker) -> Live<AnyView> {
    let consequence = move || {
        let own = session.own_side();
        let now = ticker.now();
        let as_of = session.clocks_as_of().unwrap_or(now);
        let ago = minutes_left((now - as_of).max(0));
        let has_moved = session.state().is_ahead();
        let sentence = session.with_confirmed_room(|room| {
            let game = room.running().filter(|game| game.deadline().is_some())?;
            let Some(own) = own else { return Some(words::clock_goes_on(&ago)) };
            let left = time_left(game.clock.left(own, as_of.max(room.at))?);
            Some(match game.position.to_move() == own {
                true if has_moved => words::your_move_waits(&left, &ago),
                true => words::your_clock_goes_on(&left, &ago),
                false => words::your_clock_stands(&left, &ago),
            })
        });
        sentence.flatten().unwrap_or_else(words::game_waits)
    };
    let gone = memo(move || session.state().link == Link::Lost);
    part_if(move || {
        gone.get().then(|| {
            el("div")
                .class("lost")
                .role("alert")
                .child(el("strong").child(icon(Icon::Offline)).child(words::NO_CONNECTION))
                // The banner is an alert, read aloud once; the running seconds in it are not.
                .child(el("p").attr("aria-live", "off").child(text(consequence)))
                .any()
        })
    })
}
