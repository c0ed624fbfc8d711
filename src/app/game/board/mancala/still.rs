//! The static Mancala board, for pages that only show a position: no input, no focus, no accessible names.

use leptos::prelude::*;
use room::Game;
use rules::Side;
use rules::mancala::{Direction, Hole, Move, Pit, Position};

use super::heaps::Heaps;
use super::last_move::last_move;
use super::layout::{Shape, stone_places};
use super::stones::stone;
use crate::app::text::mancala::pit_letter;
use crate::app::ui::el::el;

/// The board of a game, its first side near. `seed` determines where in a hole the stones lie.
pub(crate) fn static_board(game: &Game, position: &Position, seed: u64) -> AnyView {
    let variant = position.variant();
    let shape = Shape { pits: variant.pits, near: Side::First, direction: variant.direction };
    let last = last_move(game);
    let cell = |hole: Hole| {
        let count = el("span").class("count").child(match hole {
            Hole::Pit(pit) => position.stones(pit).to_string(),
            Hole::Store(side) => position.store(side).to_string(),
        });
        let hollow = el("span").class("hollow");
        match hole {
            Hole::Pit(pit) => {
                let sown = last.as_ref().is_some_and(|last| last.mv == Move::Sow(pit));
                let captured = last.as_ref().is_some_and(|last| last.captured.contains(&pit));
                let hollow = el("span")
                    .class("pit")
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
            Hole::Store(_) => el("div").class("cell store").child(hollow).child(count),
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
