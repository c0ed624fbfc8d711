//! The profile of a guest, for that guest alone: counts of results, ratings, opponents.

use room::{GameSettings, MatchPart, Speed};
use rules::Game;

use super::my_games::Outcome;
use super::rating::Rating;

/// Counts of finished games by their result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultCounts {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

/// The finished online games of Mancala or Mapello.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResults {
    /// The game.
    pub game: Game,
    /// The ratings, the fastest speed first; none at a speed at which no game was rated.
    pub ratings: Vec<SpeedRating>,
    /// By preset or board, as a word, and whether with a clock.
    pub kinds: Vec<(String, bool, ResultCounts)>,
    /// How many were called off.
    pub called_off: u32,
}

/// How good somebody is at a game of one speed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpeedRating {
    /// The speed.
    pub speed: Speed,
    /// The rating by games with people, if one was rated.
    pub rating: Option<Rating>,
    /// The rating by games with bots, if one was rated.
    pub bot_rating: Option<Rating>,
    /// The points before the first and after each of the last rated games with people, the oldest first; empty without
    /// one.
    pub history: Vec<u32>,
}

/// An opponent in finished games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The opponent's name in the last game.
    pub name: String,
    /// The id of the last game.
    pub last: String,
    /// The day of the last game.
    pub day: String,
    /// The results.
    pub count: ResultCounts,
}

/// Context of the profile page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProfileData {
    /// The visitor's name.
    pub name: String,
    /// The hash of the guest, by which the form that deletes everything says whom it means.
    pub guest: String,
    /// The counts for each game.
    pub games: Vec<GameResults>,
    /// The opponents, the latest first.
    pub opponents: Vec<Opponent>,
    /// The state of the visitor's account.
    pub account: Account,
    /// The rooms of which no push message comes.
    pub muted: Vec<String>,
}

/// The state of an account (a passkey).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Account {
    /// Passkeys do not work under this address.
    Impossible,
    /// This browser has none.
    Possible,
    /// This browser has none, and the operator has switched off new ones.
    SwitchedOff,
    /// The visitor is signed in.
    SignedIn {
        /// For how many milliseconds more no passkey has to be shown before the account is deleted.
        confirmed_for: i64,
    },
}

/// Context: what became of the wish to have everything deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeletionOutcome {
    /// All data of the previous visitor are deleted (`?deleted`).
    Deleted,
    /// The form was that of another visitor of this browser, so nothing is (`?other`).
    OfAnother,
}

/// A finished game with this opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct HeadToHeadGame {
    /// Its id.
    pub id: String,
    /// Its day.
    pub day: String,
    /// The game with its variant or board.
    pub settings: GameSettings,
    /// What it is of a match.
    pub match_part: Option<MatchPart>,
    /// The result for the visitor.
    pub outcome: Outcome,
}

/// Context of this page.
#[derive(Clone, PartialEq, Debug)]
pub struct HeadToHeadData {
    /// The id of the game by which the opponent was found.
    pub game: String,
    /// The opponent's name in the last game.
    pub name: String,
    /// The results of all games.
    pub count: ResultCounts,
    /// Whether the visitor blocks the opponent.
    pub blocks: bool,
    /// The games on this page, the latest first.
    pub games: Vec<HeadToHeadGame>,
    /// The number of this page, from 1.
    pub page: u32,
    /// Whether there is a further page.
    pub more: bool,
}
