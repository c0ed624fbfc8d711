//! The lists of the lobby as HTML, rendered once for each language after a change however many pages look.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::fragments::{Fragments, LobbyPage};
use crate::app::text::language::Language;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct RenderedLists(Mutex<HashMap<(Language, LobbyPage), (u64, Fragments)>>);

impl RenderedLists {
    /// What was rendered for this language and page after so many changes, or else what `render` gives. While one
    /// renders the others wait.
    pub fn get_or_render(
        &self,
        key: (Language, LobbyPage),
        changes: u64,
        render: impl FnOnce() -> Fragments,
    ) -> Fragments {
        let mut rendered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match rendered.get(&key) {
            Some((of, fragments)) if *of == changes => fragments.clone(),
            _ => {
                let fragments = render();
                rendered.insert(key, (changes, fragments.clone()));
                fragments
            }
        }
    }
}
