//! The table of pages itself, which only the server reads.

use super::Page;
use super::spec::{Cost, PROGRAM, PageSpec, STATIC, Script};
use crate::app::inline_script::inline_script;

impl Page {
    /// Its row in the table.
    pub fn spec(&self) -> &'static PageSpec {
        match self {
            Self::Home => &HOME,
            Self::Local(..) => &LOCAL,
            Self::Review(_) => &REVIEW,
            Self::Editor => &EDITOR,
            Self::Learn(_) => &LEARN,
            Self::Puzzles(_) => &PUZZLES,
            Self::Mistakes => &MISTAKES,
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
            Self::Player(_) => &PLAYER,
            Self::Leaderboards => &LEADERBOARDS,
            Self::Tournaments => &TOURNAMENTS,
            Self::Tv => &TV,
            Self::NewTournament => &NEW_TOURNAMENT,
            Self::Tournament(_) => &TOURNAMENT,
            Self::Entrant(..) => &ENTRANT,
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
    &PUZZLES,
    &MISTAKES,
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
    &PLAYER,
    &LEADERBOARDS,
    &TOURNAMENTS,
    &TV,
    &NEW_TOURNAMENT,
    &TOURNAMENT,
    &ENTRANT,
    &GIVE_SEAT,
    &TAKE_SEAT,
    &OFFLINE,
];

static HOME: PageSpec = PageSpec {
    paths: &["/"],
    style: "home",
    scripts: &[
        Script::Inline(inline_script!("../install.js")),
        Script::Inline(inline_script!("../home.js")),
        Script::Inline(inline_script!("../named.js")),
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
static PUZZLES: PageSpec = PageSpec {
    paths: &["/puzzles/mancala", "/puzzles/mapello", "/puzzles/mancala/{day}", "/puzzles/mapello/{day}"],
    style: "lesson",
    offline_once_opened: true,
    is_canonical: true,
    ..PROGRAM
};
static MISTAKES: PageSpec =
    PageSpec { paths: &["/mistakes"], style: "lesson", offline_once_opened: true, ..PROGRAM };
static RULES: PageSpec =
    PageSpec { paths: &["/rules/mancala", "/rules/mapello"], offline: true, is_canonical: true, ..STATIC };
static DESIGN: PageSpec = PageSpec { paths: &["/design"], style: "design", for_developers: true, ..STATIC };
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
    PageSpec { paths: &["/r/{code}"], takes_form: true, style: "room", is_personal: true, ..PROGRAM };
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
    scripts: &[Script::Inline(inline_script!(
        "../../../public/local-archive.js",
        "../../../public/device-rows.js",
        "../games.js"
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
    // A link to it may carry a game.
    cost: Cost::Replay,
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
    scripts: &[
        Script::Inline(inline_script!("../passkeys.js", "../profile.js")),
        Script::Inline(inline_script!("../named.js")),
        Script::Inline(inline_script!("../moments.js")),
    ],
    is_private: true,
    cost: Cost::Whole,
    ..STATIC
};
static SECURITY: PageSpec = PageSpec {
    paths: &["/security"],
    style: "profile",
    scripts: &[Script::Inline(inline_script!("../passkeys.js"))],
    is_private: true,
    cost: Cost::List,
    ..STATIC
};
static PRIVACY: PageSpec = PageSpec { paths: &["/privacy"], style: "profile", is_canonical: true, ..STATIC };
static HEAD_TO_HEAD: PageSpec =
    PageSpec { paths: &["/me/with/{game}"], style: "profile", is_private: true, cost: Cost::Whole, ..STATIC };
static PLAYER: PageSpec =
    PageSpec { paths: &["/@{name}"], style: "profile", is_private: true, cost: Cost::Whole, ..STATIC };
static LEADERBOARDS: PageSpec =
    PageSpec { paths: &["/players"], style: "profile", is_personal: true, cost: Cost::List, ..STATIC };
static TOURNAMENTS: PageSpec = PageSpec {
    paths: &["/events"],
    style: "tournament",
    scripts: &[TOURNAMENT_SCRIPT],
    is_personal: true,
    cost: Cost::List,
    ..STATIC
};
static TV: PageSpec = PageSpec {
    paths: &["/tv"],
    style: "tv",
    // What plays films at tables; without it the moves are shown without animation.
    scripts: &[TOURNAMENT_SCRIPT, Script::File("stage.js"), Script::Inline(inline_script!("../tv.js"))],
    has_lobby: true,
    is_canonical: true,
    is_personal: true,
    cost: Cost::List,
    ..STATIC
};
static NEW_TOURNAMENT: PageSpec = PageSpec {
    paths: &["/events/new"],
    takes_form: true,
    style: "tournament",
    scripts: &[Script::Inline(inline_script!("../zone.js"))],
    is_personal: true,
    ..STATIC
};
static TOURNAMENT: PageSpec = PageSpec {
    paths: &["/e/{code}"],
    style: "tournament",
    scripts: &[TOURNAMENT_SCRIPT],
    has_lobby: true,
    is_personal: true,
    cost: Cost::List,
    ..STATIC
};
static ENTRANT: PageSpec = PageSpec {
    paths: &["/e/{code}/{entrant}"],
    style: "tournament",
    is_personal: true,
    cost: Cost::List,
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
    scripts: &[Script::Inline(inline_script!("../seat.js"))],
    cost: Cost::Whole,
    ..STATIC
};
static OFFLINE: PageSpec =
    PageSpec { paths: &["/offline"], has_visitor: false, offline: true, returns: true, ..STATIC };
/// The 404 page, which has no path of its own.
static UNKNOWN: PageSpec = PROGRAM;

/// Shows times as they are where the visitor is, counts them down, marks the own row, and copies links.
const TOURNAMENT_SCRIPT: Script = Script::Inline(inline_script!("../moments.js", "../tournament.js"));
/// Steps through a finished game without page loads, copies links, and opens the game on this device.
const REPLAY: Script = Script::Inline(inline_script!("../record.js"));
