//! The choice of players in games with the computer: its levels, and how soon it answers.

use engine_protocol::Level;
use leptos::prelude::*;
use room::Seat;

use crate::app::game::view::session::Session;
use crate::app::text::computer::level_description;
use crate::app::text::names::level_name;
use crate::app::text::words;
use crate::app::ui::choice::{choice, select};
use crate::app::ui::el::el;
use crate::app::ui::live::{memo, part, part_if, text};
use crate::client::storage::{self, keys};

const FAST: &str = "1";
const UNHURRIED: &str = "0";

/// Whether the computer is to answer as soon as it can.
pub(super) fn stored_pace() -> bool {
    storage::load(keys::PACE).as_deref() == Some(FAST)
}

/// The card with the players.
pub(super) fn players_card(session: Session) -> AnyView {
    let watched = memo(move || session.is_computer_only());
    let level = move |seat: Seat| session.level_at(seat).unwrap_or(Level::Easy);
    let watch = move |watch: bool| {
        session.seat_computer(Seat::Bottom, watch.then(|| untrack(|| level(Seat::Top))));
    };
    let players = vec![(words::i_play(), false), (words::it_plays_itself(), true)];
    let second = part_if(move || {
        watched.get().then(|| untrack(|| level_field(session, "level-2", words::against, Seat::Bottom)))
    });
    let pace = vec![(words::like_a_person(), false), (words::at_once(), true)];
    let is_fast = move || session.state().instant_answers;
    let set_pace = move |fast: bool| {
        session.change(|state| state.instant_answers = fast);
        storage::save(keys::PACE, if fast { FAST } else { UNHURRIED });
    };
    el("section")
        .class("card settings")
        .attr("aria-labelledby", "players")
        .child(el("h2").id("players").child(words::THE_COMPUTER))
        .child(level_field(session, "level", words::level, Seat::Top))
        .child(el("p").class("soft").child(text(move || level_description(level(Seat::Top)))))
        .child(choice(words::who_plays(), "who", players, move || watched.get(), watch))
        .child(second)
        .child(choice(words::it_answers(), "pace", pace, is_fast, set_pace))
        .any()
}

/// The levels of the computer, from the weakest to the strongest: with Perfect or without.
pub(super) fn levels(with_perfect: bool) -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(move |level| with_perfect || *level != Level::Perfect)
}

fn level_field(session: Session, id: &'static str, label: fn() -> String, seat: Seat) -> AnyView {
    let chosen = move || session.level_at(seat).unwrap_or(Level::Random);
    let choose = move |level| session.seat_computer(seat, Some(level));
    let with_perfect = memo(move || session.is_perfect_offered());
    part(move || {
        let levels = levels(with_perfect.get()).map(|level| (level_name(level), level)).collect();
        untrack(|| select(id, label(), levels, chosen, choose))
    })
    .into_any()
}
