//! The banner of a lost connection.

use leptos::prelude::*;

use super::view::session::{Link, Session};
use super::view::ticker::Ticker;
use crate::app::text::{time_left, words};
use crate::app::ui::el::el;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{Live, memo, part_if, text};

/// The banner across the board while the connection is lost: what that means for the game, and for the
/// viewer's clock.
pub(super) fn connection_banner(session: Session, ticker: Ticker) -> Live<AnyView> {
    let consequence = move || {
        let own = session.own_side();
        let now = ticker.now();
        let sentence = session.with_room(|room| {
            let game = room.running().filter(|game| game.clock.deadline().is_some())?;
            let Some(own) = own else { return Some(words::clock_goes_on()) };
            let left = time_left(game.clock.left(own, now.max(room.at))?);
            let mine = game.position.to_move() == own;
            Some(if mine { words::your_clock_goes_on(&left) } else { words::your_clock_stands(&left) })
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
