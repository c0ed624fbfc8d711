//! The terms on which a bot plays: what, with whom, and how many games at a time. Whoever asks for a game within them has it at
//! once, so that nobody waits for the answer of a program. Pure.

use serde::Deserialize;

use crate::model::seek::{ANY, Seek};

/// The most games that a bot may play at a time; one of whoever runs the server has no such limit.
const MAX_GAMES: usize = 16;
/// The most kinds of games that a bot may name.
const MAX_KINDS: usize = 32;

/// The query of a stream.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct TermsQuery {
    /// What the bot plays, separated by commas: a game, or a game, a colon, and its rules or board. Missing: everything.
    takes: Option<String>,
    /// With whom: `anybody` (if it is missing), `people`, `bots`, `nobody`.
    from: Option<String>,
    /// How many games at a time; one if it is missing.
    games: Option<usize>,
}

/// With whom a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opponents {
    Anybody,
    People,
    Bots,
    Nobody,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Terms {
    takes: Vec<Seek>,
    from: Opponents,
    /// How many games at a time.
    pub games: usize,
}

impl Terms {
    /// The terms of a query.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(query: &TermsQuery, is_house: bool) -> Result<Self, &'static str> {
        let takes = query.takes.as_deref().unwrap_or("mancala,mapello").split(',');
        let seek = |kind: &str| {
            let (game, variant) = kind.trim().split_once(':').unwrap_or((kind.trim(), ANY));
            Seek::parse(game, variant, ANY).ok_or("takes: no such game, rules or board")
        };
        let takes = takes.take(MAX_KINDS + 1).map(seek).collect::<Result<Vec<Seek>, _>>()?;
        let most = if is_house { usize::MAX } else { MAX_GAMES };
        let games = query.games.unwrap_or(1);
        if takes.len() > MAX_KINDS {
            return Err("takes: too many");
        }
        if !(1..=most).contains(&games) {
            return Err("games: from 1 to 16");
        }
        let from = match query.from.as_deref() {
            None | Some("anybody") => Opponents::Anybody,
            Some("people") => Opponents::People,
            Some("bots") => Opponents::Bots,
            Some("nobody") => Opponents::Nobody,
            Some(_) => return Err("from: anybody, people, bots or nobody"),
        };
        Ok(Self { takes, from, games })
    }

    /// The terms of a bot that plays one thing, with anybody.
    pub fn only(seek: Seek, games: usize) -> Self {
        Self { takes: vec![seek], from: Opponents::Anybody, games }
    }

    /// What is played if somebody asks for this; `None` if the bot does not play it with them.
    pub fn accept(&self, seek: Seek, is_bot: bool) -> Option<Seek> {
        let fits = match self.from {
            Opponents::Anybody => true,
            Opponents::People => !is_bot,
            Opponents::Bots => is_bot,
            Opponents::Nobody => false,
        };
        self.takes.iter().filter(|_| fits).find_map(|own| own.intersect(seek))
    }

    /// Whether it plays with people.
    pub fn takes_people(&self) -> bool {
        matches!(self.from, Opponents::Anybody | Opponents::People)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(query: &str, is_house: bool) -> Result<Terms, &'static str> {
        let field = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(of, _)| *of == name).map(|(_, value)| value.to_owned())
        };
        let games = field("games").and_then(|number| number.parse().ok());
        Terms::parse(&TermsQuery { takes: field("takes"), from: field("from"), games }, is_house)
    }

    #[test]
    fn a_bot_is_asked_for_what_it_plays_and_by_whom_it_plays_with() {
        let seek = |game, variant| Seek::parse(game, variant, "3+2").unwrap();
        let all = terms("", false).unwrap();
        assert_eq!(all.games, 1);
        for seek in [seek("mancala", "any"), seek("mapello", "othello")] {
            assert_eq!([true, false].map(|is_bot| all.accept(seek, is_bot)), [Some(seek); 2]);
        }
        let kalah = terms("takes=mancala:kalah, mapello&from=people&games=3", false).unwrap();
        assert_eq!(kalah.accept(seek("mancala", "any"), false), Some(seek("mancala", "kalah")));
        assert_eq!(kalah.accept(seek("mancala", "quick"), false), None);
        assert_eq!(kalah.accept(seek("mapello", "empty"), true), None);
        assert_eq!(kalah.accept(seek("mapello", "empty"), false), Some(seek("mapello", "empty")));
        assert_eq!(terms("from=nobody", false).unwrap().accept(seek("mapello", "any"), false), None);
    }

    #[test]
    fn terms_that_are_none_are_refused() {
        for query in ["takes=chess", "takes=", "takes=mancala:default", "from=me", "games=0", "games=17"] {
            assert!(terms(query, false).is_err(), "{query}");
        }
        assert!(terms(&format!("takes={}", ["mancala"; 33].join(",")), false).is_err());
        assert_eq!(terms("games=200", true).unwrap().games, 200);
    }
}
