//! The reactive title of the document.

use super::live::effect;
use leptos::prelude::*;

/// Keeps the document's title up to date; the server writes the first one into the document.
pub fn title(read: impl Fn() -> String + 'static) {
    effect(move || document().set_title(&read()));
}
