//! What moves and sounds: films of moves, and single sounds. `public/stage.js` does it, by itself; where it could not be
//! loaded nothing moves and nothing sounds, and the game goes on.

use wasm_bindgen::prelude::wasm_bindgen;

mod page {
    use super::wasm_bindgen;
    use wasm_bindgen::JsValue;

    #[wasm_bindgen(js_namespace = ["globalThis", "duello"])]
    extern "C" {
        #[wasm_bindgen(catch)]
        pub fn play(plan: &str, speed: u32) -> Result<(), JsValue>;
        #[wasm_bindgen(catch)]
        pub fn finish() -> Result<(), JsValue>;
        #[wasm_bindgen(catch)]
        pub fn sound(what: &str) -> Result<(), JsValue>;
    }
}

/// Shows a film, given as the text of its plan, at so many percent of the usual speed; with 0 it is only heard. One that is
/// still running ends at once.
pub fn play(plan: &str, speed: u32) {
    let _ = page::play(plan, speed);
}

/// Ends the running film at once, with what would still be heard of it.
pub fn finish() {
    let _ = page::finish();
}

/// Has something heard, by its name, and felt, where the device can.
pub fn sound(what: &str) {
    let _ = page::sound(what);
}
