//! What stands beside the board: pieces with their counts, symmetry, undo, where to start from, notes, code and link.

use leptos::prelude::*;
use rules::mapello::Board;
use rules::mapello::notation::read_code;

use super::Workshop;
use super::build::{SYMMETRIES, Tool};
use crate::app::text::mapello::fairness;
use crate::app::ui::choice::select;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{flag, maybe, on, part, text};
use crate::client;
use crate::client::share;

#[component]
pub(super) fn Tools(workshop: Workshop) -> impl IntoView {
    let symmetries = (0..).zip(SYMMETRIES).map(|(place, name)| (name.to_owned(), place)).collect();
    let starts = [
        ("Empty", (|| Board::EMPTY) as fn() -> Board),
        ("Default", || Board::DEFAULT),
        ("Random", || Board::random(client::chance(1_000_000).into())),
    ];
    let start = |(name, board): (&'static str, fn() -> Board)| {
        view! {
            <button class="button" type="button" on:click=on(move |_| workshop.change(&board()))>
                {name}
            </button>
        }
    };
    let notes = move || {
        let notes = fairness(&workshop.board()).into_iter();
        let note = |(good, text)| view! { <li data-kind=if good { "good" } else { "warn" }>{text}</li> };
        notes.map(note).collect_view().into_any()
    };
    view! {
        <fieldset>
            <legend>"Piece"</legend>
            <div class="choices palette">{(0..).zip(Tool::ALL).map(|(place, tool)| piece(workshop, place, tool)).collect_view()}</div>
        </fieldset>
        {select(
            "symmetry",
            "Symmetry",
            symmetries,
            move || workshop.symmetry.get() as u32,
            move |place| workshop.symmetry.set(place.into()),
        )}
        <div class="field">
            <span class="label">"Start from"</span>
            <div class="actions">
                {starts.map(start).collect_view()}
                <button
                    class="button"
                    type="button"
                    aria-disabled=maybe(move || (workshop.undoable.get() == 0).then(|| "true".to_owned()))
                    on:click=on(move |_| workshop.undo())
                >
                    {icon(Icon::Undo)}
                    "Undo"
                </button>
            </div>
        </div>
        <ul class="notes" role="status">{part(notes)}</ul>
        <Code workshop/>
    }
}

fn piece(workshop: Workshop, place: i64, tool: Tool) -> AnyView {
    let (name, word) = tool.names();
    let count = move || {
        tool.count(&workshop.board()).map_or_else(String::new, |(count, most)| format!("{count} of {most}"))
    };
    view! {
        <label>
            <input
                type="radio"
                name="tool"
                prop:checked=flag(move || workshop.tool.get() == place)
                on:change=on(move |_| workshop.tool.set(place))
            />
            <span data-tool=word>{name} <small>{text(count)}</small></span>
        </label>
    }
    .into_any()
}

/// The board to be sent or typed.
#[component]
fn Code(workshop: Workshop) -> impl IntoView {
    let toast = workshop.toast;
    let read = move |event| match read_code(&event_target_value(&event)) {
        Ok(board) => workshop.change(&board),
        Err(why) => toast.say(why.to_string()),
    };
    let copy = move |_| {
        let code = workshop.code.get_untracked();
        leptos::task::spawn_local(async move {
            let link = format!("{}/boards/edit?board={code}", location().origin().unwrap_or_default());
            toast.say(if share::copy(&link).await {
                "The link is copied."
            } else {
                "Copying is not allowed here. Select the code instead."
            });
        });
    };
    view! {
        <div class="field">
            <label for="board-code">"Code of the board"</label>
            <div class="field-row">
                <input
                    class="input share-code"
                    id="board-code"
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=text(move || workshop.code.get())
                    on:change=on(read)
                />
                <button class="button" type="button" on:click=on(copy)>
                    {icon(Icon::Copy)}
                    "Copy link"
                </button>
            </div>
        </div>
    }
}
