//! A whole game as a text file in the manner of chess' PGN: tags with the full variant, then the numbered turns.

use super::options::{NAMES, read_setup, write_setup};
use super::read_error::quote;
use super::{ReadError, read_moves, write_turns};
use crate::mancala::{Move, Position, Setup};
use crate::{IllegalMove, Outcome, Side};

/// What stands at the end of the turns: South won, North won, a draw, not decided.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Characters after which the turns go on in the next line.
const LINE: usize = 80;

/// A game, and what is told about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// What is told besides setup and result: `South`, `North`, `Date`, … A `Result` here counts more than the one
    /// the moves lead to (somebody resigned, a clock ran out).
    pub tags: Vec<(String, String)>,
    /// How the game was set up.
    pub setup: Setup,
    /// The moves of both sides, in order.
    pub moves: Vec<Move>,
}

impl GameFile {
    /// Writes the file. Tags that tell the setup are written from the setup; a tag without a name is left out, and
    /// line breaks in values become blanks.
    ///
    /// # Errors
    /// The index of the first illegal move, and why it is illegal.
    pub fn write(&self) -> Result<String, (usize, IllegalMove)> {
        let start = Position::start(&self.setup);
        let turns = write_turns(&start, &self.moves)?;
        let told = self.tags.iter().find(|(name, _)| is_result(name));
        let result = match told {
            Some((_, value)) => value.as_str(),
            None => result_of(&start, &self.moves),
        };

        let mut text = String::new();
        for (name, value) in NAMES.iter().zip(write_setup(&self.setup)) {
            push_tag(&mut text, name, &value);
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| !is_own(name)) {
            push_tag(&mut text, name, value);
        }
        push_tag(&mut text, "Result", result);
        text.push('\n');

        let end = if RESULTS.contains(&result) { result } else { "*" };
        let turns = turns.iter().map(|turn| format!("{}. {}", turn.number, turn.text));
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
        Ok(text)
    }

    /// Reads a file. Comments in braces and after semicolons are passed over; options that are not told are as in
    /// Kalah.
    ///
    /// # Errors
    /// The first thing that cannot be read, or a move that is illegal.
    pub fn read(text: &str) -> Result<GameFile, ReadError> {
        let Sections { mut tags, turns } = Sections::read(text)?;
        let setup = read_setup(&tags)?;
        let start = Position::start(&setup);
        let (moves, _) = read_moves(&start, &turns)?;
        let result = result_of(&start, &moves);
        tags.retain(|(name, value)| if is_result(name) { value != result } else { !is_own(name) });
        Ok(GameFile { tags, setup, moves })
    }
}

fn is_result(name: &str) -> bool {
    name.eq_ignore_ascii_case("Result")
}

/// Whether the tag is written from the setup and the moves.
fn is_own(name: &str) -> bool {
    is_result(name) || NAMES.iter().any(|own| own.eq_ignore_ascii_case(name))
}

fn result_of(start: &Position, moves: &[Move]) -> &'static str {
    let last = moves.iter().try_fold(*start, |position, &mv| position.play_with(mv, |_| ()));
    match last.ok().and_then(|position| position.outcome()) {
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

/// The tags of a file and, without comments and result, its turns.
struct Sections {
    tags: Vec<(String, String)>,
    turns: String,
}

impl Sections {
    fn read(text: &str) -> Result<Sections, ReadError> {
        let mut sections = Sections { tags: Vec::new(), turns: String::new() };
        let mut rest = text.trim_start_matches('\u{feff}').trim_start();
        while let Some(first) = rest.chars().next() {
            rest = match first {
                '[' if sections.turns.is_empty() => {
                    let (tag, rest) = read_tag(rest)?;
                    sections.tags.push(tag);
                    rest
                }
                '[' => return Err(ReadError::Form("tags before the turns, one game in a file")),
                '{' => rest.split_once('}').map_or("", |(_, rest)| rest),
                ';' => rest.split_once('\n').map_or("", |(_, rest)| rest),
                _ => {
                    let end = rest.find(|sign: char| sign.is_whitespace() || "[{;".contains(sign));
                    let (token, rest) = rest.split_at(end.unwrap_or(rest.len()));
                    if !RESULTS.contains(&token) {
                        sections.turns.extend([token, " "]);
                    }
                    rest
                }
            }
            .trim_start();
        }
        Ok(sections)
    }
}

/// Reads `[Name "value"]`, and gives what is behind it.
fn read_tag(text: &str) -> Result<((String, String), &str), ReadError> {
    const FORM: ReadError = ReadError::Form("[Name \"value\"]");
    let inner = text.strip_prefix('[').ok_or(FORM)?.trim_start();
    let (name, inner) = inner.split_at(inner.find(|sign| !is_name(sign)).ok_or(FORM)?);
    if name.is_empty() {
        return Err(ReadError::Token(quote(text)));
    }
    let inner = inner.trim_start().strip_prefix('"').ok_or(FORM)?;
    let mut value = String::new();
    let mut signs = inner.char_indices();
    let end = loop {
        match signs.next().ok_or(FORM)? {
            (_, '\\') => value.push(signs.next().ok_or(FORM)?.1),
            (end, '"') => break end,
            (_, sign) => value.push(sign),
        }
    };
    let rest = inner[end + 1..].trim_start().strip_prefix(']').ok_or(FORM)?;
    Ok(((name.to_owned(), value), rest))
}
