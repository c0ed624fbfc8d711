//! The bar over the board with questions and their answers: takeback, draw offer, rematch, adjournment, the
//! pie rule, and claims when the opponent is gone.

use std::mem::{Discriminant, discriminant};

use leptos::prelude::*;
use room::{Command, Millis, REMATCH_OFFER_MS, Seat, TimeControl};
use rules::{Move, mancala};

use super::clock::Ticker;
use super::presence::{Absence, Claim, Departure, presence};
use super::session::{Link, Session};
use crate::app::text::{minutes_left, words};
use crate::app::ui::el::{button, el};
use crate::app::ui::live::{effect, part_if, text};
use crate::client;

/// A question in the bar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Undo,
    Draw,
    PutAway,
    /// The pie rule: play on, or swap sides.
    Swap,
    /// The opponent is gone: the claims, as soon as they are possible.
    Gone(Departure),
    /// The game is adjourned.
    IsPutAway,
    /// A rematch; on the same board, or by the settings.
    Again {
        same_board: bool,
    },
}

/// The bar with the current question. `sheet`: moves and chat lie over the board; `card`: the result card
/// does.
pub(super) fn offers(session: Session, [sheet, card]: [RwSignal<bool>; 2], ticker: Ticker) -> AnyView {
    let across = move || session.seat().map(Seat::other);
    let presence = presence(session, across, ticker);
    // The kind of the last question.
    let last = StoredValue::new(None::<Discriminant<Asked>>);
    let asked = move || {
        let me = session.seat()?;
        // Without a connection the presence is unknown.
        let known = session.shown().link == Link::Open;
        let gone = presence.get().absence().filter(|_| known);
        let gone_for = |wanted: Claim| {
            gone.filter(|absence| absence.claim == wanted).map(|Absence { how, .. }| Asked::Gone(how))
        };
        session.with(|room| {
            let Some(game) = room.running() else {
                // The result card shows the offer as well, but it may be closed.
                let stands = |at: Millis| session.now() < at.saturating_add(REMATCH_OFFER_MS);
                let offer = room.again.filter(|offer| offer.seat != me && stands(offer.at))?;
                if session.on_device() || card.get() {
                    return None;
                }
                return Some((false, Asked::Again { same_board: offer.same_board }));
            };
            let my_turn = game.side_of(me) == game.position.to_move();
            let can_swap = game.position.as_mancala().is_some_and(mancala::Position::can_swap);
            if let Some(asked) = gone_for(Claim::Now) {
                return Some((false, asked));
            }
            let open = [
                game.undo_request.map(|seat| (seat == me, Asked::Undo)),
                game.draw_offer.map(|seat| (seat == me, Asked::Draw)),
                game.put_away_asked.map(|seat| (seat == me, Asked::PutAway)),
                (can_swap && my_turn).then_some((false, Asked::Swap)),
                gone_for(Claim::Later).map(|asked| (true, asked)),
                game.put_away.map(|_| (true, Asked::IsPutAway)),
            ];
            // A question to the viewer comes before the viewer's own open question; and a question stays
            // until it is answered, because another one would come under the finger.
            let before = last.get_value();
            let mut one: Option<(bool, Asked)> = None;
            for (mine, asked) in open.into_iter().flatten() {
                let stays = before == Some(discriminant(&asked));
                if one.is_none_or(|(one_waits, _)| !mine && (stays || one_waits)) {
                    one = Some((mine, asked));
                }
            }
            if let Some((_, asked)) = &one {
                last.set_value(Some(discriminant(asked)));
            }
            one
        })?
    };
    let mut before = None;
    effect(move || {
        let now = asked();
        // A question must not be answered unseen under the sheet. After a game nothing is lost by chatting
        // on.
        if now.is_some_and(|(mine, asked)| !mine && !matches!(asked, Asked::Again { .. })) {
            sheet.set(false);
        }
        // Nor should a key that was meant for another question answer it. The claims against an absent
        // opponent may change.
        let kind = now.map(|(mine, asked)| (mine, discriminant(&asked)));
        if before != kind && client::find(".offer :focus").is_some() {
            client::soon(client::focus_board);
        }
        before = kind;
    });
    let answer = move |command: Command| {
        session.send(command);
        // The bar disappears, and with it the focused button.
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
            (_, Asked::Again { same_board: true }) => words::wants_same_board(&other),
            (_, Asked::Again { same_board: false }) => words::wants_again(&other),
            (_, Asked::Gone(how)) => {
                let gone = match how {
                    Departure::Away => words::name_away(&other),
                    Departure::Left => words::name_gone(&other),
                };
                if mine { gone } else { format!("{gone} {}", words::may_claim()) }
            }
        })
    };
    // The live region exists before it has a text, because otherwise the text would not be read aloud.
    let spoken = el("p")
        .class("hidden")
        .role("status")
        .child(text(move || asked().and_then(says).unwrap_or_default()));
    let bar = part_if(move || {
        let (mine, asked) = asked()?;
        let says = says((mine, asked))?;
        let yes_or_no = |answer: fn(bool) -> Command| {
            vec![(words::accept(), answer(true)), (words::decline(), answer(false))]
        };
        let answers = match asked {
            Asked::IsPutAway => vec![(words::go_on(), Command::TakeUp)],
            Asked::Again { same_board: true } => vec![(words::same_board(), Command::SameBoard)],
            Asked::Again { same_board: false } => vec![(words::play_again(), Command::Again)],
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
            button(if at == 0 { "button primary" } else { "button" })
                .on_click(move || answer(command.clone()))
                .child(text)
        };
        let answers = answers.into_iter().enumerate().map(button);
        // The countdown is outside of the live region, so that it is not read aloud every second.
        let waits = (mine && matches!(asked, Asked::Gone(_))).then(|| {
            let left =
                move || session.shown().here.gone[across()?.index()]?.claim.map(|at| at - ticker.now());
            let text = text(move || words::may_claim_in(&minutes_left(left().unwrap_or_default())));
            el("span").role("timer").child(text)
        });
        let bar = el("div").class("offer").role("group").aria_label(words::OFFER);
        let bar = bar.attr("data-waits", waits.is_some());
        let answers = el("div").class("actions").children(answers);
        Some(match asked {
            // It stays for as long as the opponent is gone: a player who plays on can fold it, to see the
            // whole board.
            Asked::Gone(_) if !mine => {
                let said = el("summary").child(says);
                bar.child(el("details").attr("open", true).child(said).child(answers)).any()
            }
            _ => bar.child(el("p").child(says)).child(waits).child(answers).any(),
        })
    });
    vec![spoken.any(), bar.into_any()].into_any()
}

/// The command for the swap of the pie rule.
fn swap(session: Session) -> Option<Command> {
    let mv = Move::Mancala(mancala::Move::Swap);
    session.with_game(|game| Command::Play { game: game.number, ply: game.ply(), mv })
}
