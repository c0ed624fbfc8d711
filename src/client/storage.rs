//! Small things kept on this device. Where the browser keeps nothing (private windows), they last as long as the page.

use leptos::prelude::window;

/// What was kept under this key.
pub fn load(key: &str) -> Option<String> {
    window().local_storage().ok().flatten()?.get_item(key).ok().flatten()
}

/// Keeps a text under this key; a full or forbidden storage is no reason to stop a game.
pub fn save(key: &str, text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(key, text);
    }
}
