//! The i18n of the page: words with plural rules, one function per phrase, one constant per phrase that is
//! only shown. `build.rs` generates them from `public/words` and from `server`, whose phrases are those of pages
//! without a program. The server has all languages, the page fetches the file of its own before hydration.

use super::isolate::isolated;
use super::language::Language;
use super::plural::{self, category};

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// A phrase without placeholders that is passed to an element as it is: a number instead of a call that makes
/// a string.
#[derive(Clone, Copy)]
pub struct Phrase(usize);

impl From<Phrase> for String {
    fn from(phrase: Phrase) -> String {
        plain(phrase.0)
    }
}

/// A phrase without placeholders.
fn plain(index: usize) -> String {
    filled(index, &[], &[])
}

/// Fills the placeholders of a phrase: `{name}` by the value of that name, and `{n?…}` by the form that fits the
/// number, in which `#` is the number itself.
#[inline(never)]
fn filled(index: usize, names: &[&str], values: &[&str]) -> String {
    let (phrase, language) = table::phrase(index);
    fill(phrase, language, |name| {
        names
            .iter()
            .position(|other| *other == name)
            .and_then(|at| values.get(at))
            .copied()
            .unwrap_or_default()
    })
}

fn fill<'a>(phrase: &str, language: Language, value: impl Fn(&str) -> &'a str) -> String {
    // A phrase that the language lacks follows the rules of English.
    let (phrase, language) =
        phrase.strip_prefix(plural::IN_ENGLISH).map_or((phrase, language), |own| (own, Language::English));
    let mut text = String::new();
    let mut parts = phrase.split('{');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (inside, after) = part.split_once('}').unwrap_or((part, ""));
        match inside.split_once('?') {
            None => text.push_str(&isolated(value(inside), language)),
            Some((name, forms)) => {
                let number = value(name);
                for (index, piece) in form(forms, language, number).split('#').enumerate() {
                    if index > 0 {
                        text.push_str(number);
                    }
                    text.push_str(piece);
                }
            }
        }
        text.push_str(after);
    }
    text
}

/// The form for a number, of those by name (`one:…|two:…|other:…`) or of the short ones: `one|other`, or
/// `none|one|other`.
fn form<'a>(forms: &'a str, language: Language, number: &str) -> &'a str {
    let category = category(language.tag(), number.parse().unwrap_or_default());
    let named = |wanted| {
        forms.split('|').filter_map(plural::named).find_map(|(name, form)| (name == wanted).then_some(form))
    };
    if let Some(form) = named(category).or_else(|| named("other")) {
        return form;
    }
    let mut forms = forms.rsplit('|');
    let other = forms.next().unwrap_or_default();
    let one = forms.next().unwrap_or(other);
    match forms.next() {
        Some(none) if number == "0" => none,
        _ if category == "one" => one,
        _ => other,
    }
}

/// The server's table has all languages.
#[cfg(feature = "ssr")]
mod table {
    use super::{ALL, Language};

    pub(super) fn phrase(index: usize) -> (&'static str, Language) {
        let language = Language::current();
        (ALL[language as usize][index], language)
    }
}

/// The file of a language as the build leaves it for the page (`scripts/compress.mjs`): for development, in which
/// no build has completed it.
#[cfg(feature = "ssr")]
pub(crate) fn file(language: Language) -> String {
    ALL[language as usize][..OF_PAGE].iter().map(|text| format!("={text}\n")).collect()
}

/// The page's table has one language.
#[cfg(not(feature = "ssr"))]
mod table {
    use std::sync::OnceLock;

    use super::Language;

    static WORDS: OnceLock<(Vec<&'static str>, Language)> = OnceLock::new();

    pub(super) fn phrase(index: usize) -> (&'static str, Language) {
        let words = WORDS.get();
        words.and_then(|(all, language)| Some((*all.get(index)?, *language))).unwrap_or_default()
    }

    /// Sets the file of the page's language, once.
    pub(super) fn set_words(file: String) {
        let file: &'static str = String::leak(file);
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        let all = lines.filter_map(|line| line.split_once('=')).map(|(_, text)| text.trim_start()).collect();
        let _ = WORDS.set((all, Language::current()));
    }
}

/// Fetches the words of the page, whose address is in its head.
///
/// # Errors
/// When they cannot be had.
#[cfg(not(feature = "ssr"))]
pub async fn fetch() -> Result<(), wasm_bindgen::JsValue> {
    let address =
        crate::client::find("#words").and_then(|link| link.get_attribute("href")).unwrap_or_default();
    table::set_words(crate::client::fetch_text(&address).await?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Language, fill};

    #[test]
    fn placeholders_are_filled_in() {
        let value = |name: &str| if name == "who" { "Nina" } else { "3" };
        assert_eq!(fill("{who} wins by {n}!", Language::English, value), "Nina wins by 3!");
        assert_eq!(fill("no placeholder", Language::English, value), "no placeholder");
        let name = |_: &str| "نور";
        assert_eq!(
            fill("{who} – {other}", Language::English, name),
            "\u{2068}نور\u{2069} – \u{2068}نور\u{2069}"
        );
    }

    #[test]
    fn the_plural_form_follows_the_rules_of_the_language() {
        let stones = "{n?# stone|# stones} left";
        for (language, number, text) in [
            (Language::English, "1", "1 stone left"),
            (Language::English, "0", "0 stones left"),
            (Language::German, "2", "2 stones left"),
            (Language::Portuguese, "0", "0 stone left"),
            (Language::French, "0", "0 stone left"),
            (Language::Spanish, "0", "0 stones left"),
        ] {
            assert_eq!(fill(stones, language, |_| number), text, "{}", language.tag());
        }
        let stones = "{n?no stones|# stone|# stones}";
        for (number, text) in [("0", "no stones"), ("1", "1 stone"), ("12", "12 stones")] {
            assert_eq!(fill(stones, Language::Portuguese, |_| number), text);
        }
    }

    #[test]
    fn forms_by_name_are_those_of_the_number() {
        let stones = "{n?one:حجر واحد|two:حجران|few:# أحجار|many:# حجرًا|other:# حجر}!";
        for (number, text) in [
            ("0", "0 حجر!"),
            ("1", "حجر واحد!"),
            ("2", "حجران!"),
            ("3", "3 أحجار!"),
            ("11", "11 حجرًا!"),
            ("100", "100 حجر!"),
            ("103", "103 أحجار!"),
        ] {
            assert_eq!(fill(stones, Language::Arabic, |_| number), text);
        }
        assert_eq!(fill("{n?zero:none|one:#|other:# of them}", Language::English, |_| "0"), "0 of them");
    }

    #[test]
    fn a_lacking_phrase_follows_the_rules_of_english() {
        let stones = "~{who}: {n?# stone|# stones}";
        let value = |name: &str| if name == "n" { "0" } else { "Nina" };
        for language in Language::ALL {
            assert_eq!(fill(stones, language, value), "Nina: 0 stones", "{}", language.tag());
        }
    }

    #[test]
    fn the_file_of_a_language_has_every_phrase_of_the_page() {
        let count = |language| super::file(language).lines().filter(|line| line.starts_with('=')).count();
        for language in Language::ALL {
            assert_eq!(count(language), super::OF_PAGE, "{}", language.tag());
        }
    }
}
