//! Who plays where the computer does: its levels, and how soon it answers.

use engine_protocol::Level;
use leptos::prelude::*;
use room::Seat;

use crate::app::game::session::Session;
use crate::app::text::computer::about;
use crate::app::text::names::level_name;
use crate::app::text::words;
use crate::app::ui::choice::{choice, select};
use crate::app::ui::el::el;
use crate::app::ui::live::{memo, part_if, text};
use crate::client::storage;

/// Where it is kept how soon the computer answers.
const PACE: &str = "duello.computer.fast";

/// Whether the computer is to answer as soon as it can.
pub(super) fn remembered_pace() -> bool {
    storage::load(PACE).as_deref() == Some("1")
}

/// The players.
pub(super) fn players_card(session: Session) -> AnyView {
    let watched = memo(move || session.is_watched());
    let level = move |seat: Seat| session.level_at(seat).unwrap_or(Level::Easy);
    let place = move |watch: usize| {
        session.seat_computer(Seat::Bottom, (watch == 1).then(|| untrack(|| level(Seat::Top))));
    };
    let who = vec![words::i_play(), words::it_plays_itself()];
    let second = part_if(move || {
        watched.get().then(|| untrack(|| level_field(session, "level-2", words::against(), Seat::Bottom)))
    });
    let pace = vec![words::like_a_person(), words::at_once()];
    let is_fast = move || Some(usize::from(session.shown().fast));
    let set_pace = move |place: usize| {
        session.change(|shown| shown.fast = place == 1);
        storage::save(PACE, &place.to_string());
    };
    el("section")
        .class("card settings")
        .attr("aria-labelledby", "players")
        .child(el("h2").attr("id", "players").child(words::THE_COMPUTER))
        .child(level_field(session, "level", words::level(), Seat::Top))
        .child(el("p").class("soft").child(text(move || about(level(Seat::Top)))))
        .child(choice(words::who_plays(), "who", who, move || Some(usize::from(watched.get())), place))
        .child(second)
        .child(choice(words::it_answers(), "pace", pace, is_fast, set_pace))
        .any()
}

fn level_field(session: Session, id: &'static str, label: String, seat: Seat) -> AnyView {
    let names = (0..).zip(Level::ALL).map(|(place, level)| (level_name(level), place)).collect();
    let chosen = move || session.level_at(seat).map_or(0, |level| level as u32);
    let choose = move |place: u32| {
        session.seat_computer(seat, Level::ALL.get(place as usize).copied());
    };
    select(id, label, names, chosen, choose)
}
