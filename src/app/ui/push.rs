//! What one ticks to be told of something while one is away; `public/notify.js` does the rest.

use super::el::{El, el};

/// A box for one kind of message: `turn` or `arrival`. It is seen in browsers that can be told.
pub fn push_box(kind: &'static str, text: String) -> El {
    el("label").class("push").child(el("input").attr("type", "checkbox").attr("data-push", kind)).child(text)
}
