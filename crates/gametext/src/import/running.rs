//! Tables of turns with the score so far behind each. A score in the middle of a text ends a game as well, so such a
//! table looks like a list of games: the moves and the scores on the board tell which it is.

use rules::Move;

use super::file::{self, Read};
use super::frame::{Section, Tag, number, result};
use super::lists::number_of;
use super::{Played, mancala_setup, mapello};
use crate::refusal::{Format, Notice, Why};
use crate::text::Word;

/// The most moves of a line that nobody would list as a game: a pair of turns.
const SHORT: usize = 2;
/// With so many scores of a table right, the next one is wrong, and no result.
const SURE: usize = 2;

/// A line of moves, and what stands behind them.
struct Line<'a> {
    moves: &'a [Word],
    /// The score behind them and where it stands.
    score: Option<([u16; 2], usize)>,
}

/// The sections of a text with what each is read as; those that are one table are one.
pub(super) fn join(
    source: &str,
    sections: Vec<Section>,
    read: &dyn Fn(&Section) -> Read,
) -> Vec<(Section, Read)> {
    // A table goes on without tags, and with another number than the first.
    let goes_on = |section: &Section| {
        let first = section.words.first();
        section.tags.is_empty()
            && (begins_with_pit(&section.words)
                || first.and_then(number_of).is_none_or(|(number, _)| number != 1))
    };
    let mut games = Vec::new();
    for group in sections.chunk_by(|_, next| goes_on(next)) {
        match table(source, group, read) {
            Some(table) => games.push(table),
            None => games.extend(group.iter().map(|section| (section.clone(), read(section)))),
        }
    }
    games
}

/// One game, or why it is none, if these sections are a table of turns or may be one.
fn table(source: &str, group: &[Section], read: &dyn Fn(&Section) -> Read) -> Option<(Section, Read)> {
    if group.iter().any(|section| section.fault.is_some()) {
        return None;
    }
    let words: Vec<Word> = group.iter().flat_map(|section| section.words.iter().cloned()).collect();
    // A number alone before a score is that of a turn, unless each line has a score if it is a pit.
    let plain = lines(&words, false);
    let is_plain = plain.as_ref().is_some_and(|(lines, _)| is_scored(lines));
    let pits = lines(&words, true).filter(|(lines, _)| !is_plain && is_scored(lines));
    let has_pits = pits.is_some();
    let (lines, end) = pits.or(plain)?;
    let (last, others) = lines.split_last().filter(|(_, others)| !others.is_empty())?;
    let is_scored = is_scored(&lines);
    let is_split = group.iter().filter(|section| section.words.len() > 1).count() > 1;
    let numbers = || lines.iter().map(|line| number_of(&line.moves[0]).map(|(number, _)| number));
    let is_numbered = numbers().all(|number| number.is_some()) && numbers().is_sorted();
    let most =
        |count: usize| lines.iter().all(|line| moves_of(line.moves).is_some_and(|moves| moves <= count));
    // So many lines of one or two pits nobody would list as games.
    let is_no_list = has_pits && others.len() >= SURE;
    let is_short = is_split && (is_numbered || is_no_list) && most(SHORT);
    if !is_scored && !is_short {
        return None;
    }
    let first = group.first()?;
    let section = Section {
        words: lines.iter().flat_map(|line| line.moves.iter().cloned()).chain(end.cloned()).collect(),
        comments: group.iter().flat_map(|section| section.comments.iter().cloned()).collect(),
        end: group.last()?.end,
        is_one: true,
        ..first.clone()
    };
    let (format, played) = match file::played(source, &section) {
        Ok(played) => played,
        // Other signs than scores end games, which may be short.
        Err(fault) => return (is_short && is_scored).then_some((section, Err(fault))),
    };
    let second = others.get(1).unwrap_or(last).moves[0].at;
    let fault = if is_scored { wrong_score(&lines, &played) } else { Some((second, Why::TurnsOrGames)) };
    match fault {
        Some(fault) => {
            // Scores that are right so far show that a text which cannot be read otherwise is a table.
            let is_sure = has_pits && matches!(fault.1, Why::ScoreWrong(_)) && read(first).is_err();
            let is_table = is_sure || is_split && (is_numbered || has_pits || most(1));
            is_table.then_some((section, Err((format, None, fault))))
        }
        // What can be read as it stands is no table.
        None if !is_split && group.len() == 1 && read(first).is_ok() => None,
        None => {
            let mut game = read(&section);
            game.iter_mut().for_each(|game| game.notices.push(Notice::RunningScore));
            Some((section, game))
        }
    }
}

/// Whether a score stands behind each line; the last one may lack it where others are enough.
fn is_scored(lines: &[Line<'_>]) -> bool {
    lines.split_last().is_some_and(|(last, others)| {
        others.iter().all(|line| line.score.is_some())
            && (last.score.is_some()
                || others.len() >= SURE && last.moves.iter().all(|word| points(&word.text).is_none()))
    })
}

/// The lines of words, and the result that stands alone in the last line or behind its score. With `pits`, a number alone
/// before a score is a pit.
fn lines(words: &[Word], pits: bool) -> Option<(Vec<Line<'_>>, Option<&Word>)> {
    let mut lines: Vec<&[Word]> = words.chunk_by(|_, next| !next.first).collect();
    let mut end = None;
    match lines.last().copied()? {
        [word] if is_end(word) => {
            end = Some(word);
            lines.pop();
        }
        [before @ .., score, word] if result(&word.text).is_some() && points(&score.text).is_some() => {
            end = Some(word);
            *lines.last_mut()? = &words[words.len() - before.len() - 2..words.len() - 1];
        }
        _ => {}
    }
    let lines: Option<Vec<Line<'_>>> = lines.into_iter().map(|words| line(words, pits)).collect();
    Some((lines?, end))
}

fn is_end(word: &Word) -> bool {
    result(&word.text).is_some() || points(&word.text).is_some()
}

/// The moves of a line and the score behind them, in one word, with blanks in it, or in two columns; nothing if the line
/// has no moves.
fn line(words: &[Word], pits: bool) -> Option<Line<'_>> {
    let joined = |words: &[Word], sign: &str| {
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        points(&texts.join(sign))
    };
    let score = |length: usize, sign: &str| {
        let (moves, score) = words.split_at_checked(words.len().checked_sub(length)?)?;
        let at = score.first()?.at;
        let is_line = moves_of_line(moves) || pits && matches!(moves, [word] if is_pit(word));
        is_line.then_some(Line { moves, score: Some((joined(score, sign)?, at)) })
    };
    let told = score(1, "").or_else(|| score(3, "")).or_else(|| score(2, "-"));
    told.or_else(|| {
        let is_result = words.last().is_some_and(|word| result(&word.text).is_some());
        let moves = &words[..words.len() - usize::from(is_result)];
        moves_of_line(moves).then_some(Line { moves, score: None })
    })
}

/// Whether these words are more than the number of a turn.
fn moves_of_line(words: &[Word]) -> bool {
    match words {
        [] => false,
        [word] => number_of(word).is_none_or(|(_, length)| length < word.text.len()),
        _ => true,
    }
}

/// Whether a word may be a pit by its number.
fn is_pit(word: &Word) -> bool {
    matches!(word.text.as_bytes(), [b'1'..=b'9'])
}

/// Whether a line begins with a number that has nothing but a score behind it, so that it is none of a turn.
fn begins_with_pit(words: &[Word]) -> bool {
    let [first, score, rest @ ..] = words else { return false };
    let is_line = !score.first && rest.first().is_none_or(|next| next.first);
    is_line && is_pit(first) && points(&score.text).is_some()
}

/// The points of a word such as `3-1`, `3:1`, `3/1` or `(3-1)`.
fn points(word: &str) -> Option<[u16; 2]> {
    let word = word.strip_prefix('(').and_then(|word| word.strip_suffix(')')).unwrap_or(word);
    let (first, second) = word.split_once(['-', ':', '/'])?;
    let points = |text: &str| {
        let is_number = matches!(text.len(), 1..=3) && text.bytes().all(|sign| sign.is_ascii_digit());
        text.parse().ok().filter(|_| is_number)
    };
    Some([points(first)?, points(second)?])
}

/// About how many moves a line has, or turns of Mancala; nothing if it has numbers among them.
fn moves_of(words: &[Word]) -> Option<usize> {
    let (first, rest) = words.split_first()?;
    if rest.iter().any(|word| number(&word.text).is_some()) {
        return None;
    }
    let behind = number_of(first).map_or(0, |(_, length)| length);
    let texts = std::iter::once(&first.text[behind..]).chain(rest.iter().map(|word| word.text.as_str()));
    let count = |text: &str| match text.as_bytes() {
        [] | [b'x' | b'X', ..] => 0,
        // Squares may be joined in one word.
        [sign, digit, ..] if sign.is_ascii_alphabetic() && digit.is_ascii_digit() => text.len().div_ceil(2),
        _ => 1,
    };
    Some(texts.map(count).sum())
}

/// The first score that is not the one on the board, and why it is none.
fn wrong_score(lines: &[Line<'_>], played: &Played) -> Option<(usize, Why)> {
    let mut position = played.setup.start();
    let mut moves = played.moves.iter();
    let (mut word, mut ply) = (0, 0);
    for (place, line) in lines.iter().enumerate() {
        word += line.moves.len();
        let until = *played.plies.get(word - 1)?;
        while ply < until {
            let mv: &Move = moves.next()?;
            position = position.play(*mv).ok()?.position;
            ply += 1;
        }
        match line.score {
            Some((score, at)) if score != position.score() => {
                let is_sure = place >= SURE;
                return Some((
                    at,
                    if is_sure { Why::ScoreWrong(position.score()) } else { Why::TurnsOrGames },
                ));
            }
            _ => {}
        }
    }
    None
}

/// Tells games without tags that the options or the board of the tags above are those of another game.
pub(super) fn tell_above(games: &mut [(Section, Read)]) {
    // Whether the last tags tell options of Mancala, and a board of Mapello.
    let mut above = [false; 2];
    for (section, game) in games {
        if !section.tags.is_empty() {
            let is_option =
                |tag: &Tag| mancala_setup::is_setup(tag) && !tag.name.eq_ignore_ascii_case("Game");
            let options = section.tags.iter().any(|tag| is_option(tag) && !tag.says_nothing());
            above = [options, mapello::board_tag(section).is_some()];
            continue;
        }
        let Ok(game) = game else { continue };
        if above[usize::from(game.format == Format::Mapello)] {
            game.notices.retain(|notice| *notice != Notice::SetupAssumed);
            game.notices.push(Notice::SetupAbove);
        }
    }
}
