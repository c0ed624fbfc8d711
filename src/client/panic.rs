//! The panic hook of the page's program: says that it has failed and offers to reload. The game is safe in
//! the log.

use leptos::prelude::document;
use wasm_bindgen::JsValue;

/// Installs the hook, which shows the overlay of the document (`#crashed`) and logs the panic.
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
