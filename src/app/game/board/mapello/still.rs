//! The static Mapello board, for pages that only show a position: no input, no focus, no accessible names.

use leptos::prelude::*;
use room::Game;
use rules::mapello::Border;
use rules::{Side, Trace};

use super::cells::{SquareAttributes, square_id};
use super::last_move::last_move;
use super::model::Scene;
use super::motion::timeline;
use crate::app::game::animation::film::Film;
use crate::app::ui::el::el;

/// The animation of the last move of a game on its static board, as `public/stage.js` reads it.
pub(super) fn last_film(game: &Game, _: u64) -> Option<String> {
    let film = Film::between(&game.at(game.ply().checked_sub(1)?), game)?;
    let (Trace::Mapello(trace), Some(before)) = (&film.trace, film.before.as_mapello()) else { return None };
    Some(timeline(trace, before, false, Side::First).to_text())
}

/// The board of a game as its first side sees it.
pub(super) fn static_board(game: &Game, _: u64) -> AnyView {
    let Some(position) = game.position.as_mapello() else { return ().into_any() };
    let scene = Scene {
        position: *position,
        may_play: false,
        may_plan: false,
        planned: None,
        turned: false,
        preview: None,
        scores: Vec::new(),
        last: last_move(game),
        pending: false,
        focus: u8::MAX,
    };
    let square = |(place, attributes): (u8, &SquareAttributes)| {
        let edge = Border::at(place / 10, place % 10).is_some();
        let seen = attributes.iter().filter(|(name, _)| name.starts_with("data-"));
        let square = el("div").class(if edge { "sq edge" } else { "sq" });
        let square = square.id(square_id(place));
        let square = seen.fold(square, |square, (name, value)| square.attr(name, value.clone()));
        square.child((!edge).then(|| el("i").class("disc")))
    };
    let squares = scene.squares();
    let row = |(row, squares): (u8, &[SquareAttributes])| {
        el("div").class("row").children((row * 10..).zip(squares).map(square))
    };
    el("div")
        .class("board mapello")
        .attr("aria-hidden", "true")
        .children((0..).zip(squares.chunks(10)).map(row))
        .any()
}
