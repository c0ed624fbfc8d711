//! Bad words in Arabic. They are compared letter by letter: what people vary to get past a filter is levelled first.

/// Bad words as [`levelled`] leaves them.
const BAD_WORDS: &str = include_str!("arabic.txt");
/// What may be written in front of a word, as part of it: "and", "the", "with the", "you".
const PREFIXES: [&str; 9] = ["وال", "بال", "لل", "ال", "يا", "و", "ف", "ب", "ل"];
/// Shorter words are bad only as they are: behind a prefix they would be other words, such as the name الكس.
const LONG_ENOUGH: usize = 3;

/// Whether a word is bad: as it is, or behind a prefix.
pub(super) fn is_bad(word: &str) -> bool {
    if !word.chars().any(|letter| matches!(letter, '\u{600}'..='\u{6ff}')) {
        return false;
    }
    let word = levelled(word);
    let is_listed = |word: &str| BAD_WORDS.split_whitespace().any(|bad| bad == word);
    let without = |prefix: &&str| {
        word.strip_prefix(prefix).is_some_and(|rest| rest.chars().count() >= LONG_ENOUGH && is_listed(rest))
    };
    is_listed(&word) || PREFIXES.iter().any(without)
}

/// A word without vowel signs, the stretching sign and repeated letters; letters that are often written for each other
/// are one.
fn levelled(word: &str) -> String {
    let mut letters: Vec<char> = word
        .chars()
        .filter(
            |letter| !matches!(letter, '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}'),
        )
        .map(|letter| match letter {
            'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
            'ى' | 'ی' => 'ي',
            'ة' => 'ه',
            'ک' => 'ك',
            _ => letter,
        })
        .collect();
    letters.dedup();
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{BAD_WORDS, levelled};

    #[test]
    fn listed_words_are_as_they_are_compared() {
        for word in BAD_WORDS.split_whitespace() {
            assert_eq!(levelled(word), word);
        }
    }
}
