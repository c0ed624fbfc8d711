//! Duello: one source for the server binary (`ssr`) and the page's WebAssembly (`hydrate`, for hydration).

#![recursion_limit = "512"]

pub mod app;
pub mod client;
#[cfg(feature = "ssr")]
pub mod server;

/// Hydration: takes over the page that the server rendered, once its words are loaded.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub async fn hydrate() -> Result<(), wasm_bindgen::JsValue> {
    client::panic::install();
    // The document preloads both the part of the program and the words.
    let render = app::parts::load(&app::current_page()).await;
    let words = app::text::words::fetch().await;
    let render = render.map_err(|error| error.to_string().into()).and_then(|render| words.map(|()| render));
    let render = render.inspect_err(|_| client::panic::show())?;
    leptos::mount::hydrate_body(move || app::with_frame(render));
    // The page is ready after its last task; this task makes sure that there is one.
    client::defer(|| ());
    Ok(())
}

/// Summarises the text of a log of this device as JSON; nothing if it is no log. Pages without a program load
/// it for this alone (`public/local-archive.js`).
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen(js_name = summarizeLog)]
pub async fn summarize_log(log: String) -> Result<Option<String>, wasm_bindgen::JsValue> {
    let summarize = app::parts::summarize_part().await.map_err(|error| error.to_string())?;
    Ok(summarize(&log))
}
