//! Local storage of this device, through the document's inline script (`src/app/storage.js`), which is there
//! before the page's program. Where the browser stores nothing (private windows), values last as long as the
//! page.

mod page {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen(js_namespace = ["globalThis", "duello"])]
    extern "C" {
        pub fn load(key: &str) -> Option<String>;
        pub fn save(key: &str, text: &str);
    }
}

/// The text stored under this key.
pub fn load(key: &str) -> Option<String> {
    page::load(key)
}

/// Stores a text under this key; a full or forbidden storage does not stop a game. The log of a game never
/// overwrites what another tab has stored meanwhile: then the page reloads.
pub fn save(key: &str, text: &str) {
    page::save(key, text);
}
