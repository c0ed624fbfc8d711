//! Ratings as they are shown, and what they are ratings at.

use room::{RoomCode, Speed, TimeControl};
use rules::Game;
use serde::{Deserialize, Serialize};

/// What a rating is at: one of the games, at one of the speeds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RatingCategory {
    /// The game.
    pub game: Game,
    /// How fast it is played.
    pub speed: Speed,
}

impl RatingCategory {
    /// The category of games with this time control; `None` without a clock: such games are not rated.
    pub fn of(game: Game, clock: TimeControl) -> Option<Self> {
        Some(Self { game, speed: Speed::of(clock)? })
    }

    /// A game that is played in one sitting, but not as bullet: where no speed is said.
    pub fn rapid(game: Game) -> Self {
        Self { game, speed: Speed::Rapid }
    }

    /// All categories: of each game, the fastest first.
    pub fn all() -> impl Iterator<Item = Self> {
        Game::ALL.into_iter().flat_map(|game| Speed::ALL.into_iter().map(move |speed| Self { game, speed }))
    }

    /// The word for it in the database: that of the game, and behind it that of the speed unless it is rapid. There
    /// was one rating for each game once; those are the ratings at rapid now (ADR 0085).
    pub fn word(self) -> String {
        match self.speed {
            Speed::Rapid => self.game.word().to_owned(),
            speed => format!("{} {}", self.game.word(), speed.word()),
        }
    }

    /// The category of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::all().find(|category| category.word() == word)
    }
}

/// A rating as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// Its points.
    pub points: u32,
    /// Whether it is provisional, because it rests on few games.
    pub provisional: bool,
}

/// How many moves a win with half of the time takes to be worth one point more in an arena: what a table tells of berserk, and
/// of which rooms know nothing.
pub const BERSERK_MOVES: u32 = 7;

/// What the page of a table of strangers asks for beside the room: ratings, and the tournament, as `GET /r/CODE/ratings` answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableRatings {
    /// Those of the players at the room's game, by [`room::Seat::index`]; `None` for a free seat.
    pub seats: [Option<Rating>; 2],
    /// What the room's game that was asked for has brought its players, in points, by [`rules::Side::index`]; `None`
    /// if it is not over, or not rated. A match is rated by the end of its second game.
    pub change: Option<[i32; 2]>,
    /// The tournament for which the room was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<RoomCode>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_category_has_a_word_and_rapid_that_of_the_game_alone() {
        let words: Vec<String> = RatingCategory::all().map(RatingCategory::word).collect();
        assert_eq!(
            words,
            ["mancala bullet", "mancala", "mancala days", "mapello bullet", "mapello", "mapello days"]
        );
        for category in RatingCategory::all() {
            assert_eq!(RatingCategory::from_word(&category.word()), Some(category));
        }
        for unknown in ["", "mancala rapid", "mancala bots", "bullet", "Mancala"] {
            assert_eq!(RatingCategory::from_word(unknown), None, "{unknown}");
        }
    }
}
