//! Lines of the Kalah Game Protocol: their words, numbers and command. The grammar stands at `kgp`.

use crate::text::{Word, plain};

/// The words of a line that begins at this byte of the source.
pub(super) fn words_of(line: &str, begin: usize) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for (at, sign) in line.char_indices() {
        match plain(sign) {
            None => {}
            Some(' ' | '\n') => open = false,
            Some(sign) if open => words.last_mut().into_iter().for_each(|word| word.text.push(sign)),
            Some(sign) => {
                words.push(Word { text: sign.to_string(), at: begin + at, first: words.is_empty() });
                open = true;
            }
        }
    }
    words
}

/// A line of the protocol.
pub(super) struct Line<'a> {
    /// The number of the line, and that of the line it answers.
    pub(super) ids: (Option<&'a str>, Option<&'a str>),
    pub(super) command: &'a Word,
    pub(super) rest: &'a [Word],
}

/// The parts of a line; `None` if it has no command.
pub(super) fn line_of(words: &[Word]) -> Option<Line<'_>> {
    let is_id = |id: &str| !id.is_empty() && id.bytes().all(|sign| sign.is_ascii_digit());
    let words = match words {
        [mark, rest @ ..] if ["<", ">"].contains(&mark.text.as_str()) => rest,
        words => words,
    };
    let (command, rest) = words.split_first()?;
    let (own, other) =
        command.text.split_once('@').map_or((command.text.as_str(), None), |(a, b)| (a, Some(b)));
    // The protocol lets a line answer another one without having a number itself.
    let own = Some(own).filter(|own| !own.is_empty() || other.is_none());
    if !own.is_none_or(is_id) || !other.is_none_or(is_id) {
        return Some(Line { ids: (None, None), command, rest });
    }
    rest.split_first().map(|(command, rest)| Line { ids: (own, other), command, rest })
}

/// The text between quotation marks, with `\"` and `\\` in it.
pub(super) fn unquoted(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?;
    let mut value = String::new();
    let mut signs = inner.chars();
    loop {
        match signs.next()? {
            '\\' => {
                let sign = signs.next()?;
                value.extend((!"\\\"".contains(sign)).then_some('\\'));
                value.push(sign);
            }
            '"' => break,
            sign => value.push(sign),
        }
    }
    signs.as_str().is_empty().then_some(value)
}
