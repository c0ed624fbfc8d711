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
