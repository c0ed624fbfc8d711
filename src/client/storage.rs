//! Local storage of this device, through the document's inline script (`src/app/storage.js`), which is there
//! before the page's program. Where the browser stores nothing (private windows), values last as long as the
//! page.

pub mod keys;

mod page {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen(js_namespace = ["globalThis", "duello"])]
    extern "C" {
        pub fn load(key: &str) -> Option<String>;
        pub fn save(key: &str, text: &str);
        #[wasm_bindgen(js_name = saveLog)]
        pub fn save_log(key: &str, log: &str, summary: &str);
    }
}

/// The text stored under this key.
pub fn load(key: &str) -> Option<String> {
    page::load(key)
}

/// Stores a text under this key; a full or forbidden storage does not stop a game.
pub fn save(key: &str, text: &str) {
    page::save(key, text);
}

/// Stores a log of games under this key with its summary, and archives its last game if that is over, and the
/// games of a log that it replaces. A log never overwrites what another tab has stored meanwhile: then the
/// page reloads.
pub fn save_log(key: &str, log: &str, summary: &str) {
    page::save_log(key, log, summary);
}
