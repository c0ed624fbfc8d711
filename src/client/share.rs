//! Shares a link or a finished game by the system's share sheet or the clipboard.

use leptos::prelude::window;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

use crate::app::text::words;
use crate::app::ui::toast::Toaster;

mod page {
    use super::{JsValue, wasm_bindgen};

    #[wasm_bindgen(js_namespace = ["globalThis", "duello"])]
    extern "C" {
        #[wasm_bindgen(catch)]
        pub async fn share(game: &str) -> Result<JsValue, JsValue>;
    }
}

/// Shares a finished game; what came of it, in the words of `public/share.js`.
pub async fn share_game(game: &str) -> String {
    page::share(game).await.ok().and_then(|said| said.as_string()).unwrap_or_else(|| "failed".to_owned())
}

/// Whether the device has a share sheet.
pub fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &JsValue::from_str("share")).unwrap_or(false)
}

/// Opens the share sheet with a link. Closing it without sharing is no error.
pub fn share(title: &str, link: &str) {
    let sheet = leptos::web_sys::ShareData::new();
    sheet.set_title(title);
    sheet.set_url(link);
    let shared = window().navigator().share_with_data(&sheet);
    leptos::task::spawn_local(async move {
        let _ = JsFuture::from(shared).await;
    });
}

/// Copies a link, and confirms it with a toast.
pub async fn copy_link(toast: Toaster, link: &str) {
    toast.show(if copy(link).await { words::link_copied() } else { words::cannot_copy() });
}

/// Copies a text; returns whether that worked.
async fn copy(text: &str) -> bool {
    // Browsers have a clipboard only in secure contexts: on https and on localhost.
    if !js_sys::Reflect::has(&window().navigator(), &JsValue::from_str("clipboard")).unwrap_or(false) {
        return false;
    }
    JsFuture::from(window().navigator().clipboard().write_text(text)).await.is_ok()
}
