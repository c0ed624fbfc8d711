//! The table of pages: the page of a path, and for each page what the router, the document, the headers and the service worker
//! have to know of it. A new page is a variant, its path in `at`, its row in the table (`table.rs`: a static, its place in
//! `PAGES` and in `spec`), its title (`title.rs`), and its arm in `pages.rs`.

mod address;
#[cfg(feature = "ssr")]
mod spec;
#[cfg(feature = "ssr")]
mod table;
#[cfg(test)]
mod tests;
#[cfg(feature = "ssr")]
mod title;

#[cfg(feature = "ssr")]
use percent_encoding::percent_decode_str;
use room::CLAIMED_MARK;
use rules::Game;

pub use address::{
    FAIR_STARTS_PATH, GameAddress, MISTAKES_PATH, Opponent, find_path, learn_path, local_path, puzzles_path,
    review_path, rules_path,
};
#[cfg(feature = "ssr")]
pub use spec::{Cost, PageSpec, Script};
#[cfg(feature = "ssr")]
pub use table::PAGES;
#[cfg(feature = "ssr")]
pub use title::escaped;

/// The pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Page {
    /// Home: start a game, join one, resume one.
    Home,
    /// A game on this device.
    Local(Opponent, Game),
    /// The review of a game on this device.
    Review(Game),
    /// The board editor for Mapello.
    Editor,
    /// The lesson of a game.
    Learn(Game),
    /// The puzzles of a game, of whatever day.
    Puzzles(Game),
    /// The visitor's own mistakes, to be practised.
    Mistakes,
    /// The rules of a game.
    Rules(Game),
    /// The design sheet with all components, for developers.
    Design,
    /// The lobby: matchmaking for a game.
    Find(Game),
    /// A room, by its code as it stands in the address.
    Room(String),
    /// A finished game.
    FinishedGame(GameAddress),
    /// "My games", the visitor's own.
    Games,
    /// Import of a game from text.
    Import,
    /// The settings of notifications.
    Notifications,
    /// The visitor's profile.
    Me,
    /// The passkeys and sign-ins of the visitor's account.
    Security,
    /// What is stored, why, for how long, and who can see it.
    Privacy,
    /// The visitor's games with one opponent, found by the id of one of these games.
    HeadToHead(String),
    /// The public page of a player, by the claimed name.
    Player(String),
    /// The leaderboards.
    Leaderboards,
    /// The lists of tournaments.
    Tournaments,
    /// The best running game, and the tournaments of today.
    Tv,
    /// The form that opens a tournament.
    NewTournament,
    /// A tournament, by its code as it stands in the address.
    Tournament(String),
    /// The games of one entrant of a tournament, by the number.
    Entrant(String, String),
    /// The seat transfer of a room: where its player gets a link.
    GiveSeat(String),
    /// The seat transfer of a room: where that link leads.
    TakeSeat(String),
    /// Shown offline instead of pages that need the network.
    Offline,
    /// No page has this address.
    Unknown,
}

impl Page {
    /// The page of a path. Navigation uses ordinary links, not a client-side router: the server renders each
    /// page with current data, it works before the program is loaded, and a router would cost 17 kB.
    pub fn at(path: &str) -> Self {
        match path.split('/').collect::<Vec<_>>().as_slice() {
            ["", ""] => Self::Home,
            ["", "local"] => Self::Local(Opponent::Person, Game::Mancala),
            ["", "local", "mapello"] => Self::Local(Opponent::Person, Game::Mapello),
            ["", "computer"] => Self::Local(Opponent::Computer, Game::Mancala),
            ["", "computer", "mapello"] => Self::Local(Opponent::Computer, Game::Mapello),
            ["", "review", "mancala"] => Self::Review(Game::Mancala),
            ["", "review", "mapello"] => Self::Review(Game::Mapello),
            ["", "boards", "edit"] => Self::Editor,
            ["", "learn", "mancala"] => Self::Learn(Game::Mancala),
            ["", "learn", "mapello"] => Self::Learn(Game::Mapello),
            ["", "puzzles", game] | ["", "puzzles", game, _] if Game::from_word(game).is_some() => {
                Game::from_word(game).map_or(Self::Unknown, Self::Puzzles)
            }
            ["", "mistakes"] => Self::Mistakes,
            ["", "r", code] => Self::Room((*code).to_owned()),
            // Pages without a program: only the server has them.
            parts if cfg!(feature = "ssr") => match parts {
                ["", "rules", "mancala"] => Self::Rules(Game::Mancala),
                ["", "rules", "mapello"] => Self::Rules(Game::Mapello),
                ["", "find"] => Self::Find(Game::Mancala),
                ["", "find", "mapello"] => Self::Find(Game::Mapello),
                ["", "design"] => Self::Design,
                ["", "games"] => Self::Games,
                ["", "games", "import"] => Self::Import,
                ["", "notifications"] => Self::Notifications,
                ["", "offline"] => Self::Offline,
                ["", "me"] => Self::Me,
                ["", "security"] => Self::Security,
                ["", "privacy"] => Self::Privacy,
                ["", "players"] => Self::Leaderboards,
                ["", "events"] => Self::Tournaments,
                ["", "tv"] => Self::Tv,
                ["", "events", "new"] => Self::NewTournament,
                ["", "e", code] => Self::Tournament((*code).to_owned()),
                ["", "e", code, entrant] => Self::Entrant((*code).to_owned(), (*entrant).to_owned()),
                ["", name] if name.starts_with(CLAIMED_MARK) => Self::Player(decoded(&name[1..])),
                ["", "me", "with", game] => Self::HeadToHead((*game).to_owned()),
                ["", "r", code, "move"] => Self::GiveSeat((*code).to_owned()),
                ["", "r", code, "take"] => Self::TakeSeat((*code).to_owned()),
                parts => GameAddress::parse(parts).map_or(Self::Unknown, Self::FinishedGame),
            },
            _ => Self::Unknown,
        }
    }
}

/// A part of a path as it was typed.
fn decoded(part: &str) -> String {
    #[cfg(feature = "ssr")]
    return percent_decode_str(part).decode_utf8_lossy().into_owned();
    #[cfg(not(feature = "ssr"))]
    part.to_owned()
}
