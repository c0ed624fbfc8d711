//! The element of a board: its two rows of cells, with the stones above them.

use leptos::prelude::*;
use rules::Side;
use rules::mancala::{Direction, Hole, Pit};

use super::cells::{pit_cell, store_cell};
use super::keys;
use super::layout::Shape;
use super::state::Board;
use super::stones::stones;
use crate::app::game::board::input::BoardInput;
use crate::app::game::shortcuts::on_page_key;
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::live::{effect, flag, maybe, memo, part, text};
use crate::client;

/// The board of a session's game.
pub(super) fn grid(BoardInput { session, .. }: BoardInput) -> AnyView {
    let board = Board::new(session);
    let flow = move || (board.shape.get().direction == Direction::Clockwise).then(|| "clockwise".to_owned());
    // At first Tab reaches a pit of the near row. Whoever turns the board keeps the hole that has the focus, wherever it is
    // then; where it turns by itself, after every move, the focus stays before the player.
    let flips = memo(move || session.state().flipped);
    let mut before = None;
    effect(move || {
        let Shape { near, pits, .. } = board.shape.get();
        let flipped = flips.get();
        let known = before.replace((near, pits, flipped));
        let turned = known.is_some_and(|(from, of, _)| (from, of) == (near.other(), pits));
        let focus = board.focus.get_untracked();
        if turned && known.is_some_and(|(_, _, before)| before != flipped) {
            if client::find(".board :focus").is_some() {
                // The rows are drawn anew first.
                client::defer(move || _ = keys::focus_hole(board, focus));
            }
            return;
        }
        board.set_focus(match focus {
            Hole::Pit(Pit { side, index }) if turned => Hole::Pit(Pit { side: side.other(), index }),
            Hole::Store(side) if turned => Hole::Store(side.other()),
            _ => Hole::Pit(Pit { side: near, index: 0 }),
        });
    });
    on_page_key(move |event| keys::on_key(board, event));
    el("div")
        .class("board")
        .role("grid")
        .aria_label(words::MANCALA_BOARD)
        .attr("tabindex", "-1")
        .attr("style", text(move || format!("--pits:{}", board.shape.get().pits)))
        .attr(
            "aria-busy",
            maybe(move || board.heaps.with(|heaps| heaps.total() == 0).then(|| "true".to_owned())),
        )
        .attr("data-flow", maybe(flow))
        .attr("data-turn", maybe(move || session.place_to_move()))
        .attr("data-turned", flag(move || session.state().flipped))
        .attr("data-replay", flag(move || session.in_replay()))
        .on_key(move |event| keys::on_key(board, &event))
        .child(part(move || row(board, board.shape.get(), board.shape.get().near.other())))
        .child(part(move || row(board, board.shape.get(), board.shape.get().near)))
        .child(stones(board))
        .any()
}

fn row(board: Board, shape: Shape, side: Side) -> AnyView {
    let mut cells: Vec<AnyView> = (0..shape.pits)
        .map(|column| {
            // The far row is seen from the other side of the table.
            let index = if side == shape.near { column } else { shape.pits - 1 - column };
            pit_cell(board, Pit { side, index }, column)
        })
        .collect();
    // In reading order: sown counter-clockwise, the far store is left of its row, the near one right.
    let store = store_cell(board, side);
    if (side == shape.near) == (shape.direction == Direction::CounterClockwise) {
        cells.push(store);
    } else {
        cells.insert(0, store);
    }
    let class = if side == shape.near { "row near" } else { "row far" };
    el("div").class(class).role("row").child(cells).any()
}
