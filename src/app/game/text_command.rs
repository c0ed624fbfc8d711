//! The text command field: the whole game by typing and listening. It is visible only while it has the focus.

use leptos::prelude::*;
use room::{ChatMessage, Command, TimeControl};
use rules::mancala::{Move as Sowing, Pit};
use rules::{Move, Side};
use wasm_bindgen::JsCast;

use super::panel::chat::send_line;
use super::status::status_text;
use super::view::session::Session;
use crate::app::text::command::{TextCommand, describe_board, list_moves, parse_command};
use crate::app::text::{joined, move_sentence, time_left, words};
use crate::app::ui::el::el;
use crate::app::ui::live::text;
use crate::client;

/// The field, with the answer to the last command in a live region.
pub(super) fn command_field(session: Session) -> AnyView {
    let answer = RwSignal::new(None::<String>);
    let submit = move |event: web_sys::Event| {
        event.prevent_default();
        if let Some(field) = client::find("#command") {
            let field = field.unchecked_into::<web_sys::HtmlInputElement>();
            answer.set(untrack(|| execute(session, &field.value())));
            field.set_value("");
        }
    };
    let leave = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            client::focus(".board");
        }
    };
    let field = el("input")
        .class("input")
        .id("command")
        .attr("maxlength", "160")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
        .attr("aria-describedby", "answer")
        .on_key(leave);
    el("form")
        .class("command hidden")
        .on("submit", submit)
        .child(
            el("p")
                .id("answer")
                .role("status")
                .child(text(move || answer.get().unwrap_or_else(words::command_help))),
        )
        .child(el("label").class("label").attr("for", "command").child(words::COMMAND_FIELD))
        .child(field)
        .any()
}

/// Executes a command; returns the answer, if there is one.
fn execute(session: Session, typed: &str) -> Option<String> {
    let command = session.with_displayed_game(|game| parse_command(typed, &game.position))?;
    let send = |command| {
        session.send(command);
        // The effect is announced as if the command had been a button.
        Some(String::new())
    };
    match command {
        TextCommand::Help => None,
        TextCommand::Undo => send(Command::RequestUndo),
        TextCommand::Give => send(Command::GiveTime),
        TextCommand::Draw | TextCommand::Claim if session.on_device() => Some(words::command_alone()),
        TextCommand::Claim => send(Command::ClaimWin),
        TextCommand::Draw => {
            session.offer_or_claim_draw();
            Some(String::new())
        }
        TextCommand::Resign { confirmed: true } => send(Command::Resign),
        TextCommand::Resign { confirmed: false } => Some(words::command_sure()),
        TextCommand::Chat(_) if session.on_device() => Some(words::command_alone()),
        TextCommand::Chat(text) => {
            send_line(session, ChatMessage::Text(text));
            Some(String::new())
        }
        TextCommand::Play(_) if !session.may_play() && !session.may_premove() => {
            Some(format!("{} {}.", words::command_no_move(), status_text(session)))
        }
        TextCommand::Play(mv) => {
            session.choose(own_pit(session, mv));
            Some(String::new())
        }
        TextCommand::Last => Some(last_move_sentence(session).unwrap_or_else(words::command_none)),
        TextCommand::Score | TextCommand::Clock | TextCommand::Board | TextCommand::Moves => {
            describe(session, &command)
        }
    }
}

/// A pit means the viewer's own one, also when it is planned in the opponent's turn; in an attempt of a review that of the
/// side to move.
fn own_pit(session: Session, mv: Move) -> Move {
    let side = if session.is_attempt() { session.playable_side() } else { session.own_side() };
    match (mv, side) {
        (Move::Mancala(Sowing::Sow(pit)), Some(side)) => Move::Mancala(Sowing::Sow(Pit { side, ..pit })),
        _ => mv,
    }
}

/// The last move in words.
fn last_move_sentence(session: Session) -> Option<String> {
    let who = session.names();
    session.with_displayed_game(|game| {
        let mv = *game.moves.last()?;
        let before = game.at(game.ply().checked_sub(1)?).position;
        let played = before.play(mv).ok()?;
        Some(move_sentence(mv, before.to_move(), &played.trace, &who))
    })?
}

fn describe(session: Session, command: &TextCommand) -> Option<String> {
    let names = session.names().map(|who| who.phrase(words::you, str::to_owned));
    let both = |of: &dyn Fn(Side) -> String| {
        let line = |side: &Side| words::command_line(&names[side.index()], &of(*side));
        joined(" ", Side::BOTH.iter().map(line))
    };
    let now = session.now();
    session.with_displayed_game(|game| {
        let score = game.position.score();
        match command {
            TextCommand::Board => {
                format!("{} {}.", describe_board(&game.position, &names), status_text(session))
            }
            TextCommand::Moves => list_moves(&game.position),
            TextCommand::Clock if game.clock.control() != TimeControl::None => {
                both(&|side| game.clock.left(side, now).map(time_left).unwrap_or_default())
            }
            TextCommand::Clock => crate::app::text::clock_name(TimeControl::None),
            _ => both(&|side| score[side.index()].to_string()),
        }
    })
}
