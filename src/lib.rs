//! Duello: one source for the server binary (`ssr`) and the page's WebAssembly (`hydrate`).

#![recursion_limit = "512"]

pub mod app;
pub mod client;
#[cfg(feature = "ssr")]
pub mod server;

/// Takes over the page that the server rendered, once its words are here.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub async fn hydrate() -> Result<(), wasm_bindgen::JsValue> {
    client::panic::install();
    app::text::words::fetch().await.inspect_err(|_| client::panic::show())?;
    leptos::mount::hydrate_body(app::App);
    // The last task of the page says that it is ready; this is one, where there is no other.
    client::soon(|| ());
    Ok(())
}

/// Answers a question of the page in its worker: see [`client::thinker`].
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn think(question: &str) -> String {
    client::thinker::question::answer(question, client::now)
}
