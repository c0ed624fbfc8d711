//! The two seats in the room setup, with names and presence.

use leptos::prelude::*;
use room::{Command, Seat};

use crate::app::game::view::session::Session;
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{Live, deferred, memo, part, part_if, text};
use crate::app::ui::mark::{mark, mark_opposite};
use crate::app::ui::question::{Question, question};

/// The two seats.
pub(super) fn seats(session: Session) -> AnyView {
    let rows =
        el("ul").class("seats").child(seat_row(session, Seat::Bottom)).child(seat_row(session, Seat::Top));
    let seated = memo(move || session.seat().is_some());
    let leaving = RwSignal::new(false);
    let give_up = part_if(move || {
        let button = || button("button quiet").on_click(move || leaving.set(true));
        seated.get().then(|| button().child(words::LEAVE_TABLE).any())
    });
    let asked = move || Question {
        id: "leaving",
        heading: words::LEAVE_TABLE,
        more: text(words::leave_table_sure),
        yes: words::LEAVE_TABLE,
        no: words::CANCEL,
    };
    let ask = deferred(move || question(leaving, asked(), move || session.send(Command::Leave)));
    el("section")
        .class("card")
        .attr("aria-labelledby", "seats")
        .child(el("h2").id("seats").child(words::PLAYERS))
        .child(rows)
        .child(door(session))
        .child(give_up)
        .child(ask)
        .any()
}

/// Whether the room is closed, as the server has confirmed it, and the host's button that closes it or opens it again.
fn door(session: Session) -> El {
    let closed = memo(move || session.with_room(|room| room.closed).unwrap_or(false));
    let is_closed = memo(move || session.with_confirmed_room(|room| room.closed).unwrap_or(false));
    let hosts = memo(move || session.is_host());
    let notice = || el("p").class("soft").child(words::ROOM_IS_CLOSED).any();
    let say = part_if(move || is_closed.get().then(notice));
    // Only the text changes, not the button: the host who pressed it keeps the focus.
    let label = move || if closed.get() { words::open_room_again() } else { words::close_room() };
    let press = move || session.close_or_open_room();
    let button = part_if(move || {
        let button = || button("button quiet").attr("title", words::CLOSE_ROOM_HOW).on_click(press);
        hosts.get().then(|| button().child(text(label)).any())
    });
    el("div").class("door").child(el("div").role("status").child(say)).child(button)
}

/// An empty seat.
fn empty_seat() -> AnyView {
    el("li")
        .class("seat")
        .attr("data-empty", true)
        .child(el("span").class("mark mark-empty").attr("aria-hidden", "true").child("?"))
        .child(el("span").class("grow soft").child(words::WAITING_FOR_FRIEND))
        .any()
}

fn seat_row(session: Session, seat: Seat) -> Live<AnyView> {
    part(move || {
        let Some(occupant) = session.with_room(|room| room.occupant(seat).cloned()).flatten() else {
            return empty_seat();
        };
        let connected = session.state().presence.seats[seat.index()];
        let (state, presence) =
            if connected { ("connected", words::connected()) } else { ("away", words::away()) };
        // The text after a long name is not cut off with it.
        let name = el("span").class("name").child(el("span").child(shown_name(&occupant.name)));
        let name = if session.seat() == Some(seat) { name.child(words::name_and_you("")) } else { name };
        let opposite =
            session.with_room(|room| room.occupant(seat.other()).map(|other| other.name.clone())).flatten();
        let mark = match opposite.filter(|_| seat == Seat::Top) {
            Some(opposite) => mark_opposite(occupant.name, &opposite),
            None => mark(occupant.name),
        };
        let sign = el("span").class("seat-ready");
        let sign = if occupant.ready {
            sign.child(icon(Icon::Check)).child(words::READY)
        } else {
            sign.attr("data-not", true).child(words::NOT_READY)
        };
        let person = el("span")
            .class("grow")
            .child(name)
            .child(el("span").class("presence").attr("data-state", state).child(presence));
        el("li").class("seat").attr("data-ready", occupant.ready).child(mark).child(person).child(sign).any()
    })
}
