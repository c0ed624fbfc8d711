//! The plural rules of the languages (CLDR), for whole numbers. `build.rs` checks phrases with this very file.

/// Marks a phrase that a language lacks: it stands there in English, and follows the rules of English.
pub const IN_ENGLISH: char = '~';

const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The category of a number in a language. French, Portuguese and Spanish have one more for whole millions, which
/// occur nowhere: `other` stands for it.
pub fn category(tag: &str, number: u64) -> &'static str {
    match (tag, number, number % 100) {
        ("ar", 0, _) => "zero",
        ("fr" | "pt", 0, _) | (_, 1, _) => "one",
        ("ar", 2, _) => "two",
        ("ar", _, 3..=10) => "few",
        ("ar", _, 11..) => "many",
        _ => "other",
    }
}

/// The name of a form and the form, if it has one: `few:# stones`.
pub fn named(form: &str) -> Option<(&str, &str)> {
    form.split_once(':').filter(|(name, _)| CATEGORIES.contains(name))
}

#[cfg(test)]
mod tests {
    use super::category;

    type Sample = (&'static str, &'static str, &'static [(u64, u64)]);

    /// The samples of CLDR's table for whole numbers from 0 to 200: <https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html>.
    const SAMPLES: [Sample; 16] = [
        ("en", "one", &[(1, 1)]),
        ("en", "other", &[(0, 0), (2, 200)]),
        ("de", "one", &[(1, 1)]),
        ("de", "other", &[(0, 0), (2, 200)]),
        ("pt", "one", &[(0, 1)]),
        ("pt", "other", &[(2, 200)]),
        ("es", "one", &[(1, 1)]),
        ("es", "other", &[(0, 0), (2, 200)]),
        ("fr", "one", &[(0, 1)]),
        ("fr", "other", &[(2, 200)]),
        ("ar", "zero", &[(0, 0)]),
        ("ar", "one", &[(1, 1)]),
        ("ar", "two", &[(2, 2)]),
        ("ar", "few", &[(3, 10), (103, 110)]),
        ("ar", "many", &[(11, 99), (111, 199)]),
        ("ar", "other", &[(100, 102), (200, 200)]),
    ];

    #[test]
    fn every_number_has_the_plural_category_of_cldr() {
        use crate::app::text::language::Language;
        for language in Language::ALL {
            let tag = language.tag();
            for number in 0..=200 {
                let fits = |(of, _, ranges): &&Sample| {
                    *of == tag && ranges.iter().any(|(from, to)| (*from..=*to).contains(&number))
                };
                let wanted: Vec<_> = SAMPLES.iter().filter(fits).map(|(_, name, _)| *name).collect();
                assert_eq!(wanted, [category(tag, number)], "{tag}: {number}");
            }
        }
    }
}
