//! The question before something that cannot be undone, with a button for either answer.

use leptos::prelude::*;

use super::dialog::dialog;
use super::el::{El, button, el};
use super::live::Live;
use crate::app::text::words::Phrase;

/// What is asked.
pub struct Question {
    /// The id of its heading, by which the dialog is found.
    pub id: &'static str,
    /// Its heading, in a few words.
    pub heading: Phrase,
    /// What follows from a yes.
    pub more: Live<String>,
    /// The button that says yes: the same words as on the button that was pressed.
    pub yes: Phrase,
    /// The button that leaves all as it is.
    pub no: Phrase,
}

/// The dialog with the question, open while `open` is true. A yes closes it and calls `act`.
pub fn question(open: RwSignal<bool>, asked: Question, act: impl Fn() + 'static) -> AnyView {
    let agree = move || {
        open.set(false);
        act();
    };
    let actions = el("div")
        .class("actions")
        .child(button("button danger").on_click(agree).child(asked.yes))
        .child(button("button").on_click(move || open.set(false)).child(asked.no));
    let lines =
        [el("h2").id(asked.id).child(asked.heading), el("p").class("soft").child(asked.more), actions];
    dialog(open, asked.id, "", lines.map(El::any).into_iter().collect())
}
