//! A modal dialog: the browser's `<dialog>`, which traps the focus and restores it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::el::el;
use super::live::effect;
use crate::client;

/// A dialog that is open while `open` is true; Escape sets it to false. `labelledby` is the id of its
/// heading, by which the dialog is also found; `class` holds further classes, `children` the content. An
/// element marked `data-first` gets the focus instead of the first button.
pub fn dialog(
    open: RwSignal<bool>,
    labelledby: &'static str,
    class: &'static str,
    children: Vec<AnyView>,
) -> AnyView {
    effect(move || {
        let open = open.get();
        let Some(dialog) = client::find(&format!("dialog[aria-labelledby='{labelledby}']")) else { return };
        let dialog: web_sys::HtmlDialogElement = dialog.unchecked_into();
        if open && !dialog.open() {
            // It fails only for an element outside of the document.
            let _ = dialog.show_modal();
            client::focus("dialog[open] [data-first]");
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    el("dialog")
        .class(format!("dialog {class}"))
        .attr("aria-labelledby", labelledby)
        .on("close", move |_: web_sys::Event| open.set(false))
        .child(children)
        .any()
}
