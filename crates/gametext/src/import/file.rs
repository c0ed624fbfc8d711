//! Game files and bare moves: which game a section is of, and what its parts say together.

use rules::Game;
use rules::mancala::Preset;

use super::frame::{self, Fault, Section, number, result};
use super::{
    Entry, Played, ReadGame, ending, lists, mancala, mancala_setup, mapello, refusal, running, several,
    strangers, tag_setup, tags,
};
use crate::Words;
use crate::refusal::{Format, Notice, Refusal, Why};
use crate::text::{Places, quote};

/// Reads all games of a text.
pub(super) fn read(source: &str, words: &Words) -> Result<Vec<Entry>, Refusal> {
    let mut places = Places::new(source);
    let sections =
        frame::sections(source).map_err(|(at, why)| refusal(&mut places, Format::Unknown, at, None, why))?;
    let mut games = running::join(source, sections, &|section| read_section(source, section, words));
    running::tell_above(&mut games);
    let (sections, mut read): (Vec<_>, Vec<_>) = games.into_iter().unzip();
    if let ([section], [Err((_, _, fault))]) = (sections.as_slice(), read.as_slice())
        && let Some(lines) = lists::lines(source, section, fault)
    {
        let games: Vec<_> = lines.iter().map(|line| read_section(source, line, words)).collect();
        if games.iter().all(begins) {
            return Ok(games.into_iter().map(|game| told(game, &mut places)).collect());
        }
    }
    for (place, fault) in several::misplaced(source, &sections) {
        let format = read[place].as_ref().map_or_else(|(format, _, _)| *format, |game| game.format);
        read[place] = Err((format, None, fault));
    }
    // Numbers that go on behind that of the line are those of turns.
    let counts_turns = |(section, due): (&Section, u32)| {
        lists::without_number(source, &section.words, due).is_some()
            && lists::behind_number(source, &section.words, due).is_none()
    };
    if sections.len() > 1
        && sections.iter().all(|section| section.tags.is_empty())
        && !sections.iter().zip(1..).any(counts_turns)
    {
        let numbered =
            |(section, due): (&Section, u32)| lists::behind_number(source, &section.words, due).is_some();
        let is_list = sections.iter().zip(1..).all(numbered);
        for ((section, game), due) in sections.iter().zip(&mut read).zip(1..) {
            // The number of a game in a list, not that of a move.
            let Err((_, _, (at, Why::Number { .. }))) = game else { continue };
            let is_first = section.words.first().is_some_and(|word| word.at == *at);
            if let Some(words_behind) = lists::behind_number(source, &section.words, due).filter(|_| is_first)
            {
                let other = read_section(source, &Section { words: words_behind, ..section.clone() }, words);
                *game = if is_list || begins(&other) || section.fault.is_some() { other } else { continue };
            }
        }
    }
    Ok(read.into_iter().map(|game| told(game, &mut places)).collect())
}

/// A game that was read, or the format it was taken for, the number of the move at fault, and the fault.
pub(super) type Read = Result<ReadGame, (Format, Option<u32>, Fault)>;

/// Whether a line begins as a game does, faulty or not: only few moves can be the first one.
fn begins(game: &Read) -> bool {
    match game {
        Ok(_) => true,
        Err((format, ply, _)) => *format == Format::Mapello && ply.is_some_and(|ply| ply > 1),
    }
}

fn told(read: Read, places: &mut Places<'_>) -> Entry {
    read.map_err(|(format, ply, (at, why))| refusal(places, format, at, ply, why))
}

/// Reads one game. What cannot be read may be of another game, which its moves tell.
fn read_section(source: &str, section: &Section, words: &Words) -> Read {
    let read = read_game(source, section, words);
    let Err((_, _, (at, _))) = &read else { return read };
    let is_among_moves = section.words.first().is_some_and(|word| word.at <= *at);
    match strangers::find(section).filter(|_| is_among_moves && section.tag("Game").is_none()) {
        Some(fault) => Err((Format::Unknown, None, fault)),
        None => read,
    }
}

/// The moves of a game, with the format they are taken for.
pub(super) fn played(
    source: &str,
    section: &Section,
) -> Result<(Format, Played), (Format, Option<u32>, Fault)> {
    let game = game_of(source, section).map_err(|fault| (Format::Unknown, None, fault))?;
    let format = match game {
        Game::Mancala => Format::Mancala,
        Game::Mapello => Format::Mapello,
    };
    tag_setup::check(game, section).map_err(|fault| (format, None, fault))?;
    let played = match game {
        Game::Mancala => mancala::read(source, section),
        Game::Mapello => mapello::read(source, section),
    };
    Ok((format, played.map_err(|(fault, ply)| (format, ply, fault))?))
}

fn read_game(source: &str, section: &Section, words: &Words) -> Read {
    let (format, mut played) = played(source, section)?;
    let game = played.setup.game();
    let fails = |fault: Fault| (format, None, fault);
    if let Some(fault) = &section.fault {
        return Err(fails(fault.clone()));
    }
    if played.moves.is_empty() {
        let at = section.words.first().map_or(section.end, |word| word.at);
        return Err(fails((at, Why::NoMoves)));
    }
    tags::count(section, &played).map_err(fails)?;
    let mut notices = std::mem::take(&mut played.notices);
    let about = tags::read(game, section, words, &mut notices).map_err(fails)?;
    let Some(plain) = played.game(about.names) else { return Err(fails((0, Why::NoMoves))) };
    let is_over = || plain.room().game.is_some_and(|game| game.position.outcome().is_some());
    if section.tag("PlyCount").is_none() && !section.is_one && !is_over() {
        let is_othello = mapello::is_of_othello(&notices);
        notices.extend(several::check(source, section, game, &played, is_othello).map_err(fails)?);
    }
    let mut game = ending::read(plain, section, played.result.as_ref(), &mut notices).map_err(fails)?;
    game.ended = about.ended;
    game.board = tags::opening(section, &played).map_err(fails)?;
    if let Some(first) = section.comments.first() {
        let count = u32::try_from(section.comments.len()).unwrap_or(u32::MAX);
        notices.push(Notice::Comments { count, first: quote(&source[first.clone()]) });
    }
    Ok(ReadGame { game, format, place: about.place, notices })
}

/// Which game the section is of: by its tags, else by its first move.
fn game_of(source: &str, section: &Section) -> Result<Game, Fault> {
    if let Some(tag) = section.tag("Game") {
        return match tag.value.trim() {
            value if mapello::is_name(value) => Ok(Game::Mapello),
            value if mancala_setup::is_name(value) => Ok(Game::Mancala),
            _ => Err((tag.at, Why::TagValue("Game".to_owned()))),
        };
    }
    let is_preset = |value: &str| Preset::ALL.iter().any(|one| one.name().eq_ignore_ascii_case(value));
    for tag in &section.tags {
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(&tag.name));
        let is_variant = is(&["Variant"]);
        if tag.says_nothing() && !is(&["South", "North"]) {
            continue;
        }
        if is(&["South", "North"])
            || (mancala_setup::is_setup(tag) && !is_variant)
            || (is_variant && is_preset(tag.value.trim()))
        {
            return Ok(Game::Mancala);
        }
        if is(&["Board"]) && !mapello::is_table(tag) {
            return Ok(Game::Mapello);
        }
    }
    game_of_words(source, section)
}

fn game_of_words(source: &str, section: &Section) -> Result<Game, Fault> {
    let mut numbers = false;
    for word in section.words.iter().filter(|word| result(&word.text).is_none()) {
        if let Some((before, why)) = word.foreign() {
            return Err((word.offset(source, before), why));
        }
        let length = number(&word.text).map_or(0, |(_, length)| length);
        let turn = word.text[length..].to_ascii_lowercase();
        let is_pass = ["--", "pass", "pa", "ps"].iter().any(|pass| turn.starts_with(pass));
        match turn.as_bytes() {
            [] | [b'x', b'0'..=b'9', ..] => {}
            _ if turn.bytes().all(|sign| sign.is_ascii_digit() || sign == b'-') && !is_pass => numbers = true,
            [b'a'..=b'z', b'0'..=b'9', ..] => return Ok(Game::Mapello),
            _ if is_pass => return Ok(Game::Mapello),
            [b'a'..=b'i'] | [b'a'..=b'i', b'-' | b'x', ..] => return Ok(Game::Mancala),
            _ if turn == "swap" || (numbers && turn.starts_with(|sign: char| sign.is_ascii_digit())) => {
                return Ok(Game::Mancala);
            }
            [b'1'..=b'9', ..] if turn.contains('x') => return Ok(Game::Mancala),
            _ => return Err((word.at, Why::NoFormat)),
        }
    }
    let fault = section.fault.clone();
    match section.words.first() {
        _ if numbers => Ok(Game::Mancala),
        Some(_) => fault.map_or(Ok(Game::Mapello), Err),
        None => Err(fault.unwrap_or((section.end, Why::NoMoves))),
    }
}
