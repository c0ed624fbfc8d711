//! The static Mancala board, for pages that only show a position: no input, no focus, no accessible names.

use leptos::prelude::*;
use room::Game;
use rules::mancala::{Direction, Hole, Move, Pit, Position};
use rules::{Side, Trace};

use super::heaps::Heaps;
use super::ids::hole_id;
use super::last_move::last_move;
use super::layout::{Shape, stone_places};
use super::motion::timeline;
use super::stones::stone;
use crate::app::game::animation::film::Film;
use crate::app::text::mancala::pit_letter;
use crate::app::ui::el::el;

fn shape(position: &Position) -> Shape {
    let variant = position.variant();
    Shape { pits: variant.pits, near: Side::First, direction: variant.direction }
}

/// The animation of the last move of a game on its static board, with the same seed, as `public/stage.js` reads it.
pub(super) fn last_film(game: &Game, seed: u64) -> Option<String> {
    let before = game.at(game.ply().checked_sub(1)?);
    let film = Film::between(&before, game)?;
    let (Trace::Mancala(trace), Some(position)) = (&film.trace, film.before.as_mancala()) else {
        return None;
    };
    Some(timeline(trace, &Heaps::of(&before), shape(position), seed).to_text())
}

/// The board of a game, its first side near. `seed` determines where in a hole the stones lie.
pub(super) fn static_board(game: &Game, seed: u64) -> AnyView {
    let Some(position) = game.position.as_mancala() else { return ().into_any() };
    let shape = shape(position);
    let last = last_move(game);
    let cell = |hole: Hole| {
        let count = el("span").class("count").child(match hole {
            Hole::Pit(pit) => position.stones(pit).to_string(),
            Hole::Store(side) => position.store(side).to_string(),
        });
        let hollow = el("span").class("hollow");
        let id = hole_id(hole);
        match hole {
            Hole::Pit(pit) => {
                let sown = last.as_ref().is_some_and(|last| last.mv == Move::Sow(pit));
                let captured = last.as_ref().is_some_and(|last| last.captured.contains(&pit));
                let hollow = el("span")
                    .class("pit")
                    .id(id)
                    .attr("data-last", sown)
                    .attr("data-captured", captured)
                    .attr("data-changed", captured || sown)
                    .child(hollow);
                let letter = el("span").class("letter").child(pit_letter(pit).to_string());
                let column = shape.column(hole) - 1;
                el("div")
                    .class("cell")
                    .attr("style", format!("--i:{column}"))
                    .child(hollow)
                    .child(count)
                    .child(letter)
            }
            Hole::Store(_) => el("div").class("cell store").id(id).child(hollow).child(count),
        }
    };
    let row = |side: Side, class: &'static str| {
        let pits = (0..shape.pits).map(|index| Hole::Pit(Pit { side, index }));
        el("div").class(class).children(pits.chain([Hole::Store(side)]).map(cell))
    };
    let stones = (0..)
        .zip(stone_places(&Heaps::of(game), shape, seed))
        .map(|(number, spot)| stone(number, spot, seed));
    el("div")
        .class("board")
        .attr("aria-hidden", "true")
        .attr("data-flow", (shape.direction == Direction::Clockwise).then_some("clockwise"))
        .child(row(Side::Second, "row far"))
        .child(row(Side::First, "row near"))
        .child(el("div").class("stones").children(stones))
        .any()
}
