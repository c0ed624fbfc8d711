//! The table of pages: the page of a path, and for each page what the router, the document, the headers and the service worker
//! have to know of it. A new page is a variant, its path in `at`, its row in the table (a static, its place in
//! `PAGES` and in `spec`), its title (`title.rs`), and its arm in `pages.rs`.

mod address;
#[cfg(feature = "ssr")]
mod spec;
#[cfg(test)]
mod tests;
#[cfg(feature = "ssr")]
mod title;

use rules::Game;

pub use address::{GameAddress, Opponent, find_path, learn_path, local_path, review_path, rules_path};
#[cfg(feature = "ssr")]
pub use spec::{Cost, PageSpec, Script};
#[cfg(feature = "ssr")]
pub use table::PAGES;

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
                ["", "me", "with", game] => Self::HeadToHead((*game).to_owned()),
                ["", "r", code, "move"] => Self::GiveSeat((*code).to_owned()),
                ["", "r", code, "take"] => Self::TakeSeat((*code).to_owned()),
                parts => GameAddress::parse(parts).map_or(Self::Unknown, Self::FinishedGame),
            },
            _ => Self::Unknown,
        }
    }
}

/// The table itself, which only the server reads.
#[cfg(feature = "ssr")]
mod table {
    use super::Page;
    use super::spec::{Cost, PROGRAM, PageSpec, STATIC, Script};

    impl Page {
        /// Its row in the table.
        pub fn spec(&self) -> &'static PageSpec {
            match self {
                Self::Home => &HOME,
                Self::Local(..) => &LOCAL,
                Self::Review(_) => &REVIEW,
                Self::Editor => &EDITOR,
                Self::Learn(_) => &LEARN,
                Self::Rules(_) => &RULES,
                Self::Design => &DESIGN,
                Self::Find(_) => &FIND,
                Self::Room(_) => &ROOM,
                Self::FinishedGame(address) if address.embedded => &EMBEDDED_GAME,
                Self::FinishedGame(_) => &FINISHED_GAME,
                Self::Games => &GAMES,
                Self::Import => &IMPORT,
                Self::Notifications => &NOTIFICATIONS,
                Self::Me => &ME,
                Self::Security => &SECURITY,
                Self::Privacy => &PRIVACY,
                Self::HeadToHead(_) => &HEAD_TO_HEAD,
                Self::GiveSeat(_) => &GIVE_SEAT,
                Self::TakeSeat(_) => &TAKE_SEAT,
                Self::Offline => &OFFLINE,
                Self::Unknown => &UNKNOWN,
            }
        }
    }

    /// The table of pages.
    pub static PAGES: &[&PageSpec] = &[
        &HOME,
        &LOCAL,
        &REVIEW,
        &EDITOR,
        &LEARN,
        &RULES,
        &DESIGN,
        &FIND,
        &ROOM,
        &FINISHED_GAME,
        &EMBEDDED_GAME,
        &GAMES,
        &IMPORT,
        &NOTIFICATIONS,
        &ME,
        &SECURITY,
        &PRIVACY,
        &HEAD_TO_HEAD,
        &GIVE_SEAT,
        &TAKE_SEAT,
        &OFFLINE,
    ];

    static HOME: PageSpec = PageSpec {
        paths: &["/"],
        style: "home",
        scripts: &[
            Script::Inline(include_str!("install.js")),
            Script::Inline(concat!(
                include_str!("../../public/local-archive.js"),
                include_str!("device_rows.js"),
                include_str!("home.js")
            )),
        ],
        has_lobby: true,
        offline: true,
        returns: true,
        is_canonical: true,
        cost: Cost::List,
        is_personal: true,
        ..PROGRAM
    };
    static LOCAL: PageSpec = PageSpec {
        paths: &["/local", "/local/mapello", "/computer", "/computer/mapello"],
        style: "table",
        offline: true,
        is_canonical: true,
        ..PROGRAM
    };
    static REVIEW: PageSpec =
        PageSpec { paths: &["/review/mancala", "/review/mapello"], style: "table", offline: true, ..PROGRAM };
    static EDITOR: PageSpec =
        PageSpec { paths: &["/boards/edit"], style: "editor", offline: true, is_canonical: true, ..PROGRAM };
    static LEARN: PageSpec = PageSpec {
        paths: &["/learn/mancala", "/learn/mapello"],
        style: "lesson",
        offline: true,
        is_canonical: true,
        ..PROGRAM
    };
    static RULES: PageSpec = PageSpec {
        paths: &["/rules/mancala", "/rules/mapello"],
        offline: true,
        is_canonical: true,
        ..STATIC
    };
    static DESIGN: PageSpec =
        PageSpec { paths: &["/design"], style: "design", for_developers: true, ..STATIC };
    static FIND: PageSpec = PageSpec {
        paths: &["/find", "/find/mapello"],
        style: "find",
        has_lobby: true,
        is_canonical: true,
        cost: Cost::List,
        is_personal: true,
        ..STATIC
    };
    static ROOM: PageSpec =
        PageSpec { paths: &["/r/{code}"], takes_form: true, style: "table", is_personal: true, ..PROGRAM };
    static FINISHED_GAME: PageSpec = PageSpec {
        paths: &["/g/{id}", "/g/{id}/{at}"],
        has_visitor: false,
        style: "record",
        scripts: &[REPLAY],
        loads_program: true,
        cost: Cost::Replay,
        ..STATIC
    };
    static EMBEDDED_GAME: PageSpec =
        PageSpec { paths: &["/g/{id}/embed", "/g/{id}/embed/{at}"], is_embedded: true, ..FINISHED_GAME };
    static GAMES: PageSpec = PageSpec {
        paths: &["/games"],
        style: "games",
        // With the local archive in the same script, the page needs no other file, also offline. Logs of earlier versions are
        // summarised by the program, which the script then loads.
        scripts: &[Script::Inline(concat!(
            include_str!("../../public/local-archive.js"),
            include_str!("device_rows.js"),
            include_str!("games.js")
        ))],
        loads_program: true,
        offline: true,
        returns: true,
        cost: Cost::List,
        is_personal: true,
        ..STATIC
    };
    static IMPORT: PageSpec = PageSpec {
        paths: &["/games/import"],
        takes_form: true,
        style: "record",
        scripts: &[REPLAY],
        loads_program: true,
        is_personal: true,
        ..STATIC
    };
    static NOTIFICATIONS: PageSpec = PageSpec {
        paths: &["/notifications"],
        style: "notifications",
        scripts: &[Script::File("notify.js")],
        is_personal: true,
        ..STATIC
    };
    static ME: PageSpec = PageSpec {
        paths: &["/me"],
        style: "profile",
        scripts: &[Script::Inline(concat!(include_str!("passkeys.js"), include_str!("profile.js")))],
        is_private: true,
        cost: Cost::Whole,
        ..STATIC
    };
    static SECURITY: PageSpec = PageSpec {
        paths: &["/security"],
        style: "profile",
        scripts: &[Script::Inline(include_str!("passkeys.js"))],
        is_private: true,
        cost: Cost::List,
        ..STATIC
    };
    static PRIVACY: PageSpec =
        PageSpec { paths: &["/privacy"], style: "profile", is_canonical: true, ..STATIC };
    static HEAD_TO_HEAD: PageSpec = PageSpec {
        paths: &["/me/with/{game}"],
        style: "profile",
        is_private: true,
        cost: Cost::Whole,
        ..STATIC
    };
    static GIVE_SEAT: PageSpec = PageSpec {
        paths: &["/r/{code}/move"],
        takes_form: true,
        style: "seat",
        scripts: &[REPLAY],
        cost: Cost::Whole,
        ..STATIC
    };
    static TAKE_SEAT: PageSpec = PageSpec {
        paths: &["/r/{code}/take"],
        takes_form: true,
        style: "seat",
        scripts: &[Script::Inline(include_str!("seat.js"))],
        cost: Cost::Whole,
        ..STATIC
    };
    static OFFLINE: PageSpec =
        PageSpec { paths: &["/offline"], has_visitor: false, offline: true, returns: true, ..STATIC };
    /// The 404 page, which has no path of its own.
    static UNKNOWN: PageSpec = PROGRAM;

    /// Steps through a finished game without page loads, copies links, and opens the game on this device.
    const REPLAY: Script = Script::Inline(include_str!("record.js"));
}
