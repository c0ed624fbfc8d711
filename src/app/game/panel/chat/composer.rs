//! The chat composer: the text field, the preset buttons, and the button that allows free text to a stranger.

use leptos::prelude::*;
use room::{ChatMessage, Command, Company, MAX_CHARS, Preset, Room, Seat};
use wasm_bindgen::JsCast;

use super::lines::preset_text;
use crate::app::game::view::chat_field;
use crate::app::game::view::session::Session;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el, fragment};
use crate::app::ui::live::{flag, memo, part, part_if};
use crate::client;

/// Whether a game is over for the present players: a member who has taken a seat since has not played it.
fn is_after_game(room: &Room) -> bool {
    room.running().is_none()
        && room.draft.is_none()
        && room.game.as_ref().is_some_and(|game| game.began > room.seated)
}

/// Sends a line to the room, or to the spectator chat.
pub(in crate::app::game) fn send_line(session: Session, line: ChatMessage) {
    let watches = untrack(|| session.seat()).is_none();
    session.send(match line {
        ChatMessage::Text(text) if watches => Command::SendSpectatorChat(text),
        ChatMessage::Preset(preset) if watches => Command::SendSpectatorPreset(preset),
        ChatMessage::Text(text) => Command::SendChat(text),
        ChatMessage::Preset(preset) => Command::SendPreset(preset),
    });
}

/// The text field and the preset buttons.
pub(super) fn composer(session: Session) -> AnyView {
    let over = memo(move || session.with_room(is_after_game).unwrap_or(false));
    let presets = part(move || {
        let presets = if over.get() { Preset::AFTER.as_slice() } else { Preset::BEFORE.as_slice() };
        fragment(presets.iter().map(|preset| preset_button(session, *preset)))
    });
    let may_write =
        memo(move || session.seat().is_none() || session.with_room(Room::may_chat).unwrap_or(false));
    let send = move |event: web_sys::Event| {
        event.prevent_default();
        if let Some(input) = client::find("#say") {
            let input = input.unchecked_into::<web_sys::HtmlInputElement>();
            let notice_number =
                || session.peek().and_then(|state| state.notice.as_ref().map(|(number, _)| *number));
            let before = notice_number();
            send_line(session, ChatMessage::Text(input.value()));
            // A refused line stays in the field, as it may be sent a moment later.
            if notice_number() == before {
                input.set_value("");
                chat_field::clear_draft();
            }
        }
    };
    let row = part_if(move || {
        let field = el("input")
            .class("input")
            .id("say")
            .attr("maxlength", MAX_CHARS.to_string())
            .attr("autocomplete", "off")
            .attr("value", chat_field::draft())
            .on_input(chat_field::set_draft)
            .attr("placeholder", words::SAY_SOMETHING);
        let row = el("div")
            .class("field-row")
            .child(el("label").class("hidden").attr("for", "say").child(words::MESSAGE))
            .child(field)
            .child(el("button").class("button").child(words::SEND));
        may_write.get().then(|| row.any())
    });
    if chat_field::is_writing() {
        client::defer(|| client::focus_instead("#say"));
    }
    el("form")
        .class("say")
        .on("submit", send)
        .child(consent_bar(session))
        .child(el("div").class("presets").child(presets))
        .child(row)
        .any()
}

fn text_button(text: String, act: impl FnMut() + 'static) -> El {
    button("button").on_click(act).child(text)
}

fn preset_button(session: Session, preset: Preset) -> AnyView {
    let used_up = move || {
        let seat = session.seat();
        session
            .with_room(|room| seat.is_some_and(|seat| room.presets_left(seat, preset) == 0))
            .unwrap_or(false)
    };
    text_button(preset_text(preset), move || send_line(session, ChatMessage::Preset(preset)))
        .disabled(flag(used_up))
        .any()
}

/// Which of two strangers allows free text.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FreeTextConsent {
    mine: bool,
    theirs: bool,
}

/// Between strangers: who allows free text, with the button to change it.
fn consent_bar(session: Session) -> AnyView {
    let consent = memo(move || {
        let seat = session.seat()?;
        let talk = |room: &Room| (room.settings.company == Company::Strangers).then_some(room.talk);
        let talk = session.with_room(talk).flatten()?;
        Some(FreeTextConsent { mine: talk[seat.index()], theirs: talk[seat.other().index()] })
    });
    let zen = memo(move || session.is_zen());
    part_if(move || {
        zen.get();
        let FreeTextConsent { mine, theirs } = consent.get()?;
        let name = untrack(|| session.name_at(session.seat().unwrap_or(Seat::Bottom).other()));
        let sentence = match (mine, theirs) {
            (false, false) => words::talk_presets(),
            (true, false) => words::talk_waits(&name),
            (false, true) => words::talk_asked(&name),
            (true, true) => words::talk_free(),
        };
        let label = if mine { words::talk_stop() } else { words::talk_allow() };
        let switch = text_button(label, move || session.send(Command::AllowChat(!mine)));
        Some(el("div").class("presets").child(el("p").class("soft").child(sentence)).child(switch).any())
    })
    .into_any()
}
