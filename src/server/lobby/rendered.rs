//! The lists of the lobby as HTML, rendered once for each language after a change however many pages look, and once
//! for each open seek, which is marked in the pages of its guest.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::fragments::{Fragments, LobbyPage};
use crate::app::text::language::Language;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct RenderedLists(Mutex<Rendered>);

/// After how many changes these were rendered.
type Rendered = (u64, HashMap<Key, Fragments>);

/// The language, the page, and the number of the seek that is marked.
pub(super) type Key = (Language, LobbyPage, Option<u64>);

impl RenderedLists {
    /// What was rendered for this language and page after so many changes, or else what `render` gives. While one
    /// renders the others wait.
    pub fn get_or_render(&self, key: Key, changes: u64, render: impl FnOnce() -> Fragments) -> Fragments {
        let mut rendered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if rendered.0 != changes {
            *rendered = (changes, HashMap::new());
        }
        rendered.1.entry(key).or_insert_with(render).clone()
    }
}
