//! Lists of games, as of openings: a transcript in each line, with or without the number of the line before it.

use super::MAX_GAMES;
use super::frame::{Fault, Section, number};
use crate::refusal::Why;
use crate::text::Word;

/// The shortest line, in characters, that may be a transcript of its own: two moves.
const TRANSCRIPT: usize = 4;
/// The shortest one behind a number, which may also be that of a pair of moves: three moves.
const NUMBERED: usize = 6;

/// One section for each line of a section that cannot be read, if each may be a game of its own.
pub(super) fn lines(source: &str, section: &Section, fault: &Fault) -> Option<Vec<Section>> {
    let lines: Vec<&[Word]> = section.words.chunk_by(|_, next| !next.first).collect();
    if !section.tags.is_empty() || section.fault.is_some() || !(2..=MAX_GAMES).contains(&lines.len()) {
        return None;
    }
    let plain = || lines.iter().all(|line| line.len() == 1 && line[0].text.len() >= TRANSCRIPT);
    let games: Vec<Section> = if matches!(fault.1, Why::Number { .. }) {
        let first = number_of(lines.first()?.first()?)?.0;
        let games =
            lines.iter().zip(first..).map(|(line, due)| without_number(source, line, due).map(of_words));
        let games: Option<Vec<_>> = games.collect();
        let is_long =
            |game: &Section| game.words.iter().map(|word| word.text.len()).sum::<usize>() >= NUMBERED;
        games.filter(|games| games.iter().all(is_long))
    } else {
        plain().then(|| lines.iter().map(|line| of_words(line.to_vec())).collect())
    }?;
    Some(with_comments(games, section))
}

/// Gives each line the comments up to the next one.
fn with_comments(mut games: Vec<Section>, section: &Section) -> Vec<Section> {
    let mut comments = section.comments.iter().peekable();
    let begins: Vec<_> =
        games.iter().skip(1).map(|game| game.words.first().map_or(0, |word| word.at)).collect();
    for (game, next) in games.iter_mut().zip(begins.into_iter().chain([usize::MAX])) {
        game.comments
            .extend(std::iter::from_fn(|| comments.next_if(|comment| comment.start < next)).cloned());
    }
    games
}

/// Words without the number before them, if it is this one.
pub(super) fn without_number(source: &str, words: &[Word], due: u32) -> Option<Vec<Word>> {
    let (word, rest) = words.split_first()?;
    let (said, length) = number_of(word)?;
    let text = word.text[length..].to_owned();
    let glued = (!text.is_empty()).then(|| Word { text, at: word.offset(source, length), first: true });
    (said == due).then(|| glued.into_iter().chain(rest.iter().cloned()).collect())
}

/// Words without the number of their game before them, if it is this one. It is that of a turn if the numbers behind it
/// go on from it.
pub(super) fn behind_number(source: &str, words: &[Word], due: u32) -> Option<Vec<Word>> {
    let begins = |words: &[Word]| {
        words.iter().find_map(|word| number(&word.text)).is_none_or(|(number, _)| number == 1)
    };
    without_number(source, words, due).filter(|words| begins(words))
}

/// The number that a word begins with, with dots or as the whole word, and its length.
pub(super) fn number_of(word: &Word) -> Option<(u32, usize)> {
    let plain = || Some((word.text.parse().ok().filter(|_| word.text.len() <= 6)?, word.text.len()));
    number(&word.text).or_else(plain)
}

fn of_words(words: Vec<Word>) -> Section {
    let end = words.last().map_or(0, |word| word.at + word.text.len());
    Section { words, end, ..Section::default() }
}
