//! Small things kept on this device: the document's own script does it (`src/app/storage.js`), before the page's program is
//! there. Where the browser keeps nothing (private windows), they last as long as the page.

mod page {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen(js_namespace = ["globalThis", "duello"])]
    extern "C" {
        pub fn load(key: &str) -> Option<String>;
        pub fn save(key: &str, text: &str);
    }
}

/// What was kept under this key.
pub fn load(key: &str) -> Option<String> {
    page::load(key)
}

/// Keeps a text under this key; a full or forbidden storage is no reason to stop a game. The log of a game is not written
/// over what another tab has made of it meanwhile: then the page is loaded anew.
pub fn save(key: &str, text: &str) {
    page::save(key, text);
}
