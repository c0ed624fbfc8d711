//! The table of pages: the page of a path, with its title, style sheet and addresses.

use rules::Game;

use super::text::names::game_name;
use super::text::words;

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
    fn parse(parts: &[&str]) -> Option<Self> {
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

/// The pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Page {
    /// Home: start a game, join one, resume one.
    Home,
    /// A game on this device.
    Local(Opponent, Game),
    /// The board editor for Mapello.
    Editor,
    /// The lesson of a game.
    Learn(Game),
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
    /// The visitor's games with one opponent, found by the id of one of these games.
    HeadToHead(String),
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
            ["", "boards", "edit"] => Self::Editor,
            ["", "learn", "mancala"] => Self::Learn(Game::Mancala),
            ["", "learn", "mapello"] => Self::Learn(Game::Mapello),
            ["", "rules", "mancala"] => Self::Rules(Game::Mancala),
            ["", "rules", "mapello"] => Self::Rules(Game::Mapello),
            ["", "find"] => Self::Find(Game::Mancala),
            ["", "find", "mapello"] => Self::Find(Game::Mapello),
            ["", "design"] => Self::Design,
            ["", "r", code] => Self::Room((*code).to_owned()),
            // Static pages are not part of the program.
            parts if cfg!(feature = "ssr") => match parts {
                ["", "games"] => Self::Games,
                ["", "games", "import"] => Self::Import,
                ["", "notifications"] => Self::Notifications,
                ["", "offline"] => Self::Offline,
                ["", "me"] => Self::Me,
                ["", "me", "with", game] => Self::HeadToHead((*game).to_owned()),
                ["", "r", code, "move"] => Self::GiveSeat((*code).to_owned()),
                ["", "r", code, "take"] => Self::TakeSeat((*code).to_owned()),
                parts => GameAddress::parse(parts).map_or(Self::Unknown, Self::FinishedGame),
            },
            _ => Self::Unknown,
        }
    }

    /// Whether the page is static: then it has no program and no hydration.
    pub fn is_static(&self) -> bool {
        matches!(
            self,
            Self::Rules(_)
                | Self::Find(_)
                | Self::Design
                | Self::FinishedGame(_)
                | Self::Games
                | Self::Import
                | Self::Notifications
                | Self::Me
                | Self::HeadToHead(_)
                | Self::GiveSeat(_)
                | Self::TakeSeat(_)
                | Self::Offline
        )
    }

    /// The name of its style sheet (style/pages).
    pub fn style(&self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Local(..) | Self::Room(_) => "table",
            Self::Learn(_) => "lesson",
            Self::Editor => "editor",
            Self::Find(_) => "find",
            Self::FinishedGame(_) | Self::Import => "record",
            Self::Games => "games",
            Self::Me | Self::HeadToHead(_) => "profile",
            Self::Notifications => "notifications",
            Self::GiveSeat(_) | Self::TakeSeat(_) => "seat",
            Self::Design => "design",
            Self::Rules(_) | Self::Offline | Self::Unknown => "rules",
        }
    }

    /// Its title, until the page sets a more specific one.
    pub fn title(&self) -> String {
        match self {
            Self::Home => words::page_title_home(),
            Self::Local(Opponent::Person, _) => words::page_title(&words::pass_and_play()),
            Self::Local(Opponent::Computer, _) => words::page_title(&words::play_computer()),
            Self::Learn(game) => words::page_title(&words::learn_game(game_name(*game))),
            Self::Rules(game) => words::page_title(&words::rules_of(game_name(*game))),
            Self::Editor => words::page_title(&words::build_a_board()),
            Self::Find(_) => words::page_title(&words::find_opponent()),
            Self::Design => words::page_title("design"),
            Self::Room(_) => words::page_title(&words::play_with_me()),
            Self::Games => words::page_title(&words::my_games()),
            Self::Import => words::page_title(&words::import_game()),
            Self::Notifications => words::page_title(&words::notifications()),
            Self::Me | Self::HeadToHead(_) => words::page_title(&words::profile()),
            Self::GiveSeat(_) => words::page_title(&words::move_device()),
            Self::TakeSeat(_) => words::page_title(&words::take_seat()),
            Self::Offline => words::page_title(&words::no_connection()),
            Self::FinishedGame(_) | Self::Unknown => words::page_title(&words::nothing_here()),
        }
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

/// The path of a game's lesson.
pub fn learn_path(game: Game) -> &'static str {
    match game {
        Game::Mancala => "/learn/mancala",
        Game::Mapello => "/learn/mapello",
    }
}

/// The path of a game's rules.
pub fn rules_path(game: Game) -> &'static str {
    match game {
        Game::Mancala => "/rules/mancala",
        Game::Mapello => "/rules/mapello",
    }
}

/// The path of the lobby page for a game.
pub fn find_path(game: Game) -> &'static str {
    match game {
        Game::Mancala => "/find",
        Game::Mapello => "/find/mapello",
    }
}

#[cfg(test)]
mod tests {
    use super::{Game, Opponent, Page, find_path, learn_path, local_path, rules_path};

    #[test]
    fn every_path_leads_to_its_page_and_unknown_paths_to_none() {
        assert_eq!(Page::at("/"), Page::Home);
        for game in [Game::Mancala, Game::Mapello] {
            for opponent in [Opponent::Person, Opponent::Computer] {
                assert_eq!(Page::at(local_path(opponent, game)), Page::Local(opponent, game));
            }
            assert_eq!(Page::at(learn_path(game)), Page::Learn(game));
            assert_eq!(Page::at(rules_path(game)), Page::Rules(game));
            assert_eq!(Page::at(find_path(game)), Page::Find(game));
        }
        assert_eq!(Page::at("/boards/edit"), Page::Editor);
        assert_eq!(Page::at("/notifications"), Page::Notifications);
        assert_eq!(Page::at("/r/BQHRKM"), Page::Room("BQHRKM".to_owned()));
        assert_eq!(Page::at("/r/BQHRKM/move"), Page::GiveSeat("BQHRKM".to_owned()));
        assert_eq!(Page::at("/r/BQHRKM/take"), Page::TakeSeat("BQHRKM".to_owned()));
        for path in ["/g/ABC", "/g/ABC/0", "/g/ABC/12", "/g/ABC/embed", "/g/ABC/embed/12"] {
            let Page::FinishedGame(at) = Page::at(path) else { panic!("{path} is a game's") };
            assert_eq!(at.path(at.at), path);
        }
        assert_eq!(Page::at("/offline"), Page::Offline);
        assert_eq!(Page::at("/me"), Page::Me);
        assert_eq!(Page::at("/me/with/ABC"), Page::HeadToHead("ABC".to_owned()));
        for path in [
            "",
            "/me/",
            "/me/with",
            "/me/with/ABC/1",
            "/g",
            "/g/ABC/",
            "/g/ABC/x",
            "/g/ABC/-1",
            "/g/ABC/01",
            "/g/ABC/99999999999",
            "/g/ABC/1/2",
            "/games/",
            "/local/",
            "/r",
            "/r/A/B",
            "//",
            "/LOCAL",
            "/local/mancala",
            "/boards",
            "/learn",
            "/rules/chess",
            "/find/mancala",
        ] {
            assert_eq!(Page::at(path), Page::Unknown, "{path}");
        }
    }
}
