//! What all pages are shown of something, by language: rendered once after a change, and again when its times are old.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::app::text::language::Language;
use crate::server::lobby::fragments::Fragments;

/// What is left on clocks is rendered anew after this.
const FRESH: Duration = Duration::from_secs(1);

/// What was shown, when it was rendered, and as what.
type Shown<T> = (T, Instant, Fragments);

/// See the module.
#[derive(Debug)]
pub(super) struct Rendered<T>(Mutex<HashMap<Language, Shown<T>>>);

impl<T> Default for Rendered<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone + PartialEq> Rendered<T> {
    /// What was rendered of this, or else what `render` gives. While one renders the others wait.
    pub fn get_or_render(
        &self,
        language: Language,
        thing: &T,
        render: impl FnOnce(&T) -> Fragments,
    ) -> Fragments {
        let mut rendered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match rendered.get(&language) {
            Some((known, at, fragments)) if known == thing && at.elapsed() < FRESH => Arc::clone(fragments),
            _ => {
                let fragments = render(thing);
                rendered.insert(language, (thing.clone(), Instant::now(), Arc::clone(&fragments)));
                fragments
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_pages_cost_one_rendering_for_each_change_and_language() {
        let (rendered, mut renderings) = (Rendered::default(), 0);
        for move_number in 0..3 {
            for language in [Language::English, Language::German] {
                for _ in 0..1_000 {
                    rendered.get_or_render(language, &move_number, |_| {
                        renderings += 1;
                        Arc::new([("tv-game", move_number.to_string().into())])
                    });
                }
            }
        }
        assert_eq!(renderings, 6);
    }
}
