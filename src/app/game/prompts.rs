//! The bar over the board with all open questions and their answers: takeback, draw offer, rematch, adjournment, the
//! pie rule, and claims when the opponent is gone.

use std::mem::{Discriminant, discriminant};

use leptos::prelude::*;
use room::{Command, Millis, REMATCH_OFFER_MS, Seat, TimeControl};
use rules::{Move, mancala};

use super::view::presence::{Absence, Claim, Departure, presence};
use super::view::session::{Link, Session};
use super::view::ticker::Ticker;
use crate::app::text::{joined, minutes_left, words};
use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::{effect, part_if, text};
use crate::client;

/// A question in the bar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prompt {
    Takeback,
    Draw,
    Adjourn,
    /// The pie rule: play on, or swap sides.
    Swap,
    /// The opponent is gone: the claims, as soon as they are possible.
    OpponentGone(Departure),
    /// The game is adjourned.
    Adjourned,
    /// The second game of a match is about to start.
    SecondGame,
    /// The opponent wants to change the game that is over.
    Change,
    /// A rematch; on the same board, or by the settings.
    Rematch {
        same_board: bool,
    },
}

/// The bar with the open questions, in the order in which they came: one that is there stays in its place, because
/// another one would come under the finger. `sheet`: moves and chat lie over the board; `card`: the result card
/// does.
pub(super) fn prompt_bar(session: Session, [sheet, card]: [RwSignal<bool>; 2], ticker: Ticker) -> AnyView {
    let across = move || session.seat().map(Seat::other);
    let presence = presence(session, across, ticker);
    // The kinds of the last questions, in their order.
    let last = StoredValue::new(Vec::<Discriminant<Prompt>>::new());
    let prompts = move || {
        let Some(me) = session.seat() else { return Vec::new() };
        // Without a connection the presence is unknown.
        let known = session.state().link == Link::Open;
        let gone = presence.get().absence().filter(|_| known);
        let gone_for = |wanted: Claim| {
            gone.filter(|absence| absence.claim == wanted)
                .map(|Absence { departure, .. }| Prompt::OpponentGone(departure))
        };
        let open = session.with_room(|room| {
            let Some(game) = room.running() else {
                let is_ready = room.occupant(me).is_some_and(|occupant| occupant.ready);
                if room.is_match_break() {
                    return if card.get() { Vec::new() } else { vec![(is_ready, Prompt::SecondGame)] };
                }
                // The result card shows the offer as well, but it may be closed.
                let stands = |at: Millis| session.now() < at.saturating_add(REMATCH_OFFER_MS);
                let is_shown = !session.on_device() && !card.get();
                let offer =
                    room.rematch_offer.filter(|offer| is_shown && offer.seat != me && stands(offer.at));
                let rematch = offer.map(|offer| Prompt::Rematch { same_board: offer.same_board });
                let change =
                    room.wants_change().filter(|seat| is_shown && *seat != me).map(|_| Prompt::Change);
                return [rematch, change].into_iter().flatten().map(|prompt| (false, prompt)).collect();
            };
            let my_turn = game.side_of(me) == game.position.to_move();
            let can_swap = game.position.as_mancala().is_some_and(mancala::Position::can_swap);
            let open = [
                gone_for(Claim::Now).map(|prompt| (false, prompt)),
                game.undo_request.map(|seat| (seat == me, Prompt::Takeback)),
                game.draw_offer.map(|seat| (seat == me, Prompt::Draw)),
                game.put_away_asked.map(|seat| (seat == me, Prompt::Adjourn)),
                (can_swap && my_turn).then_some((false, Prompt::Swap)),
                gone_for(Claim::Later).map(|prompt| (true, prompt)),
                game.put_away.map(|_| (true, Prompt::Adjourned)),
            ];
            open.into_iter().flatten().collect::<Vec<_>>()
        });
        let mut open = open.unwrap_or_default();
        let before = last.get_value();
        // A stable sort: new questions come last.
        open.sort_by_key(|(_, prompt)| {
            before.iter().position(|kind| *kind == discriminant(prompt)).unwrap_or(before.len())
        });
        last.set_value(open.iter().map(|(_, prompt)| discriminant(prompt)).collect());
        open
    };
    let mut before = Vec::new();
    effect(move || {
        let now = prompts();
        // A question must not be answered unseen under the sheet. After a game nothing is lost by chatting
        // on.
        if now.iter().any(|(mine, prompt)| {
            !mine && !matches!(prompt, Prompt::Rematch { .. } | Prompt::Change | Prompt::SecondGame)
        }) {
            sheet.set(false);
        }
        // Nor should a key that was meant for another question answer it. The claims against an absent
        // opponent may change.
        let kinds: Vec<_> = now.iter().map(|(mine, prompt)| (*mine, discriminant(prompt))).collect();
        if !kinds.starts_with(&before) && client::find(".offer :focus").is_some() {
            client::defer(client::focus_board);
        }
        before = kinds;
    });
    let answer = move |command: Command| {
        session.send(command);
        // The bar disappears, and with it the focused button.
        client::defer(client::focus_board);
    };
    let prompt_text = move |(mine, prompt): (bool, Prompt)| {
        let other = session.name_at(across()?);
        Some(match (mine, prompt) {
            (_, Prompt::Swap) => words::may_swap(),
            (false, Prompt::Takeback) => words::asks_undo(&other),
            (false, Prompt::Draw) => words::offers_draw(&other),
            (false, Prompt::Adjourn) => words::asks_adjourn(&other),
            (true, Prompt::Takeback) => words::asked_undo(),
            (true, Prompt::Draw) => words::offered_draw(),
            (true, Prompt::Adjourn) => words::asked_adjourn(),
            (_, Prompt::Adjourned) => words::is_adjourned(),
            (false, Prompt::SecondGame) => words::second_game_soon(),
            (true, Prompt::SecondGame) => words::waiting_for(&other),
            (_, Prompt::Change) => words::wants_change(&other),
            (_, Prompt::Rematch { same_board: true }) => words::wants_same_board(&other),
            (_, Prompt::Rematch { same_board: false }) => words::wants_again(&other),
            (_, Prompt::OpponentGone(departure)) => {
                let gone = match departure {
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
        .child(text(move || joined(" ", prompts().into_iter().filter_map(prompt_text))));
    let row = move |(mine, prompt): (bool, Prompt)| {
        let sentence = prompt_text((mine, prompt))?;
        let yes_or_no = |answer: fn(bool) -> Command| {
            vec![(words::accept(), answer(true)), (words::decline(), answer(false))]
        };
        let answers = match prompt {
            Prompt::Adjourned => vec![(words::go_on(), Command::Resume)],
            Prompt::Rematch { same_board: true } => vec![(words::same_board(), Command::SameBoardRematch)],
            Prompt::Rematch { same_board: false } => vec![(words::play_again(), Command::Rematch)],
            // The answer is no command: it opens the settings.
            Prompt::Change => Vec::new(),
            _ if mine => Vec::new(),
            Prompt::SecondGame => vec![(words::start_now(), Command::Ready(true))],
            Prompt::Swap => vec![(words::swap_sides(), untrack(|| swap_command(session))?)],
            Prompt::Takeback => yes_or_no(Command::AnswerUndo),
            Prompt::Draw => yes_or_no(Command::AnswerDraw),
            Prompt::Adjourn => yes_or_no(Command::AnswerAdjourn),
            Prompt::OpponentGone(_) => {
                let mut ways =
                    vec![(words::claim_win(), Command::ClaimWin), (words::call_draw(), Command::ClaimDraw)];
                if session.with_game(|game| game.clock.control()) == Some(TimeControl::None) {
                    ways.push((words::adjourn(), Command::Adjourn));
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
        let change = (prompt == Prompt::Change).then(|| change_button(session, "button primary"));
        // The countdown is outside of the live region, so that it is not read aloud every second.
        let timer = |text| el("span").role("timer").child(text);
        let waits = match prompt {
            Prompt::OpponentGone(_) if mine => {
                let claim = move || session.state().presence.gone[across()?.index()]?.claim;
                let left = move || claim().map_or(0, |at| at - ticker.now());
                Some(timer(text(move || words::may_claim_in(&minutes_left(left())))))
            }
            Prompt::SecondGame => {
                let starts = move || session.with_room(|room| room.countdown).flatten();
                let left = move || starts().map_or(0, |at| (at - ticker.now()).max(0) as u32);
                Some(timer(text(move || words::second_game_in(left().div_ceil(1_000)))))
            }
            _ => None,
        };
        let row = el("div").class("offer-row");
        let answers = el("div").class("actions").children(answers).child(change);
        Some(match prompt {
            // It stays for as long as the opponent is gone: a player who plays on can fold it, to see the
            // whole board.
            Prompt::OpponentGone(_) if !mine => {
                let summary = el("summary").child(sentence);
                row.child(el("details").attr("open", true).child(summary).child(answers)).any()
            }
            _ => row.child(el("p").child(sentence)).child(waits).child(answers).any(),
        })
    };
    let bar = part_if(move || {
        let open = prompts();
        let waits = open.iter().all(|(mine, prompt)| *mine && matches!(prompt, Prompt::OpponentGone(_)));
        let rows: Vec<AnyView> = open.into_iter().filter_map(row).collect();
        let bar = || el("div").class("offer").role("group").aria_label(words::OFFER);
        (!rows.is_empty()).then(|| bar().attr("data-waits", waits).children(rows).any())
    });
    vec![spoken.any(), bar.into_any()].into_any()
}

/// The button that leads to the settings of the next game.
pub(super) fn change_button(session: Session, class: &'static str) -> El {
    button(class).on_click(move || session.open_settings()).child(words::CHANGE_SETTINGS)
}

/// The command for the swap of the pie rule.
fn swap_command(session: Session) -> Option<Command> {
    let mv = Move::Mancala(mancala::Move::Swap);
    session.with_game(|game| Command::Play { game: game.number, ply: game.ply(), mv })
}
