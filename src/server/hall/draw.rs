//! What a page is told of the hall: parts of it, drawn here as the page itself is, in the language of its reader.

use std::time::Duration;

use leptos::prelude::{IntoAny, RenderHtml};

use super::offers::Refusal;
use crate::app::pages::find;
use crate::app::pages::find::Now;
use crate::app::pages::find::wish::Wish;
use crate::app::pages::profile::Shown;
use crate::app::text::language::Language;
use crate::app::text::words;

/// The parts that change with what happens in the hall, by their names.
pub(super) fn parts(language: Language, now: &Now, home: bool) -> Vec<(&'static str, String)> {
    language.during(|| {
        let counts = find::counts(now).into_any().to_html();
        if home {
            vec![("counts", counts), ("games", find::games(now).into_any().to_html())]
        } else {
            vec![("counts", counts), ("offers", find::offers(now).into_any().to_html())]
        }
    })
}

/// What is said to somebody who waits, or waits no longer.
pub(super) fn waiting(language: Language, waits: Option<(Wish, Duration)>, meanwhile: bool) -> String {
    let Some((wish, since)) = waits else { return String::new() };
    language.during(|| find::waiting(wish, since.as_secs(), meanwhile).into_any().to_html())
}

/// Whom somebody has found.
pub(super) fn paired(language: Language, name: &str, rating: Option<Shown>) -> String {
    language.during(|| find::paired(name, rating).into_any().to_html())
}

/// Why nothing came of it.
pub(super) fn refusal(language: Language, why: Refusal) -> String {
    language.during(|| match why {
        Refusal::Gone => words::offer_gone(),
        Refusal::Full => words::too_many_offers(),
        Refusal::TooMany => words::too_many(),
    })
}

/// Why an offer stands no longer.
pub(super) fn ended(language: Language, failed: bool) -> String {
    language.during(|| if failed { words::unavailable() } else { words::offer_ended() })
}

/// What is said to somebody who says too much.
pub(super) fn too_often(language: Language) -> String {
    language.during(words::find_too_often)
}

/// What is said to somebody whom we could not give a seat.
pub(super) fn needs_cookie(language: Language) -> String {
    language.during(words::find_needs_cookie)
}

/// What is said when the database does not answer.
pub(super) fn unavailable(language: Language) -> String {
    language.during(words::unavailable)
}
