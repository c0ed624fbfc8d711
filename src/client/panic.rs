//! When the page's program fails: say so and offer to reload. The game is safe in the log.

use leptos::prelude::document;
use wasm_bindgen::JsValue;

/// Shows the overlay of the document (`#crashed`) and logs what happened.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        leptos::web_sys::console::error_1(&JsValue::from_str(&panic.to_string()));
        show();
    }));
}

/// Shows the overlay.
pub fn show() {
    if let Some(overlay) = document().get_element_by_id("crashed") {
        let _ = overlay.remove_attribute("hidden");
    }
}
