//! Profanity filter: masks bad words in names and chat before anything is decided, stored or sent. English
//! words come from `rustrict`, which recognises spellings such as `f*ck`, `sh1t` and `fuuuck`. It is asked
//! word by word, and only a word that is bad as a whole counts, because parts of foreign words are false
//! positives ("schließlich", "hoje").

mod arabic;

use std::sync::LazyLock;

use room::MAX_CHARS;
use rustrict::{Censor, Trie, Type};

/// Bad words of German, Portuguese, Spanish and French, without accents, in all their common forms.
const BAD_WORDS: &str = include_str!("profanity/bad.txt");
/// Bad words too short to be looked for in other spellings.
const SHORT_BAD_WORDS: [&str; 7] = ["cu", "cú", "fdp", "ntm", "pqp", "vsf", "vtnc"];
/// Allowed words of the page's languages that resemble bad English ones.
const ALLOWED_WORDS: &str = include_str!("profanity/ordinary.txt");
/// Stems that are bad within any longer word and occur in no ordinary one.
const BAD_STEMS: [&str; 7] = ["fuck", "faggot", "arschloch", "hurensohn", "schwuchtel", "caralho", "hitler"];
/// From so many single letters in a row on ("f u c k"), they are read as one word.
const SPELLED_LETTERS: usize = 3;
/// The character that replaces each letter or digit.
const MASK: char = '*';

static BAD_WORDS_TRIE: LazyLock<Trie> = LazyLock::new(|| trie(BAD_WORDS.split_whitespace()));
static BAD_STEMS_TRIE: LazyLock<Trie> = LazyLock::new(|| trie(BAD_STEMS.into_iter()));

fn trie<'a>(words: impl Iterator<Item = &'a str>) -> Trie {
    let mut trie = Trie::new();
    words.for_each(|word| trie.set(word, Type::PROFANE & Type::SEVERE));
    trie
}

/// The line with the letters and digits of bad words masked one by one. A line over the length limit is left
/// as it is: it will be rejected anyway.
pub fn mask_profanity(line: &str) -> String {
    if line.chars().count() > MAX_CHARS {
        return line.to_owned();
    }
    let mut words: Vec<String> = line.split(' ').map(mask_word).collect();
    mask_spelled_words(&mut words);
    words.join(" ")
}

/// Masks words that are spelled letter by letter.
fn mask_spelled_words(words: &mut [String]) {
    let single = |word: &String| word.chars().filter(|c| c.is_alphanumeric()).count() == 1;
    for run in words.chunk_by_mut(|one, next| single(one) && single(next)) {
        let spelled: String =
            run.iter().flat_map(|word| word.chars()).filter(|c| c.is_alphanumeric()).collect();
        if run.len() >= SPELLED_LETTERS && is_bad(&spelled) {
            run.iter_mut().for_each(|word| *word = mask_letters(word));
        }
    }
}

/// Masks one word between blanks: its bad parts ("a/b"), or else the whole ("f*ck").
fn mask_word(word: &str) -> String {
    let parts = word.split_inclusive(|c: char| !c.is_alphanumeric());
    let masked = |part: &str| if is_bad(part) { mask_letters(part) } else { part.to_owned() };
    let by_parts: String = parts.map(masked).collect();
    if by_parts == word { masked(word) } else { by_parts }
}

fn mask_letters(word: &str) -> String {
    word.chars().map(|c| if c.is_alphanumeric() { MASK } else { c }).collect()
}

fn is_bad(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().replace('ß', "ss");
    let bare: String = core.chars().filter(|c| c.is_alphanumeric()).collect();
    let is_made_of = |signs: &str| bare.chars().all(|c| signs.contains(c));
    // Numbers, also Roman ones, would be read as letters; and in Brazil laughter is written as many a k.
    if is_made_of("0123456789") || is_made_of("ivxlcdm") || is_made_of("k") {
        return false;
    }
    if ALLOWED_WORDS.split_whitespace().any(|ordinary| ordinary == core) {
        return false;
    }
    SHORT_BAD_WORDS.contains(&&*core)
        || arabic::is_bad(&core)
        || is_wholly_bad(Censor::from_str(&core))
        || is_wholly_bad(censor_with(&BAD_WORDS_TRIE, &core))
        || censor_with(&BAD_STEMS_TRIE, &bare).analyze().is(Type::PROFANE & Type::SEVERE)
}

fn censor_with<'a>(trie: &'static Trie, word: &'a str) -> Censor<std::str::Chars<'a>> {
    let mut censor = Censor::from_str(word);
    censor.with_trie(trie);
    censor
}

/// Whether the whole word is bad.
fn is_wholly_bad(mut censor: Censor<std::str::Chars<'_>>) -> bool {
    let what = (Type::PROFANE | Type::OFFENSIVE | Type::SEXUAL) & Type::MODERATE_OR_HIGHER;
    let (censored, found) = censor
        .with_censor_threshold(what)
        .with_censor_first_character_threshold(Type::ANY)
        .with_ignore_self_censoring(true)
        .censor_and_analyze();
    found.is(what) && !censored.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests;
