//! What needs a browser: the socket, storage, clipboard, time. Compiled into the server as well, because it renders the
//! same components, but reached only from event handlers and effects, which run in browsers alone.

pub mod panic;
pub mod share;
pub mod socket;
pub mod storage;

use leptos::prelude::document;
use room::Millis;
use wasm_bindgen::JsCast;

/// Now, on this device's clock.
pub fn now() -> Millis {
    js_sys::Date::now() as Millis
}

/// Whether the browser shows this page at the moment.
pub fn is_visible() -> bool {
    !document().hidden()
}

/// Gives the focus to the board, where the keys of the game work, if what had it is gone from the page.
pub fn focus_board() {
    if document().active_element().is_none_or(|element| element.tag_name() == "BODY") {
        focus(".board");
    }
}

/// Gives the focus to the first element that this selector finds.
pub fn focus(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// Tells tests and style sheets that the page answers to input.
pub fn mark_ready() {
    if let Some(root) = document().document_element() {
        // An attribute name made of letters is always accepted.
        let _ = root.set_attribute("data-ready", "");
    }
}
