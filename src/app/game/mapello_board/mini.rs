//! A board as a small picture: one drawing with a path for each kind of thing on it.

use leptos::prelude::*;
use rules::Side;
use rules::mapello::{Board, Border, Cell, Position};

use crate::app::text::words;
use crate::app::ui::el::el;

/// A small picture of a board before the first move.
pub(crate) fn mini(board: &Board, class: &'static str) -> AnyView {
    let count = |set: u64| set.count_ones();
    let label = words::board_picture(count(board.walls()), count(board.bonuses()), count(board.jokers()));
    picture(&Position::start(board), None, class, Some(label))
}

/// A small picture of a position, with the disc that was placed last. Without a name it is passed over when read aloud.
pub(crate) fn picture(
    position: &Position,
    last: Option<Cell>,
    class: &'static str,
    name: Option<String>,
) -> AnyView {
    let board = position.terrain().board();
    let cells = |set: u64| Cell::all_of(set).map(|cell| (cell.column() + 1, cell.row() + 1));
    let jokers = || (0..Border::COUNT).filter_map(Border::new).filter(|border| board.is_joker(*border));
    let jokers = || jokers().map(|border| (border.column(), border.row()));
    let dot = |(x, y)| format!("M{x}.5 {y}.5h0");
    let star = |(x, y)| format!("M{x}.5 {y}.17v.66m-.29-.5l.58.34m0-.34l-.58.34");
    let half = |(x, y)| format!("M{x}.5 {y}.16a.34.34 0 0 0 0 .68z");
    let paths = [
        ("mini-wall", cells(board.walls()).map(dot).collect::<String>()),
        ("mini-bonus", cells(position.bonuses()).map(star).collect()),
        ("mini-joker", jokers().map(dot).collect()),
        ("mini-joker-half", jokers().map(half).collect()),
        ("mini-last", cells(last.map_or(0, Cell::bit)).map(dot).collect()),
        ("mini-black", cells(position.discs(Side::First)).map(dot).collect()),
        ("mini-white", cells(position.discs(Side::Second)).map(dot).collect()),
    ];
    let paths = paths.into_iter().filter(|(_, d)| !d.is_empty());
    let paths = paths.map(|(class, d)| el("path").class(class).attr("d", d)).collect::<Vec<_>>();
    el("svg")
        .class(class)
        .attr("viewBox", "0 0 10 10")
        .attr("role", name.as_ref().map(|_| "img"))
        .attr("aria-hidden", name.is_none().then(|| "true".to_owned()))
        .attr("aria-label", name)
        .child(paths)
        .any()
}
