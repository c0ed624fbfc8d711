//! Tags that tell of another game, another start or other rules than can be played here.

use rules::{Game, Side};

use super::frame::{Fault, Section, Tag};
use super::tags::{is_known, says_nothing, sides};
use super::{mancala, mapello};
use crate::date::{self, Date};
use crate::refusal::Why;
use crate::text::quote;

/// What the names of tags tell of another start or of other rules with: words of them, or the beginning or the end of
/// a name in small letters.
const SETUP: [&str; 21] = [
    "fen",
    "setup",
    "position",
    "variant",
    "start",
    "starting",
    "begin",
    "tomove",
    "toplay",
    "firstplayer",
    "firstmover",
    "size",
    "handicap",
    "rule",
    "ruleset",
    "komi",
    "seed",
    "joker",
    "wall",
    "board",
    "capture",
];
/// Such words that other words have as a part, as `discord` and `clubhouse`.
const WHOLE: [&str; 9] = ["sowing", "pie", "pierule", "first", "disc", "disk", "stone", "house", "pit"];
/// Other games, as sites and events are named after them.
const GAMES: [&str; 10] = [
    "chess",
    "schach",
    "ajedrez",
    "xadrez",
    "échecs",
    "checkers",
    "draughts",
    "gomoku",
    "renju",
    "backgammon",
];

/// Refuses tags that tell of a game that is not played here.
pub(super) fn check(game: Game, section: &Section) -> Result<(), Fault> {
    // The code of an opening is one of chess.
    if let Some(tag) = section.tag("ECO").filter(|tag| !says_nothing(tag)) {
        return Err((tag.at, Why::OtherGame(quote(&tag.name))));
    }
    other_game(section)?;
    for tag in section.tags.iter().filter(|tag| !is_known(game, tag) && !says_nothing(tag)) {
        let is_other = || tells_setup(&tag.name) && !is_usual(game, tag) && !is_about(section, tag);
        if mancala::is_setup(&tag.name) || is_other() {
            return Err((tag.at, Why::TagSetup(quote(&tag.name))));
        }
    }
    Ok(())
}

/// Refuses a text without the tag `Game` whose site or event is one of another game.
fn other_game(section: &Section) -> Result<(), Fault> {
    let ours = |tag: &Tag| {
        let value = tag.value.to_lowercase();
        ["othello", "reversi", "mapello", "mancala", "kalah"].iter().any(|name| value.contains(name))
    };
    if section.tag("Game").is_some() || section.tags.iter().any(ours) {
        return Ok(());
    }
    for tag in ["Event", "Site", "Place", "Link", "Url", "Source"].iter().filter_map(|name| section.tag(name))
    {
        let value = tag.value.to_lowercase();
        if GAMES.iter().any(|name| value.contains(name)) {
            return Err((tag.at, Why::OtherGame(quote(&tag.name))));
        }
    }
    Ok(())
}

/// The words of a name, as `StartDate` or `start_date`, in small letters.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for sign in name.chars() {
        let begins = !sign.is_alphanumeric() || sign.is_uppercase() && !before.is_uppercase();
        if begins || words.is_empty() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| sign.is_alphanumeric()) {
            word.extend(sign.to_lowercase());
        }
        before = sign;
    }
    words.retain(|word| !word.is_empty());
    words
}

fn tells_setup(name: &str) -> bool {
    let words = words_of(name);
    let plural = |word: &str, part: &str| word == part || word.strip_suffix('s') == Some(part);
    let is = |word: &str| SETUP.iter().chain(&WHOLE).any(|part| plural(word, part));
    match words.as_slice() {
        [word] => {
            let one = word.trim_end_matches('s');
            is(word) || SETUP.iter().any(|part| word.starts_with(part) || one.ends_with(part))
        }
        // When the game was played, by whom and where, and what a player had at its end.
        [.., last] if ["date", "time", "clock", "rating", "elo", "rank"].contains(&last.as_str()) => false,
        [.., first, last] if first == "first" && last == "name" => false,
        [.., what, last]
            if ["board", "start"].contains(&what.as_str())
                && ["number", "no", "nr"].contains(&last.as_str()) =>
        {
            false
        }
        [side, what] if ["black", "white", "south", "north"].contains(&side.as_str()) => {
            !["disc", "disk", "stone", "seed", "capture"].iter().any(|part| plural(what, part)) && is(what)
        }
        words => words.iter().any(|word| is(word)) || words.windows(2).any(|pair| is(&pair.concat())),
    }
}

/// Whether a tag with such a name tells of a moment, of one of two players, or of a board by number.
fn is_about(section: &Section, tag: &Tag) -> bool {
    let name = |tag: &Tag| words_of(&tag.name).concat();
    match name(tag).as_str() {
        "firstplayer" => section.tags.iter().any(|tag| name(tag) == "secondplayer"),
        "board" => mapello::is_number(tag),
        _ => matches!(date::read(&tag.plain()), Date::Day(_)),
    }
}

/// Whether a tag tells of the usual start, or of the usual rules.
fn is_usual(game: Game, tag: &Tag) -> bool {
    let words = words_of(&tag.name);
    let value = tag.value.trim().to_lowercase();
    let of = |names: &[&str]| words.iter().any(|word| names.iter().any(|name| word.contains(name)));
    let is = |values: &[&str]| values.contains(&value.as_str());
    let is_first = sides(game)[Side::First.index()].eq_ignore_ascii_case(&value);
    let plain = is(&["standard", "normal", "usual"]);
    let named = match game {
        Game::Mapello => mapello::is_name(&value),
        Game::Mancala => is(&["mancala", "kalah"]),
    };
    match game {
        _ if of(&["first", "move", "play", "begin", "start"]) => is_first || plain,
        _ if of(&["rule"]) => named || plain,
        Game::Mapello => of(&["size"]) && is(&["8", "8x8", "8*8", "8×8"]),
        Game::Mancala => of(&["seed"]) && is(&["4"]) || of(&["house"]) && !of(&["seed"]) && is(&["6"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tags_are_read_by_their_words() {
        assert_eq!(words_of("StartDate"), ["start", "date"]);
        assert_eq!(words_of("FEN"), ["fen"]);
        assert_eq!(words_of("SEEDS_per-House2"), ["seeds", "per", "house2"]);
        for name in [
            "FEN",
            "SetUp",
            "startposition",
            "BoardSize",
            "Boardsize",
            "ToMove",
            "tomove",
            "PieRule",
            "Pie",
            "gamerules",
            "VariantName",
            "SeedNumber",
            "sidetomove",
        ] {
            assert!(tells_setup(name), "{name}");
        }
        for name in [
            "StartDate",
            "StartTime",
            "StartNumber",
            "BlackFirstName",
            "Discord",
            "Clubhouse",
            "BlackDiscs",
            "White_Stones",
            "Pieces",
            "Prize",
            "Mood",
            "Moves",
        ] {
            assert!(!tells_setup(name), "{name}");
        }
    }
}
