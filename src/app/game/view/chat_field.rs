//! The text field of the chat as the rest of the page knows it: whether the viewer is writing, the unsent
//! draft, the focus.

use std::cell::RefCell;

use wasm_bindgen::JsCast;

use crate::client;

thread_local! {
    /// The unsent draft: the field disappears with its page, and returns on the next page of the room.
    static DRAFT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Whether the viewer is writing.
pub(in crate::app) fn is_writing() -> bool {
    DRAFT.with_borrow(|text| !text.is_empty())
}

/// The draft.
pub(in crate::app::game) fn draft() -> String {
    DRAFT.with_borrow(Clone::clone)
}

/// Keeps the draft.
pub(in crate::app::game) fn set_draft(text: String) {
    DRAFT.set(text);
}

/// Clears the draft when the room changes, so that it is not sent to another one.
pub(in crate::app) fn clear_draft() {
    DRAFT.take();
}

/// Restores a refused line to its field, if that exists and is empty: it may be sent a moment later.
pub(in crate::app) fn restore_draft(text: &str) {
    if let Some(input) = client::find("#say")
        && !is_writing()
    {
        DRAFT.set(text.to_owned());
        input.unchecked_into::<web_sys::HtmlInputElement>().set_value(text);
    }
}

/// Moves the focus to the field, or to the presets where free text is not allowed.
pub(in crate::app::game) fn focus() {
    client::focus(if client::find("#say").is_some() { "#say" } else { ".say .button" });
}
