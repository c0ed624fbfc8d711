//! Tests that i18n is complete: every text is in the words, every word is used, and it exists in every
//! language.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::app::text::language::Language::{self, English};

/// Phrases that are the same in English and in another language: names, units, and words that happen to be
/// alike.
const ALIKE: [&str; 66] = [
    "form_ggf",
    "start_othello",
    "keys_first",
    "puzzle_rating",
    "theme_capture",
    "match_score",
    "page_title",
    "code",
    "connected",
    "preset_kalah",
    "preset_avalanche",
    "clock_minutes",
    "clock_seconds",
    "hours_left",
    "days_left",
    "computer_place",
    "computer_level",
    "start",
    "chat",
    "pause",
    "menu",
    "tool_bonus",
    "bonus_taken",
    "tool_joker",
    "command_chat",
    "keys_home_end",
    "keys_shift",
    "look_normal",
    "look_vibration",
    "form_json",
    "review_here",
    "form_kgp",
    "bonus",
    "format_json",
    "rating",
    "rating_line",
    "rating_of",
    "rating_provisional",
    "level_expert",
    "just_points",
    "message",
    "points_of_both",
    "command_score",
    "look_table",
    "look_motion",
    "danger_title",
    "joker_title",
    "form_notation",
    "notifications",
    "sessions",
    "privacy_notes",
    "claim_label",
    "player_online",
    "leaderboard_points",
    "speed_bullet",
    "tournament_arena",
    "tournament_minutes",
    "tournament_options",
    "tournament_performance",
    "tournament_points_head",
    "tournament_sonneborn",
    "tournament_buchholz",
    "tournament_seconds",
    "tournament_bye",
    "tv",
    "tv_live",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn phrases(language: Language) -> BTreeMap<String, String> {
    let file = |folder: &str| root().join(folder).join(language.tag()).with_extension("txt");
    let text = ["public/words", "src/app/text/server"]
        .map(|folder| fs::read_to_string(file(folder)).unwrap())
        .concat();
    let phrase = |line: &str| line.split_once(" = ").map(|(key, text)| (key.to_owned(), text.to_owned()));
    text.lines().filter(|line| !line.starts_with('#')).filter_map(phrase).collect()
}

#[test]
fn every_language_has_every_phrase() {
    let english = phrases(English);
    for language in Language::ALL {
        let own = phrases(language);
        let lacking: Vec<_> = english.keys().filter(|key| !own.contains_key(*key)).collect();
        assert!(lacking.is_empty(), "{} says in English: {lacking:?}", language.name());
    }
}

#[test]
fn every_phrase_is_translated() {
    let english = phrases(English);
    for language in Language::ALL.into_iter().filter(|language| *language != English) {
        let alike: Vec<_> = phrases(language)
            .into_iter()
            .filter(|(key, text)| english.get(key) == Some(text) && !ALIKE.contains(&key.as_str()))
            .filter(|(_, text)| {
                let outside = text.split('{').filter_map(|part| part.rsplit('}').next());
                outside.flat_map(str::chars).any(char::is_alphabetic)
            })
            .collect();
        assert_eq!(alike, [], "{} says in English", language.name());
    }
    let idle = |key: &&&str| !english.contains_key(**key);
    assert_eq!(ALIKE.iter().find(idle), None, "there is no such phrase");
}

#[test]
fn phrases_use_typographic_quotes_apostrophes_and_ellipses() {
    for language in Language::ALL {
        for (key, text) in phrases(language) {
            let typed = text.contains(['"', '\'']) || text.contains("...") || text.contains("  ");
            assert!(!typed, "{}: {key} = {text}", language.name());
        }
    }
}

/// All Rust files below a folder, without the tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("tests") || path.ends_with("tests.rs") {
            continue;
        }
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    files
}

/// The code of a file, without comments, tests and the `reason` texts of attributes.
fn program(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let comment = |line: &&str| line.trim_start().starts_with("//");
    let attribute = |line: &&str| line.trim_start().starts_with("#[");
    text.lines().filter(|line| !comment(line) && !attribute(line)).map(|line| format!("{line}\n")).collect()
}

/// The string literals, without those in match patterns: `"Home" => …`.
fn literals(program: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut signs = program.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign == '\'' && signs.peek() == Some(&'"') {
            signs.next();
        }
        if sign != '"' {
            continue;
        }
        let mut text = String::new();
        while let Some(sign) = signs.next().filter(|sign| *sign != '"') {
            if sign == '\\' {
                signs.next();
            }
            text.push(sign);
        }
        let after: String = signs.clone().take(3).collect();
        if !matches!(after.trim(), "=>" | "|") {
            found.push(text);
        }
    }
    found
}

/// Whether a person could read it as words: a capital followed by small letters, or two words in a row that
/// are not both classes of the style sheet.
fn reads_as_words(text: &str, classes: &BTreeSet<String>) -> bool {
    let word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || c == '’');
    let capital = text.split(|c: char| !c.is_alphabetic()).any(|part| {
        let mut letters = part.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
    });
    let parts: Vec<&str> = text.split(' ').collect();
    let both = |pair: &[&str]| pair.iter().all(|part| word(part));
    let known = parts.iter().all(|part| part.is_empty() || classes.contains(*part));
    capital || parts.windows(2).any(both) && !known
}

/// Literals that look like words but are not shown to people.
const NOT_SAID: [&str; 22] = [
    // Names: the same in all languages, or what languages call themselves.
    "Duello",
    "Mancala",
    "Mapello",
    "English",
    "Deutsch",
    "Português",
    "Español",
    "Français",
    // Keys.
    "Arrow",
    "ArrowUp",
    "ArrowDown",
    "AltGraph",
    "ArrowLeft",
    "ArrowRight",
    "Enter",
    "Escape",
    "Backspace",
    "Esc",
    // For browsers.
    "light dark",
    // What logs of earlier versions call a person.
    "You",
    // For programmers.
    "dropping it ends it",
    "the server draws the same page: <{tag}> stands here",
];

#[test]
fn no_untranslated_text_is_in_the_source() {
    // The subfolders, with a sheet for each kind of page, contain nothing but imports.
    let styles = fs::read_dir(root().join("style")).unwrap().map(|file| file.unwrap().path());
    let styles: String =
        styles.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).unwrap()).collect();
    let programs: Vec<_> =
        sources(&root().join("src")).into_iter().map(|file| (program(&file), file)).collect();
    // Some classes are used by the program alone, as selectors.
    let selectors = programs.iter().flat_map(|(text, _)| literals(text)).filter(|text| text.starts_with('.'));
    let styles = styles + &selectors.collect::<String>();
    let class = |part: &str| part.split(|c: char| !c.is_alphanumeric() && c != '-').next().map(str::to_owned);
    let classes: BTreeSet<String> = styles.split('.').skip(1).filter_map(class).collect();
    // The server's log messages, and the page that only developers see.
    let apart = ["server", "server.rs", "main.rs", "app/pages/design", "app/pages/design.rs"];
    let apart = apart.map(|path| root().join("src").join(path));
    let is_apart = |file: &PathBuf| apart.iter().any(|path| file.starts_with(path));
    let mut left = Vec::new();
    for (text, file) in programs.iter().filter(|(_, file)| !is_apart(file)) {
        for text in literals(text) {
            let is_script = text.contains("=>");
            if !is_script && reads_as_words(&text, &classes) && !NOT_SAID.contains(&text.as_str()) {
                left.push(format!("{}: {text}", file.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(left.is_empty(), "these belong into public/words:\n{}", left.join("\n"));
}

#[test]
fn prose_is_told_apart_from_identifiers() {
    let classes = BTreeSet::from(["button".to_owned(), "big".to_owned()]);
    for words in ["Pass and play", "Undo", "to move", "{name} has won", "the button"] {
        assert!(reads_as_words(words, &classes), "{words}");
    }
    for program in
        ["button big", "aria-label", "M5 9h14", "wall", "#sq-{place}", " · ", "LEPTOS", "/r/{code}"]
    {
        assert!(!reads_as_words(program, &classes), "{program}");
    }
}

#[test]
fn every_phrase_is_used() {
    let all: String = sources(&root().join("src")).iter().map(|file| program(file)).collect();
    let no_name = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let called = all.split("words::").skip(1).filter_map(|rest| rest.split(no_name).next());
    // The steps of lessons name their words without the module.
    let steps = all.split("step!(").skip(1).filter_map(|rest| rest.split(");").next());
    // Words that are only shown are constants there.
    let used: BTreeSet<String> =
        called.chain(steps.flat_map(|step| step.split(no_name))).map(str::to_lowercase).collect();
    let idle: Vec<_> = phrases(English).into_keys().filter(|key| !used.contains(key)).collect();
    assert_eq!(idle, Vec::<String>::new(), "nobody says these");
}
