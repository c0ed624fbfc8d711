//! Tags that tell of another game, another start or other rules than can be played here.

use rules::{Game, Side};

use super::frame::{Fault, Section, Tag, score};
use super::names::{is_plural, names_event, names_game, words_of};
use super::tags::{is_known, says_nothing, sides};
use super::{mancala_setup, mapello};
use crate::date::{self, Date};
use crate::refusal::Why;
use crate::text::quote;

/// What the names of tags tell of another start or of other rules with.
const SETUP: [&str; 45] = [
    "fen",
    "setup",
    "position",
    "variant",
    "variante",
    "start",
    "starting",
    "startpos",
    "begin",
    "beginning",
    "tomove",
    "toplay",
    "firstplayer",
    "firstmover",
    "size",
    "handicap",
    "rule",
    "ruleset",
    "komi",
    "joker",
    "wall",
    "board",
    "capture",
    "sowing",
    "pie",
    "pierule",
    "first",
    "regel",
    "stellung",
    "brett",
    "größe",
    "groesse",
    "vorgabe",
    "règle",
    "regle",
    "taille",
    "plateau",
    "regla",
    "regra",
    "tablero",
    "tabuleiro",
    "tamaño",
    "tamanho",
    "posición",
    "posição",
];
/// Words for pits, and for what is sown in them or put on a board.
const PITS: [&str; 8] = ["pit", "house", "hole", "mulde", "trou", "hoyo", "buraco", "cova"];
const STONES: [&str; 16] = [
    "stone", "seed", "disc", "disk", "marble", "bean", "pebble", "stein", "bohne", "samen", "graine",
    "semilla", "piedra", "semente", "pedra", "kugel",
];
/// What such words are joined with in one word, as `gamerules` and `sidetomove`.
const JOINTS: [&str; 10] =
    ["game", "side", "player", "initial", "spiel", "anfangs", "grund", "per", "s", "n"];
/// The longest name that is taken apart.
const NAME: usize = 40;
/// Tags that say in their value what is played.
const KINDS: [&str; 12] = [
    "type", "typ", "kind", "mode", "modus", "tipo", "modo", "genre", "gametype", "gamemode", "spiel", "juego",
];
/// Rules that such a value tells.
const RULES: [&str; 8] =
    ["anti", "misere", "misère", "reverse", "reversed", "inverse", "inverted", "umgekehrt"];
/// The pits of a side and the stones in each, as in Kalah.
const USUAL: [&str; 2] = ["6", "4"];
/// The squares of a side of a board, and of the smallest board that a value may give the size of.
const SIDE: u32 = 8;
const SMALLEST: u32 = 4;
const OURS: [&str; 5] = ["othello", "reversi", "mapello", "mancala", "kalah"];

/// Refuses tags that tell of a game that is not played here.
pub(super) fn check(game: Game, section: &Section) -> Result<(), Fault> {
    // The code of an opening is one of chess.
    if let Some(tag) = section.tag("ECO").filter(|tag| !says_nothing(tag)) {
        return Err((tag.at, Why::OtherGame(quote(&tag.name))));
    }
    other_game(section)?;
    for tag in section.tags.iter().filter(|tag| !is_known(game, tag) && !says_nothing(tag)) {
        let words = words_of(&tag.name);
        let is_event = words.first().is_some_and(|word| word == "event");
        if !is_event && words.last().is_some_and(|word| KINDS.contains(&word.as_str())) {
            tells_kind(tag)?;
        }
        let is_size = || {
            let size = mapello::size(&tag.value);
            game == Game::Mapello
                && size.is_some_and(|[one, two]| one == two && one >= SMALLEST && one != SIDE)
        };
        let is_other = || {
            tells_setup(&tag.name)
                && !is_usual(game, tag)
                && !is_about(section, tag)
                && !is_first_player(game, section, tag)
                && !are_points(tag)
        };
        if mancala_setup::is_setup(tag) || is_size() || is_other() {
            return Err((tag.at, Why::TagSetup(quote(&tag.name))));
        }
    }
    Ok(())
}

/// Refuses a text without the tag `Game` whose site or event is one of another game.
fn other_game(section: &Section) -> Result<(), Fault> {
    let ours = |tag: &Tag| {
        let value = tag.value.to_lowercase();
        OURS.iter().any(|name| value.contains(name))
    };
    if section.tag("Game").is_some() || section.tags.iter().any(ours) {
        return Ok(());
    }
    for tag in ["Event", "Site", "Place", "Link", "Url", "Source"].iter().filter_map(|name| section.tag(name))
    {
        let is_place = ["Site", "Place"].iter().any(|name| tag.name.eq_ignore_ascii_case(name));
        if names_game(&tag.value) || !is_place && names_event(&tag.value) {
            return Err((tag.at, Why::OtherGame(quote(&tag.name))));
        }
    }
    Ok(())
}

/// Refuses a value that says that another game is played, or ours by other rules, as `Kalah(6,3)` and `Anti-Othello`.
fn tells_kind(tag: &Tag) -> Result<(), Fault> {
    let value = tag.value.to_lowercase();
    let mut words = value.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let numbers: Vec<&str> =
        words.clone().filter(|word| word.bytes().all(|sign| sign.is_ascii_digit())).collect();
    let is_counted =
        OURS.iter().any(|name| value.contains(name)) && ![vec![], USUAL.to_vec()].contains(&numbers);
    if names_game(&value) {
        Err((tag.at, Why::OtherGame(quote(&tag.name))))
    } else if is_counted || words.any(|word| RULES.contains(&word)) {
        Err((tag.at, Why::TagSetup(quote(&tag.name))))
    } else {
        Ok(())
    }
}

/// Whether an option of the protocol, as `:game:capture`, tells rules or a game.
pub(super) fn is_rule(name: &str) -> bool {
    // As the first of several words `game` only says that the rest is about one.
    let last = name.rsplit(':').next().unwrap_or_default();
    mancala_setup::is_option(last) || name.split(':').any(tells_setup)
}

/// Whether a tag such as `Discs` tells what both sides have at the end: more than lies in a pit, or on a board at its
/// start.
fn are_points(tag: &Tag) -> bool {
    let names_stones = matches!(words_of(&tag.name).as_slice(), [word] if is_any(word, &STONES));
    names_stones
        && score(&tag.plain()).is_some_and(|[one, two]| one + two > u16::from(*rules::mancala::STONES.end()))
}

fn is_any(word: &str, of: &[&str]) -> bool {
    of.iter().any(|one| is_plural(word, one))
}

fn tells_setup(name: &str) -> bool {
    let words = words_of(name);
    let is = |word: &str| [SETUP.as_slice(), &PITS, &STONES].iter().any(|of| is_any(word, of));
    match words.as_slice() {
        [word] => is(word) || word.len() <= NAME && is_joined(word, false),
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
            !is_any(what, &STONES) && what != "captures" && is(what)
        }
        words => words.iter().any(|word| is(word)) || words.windows(2).any(|pair| is(&pair.concat())),
    }
}

/// Whether a word is joined of such words alone, one of which tells of the set-up.
fn is_joined(word: &str, told: bool) -> bool {
    let tells = || [SETUP.as_slice(), &PITS, &STONES].into_iter().flatten();
    word.is_empty() && told
        || tells().any(|part| word.strip_prefix(part).is_some_and(|rest| is_joined(rest, true)))
        || JOINTS.iter().any(|part| word.strip_prefix(part).is_some_and(|rest| is_joined(rest, told)))
}

/// Whether a tag with such a name tells of a moment, of one of two players, or of a board by number.
fn is_about(section: &Section, tag: &Tag) -> bool {
    let name = |tag: &Tag| words_of(&tag.name).concat();
    match name(tag).as_str() {
        "firstplayer" => section.tags.iter().any(|tag| name(tag) == "secondplayer"),
        "first" => section.tags.iter().any(|tag| name(tag) == "second"),
        "board" => mapello::is_table(tag),
        _ => matches!(date::read(&tag.plain()), Date::Day(_)) || date::is_time(&tag.plain()),
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
        Game::Mapello => of(&["size"]) && is(&["8"]) || mapello::size(&value) == Some([SIDE; 2]),
        Game::Mancala if of(&STONES) => is(&USUAL[1..]),
        Game::Mancala => of(&PITS) && is(&USUAL[..1]),
    }
}

/// Whether a tag such as `FirstPlayer` names the player of the side that begins, where no other tag says who does.
fn is_first_player(game: Game, section: &Section, tag: &Tag) -> bool {
    let player = |side: Side| section.tag(sides(game)[side.index()]).map(|tag| tag.plain().to_lowercase());
    let value = Some(tag.plain().to_lowercase());
    let names = ["firstplayer", "firstmover", "first", "starter", "begins", "tomove", "toplay"];
    names.contains(&words_of(&tag.name).concat().as_str())
        && ["Starts", "FirstMove"].iter().all(|name| section.tag(name).is_none())
        && player(Side::First) == value
        && player(Side::Second) != value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tags_are_read_by_their_words() {
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
            "Startstellung",
            "SeedsPerHole",
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
            "Startgeld",
            "Scoreboard",
            "Beginner",
            "Composition",
        ] {
            assert!(!tells_setup(name), "{name}");
        }
    }
}
