//! Duello: one source for the server binary (`ssr`) and the page's WebAssembly (`hydrate`, for hydration).

#![recursion_limit = "512"]

pub mod app;
pub mod client;
pub mod model;
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

/// Space that nothing uses. When the program is split, each part's constants are aligned anew; if they no longer fit into the
/// space that all of them had before, the splitter leaves every constant in the shared part, which is 10 kB more for each page.
/// This array is in that space, and in no part.
#[cfg(feature = "hydrate")]
#[used]
static SPLIT_SLACK: [u8; 4096] = [1; 4096];
