//! A checkbox for notifications (Web Push) while one is away; `public/notify.js` does the rest.

use super::el::{El, el};

/// A checkbox for one kind of notification: `turn` or `arrival`. It is hidden in browsers without Web Push.
pub fn push_box(kind: &'static str, text: String) -> El {
    el("label").class("push").child(el("input").attr("type", "checkbox").attr("data-push", kind)).child(text)
}
