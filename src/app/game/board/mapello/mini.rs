//! A board as a small SVG picture, with one path for each kind of piece.

use leptos::prelude::*;
use rules::Side;
use rules::mapello::{Board, Border, Cell, Position};

use crate::app::text::words;
use crate::app::ui::el::{El, el};

/// A small picture of a board before the first move.
pub(crate) fn mini(board: &Board, class: &'static str) -> AnyView {
    let count = |set: u64| set.count_ones();
    let label = words::board_picture(count(board.walls()), count(board.bonuses()), count(board.jokers()));
    el("svg")
        .class(class)
        .attr("viewBox", "0 0 10 10")
        .role("img")
        .aria_label(label)
        .child(pieces(&Position::start(board)))
        .any()
}

/// The pieces of a position, in a drawing of ten by ten units.
pub(crate) fn pieces(position: &Position) -> Vec<El> {
    let board = position.terrain().board();
    let jokers = || (0..Border::COUNT).filter_map(Border::new).filter(|border| board.is_joker(*border));
    let jokers = || jokers().map(|border| (border.column(), border.row()));
    let star = |(x, y)| format!("M{x}.5 {y}.17v.66m-.29-.5l.58.34m0-.34l-.58.34");
    let half = |(x, y)| format!("M{x}.5 {y}.16a.34.34 0 0 0 0 .68z");
    let paths = [
        ("mini-wall", cells(board.walls()).map(dot).collect::<String>()),
        ("mini-bonus", cells(position.bonuses()).map(star).collect()),
        ("mini-joker", jokers().map(dot).collect()),
        ("mini-joker-half", jokers().map(half).collect()),
        ("mini-black", cells(position.discs(Side::First)).map(dot).collect()),
        ("mini-white", cells(position.discs(Side::Second)).map(dot).collect()),
    ];
    paths.map(|(class, d)| el("path").class(class).attr("d", d)).into_iter().collect()
}

/// The coordinates of a bitboard's cells in the drawing.
fn cells(set: u64) -> impl Iterator<Item = (u8, u8)> {
    Cell::all_of(set).map(|cell| (cell.column() + 1, cell.row() + 1))
}

/// A path that the style sheet draws as a dot, in the middle of a place.
pub(crate) fn dot((x, y): (u8, u8)) -> String {
    format!("M{x}.5 {y}.5h0")
}
