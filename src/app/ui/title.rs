//! The title of the page: what a tab, a bookmark and a screen reader call it.

use super::live::effect;
use leptos::prelude::*;

/// Keeps the document's title in step; the server writes the first one into the document.
pub fn title(read: impl Fn() -> String + 'static) {
    effect(move || document().set_title(&read()));
}
