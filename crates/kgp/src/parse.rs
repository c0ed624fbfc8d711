//! Parses a line into a command. It is strict where the grammar is, but for what published agents send as
//! well: several blanks between words, blanks around a line, a single LF at its end, UTF-8 in texts, `_` in
//! words.

use core::fmt;

use crate::limits::{MAX_ARGUMENTS, MAX_BOARD};
use crate::{Argument, Command};

/// Why a line is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not UTF-8, or holds a control character.
    NotText,
    /// A number of the command has more digits than fit into 64 bits.
    Id,
    /// Behind the numbers stands no name of letters and digits.
    Name,
    /// An argument is neither number, word, text nor board.
    Argument,
    /// A text has no closing quotation mark, or something follows it without a blank.
    Quotes,
    /// There are more than [`MAX_ARGUMENTS`] arguments.
    TooMany,
}

/// A line that is no command, with its number as far as one can be read, for the answer to refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The number of the line.
    pub id: Option<u64>,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::NotText => "a line must be text in UTF-8 without control characters",
            Fault::Id => "the number of a command must fit into 64 bits",
            Fault::Name => "a command needs a name of letters and digits",
            Fault::Argument => "an argument must be an integer, a real number, a word, a string or a board",
            Fault::Quotes => "a string must end with a quotation mark, and a blank must follow it",
            Fault::TooMany => "too many arguments",
        })
    }
}

impl core::error::Error for Fault {}

/// Parses a line, with or without its end. An empty one says nothing.
///
/// # Errors
/// Why it is no command.
pub fn parse(line: &[u8]) -> Result<Option<Command>, Malformed> {
    let fault = |id, fault| Malformed { id, fault };
    let text = core::str::from_utf8(line).map_err(|_| fault(None, Fault::NotText))?;
    let text = text.trim_matches(|sign: char| sign.is_ascii_whitespace());
    if text.is_empty() {
        return Ok(None);
    }
    if text.chars().any(|sign| sign.is_control() && sign != '\t') {
        return Err(fault(None, Fault::NotText));
    }
    let (first, rest) = next_word(text);
    let (id, reference, text) = match (numbers_of(first), rest) {
        (Some(numbers), rest) if !rest.is_empty() => {
            let (id, reference) = numbers.map_err(|why| fault(None, why))?;
            (id, reference, rest)
        }
        _ => (None, None, text),
    };
    let (name, rest) = next_word(text);
    if !name.bytes().all(|sign| sign.is_ascii_alphanumeric()) {
        return Err(fault(id, Fault::Name));
    }
    let arguments = arguments_of(rest).map_err(|why| fault(id, why))?;
    Ok(Some(Command { id, reference, name: name.to_owned(), arguments }))
}

fn is_blank(sign: char) -> bool {
    sign == ' ' || sign == '\t'
}

/// The text up to the first blank, and what follows the blanks.
fn next_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_at(text.find(is_blank).unwrap_or(text.len()));
    (word, rest.trim_start_matches(is_blank))
}

/// A command's own number, and the one it refers to.
type Numbers = (Option<u64>, Option<u64>);

/// The numbers in `7`, `7@4` and `@4`; `None` if the word is none of these.
fn numbers_of(word: &str) -> Option<Result<Numbers, Fault>> {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|sign| sign.is_ascii_digit());
    let parsed = |digits: &str| digits.parse().map(Some).map_err(|_| Fault::Id);
    match word.split_once('@') {
        None => is_number(word).then(|| Ok((parsed(word)?, None))),
        Some(("", reference)) => is_number(reference).then(|| Ok((None, parsed(reference)?))),
        Some((id, reference)) => {
            (is_number(id) && is_number(reference)).then(|| Ok((parsed(id)?, parsed(reference)?)))
        }
    }
}

fn arguments_of(mut text: &str) -> Result<Vec<Argument>, Fault> {
    let mut arguments = Vec::new();
    while !text.is_empty() {
        if arguments.len() == MAX_ARGUMENTS {
            return Err(Fault::TooMany);
        }
        let (argument, rest) = match text.strip_prefix('"') {
            Some(inner) => text_of(inner)?,
            None => {
                let (word, rest) = next_word(text);
                (argument_of(word).ok_or(Fault::Argument)?, rest)
            }
        };
        arguments.push(argument);
        text = rest;
    }
    Ok(arguments)
}

/// A text behind its opening quotation mark, and what follows it. `\n` and `\t`, which the reference server
/// takes as line break and tab, are blanks: no name has several lines.
fn text_of(inner: &str) -> Result<(Argument, &str), Fault> {
    let mut text = String::new();
    let mut signs = inner.chars();
    loop {
        match signs.next().ok_or(Fault::Quotes)? {
            '"' => break,
            '\\' => text.push(match signs.next().ok_or(Fault::Quotes)? {
                'n' | 't' => ' ',
                sign => sign,
            }),
            sign => text.push(sign),
        }
    }
    let rest = signs.as_str();
    if !(rest.is_empty() || rest.starts_with(is_blank)) {
        return Err(Fault::Quotes);
    }
    // A tab can stand in a line, but is written as the blank that it is.
    Ok((Argument::Text(text.replace('\t', " ")), rest.trim_start_matches(is_blank)))
}

fn argument_of(word: &str) -> Option<Argument> {
    if let Some(inner) = word.strip_prefix('<') {
        let numbers: Vec<&str> = inner.strip_suffix('>')?.split(',').collect();
        let parsed = |digits: &&str| {
            let is_number = digits.bytes().all(|sign| sign.is_ascii_digit());
            is_number.then(|| digits.parse().ok()).flatten()
        };
        let numbers: Option<Vec<u32>> = numbers.iter().map(parsed).collect();
        return numbers.filter(|numbers| numbers.len() <= MAX_BOARD).map(Argument::Board);
    }
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let is_number = |digits: &str| digits.bytes().all(|sign| sign.is_ascii_digit());
    if is_number(digits) {
        return word.parse().ok().map(Argument::Integer);
    }
    if let Some((before, behind)) = digits.split_once('.') {
        let is_real = is_number(before) && is_number(behind) && !behind.is_empty();
        let number = word.parse().ok().filter(|number: &f64| is_real && number.is_finite());
        return number.map(Argument::Real);
    }
    let is_word = word.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"-:_".contains(&sign));
    is_word.then(|| Argument::Word(word.to_owned()))
}
