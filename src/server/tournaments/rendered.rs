//! The parts of a tournament's page that all visitors share, rendered once for each language and part of the standing after a
//! change, however many pages look.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use leptos::prelude::{IntoAny, RenderHtml};

use super::live::Live;
use crate::app::pages::tournaments::{tournament_own, tournament_state, tournament_table};
use crate::app::text::language::Language;
use crate::model::tournaments::{OwnPart, TournamentView};

/// Times that are left are rendered anew after this.
const FRESH: Duration = Duration::from_secs(2);
/// The most parts that are kept. Anybody can ask for any part of a standing.
const KEPT: usize = 64;

/// Fragments of HTML by name.
pub type Fragments = Arc<[(&'static str, Arc<str>)]>;

/// The language, and the place with which the standing begins.
type Key = (Language, usize);

/// The visitor's own part, in the language of the visitor; `None` for who cannot enter.
pub fn own_html(language: Language, view: &TournamentView, own: Option<&OwnPart>) -> String {
    language.during(|| tournament_own(view, own).into_any().to_html())
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Rendered(Mutex<HashMap<Key, (u64, Instant, Fragments)>>);

impl Rendered {
    /// What is shown after so many changes.
    pub fn get(&self, live: &Live, key: Key, changes: u64, view: &TournamentView) -> Fragments {
        let mut rendered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, since, known)) = rendered.get(&key)
            && *at == changes
            && since.elapsed() < FRESH
        {
            return Arc::clone(known);
        }
        let (language, from) = key;
        let table = live.shown().table(live, from);
        let fragments: Fragments = language.during(|| {
            Arc::new([
                ("event-state", tournament_state(view).into_any().to_html().into()),
                ("event-table", tournament_table(view, &table).into_any().to_html().into()),
            ])
        });
        if rendered.len() >= KEPT {
            rendered.clear();
        }
        rendered.insert(key, (changes, Instant::now(), Arc::clone(&fragments)));
        fragments
    }
}
