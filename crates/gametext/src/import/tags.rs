//! The tags of a game file that do not tell of moves: players, date, place, counts.

use room::{BoardChoice, Millis, clean_name, opening_moves};
use rules::{Game, Side};

use super::frame::{Fault, Section, Tag};
use super::{Played, mancala_setup, mapello, side_names};
use crate::Words;
use crate::date::{self, DAY, Date};
use crate::refusal::{Notice, Why};
use crate::text::{listed, quote};

/// Tags that are read.
const READ: [&str; 10] =
    ["Event", "Site", "Place", "Date", "EventDate", "UTCDate", "Result", "Termination", "PlyCount", "ECO"];
/// Tags that are understood, but say nothing that is kept with a game.
const NOT_KEPT: [&str; 17] = [
    "Round",
    "UTCTime",
    "Time",
    "StartTime",
    "EndTime",
    "TimeControl",
    "Annotator",
    "Opening",
    "Source",
    "Link",
    "Url",
    "BlackElo",
    "WhiteElo",
    "BlackTitle",
    "WhiteTitle",
    "BlackRating",
    "WhiteRating",
];

/// The tag of a game that began from a random opening: the number of that opening among the balanced ones.
pub(crate) const RANDOM_OPENING: &str = "RandomOpening";

/// What the tags say beside the moves.
pub(super) struct About {
    pub(super) names: [String; 2],
    pub(super) ended: Millis,
    pub(super) place: Option<String>,
}

pub(super) fn sides(game: Game) -> [&'static str; 2] {
    match game {
        Game::Mancala => ["South", "North"],
        Game::Mapello => ["Black", "White"],
    }
}

/// Whether the value of a tag that is not read says nothing.
pub(super) fn says_nothing(tag: &Tag) -> bool {
    ["", "?", "-", "0", "none"].contains(&tag.value.trim())
}

pub(super) fn is_known(game: Game, tag: &Tag) -> bool {
    let own = match game {
        Game::Mancala => mancala_setup::is_setup(tag),
        Game::Mapello => {
            let is = |own: &&str| own.eq_ignore_ascii_case(&tag.name);
            is(&RANDOM_OPENING) || ["Game", "Board"].iter().any(is) && !mapello::is_table(tag)
        }
    };
    let plain = tag.name.eq_ignore_ascii_case("Variant")
        && ["", "?", "standard", "normal"].contains(&tag.value.trim().to_ascii_lowercase().as_str());
    let is = |name: &&str| name.eq_ignore_ascii_case(&tag.name);
    own || (game == Game::Mapello
        && tag.name.eq_ignore_ascii_case("Variant")
        && (plain || mapello::is_name(&tag.value)))
        || sides(game).iter().any(is)
        || READ.iter().chain(&NOT_KEPT).any(is)
}

/// Compares the number of moves that a tag gives.
pub(super) fn count(section: &Section, played: &Played) -> Result<(), Fault> {
    let Some(tag) = section.tag("PlyCount") else { return Ok(()) };
    let said: usize = tag.plain().parse().map_err(|_| (tag.at, Why::TagValue("PlyCount".to_owned())))?;
    let fits = [played.moves.len(), played.entries].contains(&said);
    if fits { Ok(()) } else { Err((tag.at, Why::Count(played.moves.len() as u32))) }
}

/// The random opening from which the game began, by a tag that must name one with which its moves begin. Behind it there
/// must be a move that somebody made.
pub(super) fn opening(section: &Section, played: &Played) -> Result<Option<BoardChoice>, Fault> {
    let Some(tag) = section.tag(RANDOM_OPENING) else { return Ok(None) };
    let told = || (tag.at, Why::TagValue(RANDOM_OPENING.to_owned()));
    let number = tag.plain().parse().map_err(|_| told())?;
    let moves = opening_moves(&played.setup, Some(number));
    match played.moves.strip_prefix(moves.as_slice()) {
        Some([]) => Err((tag.at, Why::NoMoves)),
        Some(_) if !moves.is_empty() => Ok(Some(BoardChoice::Opening(number))),
        _ => Err(told()),
    }
}

/// Reads players, date and place.
pub(super) fn read(
    game: Game,
    section: &Section,
    words: &Words,
    notices: &mut Vec<Notice>,
) -> Result<About, Fault> {
    let own = side_names(game, words);
    let names = Side::BOTH.map(|side| {
        let said = section.tag(sides(game)[side.index()]).map_or("", |tag| tag.value.as_str());
        named(said, &own[side.index()], notices)
    });
    let mut ended = 0;
    let mut not_kept = Vec::new();
    let mut part: Option<String> = None;
    for tag in ["Date", "UTCDate", "EventDate"].iter().filter_map(|name| section.tag(name)) {
        let told = || (tag.at, Why::TagValue(quote(&tag.name)));
        let is_event = tag.name.eq_ignore_ascii_case("EventDate");
        match date::read(&tag.plain()) {
            // The first day of an event says nothing of a game.
            Date::Day(at) if is_event && (ended == 0 || at / DAY != ended / DAY) => {
                not_kept.push(tag.name.clone());
            }
            Date::Day(at) if ended == 0 => {
                if part.as_ref().is_some_and(|part| !date::is_part(part, at)) {
                    return Err(told());
                }
                // 0 is a day that is not known, the first millisecond later is the same day.
                (ended, part) = (if at == 0 { 1 } else { at }, None);
            }
            // The day of Greenwich may be the one before or after.
            Date::Day(at) if (at - ended).abs() > DAY => return Err(told()),
            Date::Day(at) if at / DAY != ended / DAY => not_kept.push(tag.name.clone()),
            Date::Day(_) | Date::Unknown => {}
            Date::Partial => {
                part = Some(tag.plain());
                notices.push(Notice::TagLeftOut(quote(&tag.name)));
            }
            Date::Wrong => return Err((tag.at, Why::Date)),
            Date::Form => return Err((tag.at, Why::DateForm)),
        }
    }
    for tag in section.tags.iter().filter(|tag| !is_known(game, tag)) {
        notices.push(Notice::TagLeftOut(quote(&tag.name)));
    }
    let is_not_kept =
        |tag: &&Tag| NOT_KEPT.iter().any(|name| name.eq_ignore_ascii_case(&tag.name)) && !says_nothing(tag);
    not_kept.extend(section.tags.iter().filter(is_not_kept).map(|tag| tag.name.clone()));
    if !not_kept.is_empty() {
        notices.push(Notice::NotKept(listed(&not_kept)));
    }
    let told = ["Event", "Place", "Site"].iter().filter_map(|name| section.tag(name));
    let told =
        told.map(|tag| room::clean_line(&tag.value)).filter(|text| !["", "?", "-"].contains(&text.as_str()));
    let place = told.collect::<Vec<_>>().join(", ");
    Ok(About { names, ended, place: Some(place).filter(|place| !place.is_empty()) })
}

/// The name of a player; `own` if the text gives none.
pub(super) fn named(said: &str, own: &str, notices: &mut Vec<Notice>) -> String {
    let said = said.trim();
    let name = clean_name(said);
    if !["", "?", "-"].contains(&said) && name.as_deref() != Some(said) {
        notices.push(Notice::NameChanged(quote(said)));
    }
    name.unwrap_or_else(|| own.to_owned())
}
