//! Duello: one source for the server binary (`ssr`) and the page's WebAssembly (`hydrate`).

#![recursion_limit = "512"]

pub mod app;
pub mod client;
#[cfg(feature = "ssr")]
pub mod server;

/// Takes over the page that the server rendered.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    client::panic::install();
    leptos::mount::hydrate_body(app::App);
    client::mark_ready();
}

/// Answers a question of the page in its worker: see [`client::thinker`].
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn think(question: &str) -> String {
    client::thinker::question::answer(question, client::now)
}
