//! The plate of a player: mark, name, presence, score and clock.

use engine_protocol::Level;
use leptos::prelude::*;
use rules::{Position, Side};

use super::berserk::berserk_button;
use super::clock::clock_face;
use super::mark::mark_of;
use super::name::{name_editor, name_sign};
use super::points::Points;
use super::ratings::rating_of;
use crate::app::game::view::place::Place;
use crate::app::game::view::presence::presence;
use crate::app::game::view::session::{Session, Viewer};
use crate::app::game::view::ticker::Ticker;
use crate::app::text::names::{computer_name, level_name};
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::live::{flag, maybe, part, part_if, text};

/// The plate in this place. `points_of` tells how the game counts.
pub(in crate::app::game) fn plate(
    session: Session,
    place: Place,
    ticker: Ticker,
    points_of: fn(&Position, Side) -> Points,
) -> AnyView {
    let side = move || place.side(session);
    let seat = move || session.with_game(|game| game.seat_of(side()));
    let name = move || session.name_of(side());
    // Whose clock runs, as the server knows it; in a replay the turn of the visible position.
    let turn = move || {
        let running = session.with_confirmed_room(|room| room.running().is_some()).unwrap_or(false);
        running && session.with_stated_game(|game| game.position.to_move() == side()).unwrap_or(false)
    };
    // Empty while the game is not known yet.
    let score = move || session.with_displayed_game(|game| game.position.score()[side().index()]);
    let points = move || session.with_displayed_game(|game| points_of(&game.position, side()));
    let unit = move || points().map(|points| points.unit).unwrap_or_default();
    let disc = move || points()?.disc.map(str::to_owned);
    let level = move || seat().and_then(|seat| session.level_at(seat));
    let is_me = move || {
        let seat = seat();
        matches!(session.state().viewer, Viewer::Member(_))
            && seat.is_some()
            && session.seat() == seat
            && level().is_none()
    };
    // The level has a place of its own, because both together are cut off on a phone.
    let short_name = move || match level() {
        Some(level) if name() == computer_name(level) => words::computer_place(),
        _ => name(),
    };
    let is_proved = move || seat().is_some_and(|seat| session.state().proved[seat.index()]);
    // A proof has a bar on the plate, of two moves in a row each its own.
    let proof = move || {
        let runs = level() == Some(Level::Perfect) && turn() && !session.state().paused;
        let ply = session.with_game(|game| game.ply()).filter(|_| runs)?;
        Some((ply % 2).to_string())
    };
    let presence = presence(session, seat, ticker);
    let state = part_if(move || {
        let (state, text) = match level() {
            Some(Level::Perfect) if turn() => ("proof", words::proving()),
            Some(_) if turn() => ("connected", words::thinking()),
            Some(Level::Perfect) if is_proved() => ("proof", words::move_proved()),
            Some(Level::Master) if is_proved() => ("connected", words::sees_end()),
            Some(level) => ("connected", level_name(level)),
            None if session.on_device() || is_me() => return None,
            None => (presence.get().state(), presence.get().name()),
        };
        Some(el("span").class("presence").attr("data-state", state).child(text).any())
    });
    let bonuses = part_if(move || {
        let [discs, bonuses] = points()?.parts?;
        let text = format!("{discs} + {bonuses}");
        Some(el("span").class("bonus-points").attr("aria-hidden", "true").child(text).any())
    });
    let score = el("span")
        .class("score")
        .child(text(move || score().map(|score| score.to_string()).unwrap_or_default()))
        .child(el("span").class("hidden").child(" ").child(text(unit)))
        .child(bonuses);
    let rating = rating_of(session, side);
    // Absent rather than empty: a rendered empty text is a space, which a name that comes later would push aside.
    let you = part_if(move || {
        let mine = is_me() && !session.on_device();
        mine.then(|| el("span").class("you").child(words::name_and_you("")).any())
    });
    let class = match place {
        Place::Near => "plate plate-near",
        Place::Far => "plate plate-far",
    };
    el("section")
        .class(class)
        .aria_label(text(name))
        .attr("aria-busy", maybe(move || (!session.has_room()).then(|| "true".to_owned())))
        .attr("data-turn", flag(turn))
        .attr("data-disc", maybe(disc))
        .child(part(move || mark_of(session, side())))
        // The text after a long name is not cut off with it.
        .child(
            el("span")
                .class("name")
                .child(el("span").child(text(short_name)))
                .child(rating)
                .child(you)
                .child(name_sign(session)),
        )
        .child(name_editor(session, seat))
        .child(state)
        .child(score)
        .child(berserk_button(session, place))
        .child(clock_face(session, place, ticker))
        .attr("data-proof", maybe(proof))
        .any()
}
