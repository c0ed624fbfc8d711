//! Saying something: the field, the buttons that say it with one touch, and the one that allows a stranger to write.

use std::cell::RefCell;

use leptos::prelude::*;
use room::{Command, Company, MAX_CHARS, Preset, Room, Seat, Spoken};
use wasm_bindgen::JsCast;

use super::{preset_text, text_button};
use crate::app::game::session::Session;
use crate::app::text::words;
use crate::app::ui::el::{el, fragment};
use crate::app::ui::live::{flag, memo, part, part_if};
use crate::client;

thread_local! {
    /// What is written and not said yet: the field goes with the page that it is on, and comes back on the next one of the room.
    static UNSENT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Whether somebody is writing.
pub(in crate::app) fn is_writing() -> bool {
    UNSENT.with_borrow(|text| !text.is_empty())
}

/// Another room: what was not said in this one is not said there.
pub(in crate::app) fn forget() {
    UNSENT.take();
}

/// What was refused may be said again a moment later: it is back in its field, if there still is one and nothing else in it.
pub(in crate::app) fn again(text: &str) {
    if let Some(input) = client::find("#say")
        && !is_writing()
    {
        UNSENT.set(text.to_owned());
        input.unchecked_into::<web_sys::HtmlInputElement>().set_value(text);
    }
}

/// Whether a game is over for those who sit there: whoever has taken a seat since then has not played it.
fn is_after(room: &Room) -> bool {
    room.running().is_none()
        && room.draft.is_none()
        && room.game.as_ref().is_some_and(|game| game.began > room.seated)
}

/// Says something: to the room, or to the others who watch.
pub(in crate::app::game) fn say(session: Session, said: Spoken) {
    let watches = untrack(|| session.seat()).is_none();
    session.send(match said {
        Spoken::Text(text) if watches => Command::Aside(text),
        Spoken::Preset(preset) if watches => Command::AsidePreset(preset),
        Spoken::Text(text) => Command::Say(text),
        Spoken::Preset(preset) => Command::Greet(preset),
    });
}

/// The field and the buttons to say something.
pub(super) fn speak(session: Session) -> AnyView {
    let over = memo(move || session.with(is_after).unwrap_or(false));
    let presets = part(move || {
        let presets = if over.get() { Preset::AFTER.as_slice() } else { Preset::BEFORE.as_slice() };
        fragment(presets.iter().map(|preset| preset_button(session, *preset)))
    });
    let may_write = memo(move || session.seat().is_none() || session.with(Room::may_talk).unwrap_or(false));
    let send = move |event: web_sys::Event| {
        event.prevent_default();
        if let Some(input) = client::find("#say") {
            let input = input.unchecked_into::<web_sys::HtmlInputElement>();
            let told = || session.peek().and_then(|shown| shown.notice.as_ref().map(|(number, _)| *number));
            let before = told();
            say(session, Spoken::Text(input.value()));
            // What is refused may be said a moment later.
            if told() == before {
                input.set_value("");
                forget();
            }
        }
    };
    let row = part_if(move || {
        let field = el("input")
            .class("input")
            .id("say")
            .attr("maxlength", MAX_CHARS.to_string())
            .attr("autocomplete", "off")
            .attr("value", UNSENT.with_borrow(Clone::clone))
            .on_input(|text| UNSENT.set(text))
            .attr("placeholder", words::SAY_SOMETHING);
        let row = el("div")
            .class("field-row")
            .child(el("label").class("hidden").attr("for", "say").child(words::MESSAGE))
            .child(field)
            .child(el("button").class("button").child(words::SEND));
        may_write.get().then(|| row.any())
    });
    if is_writing() {
        client::soon(|| client::focus_instead("#say"));
    }
    el("form")
        .class("say")
        .on("submit", send)
        .child(consent(session))
        .child(el("div").class("presets").child(presets))
        .child(row)
        .any()
}

fn preset_button(session: Session, preset: Preset) -> AnyView {
    let used_up = move || {
        let seat = session.seat();
        session.with(|room| seat.is_some_and(|seat| room.presets_left(seat, preset) == 0)).unwrap_or(false)
    };
    text_button(preset_text(preset), move || say(session, Spoken::Preset(preset)))
        .disabled(flag(used_up))
        .any()
}

/// Who of two strangers allows free words.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Consents {
    mine: bool,
    theirs: bool,
}

/// Between strangers: who allows what, with the button to change it.
fn consent(session: Session) -> AnyView {
    let consents = memo(move || {
        let seat = session.seat()?;
        let talk = |room: &Room| (room.settings.company == Company::Strangers).then_some(room.talk);
        let talk = session.with(talk).flatten()?;
        Some(Consents { mine: talk[seat.index()], theirs: talk[seat.other().index()] })
    });
    let zen = memo(move || session.is_zen());
    part_if(move || {
        zen.get();
        let Consents { mine, theirs } = consents.get()?;
        let name = untrack(|| session.name_at(session.seat().unwrap_or(Seat::Bottom).other()));
        let sentence = match (mine, theirs) {
            (false, false) => words::talk_presets(),
            (true, false) => words::talk_waits(&name),
            (false, true) => words::talk_asked(&name),
            (true, true) => words::talk_free(),
        };
        let label = if mine { words::talk_stop() } else { words::talk_allow() };
        let switch = text_button(label, move || session.send(Command::Talk(!mine)));
        Some(el("div").class("presets").child(el("p").class("soft").child(sentence)).child(switch).any())
    })
    .into_any()
}
