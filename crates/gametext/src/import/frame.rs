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

use std::ops::Range;

use super::lexer::Lexer;
use crate::refusal::Why;
use crate::text::{Word, plain};

/// The results behind the moves.
pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// The most tags of a game.
pub(super) const MAX_TAGS: usize = 100;

/// A place at fault, as a byte of the source, and the reason.
pub(super) type Fault = (usize, Why);

/// A tag and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) at: usize,
}

impl Tag {
    /// The value with the characters of the notation that are meant.
    pub(super) fn plain(&self) -> String {
        self.value.chars().filter_map(plain).collect::<String>().trim().to_owned()
    }

    /// Whether the value says that nothing is known.
    pub(super) fn says_nothing(&self) -> bool {
        ["", "?"].contains(&self.value.trim())
    }
}

/// One game of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Section {
    pub(super) tags: Vec<Tag>,
    pub(super) words: Vec<Word>,
    /// The bytes of the source between the signs of each comment.
    pub(super) comments: Vec<Range<usize>>,
    /// What ends the text before its end.
    pub(super) fault: Option<Fault>,
    /// How many tags stand before the last empty line among them.
    pub(super) apart: Option<usize>,
    /// Whether two tags stand without an empty line between them.
    pub(super) dense: bool,
    /// Whether letters tell sides by their case because other parts of the game do.
    pub(super) cased: bool,
    /// Whether its lines are known to be those of one game.
    pub(super) is_one: bool,
    /// Where it ends.
    pub(super) end: usize,
}

impl Section {
    /// The tag of this name, if it says something; case is ignored.
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name) && !tag.says_nothing())
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

/// Whether a word behind another one is a score and no turn of Mancala: no pit has such a number, or pits have
/// letters here, or squares.
pub(super) fn is_score(word: &str, before: Option<&Word>) -> bool {
    let has_letter = |word: &Word| {
        !word.text.starts_with(['x', 'X']) && word.text.contains(|sign: char| sign.is_ascii_alphabetic())
    };
    score(word).is_some_and(|points| points.iter().any(|one| *one >= 20) || before.is_some_and(has_letter))
}

/// The number before a move, as `12.` or `12...`, and what is glued to it.
pub(super) fn number(word: &str) -> Option<(u32, usize)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|sign| *sign == b'.').count();
    let fits = matches!(digits, 1..=6) && dots > 0;
    fits.then(|| word[..digits].parse().ok().map(|number| (number, digits + dots))).flatten()
}

/// Splits a text into its games. A fault ends its game, not the text.
///
/// # Errors
/// There are too many games.
pub(super) fn sections(source: &str) -> Result<Vec<Section>, Fault> {
    let mut lexer =
        Lexer { source, at: 0, first: true, done: Vec::new(), now: Section::default(), comment: 0 };
    let (mut ended, mut highest) = (false, 0);
    // How many lines have ended since the last sign.
    let mut lines = 0;
    while let Some(sign) = lexer.peek() {
        if !matches!(sign, None | Some(' ' | '\n' | '[')) {
            lines = 0;
        }
        let begins_line = lexer.first;
        let read = match sign {
            None | Some(' ') => {
                lexer.skip();
                Ok(None)
            }
            Some('\n') => {
                // A carriage return and a line feed end one line.
                lines +=
                    u32::from(!source[..lexer.at].ends_with('\r') || !source[lexer.at..].starts_with('\n'));
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
                    lexer.tag(std::mem::take(&mut lines) > 1).map(|()| None)
                }
            }
            Some('{') => lexer.braces().map(|()| None),
            Some(';') => lexer.line_comment().map(|()| None),
            Some(_) => Ok(Some(lexer.word())),
        };
        match read {
            Ok(None) => {}
            Ok(Some(word)) => {
                let word = lexer.joined(word);
                let number = number(&word.text).map(|(number, _)| number);
                if word.first && (ended || (number == Some(1) && highest > 1)) {
                    lexer.end_game()?;
                    (ended, highest) = (false, 0);
                }
                highest = highest.max(number.unwrap_or(0));
                ended |= is_score(&word.text, lexer.now.words.last()) || result(&word.text).is_some();
                lexer.now.words.push(word);
            }
            Err(why) => {
                if ended && begins_line {
                    // It is none of the game whose result stands in a line before it.
                    lexer.end_game()?;
                }
                lexer.now.fault = Some((lexer.at, why));
                if !lexer.go_on() {
                    break;
                }
                lexer.end_game()?;
                (ended, highest, lines) = (false, 0, 0);
            }
        }
    }
    lexer.end_game()?;
    Ok(lexer.done)
}

/// Quotation marks as keyboards and word processors write them.
pub(super) fn is_quote(sign: char) -> bool {
    matches!(sign, '"' | '“' | '”' | '„' | '«' | '»' | '\u{ff02}')
}
