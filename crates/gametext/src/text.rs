//! Characters as people paste them: what stands for a character of the notation is read as it, what cannot be
//! seen is passed over, and places are counted in the text as it was given.

use crate::refusal::{Place, Why};

/// How many characters are quoted at most.
const QUOTED: usize = 20;
/// How many names are listed at most.
const LISTED: usize = 30;
/// How many characters are looked at for them: most of them can be seen.
const WORD: usize = 200;

/// Characters that are not seen: joiners, marks of direction and of byte order, soft hyphens.
fn is_invisible(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}')
}

/// Whether a line ends with this character.
pub(crate) fn ends_line(sign: char) -> bool {
    matches!(sign, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The character of the notation that is meant; `None` for one that cannot be seen.
pub(crate) fn plain(sign: char) -> Option<char> {
    Some(match sign {
        sign if is_invisible(sign) => return None,
        sign if ends_line(sign) => '\n',
        sign if sign.is_whitespace() => ' ',
        // Full-width forms.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{3002}' | '\u{ff61}' => '.',
        sign => sign,
    })
}

/// A word without what cannot be seen, and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// The byte of the source at which it begins.
    pub(crate) at: usize,
    /// Whether it is the first word of its line.
    pub(crate) first: bool,
}

impl Word {
    /// The byte of the source at which the part of this word begins that has so many characters before it.
    pub(crate) fn offset(&self, source: &str, characters: usize) -> usize {
        let visible = source[self.at..].char_indices().filter(|(_, sign)| plain(*sign).is_some());
        visible.map(|(offset, _)| self.at + offset).nth(characters).unwrap_or(source.len())
    }

    /// The first character that no format knows, with the reason, and how many characters stand before it.
    pub(crate) fn foreign(&self) -> Option<(usize, Why)> {
        let (before, sign) = self.text.chars().enumerate().find(|(_, sign)| !sign.is_ascii_graphic())?;
        Some((before, if looks_ascii(sign) { Why::Lookalike(sign) } else { Why::Sign(sign) }))
    }
}

/// Whether a letter or digit of another script looks like one of the notation: those of Greek and Cyrillic,
/// and letters in circles or mathematical styles.
fn looks_ascii(sign: char) -> bool {
    "аАбвВсСԁеЕҒһНіІхХѕЅрРоОАΑΒΕΗΙΧΟοιχɑɡаց".contains(sign)
        || matches!(sign, '\u{1d400}'..='\u{1d7ff}' | '\u{2460}'..='\u{24ff}' | '\u{2070}'..='\u{209c}' | '\u{660}'..='\u{669}')
}

/// Counts lines and columns of a text. Places that are asked for in order cost one pass over it.
pub(crate) struct Places<'a> {
    source: &'a str,
    at: usize,
    line: u32,
    column: u32,
    before: Option<char>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(source: &'a str) -> Self {
        Self { source, at: 0, line: 1, column: 1, before: None }
    }

    /// The line, the column and the word at a byte of the text.
    pub(crate) fn at(&mut self, at: usize) -> Place {
        let at = at.min(self.source.len());
        if at < self.at {
            *self = Self::new(self.source);
        }
        for sign in self.source[self.at..at].chars() {
            if ends_line(sign) {
                // A carriage return and a line feed end one line.
                self.line += u32::from(!(sign == '\n' && self.before == Some('\r')));
                self.column = 1;
            } else if sign != '\u{feff}' {
                self.column += 1;
            }
            self.before = Some(sign);
        }
        self.at = at;
        let word = self.source[at..].chars().take(WORD).map(plain);
        let word = word.take_while(|sign| !matches!(sign, Some(' ' | '\n'))).flatten().take(QUOTED);
        Place { line: self.line, column: self.column, word: word.collect() }
    }
}

/// The byte at which a line and column of serde begin, both from 1; its columns count bytes.
pub(crate) fn byte_of(source: &str, line: usize, column: usize) -> usize {
    let before: usize = source.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = (before + column.saturating_sub(1)).min(source.len());
    (0..=at).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0)
}

/// The beginning of a text, quoted.
pub(crate) fn quote(text: &str) -> String {
    text.trim().chars().filter(|sign| !is_invisible(*sign) && !sign.is_control()).take(QUOTED).collect()
}

/// The first names of a list, quoted.
pub(crate) fn listed(names: &[String]) -> String {
    let most = names.iter().take(LISTED).map(|name| quote(name));
    let more = (names.len() > LISTED).then(|| "…".to_owned());
    most.chain(more).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_counted_in_lines_and_characters_of_any_system() {
        let source = "\u{feff}eins\r\nzwei\rdrüi ä\u{200b}b c\n";
        let at = |what| source.find(what).unwrap();
        let told = |at| {
            let place = Places::new(source).at(at);
            (place.line, place.column, place.word)
        };
        assert_eq!(told(at("eins")), (1, 1, "eins".to_owned()));
        assert_eq!(told(at("wei")), (2, 2, "wei".to_owned()));
        assert_eq!(told(at("ä")), (3, 6, "äb".to_owned()));
        assert_eq!(told(source.len() + 9), (4, 1, String::new()));
    }

    #[test]
    fn a_place_of_serde_is_a_boundary_of_characters() {
        let source = "{\n ä: 1";
        for column in 0..20 {
            assert!(source.is_char_boundary(byte_of(source, 2, column)));
        }
        assert_eq!(byte_of(source, 9, 1), source.len());
    }
}
