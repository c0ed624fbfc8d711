//! Local storage of this device, through the document's inline script (`src/app/storage.js`), which is there
//! before the page's program. Where the browser stores nothing (private windows), values last as long as the
//! page.

pub mod keys;

use wasm_bindgen::prelude::Closure;

mod page {
    use wasm_bindgen::JsValue;
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen(js_namespace = ["globalThis", "duello"])]
    extern "C" {
        pub fn load(key: &str) -> Option<String>;
        pub fn save(key: &str, text: &str);
        #[wasm_bindgen(js_name = saveLog)]
        pub fn save_log(id: &str, log: &str, summary: &str);
        #[wasm_bindgen(js_name = newId)]
        pub fn new_id() -> String;
        pub fn open(id: &str, done: JsValue);
        pub fn newest(kind: &str, done: JsValue);
        pub fn finished(done: JsValue);
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

/// Stores the log of a game with its summary, and archives the game if it is over. A log never overwrites what
/// another tab has stored meanwhile: then the page reloads. If nothing can be stored, the page says so.
pub fn save_log(id: &str, log: &str, summary: &str) {
    page::save_log(id, log, summary);
}

/// A new id for a game: 128 random bits.
pub fn new_id() -> String {
    page::new_id()
}

/// Looks for a game, in local storage and in the archive; gives its log, where it was played, as far as that is
/// known, and whether it was read from elsewhere, so that nobody of this device has played it.
pub fn open(id: &str, done: impl FnOnce(Option<String>, Option<String>, bool) + 'static) {
    page::open(id, Closure::once_into_js(done));
}

/// Looks for the newest game in progress of a kind, and gives its id.
pub fn newest(kind: &str, done: impl FnOnce(Option<String>) + 'static) {
    page::newest(kind, Closure::once_into_js(done));
}

/// Looks for the finished games that were played on this device, and gives their ids, the newest first.
pub fn finished(done: impl FnOnce(Vec<String>) + 'static) {
    page::finished(Closure::once_into_js(done));
}
