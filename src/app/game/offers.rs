//! What the opponent or the rules ask, and what may be done when the opponent is gone: over the board, with the answers.

use leptos::prelude::*;
use room::{Command, Seat, TimeControl};
use rules::{Move, mancala};

use super::away::{LATER, NOW, absence, has_left};
use super::clock::Ticker;
use super::session::{Link, Session};
use crate::app::text::{minutes_left, words};
use crate::app::ui::el::el;
use crate::app::ui::live::{effect, part_if, text};
use crate::client;

/// What is being asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Undo,
    Draw,
    PutAway,
    /// The pie rule: to play on, or to take over the other side.
    Swap,
    /// The opponent is gone: what to do about it, once something can be done.
    Gone(i64),
    /// The game was put away.
    IsPutAway,
}

/// The bar with the question, while there is one. `sheet` is whether moves and chat lie over the board.
pub(super) fn offers(session: Session, sheet: RwSignal<bool>, ticker: Ticker) -> AnyView {
    let across = move || session.seat().map(Seat::other);
    let absence = absence(session, across, ticker);
    let asked = move || {
        let me = session.seat()?;
        // Without a line nobody knows who is there.
        let known = session.shown().link == Link::Open;
        let gone = absence.get().filter(|_| known).unwrap_or_default();
        session.with(|room| {
            let game = room.running()?;
            let my_turn = game.side_of(me) == game.position.to_move();
            let can_swap = game.position.as_mancala().is_some_and(mancala::Position::can_swap);
            match (game.undo_request, game.draw_offer, game.put_away_asked) {
                _ if gone & NOW != 0 => Some((false, Asked::Gone(gone))),
                (Some(seat), ..) => Some((seat == me, Asked::Undo)),
                (_, Some(seat), _) => Some((seat == me, Asked::Draw)),
                (.., Some(seat)) => Some((seat == me, Asked::PutAway)),
                _ if can_swap && my_turn => Some((false, Asked::Swap)),
                _ if gone & LATER != 0 => Some((true, Asked::Gone(gone))),
                _ => game.put_away.map(|_| (true, Asked::IsPutAway)),
            }
        })?
    };
    // Nobody answers what lies under the sheet.
    effect(move || {
        if asked().is_some_and(|(mine, _)| !mine) {
            sheet.set(false);
        }
    });
    let answer = move |command: Command| {
        session.send(command);
        // The bar goes, and with it the button that had the focus.
        client::soon(client::focus_board);
    };
    let says = move |(mine, asked): (bool, Asked)| {
        let other = session.name_at(across()?);
        Some(match (mine, asked) {
            (_, Asked::Swap) => words::may_swap(),
            (false, Asked::Undo) => words::asks_undo(&other),
            (false, Asked::Draw) => words::offers_draw(&other),
            (false, Asked::PutAway) => words::asks_put_away(&other),
            (true, Asked::Undo) => words::asked_undo(&other),
            (true, Asked::Draw) => words::offered_draw(&other),
            (true, Asked::PutAway) => words::asked_put_away(&other),
            (_, Asked::IsPutAway) => words::is_put_away(),
            (_, Asked::Gone(gone)) => {
                let gone = if has_left(gone) { words::name_gone(&other) } else { words::name_away(&other) };
                if mine { gone } else { format!("{gone} {}", words::may_claim()) }
            }
        })
    };
    // It is there before it says anything, as it would else not be heard.
    let spoken = el("p")
        .class("hidden")
        .attr("role", "status")
        .child(text(move || asked().and_then(says).unwrap_or_default()));
    let bar = part_if(move || {
        let (mine, asked) = asked()?;
        let says = says((mine, asked))?;
        let yes_or_no = |answer: fn(bool) -> Command| {
            vec![(words::accept(), answer(true)), (words::decline(), answer(false))]
        };
        let answers = match asked {
            Asked::IsPutAway => vec![(words::go_on(), Command::TakeUp)],
            _ if mine => Vec::new(),
            Asked::Swap => vec![(words::swap_sides(), untrack(|| swap(session))?)],
            Asked::Undo => yes_or_no(Command::AnswerUndo),
            Asked::Draw => yes_or_no(Command::AnswerDraw),
            Asked::PutAway => yes_or_no(Command::AnswerPutAway),
            Asked::Gone(_) => {
                let mut ways =
                    vec![(words::claim_win(), Command::ClaimWin), (words::call_draw(), Command::ClaimDraw)];
                if session.with_game(|game| game.clock.control()) == Some(TimeControl::None) {
                    ways.push((words::put_away(), Command::PutAway));
                }
                ways
            }
        };
        let button = |(at, (text, command)): (usize, (String, Command))| {
            el("button")
                .class(if at == 0 { "button primary" } else { "button" })
                .attr("type", "button")
                .on("click", move |_: web_sys::Event| answer(command.clone()))
                .child(text)
        };
        let answers = answers.into_iter().enumerate().map(button);
        // Beside what is said, so that not every second of it is read aloud.
        let waits = (mine && matches!(asked, Asked::Gone(_))).then(|| {
            let left =
                move || session.shown().here.gone[across()?.index()]?.claim.map(|at| at - ticker.now());
            let text = text(move || words::may_claim_in(&minutes_left(left().unwrap_or_default())));
            el("span").attr("role", "timer").child(text)
        });
        let bar = el("div").class("offer").attr("role", "group").attr("aria-label", words::OFFER);
        let bar = bar.attr("data-waits", waits.is_some());
        let answers = el("div").class("actions").children(answers);
        Some(match asked {
            // It lies there for as long as the other one is gone: whoever plays on folds it, to see the whole board.
            Asked::Gone(_) if !mine => {
                let said = el("summary").child(says);
                bar.child(el("details").attr("open", true).child(said).child(answers)).any()
            }
            _ => bar.child(el("p").child(says)).child(waits).child(answers).any(),
        })
    });
    vec![spoken.any(), bar.into_any()].into_any()
}

/// The move of the pie rule.
fn swap(session: Session) -> Option<Command> {
    let mv = Move::Mancala(mancala::Move::Swap);
    session.with_game(|game| Command::Play { game: game.number, ply: game.ply(), mv })
}
