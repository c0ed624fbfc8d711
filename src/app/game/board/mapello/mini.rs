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

/// The pieces of a position, in a drawing of ten by ten units: of the shapes that the board's own style sheet draws
/// (`style/mapello.css`).
pub(crate) fn pieces(position: &Position) -> Vec<El> {
    let board = position.terrain().board();
    let draw = |set: u64, shape: &str| cells(set).map(|place| drawn(place, shape)).collect::<String>();
    let jokers = |along: &str, beside: &str| {
        let borders = (0..Border::COUNT).filter_map(Border::new).filter(|border| board.is_joker(*border));
        let lies = |border: Border| if matches!(border.row(), 0 | 9) { along } else { beside };
        borders.map(|border| drawn((border.column(), border.row()), lies(border))).collect::<String>()
    };
    let dots = |set: u64| cells(set).map(dot).collect::<String>();
    let paths = [
        // A bevelled block: the whole, the side that is lit, the two that are not.
        ("mini-wall", draw(board.walls(), "m.07.07h.86v.86h-.86z")),
        ("mini-wall-lit", draw(board.walls(), "m.07.07h.86l-.13.13h-.6z")),
        ("mini-wall-deep", draw(board.walls(), "m.93.07v.86l-.13-.13v-.6z")),
        ("mini-wall-foot", draw(board.walls(), "m.07.93h.86l-.13-.13h-.6z")),
        ("mini-bonus", draw(position.bonuses(), STAR)),
        // A link of both colours, inlaid along the border.
        (
            "mini-joker",
            jokers(
                "m.36.28h.28a.22.22 0 0 1 0 .44h-.28a.22.22 0 0 1 0-.44z",
                "m.28.36v.28a.22.22 0 0 0 .44 0v-.28a.22.22 0 0 0-.44 0z",
            ),
        ),
        (
            "mini-joker-black",
            jokers("m.39.28h-.03a.22.22 0 0 0 0 .44h.03z", "m.28.39v-.03a.22.22 0 0 1 .44 0v.03z"),
        ),
        (
            "mini-joker-white",
            jokers("m.61.28h.03a.22.22 0 0 1 0 .44h-.03z", "m.28.61v.03a.22.22 0 0 0 .44 0v-.03z"),
        ),
        ("mini-black", dots(position.discs(Side::First))),
        ("mini-white", dots(position.discs(Side::Second))),
    ];
    paths.map(|(class, d)| el("path").class(class).attr("d", d)).into_iter().collect()
}

/// The star of `--star` in `style/themes.css`, at 41 thousandths of its size.
const STAR: &str = "m.5.139.107.23.25.029-.185.172.049.25-.221-.123-.221.123.049-.25-.185-.172.25-.029z";

/// A shape, given from the corner of its square, at a square.
fn drawn((x, y): (u8, u8), shape: &str) -> String {
    format!("M{x} {y}{shape}")
}

/// The coordinates of a bitboard's cells in the drawing.
fn cells(set: u64) -> impl Iterator<Item = (u8, u8)> {
    Cell::all_of(set).map(|cell| (cell.column() + 1, cell.row() + 1))
}

/// A path that the style sheet draws as a dot, in the middle of a place.
pub(crate) fn dot((x, y): (u8, u8)) -> String {
    format!("M{x}.5 {y}.5h0")
}
