//! The frame of game files and of bare moves: tags, comments and words, game by game. Each game gives tags
//! and words their meaning.
//!
//! ```text
//! text    = *( game )
//! game    = *( tag / comment ) *( word / comment ) [ result ]
//! tag     = "[" name DQUOTE value DQUOTE "]"   ; \" and \\ in the value
//! comment = "{" no-brace "}" / ";" up to the end of the line
//! ```
//! A game begins with a tag in a line of its own or behind a result, with a line behind a result, or with a
//! line that begins with `1.` behind a higher number.

use super::MAX_GAMES;
use super::comment::are_moves;
use crate::refusal::Why;
use crate::text::{Word, ends_line, plain, quote};

/// The results behind the moves.
pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// The most tags of a game.
const MAX_TAGS: usize = 100;

/// A place at fault, as a byte of the source, and the reason.
pub(super) type Fault = (usize, Why);

/// A tag and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) at: usize,
}

/// One game of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Section {
    pub(super) tags: Vec<Tag>,
    pub(super) words: Vec<Word>,
    pub(super) comments: u32,
    /// The beginning of the first comment.
    pub(super) comment: String,
    /// What ends the text before its end.
    pub(super) fault: Option<Fault>,
}

impl Section {
    /// The tag of this name; case is ignored.
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }
}

/// The result that a word gives, whatever half points are written with.
pub(super) fn result(word: &str) -> Option<&'static str> {
    let word = word.replace('½', "1/2");
    RESULTS.into_iter().find(|known| *known == word)
}

/// The points of a word such as `34-30`.
pub(super) fn score(word: &str) -> Option<[u16; 2]> {
    let (first, second) = word.split_once('-')?;
    let points = |text: &str| {
        let is_number = matches!(text.len(), 1..=3) && text.bytes().all(|sign| sign.is_ascii_digit());
        is_number.then(|| text.parse().ok()).flatten()
    };
    Some([points(first)?, points(second)?])
}

/// The number before a move, as `12.` or `12...`, and what is glued to it.
pub(super) fn number(word: &str) -> Option<(u32, usize)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|sign| *sign == b'.').count();
    let fits = matches!(digits, 1..=6) && dots > 0;
    fits.then(|| word[..digits].parse().ok().map(|number| (number, digits + dots))).flatten()
}

/// Splits a text into its games. A fault ends the last one.
///
/// # Errors
/// There are too many games.
pub(super) fn sections(source: &str) -> Result<Vec<Section>, Fault> {
    let mut lexer = Lexer { source, at: 0, first: true, done: Vec::new(), now: Section::default() };
    let (mut ended, mut highest) = (false, 0);
    while let Some(sign) = lexer.peek() {
        let read = match sign {
            None | Some(' ') => {
                lexer.skip();
                Ok(None)
            }
            Some('\n') => {
                lexer.skip();
                lexer.first = true;
                Ok(None)
            }
            Some('[') => {
                let goes_on = !lexer.now.words.is_empty() && !ended;
                if goes_on && (!lexer.first || !lexer.is_tag()) {
                    // Among moves it begins no tag.
                    Err(Why::NoMove)
                } else {
                    if !lexer.now.words.is_empty() {
                        lexer.end_game()?;
                        (ended, highest) = (false, 0);
                    }
                    lexer.tag().map(|()| None)
                }
            }
            Some('{') => lexer.braces().map(|()| None),
            Some(';') => lexer.line_comment().map(|()| None),
            Some(_) => Ok(Some(lexer.word())),
        };
        match read {
            Ok(None) => {}
            Ok(Some(word)) => {
                let number = number(&word.text).map(|(number, _)| number);
                if word.first && (ended || (number == Some(1) && highest > 1)) {
                    lexer.end_game()?;
                    (ended, highest) = (false, 0);
                }
                highest = highest.max(number.unwrap_or(0));
                let is_score = score(&word.text).is_some_and(|points| points.iter().any(|one| *one >= 20));
                ended |= is_score || result(&word.text).is_some();
                lexer.now.words.push(word);
            }
            Err(why) => {
                lexer.now.fault = Some((lexer.at, why));
                break;
            }
        }
    }
    lexer.end_game()?;
    Ok(lexer.done)
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    /// Whether no word has been read in this line.
    first: bool,
    done: Vec<Section>,
    now: Section,
}

impl Lexer<'_> {
    /// The next character: outer `None` at the end, inner `None` for one that cannot be seen.
    fn peek(&self) -> Option<Option<char>> {
        self.raw().map(plain)
    }

    fn raw(&self) -> Option<char> {
        self.source[self.at..].chars().next()
    }

    fn skip(&mut self) {
        self.at += self.raw().map_or(0, char::len_utf8);
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(None | Some(' ' | '\n'))) {
            self.skip();
        }
    }

    fn end_game(&mut self) -> Result<(), Fault> {
        let section = std::mem::take(&mut self.now);
        if self.done.len() == MAX_GAMES {
            return Err((self.at, Why::TooManyGames));
        }
        self.done.push(section);
        Ok(())
    }

    fn word(&mut self) -> Word {
        let mut word = Word { text: String::new(), at: self.at, first: self.first };
        while let Some(sign) = self.peek().filter(|sign| !sign.is_some_and(|sign| " \n[{;".contains(sign))) {
            word.text.extend(sign);
            self.skip();
        }
        self.first = false;
        word
    }

    fn comment(&mut self, text: &str) {
        if self.now.comments == 0 {
            self.now.comment = quote(text);
        }
        self.now.comments += 1;
    }

    fn braces(&mut self) -> Result<(), Why> {
        let source = self.source;
        let begun = self.at;
        self.skip();
        let inside = self.at;
        loop {
            match self.peek() {
                None => {
                    self.at = begun;
                    return Err(Why::CommentOpen);
                }
                Some(Some('{')) => return Err(Why::CommentNested),
                Some(Some('}')) => break,
                Some(sign) => {
                    self.first |= sign == Some('\n');
                    self.skip();
                }
            }
        }
        self.comment(&source[inside..self.at]);
        self.skip();
        Ok(())
    }

    fn line_comment(&mut self) -> Result<(), Why> {
        let (source, begun) = (self.source, self.at);
        self.skip();
        let inside = self.at;
        let end = source[inside..].find(ends_line).map_or(source.len(), |length| inside + length);
        let text = &source[inside..end];
        if are_moves(text) {
            self.at = begun;
            return Err(Why::CommentMoves);
        }
        self.comment(text);
        self.at = end;
        Ok(())
    }

    fn tag(&mut self) -> Result<(), Why> {
        let begun = self.at;
        let Some(tag) = self.read_tag(begun) else {
            self.at = begun;
            return Err(Why::TagForm);
        };
        if let Some(before) = self.now.tag(&tag.name) {
            if before.value != tag.value {
                self.at = begun;
                return Err(Why::TagTwice(quote(&tag.name)));
            }
            return Ok(());
        }
        if self.now.tags.len() == MAX_TAGS {
            return Err(Why::TooManyTags);
        }
        self.now.tags.push(tag);
        Ok(())
    }

    /// Whether a tag begins here.
    fn is_tag(&mut self) -> bool {
        let (at, first) = (self.at, self.first);
        let is_tag = self.read_tag(at).is_some();
        (self.at, self.first) = (at, first);
        is_tag
    }

    fn read_tag(&mut self, at: usize) -> Option<Tag> {
        self.skip();
        self.skip_blanks();
        let mut name = String::new();
        while let Some(sign) = self.peek() {
            match sign {
                Some(sign) if sign.is_ascii_alphanumeric() || sign == '_' => name.push(sign),
                Some(_) => break,
                None => {}
            }
            self.skip();
        }
        self.skip_blanks();
        let opened = self.raw().filter(|sign| is_quote(*sign))?;
        self.skip();
        let mut value = String::new();
        loop {
            match self.raw()? {
                '\\' => {
                    self.skip();
                    value.push(self.raw()?);
                }
                '"' => break,
                sign if opened != '"' && is_quote(sign) => break,
                sign if ends_line(sign) => return None,
                sign => value.push(sign),
            }
            self.skip();
        }
        self.skip();
        self.skip_blanks();
        (self.peek()? == Some(']') && !name.is_empty()).then_some(())?;
        self.skip();
        self.first = true;
        Some(Tag { name, value, at })
    }
}

/// Quotation marks as keyboards and word processors write them.
pub(super) fn is_quote(sign: char) -> bool {
    matches!(sign, '"' | '“' | '”' | '„' | '«' | '»' | '\u{ff02}')
}
