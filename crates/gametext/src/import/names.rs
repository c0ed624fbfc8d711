//! Names of tags by their words, and what values name: colours of players, and other games.

use rules::Side;

use super::frame::Tag;

/// Words for the two colours, in the languages of files.
const BLACK: [&str; 12] = [
    "black",
    "schwarz",
    "noir",
    "noire",
    "negro",
    "negra",
    "preto",
    "preta",
    "nero",
    "أسود",
    "الأسود",
    "чёрные",
];
const WHITE: [&str; 13] = [
    "white",
    "weiß",
    "weiss",
    "blanc",
    "blanche",
    "blanco",
    "blanca",
    "branco",
    "branca",
    "bianco",
    "أبيض",
    "الأبيض",
    "белые",
];
/// Other games, as events and sites are named after them: in words of their own.
const GAMES: [&str; 34] = [
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
    "shogi",
    "xiangqi",
    "oware",
    "owari",
    "awari",
    "awale",
    "awalé",
    "awele",
    "awélé",
    "ayoayo",
    "congkak",
    "congklak",
    "sungka",
    "omweso",
    "togyzkumalak",
    "toguz",
    "bohnenspiel",
    "pallanguzhi",
    "connect four",
    "connect 4",
    "vier gewinnt",
    "4 gewinnt",
    "puissance 4",
    "conecta 4",
];
/// Games that names of sites end with, as `lichess`.
const SITES: [&str; 3] = ["chess", "draughts", "checkers"];
/// What events of a game are called, in one word with its name.
const EVENTS: [&str; 14] = [
    "club",
    "klub",
    "verein",
    "verband",
    "bund",
    "cup",
    "open",
    "turnier",
    "liga",
    "meisterschaft",
    "partie",
    "olympiade",
    "kongress",
    "festival",
];

/// The words of a name, as `StartDate` or `start_date`, in small letters.
pub(super) fn words_of(name: &str) -> Vec<String> {
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

/// Whether a word is this one, or several of it.
pub(super) fn is_plural(word: &str, one: &str) -> bool {
    word.strip_prefix(one).is_some_and(|rest| ["", "s", "n", "e", "es"].contains(&rest))
}

/// The side whose colour the name of a tag begins with, and whether it is the name of a player's tag.
fn colour(name: &str) -> Option<(Side, bool)> {
    let words = words_of(name);
    let (word, rest) = words.split_first()?;
    let word = word.strip_suffix("player").filter(|rest| !rest.is_empty()).unwrap_or(word);
    let is = |colours: &[&str]| colours.iter().any(|colour| is_plural(word, colour));
    let side = if is(&BLACK) { Side::First } else { is(&WHITE).then_some(Side::Second)? };
    Some((side, rest.iter().all(|word| ["player", "name"].contains(&word.as_str()))))
}

/// The side that tags name first: by its player, else by anything of it.
pub(super) fn first_named(tags: &[Tag]) -> Option<Side> {
    let colours = || tags.iter().filter_map(|tag| colour(&tag.name));
    colours().find(|(_, is_player)| *is_player).or_else(|| colours().next()).map(|(side, _)| side)
}

/// Whether a value names another game: as a word, as the end of one (`lichess`), or in the address of a site.
pub(super) fn names_game(value: &str) -> bool {
    let value = value.to_lowercase();
    let words: Vec<&str> =
        value.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let text = format!(" {} ", words.join(" "));
    GAMES.iter().any(|game| text.contains(&format!(" {game} ")))
        || words.iter().any(|word| {
            let word = word.trim_end_matches(|sign: char| sign.is_ascii_digit());
            SITES.iter().any(|game| word.ends_with(game))
        })
        || value.split_whitespace().any(is_address_of_game)
}

/// Whether a value names an event of another game in one word, as `Schachturnier`; places have such names as well.
pub(super) fn names_event(value: &str) -> bool {
    let value = value.to_lowercase();
    value.split(|sign: char| !sign.is_alphanumeric()).any(|word| {
        let rest = ["chess", "schach"].iter().find_map(|game| word.strip_prefix(game));
        rest.is_some_and(|rest| EVENTS.iter().any(|event| rest.ends_with(event)))
    })
}

fn is_address_of_game(word: &str) -> bool {
    let host = word.split_once("://").map_or(word, |(_, rest)| rest);
    let host = host.split('/').next().unwrap_or_default();
    let is_host = host.rsplit_once('.').is_some_and(|(name, end)| {
        !name.is_empty() && (2..=6).contains(&end.len()) && end.bytes().all(|sign| sign.is_ascii_alphabetic())
    });
    is_host && GAMES.iter().any(|game| game.len() > 4 && host.contains(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tags_are_read_by_their_words() {
        assert_eq!(words_of("StartDate"), ["start", "date"]);
        assert_eq!(words_of("FEN"), ["fen"]);
        assert_eq!(words_of("SEEDS_per-House2"), ["seeds", "per", "house2"]);
    }
}
