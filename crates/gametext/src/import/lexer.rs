//! The lexer of game files: words, comments and tags as they stand in the text.

use super::MAX_GAMES;
use super::comment::are_moves;
use super::frame::{Fault, MAX_TAGS, Section, Tag, is_quote, is_score, number, result};
use crate::refusal::Why;
use crate::text::{Word, ends_line, plain, quote};

pub(super) struct Lexer<'a> {
    pub(super) source: &'a str,
    pub(super) at: usize,
    /// Whether no word has been read in this line.
    pub(super) first: bool,
    pub(super) done: Vec<Section>,
    pub(super) now: Section,
    /// Where the last comment begins.
    pub(super) comment: usize,
}

fn is_blank(sign: char) -> bool {
    matches!(sign, ' ' | '\n')
}

impl Lexer<'_> {
    /// The next character: outer `None` at the end, inner `None` for one that cannot be seen.
    pub(super) fn peek(&self) -> Option<Option<char>> {
        self.raw().map(plain)
    }

    fn raw(&self) -> Option<char> {
        self.source[self.at..].chars().next()
    }

    pub(super) fn skip(&mut self) {
        self.at += self.raw().map_or(0, char::len_utf8);
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(None | Some(' ' | '\n'))) {
            self.skip();
        }
    }

    pub(super) fn end_game(&mut self) -> Result<(), Fault> {
        let mut section = std::mem::take(&mut self.now);
        section.end = self.at;
        // In a text of which every other line is empty, an empty line says nothing.
        if let Some(tag) = section.apart.filter(|_| section.dense).and_then(|at| section.tags.get(at))
            && !section.words.is_empty()
        {
            section.fault.get_or_insert((tag.at, Why::TagsApart));
        }
        if self.done.len() == MAX_GAMES {
            return Err((self.at, Why::TooManyGames));
        }
        self.done.push(section);
        Ok(())
    }

    pub(super) fn word(&mut self) -> Word {
        let mut word = Word { text: String::new(), at: self.at, first: self.first };
        while let Some(sign) = self.peek().filter(|sign| !sign.is_some_and(|sign| " \n[{;".contains(sign))) {
            word.text.extend(sign);
            self.skip();
        }
        self.first = false;
        word
    }

    pub(super) fn braces(&mut self) -> Result<(), Why> {
        let begun = self.at;
        self.comment = begun;
        self.skip();
        let inside = self.at;
        loop {
            match self.peek() {
                None => {
                    self.at = begun;
                    return Err(Why::CommentOpen);
                }
                Some(Some('{')) => {
                    // The comment of another game closes none of this one.
                    let is_other = self.next_game(begun).is_some_and(|next| next < self.at);
                    self.at = if is_other { begun } else { self.at };
                    return Err(if is_other { Why::CommentOpen } else { Why::CommentNested });
                }
                Some(Some('}')) => break,
                Some(sign) => {
                    self.first |= sign == Some('\n');
                    self.skip();
                }
            }
        }
        self.now.comments.push(inside..self.at);
        self.skip();
        Ok(())
    }

    pub(super) fn line_comment(&mut self) -> Result<(), Why> {
        let (source, begun) = (self.source, self.at);
        self.skip();
        let inside = self.at;
        let end = source[inside..].find(ends_line).map_or(source.len(), |length| inside + length);
        let text = &source[inside..end];
        if are_moves(text) {
            self.at = begun;
            return Err(Why::CommentMoves);
        }
        self.now.comments.push(inside..end);
        self.at = end;
        Ok(())
    }

    /// Goes on behind a fault with the line at which another game begins; false if none does.
    pub(super) fn go_on(&mut self) -> bool {
        let nested = self.now.fault.as_ref().is_some_and(|(_, why)| *why == Why::CommentNested);
        let Some(next) = self.next_game(if nested { self.comment } else { self.at }) else { return false };
        (self.at, self.first) = (next, true);
        true
    }

    /// The line behind a place at which another game begins, as `frame` says.
    fn next_game(&mut self, from: usize) -> Option<usize> {
        let at = self.at;
        // The tags behind a faulty tag are those of its game.
        let mut has_moves = !self.now.words.is_empty() || !self.source[from..].starts_with('[');
        let number_of = |word: &str| number(word).map_or(0, |(number, _)| number);
        let mut highest = self.now.words.iter().map(|word| number_of(&word.text)).max().unwrap_or(0);
        let mut ended = false;
        let mut begin = from;
        let next = self.source[from..].split_inclusive(ends_line).find_map(|line| {
            let blanks = line.len() - line.trim_start_matches(|sign| plain(sign).is_none_or(is_blank)).len();
            let place = (begin, begin + blanks);
            begin += line.len();
            if place.1 == begin {
                return None;
            }
            self.at = place.1;
            let text: String = line.chars().filter_map(plain).collect();
            let is_tag = place.0 > from && self.peek() == Some(Some('[')) && self.is_tag();
            let is_first =
                highest > 1 && text.split_whitespace().next().is_some_and(|word| number_of(word) == 1);
            if place.0 > from && (ended || has_moves && (is_tag || is_first)) {
                return Some(place.0);
            }
            has_moves |= place.0 > from && !is_tag;
            highest = text.split_whitespace().map(number_of).max().unwrap_or(0).max(highest);
            ended = text
                .split_whitespace()
                .next_back()
                .is_some_and(|last| result(last).is_some() || is_score(last, None));
            None
        });
        self.at = at;
        next
    }

    /// Reads a tag; an empty line may stand before it.
    pub(super) fn tag(&mut self, apart: bool) -> Result<(), Why> {
        let begun = self.at;
        if apart && !self.now.tags.is_empty() {
            self.now.apart = Some(self.now.tags.len());
        } else {
            self.now.dense |= !self.now.tags.is_empty();
        }
        let Some(tag) = self.read_tag(begun) else {
            self.at = begun;
            return Err(Why::TagForm);
        };
        let before = self.now.tags.iter().position(|one| one.name.eq_ignore_ascii_case(&tag.name));
        match (before, self.now.apart) {
            (Some(before), Some(apart)) if before < apart && self.now.dense => {
                self.begin_game(apart, begun)?
            }
            (Some(before), _) if self.now.tags[before].value != tag.value => {
                self.at = begun;
                return Err(Why::TagTwice(quote(&tag.name)));
            }
            (Some(_), _) => return Ok(()),
            (None, _) => {}
        }
        if self.now.tags.len() == MAX_TAGS {
            self.at = begun;
            return Err(Why::TooManyTags);
        }
        self.now.tags.push(tag);
        Ok(())
    }

    /// Ends a game that has tags alone: those behind its last empty line are the first of the next one.
    fn begin_game(&mut self, apart: usize, begun: usize) -> Result<(), Why> {
        let next = self.now.tags.split_off(apart);
        self.end_game().map_err(|(_, why)| why)?;
        let end = next.first().map_or(begun, |tag| tag.at);
        self.done.iter_mut().next_back().into_iter().for_each(|game| game.end = end);
        self.now.tags = next;
        Ok(())
    }

    /// A word, or the result that it is the end of, as `34 - 30`.
    pub(super) fn joined(&mut self, word: Word) -> Word {
        let words = &mut self.now.words;
        let [before @ .., first, dash] = words.as_slice() else { return word };
        let text = format!("{}-{}", first.text, word.text);
        // Two numbers may also be a turn and its pit.
        let is_result = result(&text).is_some() || is_score(&text, before.last());
        if dash.text != "-" || dash.first || word.first || !is_result {
            return word;
        }
        let joined = Word { text, ..first.clone() };
        words.truncate(words.len() - 2);
        joined
    }

    /// Whether a tag begins here.
    pub(super) fn is_tag(&mut self) -> bool {
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
                Some(sign) if sign.is_alphanumeric() || "_-".contains(sign) => name.push(sign),
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
                    let sign = self.raw()?;
                    // Before any other character it is one, as in the path of a file.
                    value.extend((sign != '\\' && !is_quote(sign)).then_some('\\'));
                    value.push(sign);
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
