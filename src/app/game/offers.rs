//! What the opponent or the rules ask, over the board, with the answers.

use std::time::Duration;

use leptos::prelude::*;
use room::{Command, Seat};
use rules::mancala;

use super::session::Session;
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::live::{effect, part_if};
use crate::client;

/// What is being asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Undo,
    Draw,
    /// The pie rule: to play on, or to take over the other side.
    Swap,
}

/// The bar with the question, while there is one. `sheet` is whether moves and chat lie over the board.
pub(super) fn offers(session: Session, sheet: RwSignal<bool>) -> AnyView {
    let asked = move || {
        let me = session.seat()?;
        session.with(|room| {
            let game = room.running()?;
            let my_turn = game.side_of(me) == game.position.to_move();
            let can_swap = game.position.as_mancala().is_some_and(mancala::Position::can_swap);
            match (game.undo_request, game.draw_offer) {
                (Some(seat), _) => Some((seat == me, Asked::Undo)),
                (_, Some(seat)) => Some((seat == me, Asked::Draw)),
                _ if can_swap && my_turn => Some((false, Asked::Swap)),
                _ => None,
            }
        })?
    };
    // Nobody answers what lies under the sheet.
    effect(move || {
        if asked().is_some_and(|(mine, _)| !mine) {
            sheet.set(false);
        }
    });
    let other = move || session.name_at(session.seat().unwrap_or(Seat::Bottom).other());
    let answer = move |asked: Asked, yes: bool| {
        match asked {
            Asked::Undo => session.send(Command::AnswerUndo(yes)),
            Asked::Draw => session.send(Command::AnswerDraw(yes)),
            Asked::Swap => session.play(rules::Move::Mancala(mancala::Move::Swap)),
        }
        // The bar goes, and with it the button that had the focus.
        set_timeout(client::focus_board, Duration::ZERO);
    };
    part_if(move || {
        let (mine, asked) = asked()?;
        let other = other();
        let text = match (mine, asked) {
            (_, Asked::Swap) => words::may_swap(),
            (false, Asked::Undo) => words::asks_undo(&other),
            (false, Asked::Draw) => words::offers_draw(&other),
            (true, Asked::Undo) => words::asked_undo(&other),
            (true, Asked::Draw) => words::offered_draw(&other),
        };
        let button = move |class: &'static str, text: String, yes: bool| {
            el("button")
                .class(class)
                .attr("type", "button")
                .on("click", move |_: web_sys::Event| answer(asked, yes))
                .child(text)
        };
        let answers = match asked {
            _ if mine => Vec::new(),
            Asked::Swap => vec![button("button primary", words::swap_sides(), true)],
            Asked::Undo | Asked::Draw => {
                vec![
                    button("button primary", words::accept(), true),
                    button("button", words::decline(), false),
                ]
            }
        };
        let bar = el("div").class("offer").attr("role", "group").attr("aria-label", words::offer());
        let bar = bar
            .child(el("p").attr("role", "status").child(text))
            .child(el("div").class("actions").child(answers));
        Some(bar.any())
    })
    .into_any()
}
