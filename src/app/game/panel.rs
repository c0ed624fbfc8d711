//! Moves and chat: beside the board where there is room, else a sheet from below.

use leptos::prelude::*;
use room::{Command, Line, MAX_CHARS, Room};
use wasm_bindgen::JsCast;

use super::moves::moves;
use super::session::{Session, Viewer};
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{effect, flag, part, part_if};
use crate::client;

/// What is said with one touch: in the words of the one who says it.
const BEFORE: [fn() -> String; 3] = [words::say_hello, words::say_good_luck, words::say_have_fun];
const AFTER: [fn() -> String; 4] =
    [words::say_good_game, words::say_well_played, words::say_thank_you, words::say_bye];

pub(super) fn panel(session: Session, open: RwSignal<bool>) -> AnyView {
    let local = Memo::new(move |_| session.on_device());
    let close = move || {
        open.set(false);
        // While one looks back there is the bar of the replay.
        client::focus(".control-panel, .replay .control");
    };
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            close();
        }
    };
    let head = el("div").class("panel-head").child(el("h2").child(words::moves())).child(
        el("button")
            .class("button quiet square panel-close")
            .attr("type", "button")
            .attr("aria-label", words::close())
            .on("click", move |_: web_sys::Event| close())
            .child(icon(Icon::Close)),
    );
    el("aside")
        .class("panel")
        .attr("id", "panel")
        .attr("aria-label", words::moves_and_chat())
        .attr("data-open", flag(move || open.get()))
        .on("keydown", escape)
        .child(head)
        .child(moves(session, open))
        .child(part_if(move || (!local.get()).then(|| untrack(|| chat(session)))))
        .any()
}

/// Changes with every line of the chat.
pub(super) fn newest(session: Session) -> Memo<Option<i64>> {
    // Two lines may be of the same millisecond.
    let newest = |room: &Room| Some(room.chat.back()?.at + room.chat.len() as i64);
    Memo::new(move |_| session.with(newest).flatten())
}

/// The room's chat.
fn chat(session: Session) -> AnyView {
    let newest = newest(session);
    // The newest line is in sight.
    effect(move || {
        newest.get();
        if let Some(log) = client::find(".chat") {
            log.set_scroll_top(log.scroll_height());
        }
    });
    let may_speak = Memo::new(move |_| session.seat().is_some());
    let lines = part(move || {
        newest.get();
        may_speak.get();
        let lines = |room: &Room| room.chat.iter().map(|line| chat_line(session, line)).collect::<Vec<_>>();
        untrack(|| session.with(lines)).unwrap_or_default().into_any()
    });
    let log = el("div")
        .class("chat")
        .attr("role", "log")
        .attr("tabindex", "0")
        .attr("aria-label", words::chat())
        .child(lines);
    let speak = part_if(move || may_speak.get().then(|| untrack(|| speak(session))));
    let all: Vec<AnyView> = vec![el("h2").child(words::chat()).any(), log.any(), speak.into_any()];
    all.into_any()
}

fn chat_line(session: Session, line: &Line) -> AnyView {
    let mine = matches!(session.shown().viewer, Viewer::Member(_)) && session.seat() == Some(line.seat);
    let name = if mine { words::you() } else { line.name.clone() };
    el("p")
        .class("line")
        .attr("data-mine", mine)
        .child(el("span").class("name").child(name))
        .child(line.text.clone())
        .any()
}

fn speak(session: Session) -> AnyView {
    let over = Memo::new(move |_| session.with_game(|game| !game.is_running()).unwrap_or(false));
    let send = move |event: web_sys::Event| {
        event.prevent_default();
        if let Some(input) = client::find("#say") {
            let input = input.unchecked_into::<web_sys::HtmlInputElement>();
            session.send(Command::Say(input.value()));
            input.set_value("");
        }
    };
    let presets = part(move || {
        let presets = if over.get() { AFTER.as_slice() } else { BEFORE.as_slice() };
        presets.iter().map(|text| preset(session, text())).collect::<Vec<_>>().into_any()
    });
    let field = el("input")
        .class("input")
        .attr("id", "say")
        .attr("maxlength", MAX_CHARS.to_string())
        .attr("autocomplete", "off")
        .attr("placeholder", words::say_something());
    let row = el("div")
        .class("field-row")
        .child(el("label").class("hidden").attr("for", "say").child(words::message()))
        .child(field)
        .child(el("button").class("button").child(words::send()));
    el("form")
        .class("say")
        .on("submit", send)
        .child(el("div").class("presets").child(presets))
        .child(row)
        .any()
}

fn preset(session: Session, text: String) -> AnyView {
    let said = text.clone();
    let say = move |_: web_sys::Event| session.send(Command::Say(said.clone()));
    el("button").class("button").attr("type", "button").on("click", say).child(text).any()
}
