//! The layer of stones over the board: one element a stone, in the order of their numbers, each in its final
//! place whatever animation runs.

use leptos::prelude::*;

use super::layout::{StonePlace, stone_places};
use super::state::Board;
use crate::app::game::animation::timeline::decimals;
use crate::app::ui::el::{el, fragment};
use crate::app::ui::live::{after_paint, memo, part};

/// The number of glass colours.
const COLOURS: u64 = 6;

pub(super) fn stones(board: Board) -> AnyView {
    let seed = memo(move || board.seed());
    let stones = move || {
        let seed = seed.get();
        let places = board.heaps.with(|heaps| stone_places(heaps, board.shape.get(), seed));
        fragment((0..).zip(places).map(|(number, spot)| stone(number, spot, seed)))
    };
    // Rendered after the first paint, because the stones are as much work as the board itself.
    let stones = after_paint(move || {
        board.follow_game();
        part(stones).into_any()
    });
    el("div").class("stones").attr("aria-hidden", "true").child(stones).any()
}

pub(super) fn stone(number: u64, place: Option<StonePlace>, seed: u64) -> AnyView {
    el("i")
        .class("stone")
        .attr("data-c", colour(seed, number).to_string())
        .attr("style", place.map(style))
        .any()
}

fn style(StonePlace { at, diameter, layer }: StonePlace) -> String {
    format!("--x:{};--y:{};--d:{};--l:{layer}", decimals(at.x), decimals(at.y), decimals(diameter))
}

fn colour(seed: u64, number: u64) -> u64 {
    let mixed = (seed ^ (number + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) % COLOURS
}
