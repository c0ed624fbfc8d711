//! Berserk in a game of an arena: the button with which one gives away half of the own time before the first move, and the
//! sign at the clock of whoever did.

use leptos::prelude::*;
use room::{Command, Room};
use rules::Side;

use crate::app::game::view::place::Place;
use crate::app::game::view::session::Session;
use crate::app::text::words;
use crate::app::ui::el::{button, el};
use crate::app::ui::live::{Live, memo, part_if};
use crate::app::ui::toast::use_toast;
use crate::client;
use crate::model::rating::BERSERK_MOVES;

/// The button on the own plate, for as long as one may press it.
pub(super) fn berserk_button(session: Session, place: Place) -> Live<AnyView> {
    let toast = use_toast();
    let is_offered = memo(move || {
        let is_own = session.own_side() == Some(place.side(session));
        let is_allowed = |seat| session.with_room(|room| room.check_berserk(seat).is_ok()) == Some(true);
        is_own && session.seat().is_some_and(is_allowed)
    });
    let press = move || {
        session.send(Command::GoBerserk);
        // A refusal takes the place of this.
        if untrack(|| is_berserk(session, place.side(session))) {
            toast.show(words::you_halve());
        }
        // The button is gone, and the focus with it.
        client::defer(client::focus_board);
    };
    part_if(move || {
        is_offered.get().then(|| {
            button("button berserk")
                .on_click(press)
                .child(el("b").child(words::half_time_play()))
                .child(" ")
                .child(el("small").child(words::half_time_gain(BERSERK_MOVES)))
                .any()
        })
    })
}

/// The sign at the clock of a side that plays with half of its time.
pub(super) fn berserk_sign(session: Session, place: Place) -> Live<AnyView> {
    // Confirmed, as the time beside it is.
    let is_shown = memo(move || {
        let side = place.side(session);
        let is_berserk = |room: &Room| {
            let game = room.game.as_ref();
            game.is_some_and(|game| game.berserk[game.seat_of(side).index()])
        };
        session.with_confirmed_room(is_berserk) == Some(true)
    });
    part_if(move || {
        let sign = || el("span").class("half").role("img").aria_label(words::half_time()).child("½");
        is_shown.get().then(|| sign().any())
    })
}

fn is_berserk(session: Session, side: Side) -> bool {
    session.with_game(|game| game.berserk[game.seat_of(side).index()]) == Some(true)
}
