//! Pages that are not there, and rooms that are not.

use leptos::prelude::*;

use super::home::{Art, PlayAFriend};
use crate::app::ui::title::title;

/// No page has this address.
#[component]
pub fn NotFound() -> impl IntoView {
    view! {
        <Notice
            heading="There is nothing here"
            text="The link may be cut short. From home everything is one step away."
        />
    }
}

/// No room has this code.
#[component]
pub(super) fn NoSuchRoom(
    /// The code, as it was asked for.
    #[prop(into)]
    code: String,
) -> impl IntoView {
    view! {
        <Notice
            heading=format!("There is no room {code}")
            text="Perhaps a letter is different. You can also open a new room."
        />
    }
}

/// A card that says what is the matter, and two ways on.
#[component]
pub(super) fn Notice(#[prop(into)] heading: String, #[prop(into)] text: String) -> impl IntoView {
    let name = heading.clone();
    title(move || format!("{name} · Duello"));
    view! {
        <main id="main" class="page notice">
            <div class="card">
                <Art/>
                <h1>{heading}</h1>
                <p class="soft">{text}</p>
                <div class="actions">
                    <PlayAFriend game="mancala" class="button primary" text="Make a room"/>
                    <a class="button" href="/">"Home"</a>
                </div>
            </div>
        </main>
    }
}
