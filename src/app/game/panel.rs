//! Moves and chat: beside the board where there is room, else a sheet from below.

use leptos::ev::SubmitEvent;
use leptos::html::{Div, Input};
use leptos::prelude::*;
use room::{Command, Line, MAX_CHARS};

use super::moves::Moves;
use super::session::{Session, Viewer};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{effect, flag, on, part, part_if};
use crate::client;

const BEFORE: [&str; 3] = ["Hello", "Good luck", "Have fun"];
const AFTER: [&str; 4] = ["Good game", "Well played", "Thank you", "Bye"];

#[component]
pub(super) fn Panel(session: Session, open: RwSignal<bool>) -> impl IntoView {
    let local = Memo::new(move |_| session.is_local());
    view! {
        <aside class="panel" id="panel" aria-label="Moves and chat" data-open=flag(move || open.get())>
            <div class="panel-head">
                <h2>"Moves"</h2>
                <button
                    class="button quiet square panel-close"
                    type="button"
                    aria-label="Close"
                    on:click=on(move |_| {
                        open.set(false);
                        client::focus(".control-panel");
                    })
                >
                    {icon(Icon::Close)}
                </button>
            </div>
            <Moves session/>
            {part_if(move || (!local.get()).then(|| view! { <Chat session/> }))}
        </aside>
    }
}

/// The room's chat.
#[component]
pub(crate) fn Chat(
    /// The room.
    session: Session,
) -> impl IntoView {
    let log = NodeRef::<Div>::new();
    let newest = Memo::new(move |_| session.with(|room| room.chat.back().map(|line| line.at)).flatten());
    // The newest line is in sight.
    effect(move || {
        newest.track();
        if let Some(log) = log.get() {
            log.set_scroll_top(log.scroll_height());
        }
    });
    let may_speak = Memo::new(move |_| session.seat().is_some());
    view! {
        <h2>"Chat"</h2>
        <div class="chat" role="log" tabindex="0" aria-label="Chat" node_ref=log>
            {part(move || {
                session
                    .with(|room| room.chat.iter().map(|line| chat_line(session, line)).collect_view())
                    .into_any()
            })}
        </div>
        {part_if(move || may_speak.get().then(|| view! { <Speak session/> }))}
    }
}

fn chat_line(session: Session, line: &Line) -> AnyView {
    let mine = matches!(session.shown().viewer, Viewer::Member(_)) && session.seat() == Some(line.seat);
    let name = if mine { "You".to_owned() } else { line.name.clone() };
    view! {
        <p class="line" data-mine=mine>
            <span class="name">{name}</span>
            {line.text.clone()}
        </p>
    }
    .into_any()
}

#[component]
fn Speak(session: Session) -> impl IntoView {
    let input = NodeRef::<Input>::new();
    let over = Memo::new(move |_| session.with_game(|game| !game.is_running()).unwrap_or(false));
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(input) = input.get() {
            session.send(Command::Say(input.value()));
            input.set_value("");
        }
    };
    let presets = move || if over.get() { AFTER.as_slice() } else { BEFORE.as_slice() };
    view! {
        <form class="say" on:submit=on(send)>
            <div class="presets">
                {part(move || presets().iter().map(|&text| preset(session, text)).collect_view().into_any())}
            </div>
            <div class="field-row">
                <label class="hidden" for="say">"Message"</label>
                <input
                    class="input"
                    id="say"
                    node_ref=input
                    maxlength=MAX_CHARS.to_string()
                    autocomplete="off"
                    placeholder="Say something"
                />
                <button class="button">"Send"</button>
            </div>
        </form>
    }
}

fn preset(session: Session, text: &'static str) -> AnyView {
    let say = move |_| session.send(Command::Say(text.to_owned()));
    view! {
        <button class="button" type="button" on:click=on(say)>
            {text}
        </button>
    }
    .into_any()
}
