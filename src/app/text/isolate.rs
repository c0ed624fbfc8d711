//! Names of people within sentences. A name that is written from right to left would otherwise pull the words and
//! names beside it to its other side (Unicode's bidirectional algorithm, UAX 9).

use std::borrow::Cow;

use super::language::Language;

/// First strong isolate, and its end: what is between them has no part in the direction of the text around it.
const ISOLATE: char = '\u{2068}';
const END: char = '\u{2069}';

/// A name or value for a sentence: isolated, if part of it is written in the other direction than the sentence. From
/// right to left those are also the sign of a number (`+3`) and a date, whose parts would change places.
pub fn isolated(name: &str, language: Language) -> Cow<'_, str> {
    let turns = match language.direction() {
        "ltr" => name.chars().any(is_right_to_left),
        _ => !name.chars().all(|c| is_right_to_left(c) || c.is_ascii_digit() || c == ' '),
    };
    if turns { Cow::Owned(format!("{ISOLATE}{name}{END}")) } else { Cow::Borrowed(name) }
}

/// The names of two sides, as the title of their game.
pub fn versus(first: &str, second: &str) -> String {
    let language = Language::current();
    format!("{} \u{2013} {}", isolated(first, language), isolated(second, language))
}

/// What was played, and on which day (`2026-11-26`).
#[cfg(feature = "ssr")]
pub fn dated(title: &str, day: &str) -> String {
    format!("{title} \u{b7} {}", super::names::date_text(day))
}

/// The blocks of Hebrew, Arabic, Syriac, N'Ko and the other scripts of this direction.
fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// What stands for a name in a small circle: its first letter with all that belongs to it, such as accents, the second
/// half of a flag, or the colour of a hand. The article of Arabic is not counted: half of all names begin with it.
pub fn first_letter(name: &str) -> &str {
    let name = name.strip_prefix("ال").filter(|rest| !rest.is_empty()).unwrap_or(name);
    let mut letters = name.char_indices();
    let Some((_, first)) = letters.next() else { return name };
    let (mut is_joined, mut flag_may_follow) = (false, is_regional(first));
    for (at, letter) in letters {
        let extends = matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}'
            | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}'
            | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}' | '\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}');
        if !(extends || is_joined || flag_may_follow && is_regional(letter)) {
            return &name[..at];
        }
        is_joined = letter == '\u{200d}';
        flag_may_follow = false;
    }
    name
}

/// Half of a flag.
fn is_regional(letter: char) -> bool {
    matches!(letter, '\u{1f1e6}'..='\u{1f1ff}')
}

#[cfg(test)]
mod tests {
    use super::{Language, first_letter, isolated, versus};

    #[test]
    fn only_what_runs_the_other_way_is_isolated() {
        let english = |name| isolated(name, Language::English);
        for name in ["Anna", "Zoë", "Иван", "花子", "🐢", "", "+3"] {
            assert_eq!(english(name), name);
        }
        assert_eq!(english("נועה"), "\u{2068}נועה\u{2069}");
        assert_eq!(english("Team سلمى"), "\u{2068}Team سلمى\u{2069}");
        for name in ["Anna", "سلمى 2b", "+3", "2026-11-26"] {
            assert_eq!(isolated(name, Language::Arabic), format!("\u{2068}{name}\u{2069}"));
        }
        for name in ["48", "سلمى", "3 أحجار، دور إضافي"] {
            assert_eq!(isolated(name, Language::Arabic), name);
        }
        let names = |language: Language| language.during(|| versus("נועה", "Zoë"));
        assert_eq!(names(Language::English), "\u{2068}נועה\u{2069} – Zoë");
        assert_eq!(names(Language::Arabic), "נועה – \u{2068}Zoë\u{2069}");
    }

    #[test]
    fn the_first_letter_takes_along_what_belongs_to_it() {
        for (name, letter) in [
            ("Anna", "A"),
            ("🇧🇷🇩🇪", "🇧🇷"),
            ("🇧", "🇧"),
            ("👋🏽 hi", "👋🏽"),
            ("👩‍👧‍👦x", "👩‍👧‍👦"),
            ("E\u{301}lise", "E\u{301}"),
            ("❤️y", "❤️"),
            ("नीला", "नी"),
            ("שלום", "ש"),
            ("الشمال", "ش"),
            ("ال", "ا"),
            ("", ""),
        ] {
            assert_eq!(first_letter(name), letter);
        }
    }
}
