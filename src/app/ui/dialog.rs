//! A modal dialog: the browser's own, which traps the focus and gives it back.

use super::live::{effect, on};
use leptos::html::Dialog as DialogElement;
use leptos::prelude::*;

/// A dialog that is open while `open` is.
#[component]
pub fn Dialog(
    /// Whether it is open; becomes false when it is closed by Escape.
    open: RwSignal<bool>,
    /// The id of its heading.
    labelledby: &'static str,
    /// Further classes.
    #[prop(default = "")]
    class: &'static str,
    /// What it shows.
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<DialogElement>::new();
    effect(move || {
        let Some(dialog) = dialog.get() else { return };
        if open.get() && !dialog.open() {
            // It fails only on an element outside of the document.
            let _ = dialog.show_modal();
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    view! {
        <dialog node_ref=dialog class=format!("dialog {class}") aria-labelledby=labelledby on:close=on(move |_| open.set(false))>
            {children()}
        </dialog>
    }
}
