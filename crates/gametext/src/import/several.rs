//! What may be of one game or of several: lines that are each a game of their own, results before their moves, and
//! tags below them. What can be read in two ways is refused, or told.

use rules::Game;

use super::frame::{Fault, Section, Tag, is_score, result};
use super::{Played, mancala, mancala_setup, mapello};
use crate::refusal::{Notice, Why};
use crate::text::{Word, plain};

/// What stands between two words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    Blank,
    Line,
    EmptyLine,
    /// A comment in a line of its own.
    Heading,
}

/// The widest gap between two places of a section; a word or a tag begins at both.
fn gap(source: &str, section: &Section, from: usize, to: usize) -> Gap {
    let first = section.comments.partition_point(|comment| comment.start <= from);
    let mut comments =
        section.comments[first..].iter().map(|comment| (comment.start - 1, comment.end)).peekable();
    let mut widest = Gap::Blank;
    // Whether the line has begun behind the first place, and nothing stands in it.
    let mut is_empty = false;
    let mut at = from;
    let is_brace = |at: usize| source[at..].chars().next().map(plain) == Some(Some('}'));
    while let Some(sign) = source[at..to].chars().next() {
        // The sign of a comment is of one to three bytes.
        if comments.peek().is_some_and(|(begin, _)| *begin < at + sign.len_utf8()) {
            let end = comments.next().map_or(at, |(_, end)| end);
            if is_empty {
                return Gap::Heading;
            }
            let length = source[end..].chars().next().map_or(0, char::len_utf8);
            at = (if is_brace(end) { end + length } else { end }).min(to);
            continue;
        }
        match plain(sign) {
            Some('\n') => {
                let is_one = sign == '\n' && source[..at].ends_with('\r');
                if !is_one {
                    widest = widest.max(if is_empty { Gap::EmptyLine } else { Gap::Line });
                }
                is_empty = true;
            }
            None | Some(' ') => {}
            Some(_) => is_empty = false,
        }
        at += sign.len_utf8();
    }
    widest
}

/// Refuses a game, or tells of it, whose parts could each be a game of its own. It is for games that neither their end
/// nor a number of moves shows to be one.
pub(super) fn check(
    source: &str,
    section: &Section,
    game: Game,
    played: &Played,
    is_othello: bool,
) -> Result<Option<Notice>, Fault> {
    let result_at = played.result.as_ref().map(|(_, at)| *at);
    let words: Vec<&Word> = section.words.iter().filter(|word| Some(word.at) != result_at).collect();
    let gaps: Vec<Gap> = words
        .windows(2)
        .map(|pair| if pair[1].first { gap(source, section, pair[0].at, pair[1].at) } else { Gap::Blank })
        .collect();
    if game == Game::Mancala
        && let Some(at) = numbered_games(source, section, &words, played)
    {
        return Err((at, Why::OneOrSeveral));
    }
    for least in [Gap::Heading, Gap::EmptyLine, Gap::Line] {
        let mut begins: Vec<usize> = vec![0];
        begins.extend(gaps.iter().enumerate().filter(|(_, gap)| **gap >= least).map(|(place, _)| place + 1));
        begins.push(words.len());
        let parts: Vec<&[&Word]> = begins.windows(2).map(|pair| &words[pair[0]..pair[1]]).collect();
        let [_, second, ..] = parts.as_slice() else { continue };
        // Where a comment stands above each part, one that only begins as a game does may be a faulty one.
        let is_headed = least == Gap::Heading
            && section.comments.first().is_some_and(|comment| comment.end < parts[0][0].at);
        let least_ply = if is_headed { 1 } else { u32::MAX };
        if !parts.iter().all(|part| is_game(source, section, game, is_othello, part, least_ply)) {
            continue;
        }
        let repeats = |pair: &[&[&Word]]| {
            let [before, now] = pair else { return false };
            before.len() <= now.len() && before.iter().zip(*now).all(|(one, two)| one.text == two.text)
        };
        if least > Gap::Line || parts.windows(2).all(repeats) {
            return Err((second.first().map_or(0, |word| word.at), Why::OneOrSeveral));
        }
        return Ok(Some(Notice::LinesAsOne));
    }
    Ok(None)
}

/// Where the second line begins, if the lines begin with 1, 2 and so on, which are pits in this reading, and each is a
/// game without it: these may be the numbers of games.
fn numbered_games(source: &str, section: &Section, words: &[&Word], played: &Played) -> Option<usize> {
    // A number has no move.
    played.plies.first().filter(|plies| **plies > 0)?;
    let lines: Vec<&[&Word]> = words.chunk_by(|_, next| !next.first).collect();
    let [_, second, ..] = lines.as_slice() else { return None };
    let is_numbered = |(line, due): (&&[&Word], u32)| {
        line.split_first().is_some_and(|(first, rest)| {
            first.text.parse() == Ok(due) && is_game(source, section, Game::Mancala, false, rest, u32::MAX)
        })
    };
    lines.iter().zip(1..).all(is_numbered).then(|| second[0].at)
}

/// Whether a part of the moves is a game by itself, with the set-up of the whole, or at least its first moves are.
fn is_game(
    source: &str,
    section: &Section,
    game: Game,
    is_othello: bool,
    words: &[&Word],
    least: u32,
) -> bool {
    let is_setup = |tag: &Tag| mancala_setup::is_setup(tag) || tag.name.eq_ignore_ascii_case("Board");
    let part = Section {
        tags: section.tags.iter().filter(|tag| is_setup(tag)).cloned().collect(),
        words: words.iter().map(|word| (*word).clone()).collect(),
        cased: mancala::is_cased(section),
        ..Section::default()
    };
    let read = match game {
        Game::Mancala => mancala::read(source, &part),
        Game::Mapello => mapello::read(source, &part),
    };
    match read {
        Ok(part) => !part.moves.is_empty() && mapello::is_of_othello(&part.notices) == is_othello,
        Err((_, ply)) => ply.is_some_and(|ply| ply > least),
    }
}

/// The sections whose result or tags may be those of another one.
pub(super) fn misplaced(source: &str, sections: &[Section]) -> Vec<(usize, Fault)> {
    if let Some(faults) = tags_below(source, sections) {
        return faults;
    }
    let is_result = |word: &Word| result(&word.text).is_some() || is_score(&word.text, None);
    let mut faults = Vec::new();
    // Where a result stands alone before moves.
    let mut early = None;
    for (place, section) in sections.iter().enumerate() {
        early = early.filter(|_| section.tags.is_empty());
        let (Some(first), Some(last)) = (section.words.first(), section.words.last()) else { continue };
        let next = sections.get(place + 1);
        if section.words.len() == 1
            && is_result(first)
            && next.is_some_and(|next| next.tags.is_empty() && !next.words.is_empty())
        {
            early = Some(first.at);
            faults.push((place, (first.at, Why::ResultEarly)));
        } else if early.is_some() && (last.first || !is_result(last)) {
            let at = if last.first && is_result(last) { last.at } else { first.at };
            faults.push((place, (at, Why::ResultEarly)));
        }
    }
    faults
}

/// The faults of a text that begins with moves and ends with tags, each right below the moves before them.
fn tags_below(source: &str, sections: &[Section]) -> Option<Vec<(usize, Fault)>> {
    let [first, .., last] = sections else { return None };
    let is_below = first.tags.is_empty() && last.words.is_empty();
    let below = sections.windows(2).map(|pair| {
        let (word, tag) = (pair[0].words.last()?, pair[1].tags.first()?);
        (gap(source, &pair[0], word.at, tag.at) < Gap::EmptyLine).then_some((tag.at, Why::TagsBelow))
    });
    let below: Vec<Fault> = below.take_while(|_| is_below).collect::<Option<_>>()?;
    let last = below.last().cloned();
    (!below.is_empty()).then(|| below.into_iter().chain(last).enumerate().collect())
}
