//! The text command field: the whole game by typing and listening. It is visible only while it has the focus.

use leptos::prelude::*;
use room::{ChatMessage, Command, TimeControl};
use rules::Side;
use wasm_bindgen::JsCast;

use super::session::Session;
use super::status::{names, status_text};
use super::talk::say;
use crate::app::text::command::{Asked, board, moves, read};
use crate::app::text::{joined, sentence, time_left, words};
use crate::app::ui::el::el;
use crate::app::ui::live::text;
use crate::client;

/// The field, with the answer to the last command in a live region.
pub(super) fn command_field(session: Session) -> AnyView {
    let answer = RwSignal::new(None::<String>);
    let ask = move |event: web_sys::Event| {
        event.prevent_default();
        if let Some(field) = client::find("#command") {
            let field = field.unchecked_into::<web_sys::HtmlInputElement>();
            answer.set(untrack(|| answer_to(session, &field.value())));
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
        .on("submit", ask)
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
fn answer_to(session: Session, asked: &str) -> Option<String> {
    let asked = session.with_seen(|game| read(asked, &game.position))?;
    let send = |command| {
        session.send(command);
        // The effect is announced as if the command had been a button.
        Some(String::new())
    };
    match asked {
        Asked::Help => None,
        Asked::Undo => send(Command::AskUndo),
        Asked::Give => send(Command::GiveTime),
        Asked::Draw | Asked::Claim if session.on_device() => Some(words::command_alone()),
        Asked::Claim => send(Command::ClaimWin),
        Asked::Draw => {
            session.draw();
            Some(String::new())
        }
        Asked::Resign { sure: true } => send(Command::Resign),
        Asked::Resign { sure: false } => Some(words::command_sure()),
        Asked::Chat(_) if session.on_device() => Some(words::command_alone()),
        Asked::Chat(text) => {
            say(session, ChatMessage::Text(text));
            Some(String::new())
        }
        Asked::Play(_) if !session.may_play() => {
            Some(format!("{} {}.", words::command_no_move(), status_text(session)))
        }
        Asked::Play(mv) => {
            session.play(mv);
            Some(String::new())
        }
        Asked::Last => Some(last(session).unwrap_or_else(words::command_none)),
        Asked::Score | Asked::Clock | Asked::Board | Asked::Moves => tell(session, &asked),
    }
}

/// The last move in words.
fn last(session: Session) -> Option<String> {
    let who = names(session);
    session.with_seen(|game| {
        let mv = *game.moves.last()?;
        let before = game.at(game.ply().checked_sub(1)?).position;
        let played = before.play(mv).ok()?;
        Some(sentence(mv, before.to_move(), &played.trace, &who))
    })?
}

fn tell(session: Session, asked: &Asked) -> Option<String> {
    let names = names(session).map(|who| who.say(words::you, str::to_owned));
    let both = |of: &dyn Fn(Side) -> String| {
        let line = |side: &Side| words::command_line(&names[side.index()], &of(*side));
        joined(" ", Side::BOTH.iter().map(line))
    };
    let now = session.now();
    session.with_seen(|game| {
        let score = game.position.score();
        match asked {
            Asked::Board => format!("{} {}.", board(&game.position, &names), status_text(session)),
            Asked::Moves => moves(&game.position),
            Asked::Clock if game.clock.control() != TimeControl::None => {
                both(&|side| game.clock.left(side, now).map(time_left).unwrap_or_default())
            }
            Asked::Clock => crate::app::text::clock(TimeControl::None),
            _ => both(&|side| score[side.index()].to_string()),
        }
    })
}
