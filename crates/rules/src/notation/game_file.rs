//! The common frame of PGN-like game files as they are written: tags, wrapped lines, the result. Each game
//! gives tags and turns their meaning; the crate `gametext` reads them.

use crate::{Outcome, Side};

/// The result after the turns: `First` won, `Second` won, a draw, not decided.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The width in characters at which turns wrap.
const LINE: usize = 80;

/// A tag: its name and its value.
pub(crate) type Tag = (String, String);

/// The value of the first tag with this name; case is ignored.
pub(crate) fn value<'a>(tags: &'a [Tag], name: &str) -> Option<&'a str> {
    tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// Writes a file: the tags of the setup, the other tags, the result (a `Result` tag overrides the one the
/// moves lead to), then the turns. A tag without a name is left out, and line breaks in values become blanks.
pub(crate) fn write(
    own: &[(&str, String)],
    tags: &[Tag],
    outcome: Option<Outcome>,
    turns: impl Iterator<Item = String>,
) -> String {
    let told = tags.iter().find(|(name, _)| is_result(name));
    let result = told.map_or(result_of(outcome), |(_, value)| value.as_str());
    let names: Vec<&str> = own.iter().map(|(name, _)| *name).collect();

    let mut text = String::new();
    for (name, value) in own {
        push_tag(&mut text, name, value);
    }
    for (name, value) in tags.iter().filter(|(name, _)| !is_result(name) && !is_one_of(&names, name)) {
        push_tag(&mut text, name, value);
    }
    push_tag(&mut text, "Result", result);
    text.push('\n');

    let end = if RESULTS.contains(&result) { result } else { "*" };
    let mut line = 0;
    for word in turns.chain([end.to_owned()]) {
        let break_line = line > 0 && line + 1 + word.len() > LINE;
        if line > 0 {
            text.push(if break_line { '\n' } else { ' ' });
        }
        text.push_str(&word);
        line = if break_line || line == 0 { word.len() } else { line + 1 + word.len() };
    }
    text.push('\n');
    text
}

fn is_result(name: &str) -> bool {
    name.eq_ignore_ascii_case("Result")
}

fn is_one_of(own: &[&str], name: &str) -> bool {
    own.iter().any(|own| own.eq_ignore_ascii_case(name))
}

fn result_of(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Side::First)) => RESULTS[0],
        Some(Outcome::Win(Side::Second)) => RESULTS[1],
        Some(Outcome::Draw) => RESULTS[2],
        None => RESULTS[3],
    }
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let name: String = name.chars().filter(|sign| is_name(*sign)).collect();
    if name.is_empty() {
        return;
    }
    text.extend(["[", &name, " \""]);
    for sign in value.chars() {
        match sign {
            '"' | '\\' => text.extend(['\\', sign]),
            sign if sign.is_control() => text.push(' '),
            sign => text.push(sign),
        }
    }
    text.push_str("\"]\n");
}

fn is_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}
