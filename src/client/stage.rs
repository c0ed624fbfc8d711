//! Plays animations and sounds of moves by `public/stage.js`. Where that script could not be loaded nothing
//! moves or sounds, and the game goes on.

use wasm_bindgen::prelude::wasm_bindgen;

mod page {
    use super::wasm_bindgen;
    use wasm_bindgen::JsValue;

    #[wasm_bindgen(js_namespace = ["globalThis", "duello"])]
    extern "C" {
        #[wasm_bindgen(catch)]
        pub fn play(timeline: &str, speed: u32) -> Result<(), JsValue>;
        #[wasm_bindgen(catch)]
        pub fn finish() -> Result<(), JsValue>;
        #[wasm_bindgen(catch)]
        pub fn sound(name: &str) -> Result<(), JsValue>;
    }
}

/// Plays an animation, given as the text of its animation timeline, at so many percent of the usual speed; at
/// 0 it is only heard. A running animation ends at once.
pub fn play(timeline: &str, speed: u32) {
    let _ = page::play(timeline, speed);
}

/// Ends the running animation at once, together with its remaining sounds.
pub fn finish() {
    let _ = page::finish();
}

/// Plays a sound by its name, with vibration where the device can.
pub fn sound(name: &str) {
    let _ = page::sound(name);
}
