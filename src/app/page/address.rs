//! Addresses of pages: those of a game on this device, of lessons, rules and the lobby, and that of a finished game.

use rules::Game;

/// The opponent in a game without a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// A person at the same device.
    Person,
    /// The computer.
    Computer,
}

/// The address of a finished game, at one of its positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameAddress {
    /// The game's id as it stands in the address.
    pub id: String,
    /// After how many moves; `None` is the end of the game.
    pub at: Option<u32>,
    /// Whether it is embedded in a page of another site.
    pub embedded: bool,
}

impl GameAddress {
    pub(super) fn parse(parts: &[&str]) -> Option<Self> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| number.to_string() == text);
        let (id, at, embedded) = match *parts {
            ["", "g", id] => (id, None, false),
            ["", "g", id, "embed"] => (id, None, true),
            ["", "g", id, at] => (id, Some(number(at)?), false),
            ["", "g", id, "embed", at] => (id, Some(number(at)?), true),
            _ => return None,
        };
        Some(Self { id: id.to_owned(), at, embedded })
    }

    /// The path of the same game after so many moves.
    pub fn path(&self, at: Option<u32>) -> String {
        let embedded = if self.embedded { "/embed" } else { "" };
        let at = at.map(|at| format!("/{at}")).unwrap_or_default();
        format!("/g/{}{embedded}{at}", self.id)
    }
}

/// The path of a game on this device.
pub fn local_path(opponent: Opponent, game: Game) -> &'static str {
    match (opponent, game) {
        (Opponent::Person, Game::Mancala) => "/local",
        (Opponent::Person, Game::Mapello) => "/local/mapello",
        (Opponent::Computer, Game::Mancala) => "/computer",
        (Opponent::Computer, Game::Mapello) => "/computer/mapello",
    }
}

/// The path of the review of games on this device.
pub fn review_path(game: Game) -> &'static str {
    match game {
        Game::Mancala => "/review/mancala",
        Game::Mapello => "/review/mapello",
    }
}

/// The path of a game's lesson.
pub fn learn_path(game: Game) -> &'static str {
    match game {
        Game::Mancala => "/learn/mancala",
        Game::Mapello => "/learn/mapello",
    }
}

/// The path of a game's puzzles; behind it may stand a day, `/2026-11-27`.
pub fn puzzles_path(game: Game) -> &'static str {
    match game {
        Game::Mancala => "/puzzles/mancala",
        Game::Mapello => "/puzzles/mapello",
    }
}

/// The path of the visitor's own mistakes.
pub const MISTAKES_PATH: &str = "/mistakes";

/// The path of a game's rules.
pub fn rules_path(game: Game) -> &'static str {
    match game {
        Game::Mancala => "/rules/mancala",
        Game::Mapello => "/rules/mapello",
    }
}

/// Where the rules explain what a fair start of Mancala is: the seventh heading in every language.
pub const FAIR_STARTS_PATH: &str = "/rules/mancala#part-6";

/// The path of the lobby page for a game.
pub fn find_path(game: Game) -> &'static str {
    match game {
        Game::Mancala => "/find",
        Game::Mapello => "/find/mapello",
    }
}
