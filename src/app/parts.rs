//! The parts of the page's program (code splitting). What every page needs, and home, is the shared program. Each other kind of page
//! has a part of its own, which the browser fetches beside it; what a page needs only at times is a part that is fetched when it is
//! wanted, or when the page is ready. The build cuts them out of the one program at the functions marked `wasm_split`
//! (`cargo leptos build --split`): only such a function may name what belongs to its part, or that becomes a part of whatever else
//! names it. See ADR 0049.

use std::pin::Pin;
use std::sync::OnceLock;
use std::task::{Context, Poll, Waker};

use leptos::prelude::{AnyView, RwSignal};
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use room::RoomCode;
use rules::Game;

use super::api::RoomGame;
use super::game::extras::{Open, command_field, dialogs, shortcut_help};
use super::game::session::Session;
use super::game::{Boards, DrawTable, game_table, mancala_views, mapello_views};
use super::pages::{draft, editor_page, home, learn_page, lobby, local_game, new_game, not_found, room_page};
use super::ui::live::Comes;
use super::ui::settings::settings_content;
use super::{Opponent, Page};

/// Draws the main content of a page.
pub type Draw = fn(Page) -> AnyView;

/// What a page fetches only if it needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What is agreed on before a game.
    Setup,
    /// A table with the board of this game.
    Table(Game),
    /// What is not seen at once.
    Extras,
}

/// The names of the parts that a page needs at first; none if the shared program is enough. `room` is what is played in a room.
pub fn parts_of(page: &Page, room: Option<RoomGame>) -> Vec<&'static str> {
    match *page {
        // A lesson leads to a game on this device, and has the same bundle.
        Page::Local(Opponent::Person, _) | Page::Learn(_) => vec!["local", "table"],
        Page::Local(Opponent::Computer, _) => vec!["local", "setup"],
        Page::Room(_) => match room {
            Some(RoomGame { began: true, .. }) => vec!["room", "table"],
            _ => vec!["room", "setup"],
        },
        Page::Editor => vec!["editor"],
        _ => Vec::new(),
    }
}

/// Fetches what a page needs, and gives what draws it.
///
/// # Errors
/// A part could not be had: there is no network, and it was not kept for that.
pub async fn load(page: &Page) -> Result<Draw, SplitLoaderError> {
    match *page {
        Page::Home => Ok(|_| home()),
        Page::Local(opponent, game) => {
            if opponent == Opponent::Person {
                fetch(Part::Table(game)).await?;
            }
            local_part().await
        }
        Page::Learn(game) => {
            fetch_board(game).await?;
            lesson_part().await
        }
        Page::Room(_) => room_part().await,
        Page::Editor => editor_part().await,
        _ => Ok(|_| not_found()),
    }
}

/// Fetches a part.
///
/// # Errors
/// As for [`load`].
pub async fn fetch(part: Part) -> Result<(), SplitLoaderError> {
    match part {
        Part::Setup if SETUP.get().is_none() => keep(&SETUP, setup_part().await?),
        Part::Setup => {}
        Part::Table(game) => {
            if TABLE.get().is_none() {
                keep(&TABLE, table_part().await?);
            }
            fetch_board(game).await?;
        }
        Part::Extras if EXTRAS.get().is_none() => keep(&EXTRAS, extras_part().await?),
        Part::Extras => {}
    }
    Ok(())
}

/// Whether a part is here. On the server all of them are.
pub fn is_here(part: Part) -> bool {
    match part {
        Part::Setup => setup().is_some(),
        Part::Table(game) => table().is_some() && boards(game).is_some(),
        Part::Extras => extras().is_some(),
    }
}

static SETUP: OnceLock<Setup> = OnceLock::new();
static TABLE: OnceLock<DrawTable> = OnceLock::new();
static MANCALA: OnceLock<Boards> = OnceLock::new();
static MAPELLO: OnceLock<Boards> = OnceLock::new();
static EXTRAS: OnceLock<Extras> = OnceLock::new();

/// What draws the page before a game, if that part is here.
pub fn setup() -> Option<Setup> {
    here(&SETUP, || at_once(setup_part()))
}

/// What draws a table, if that part is here.
pub fn table() -> Option<DrawTable> {
    here(&TABLE, || at_once(table_part()))
}

/// What draws the board of a game, if that part is here.
pub fn boards(game: Game) -> Option<Boards> {
    match game {
        Game::Mancala => here(&MANCALA, || at_once(mancala_part())),
        Game::Mapello => here(&MAPELLO, || at_once(mapello_part())),
    }
}

/// What is not seen at once, if that part is here.
pub fn extras() -> Option<Extras> {
    here(&EXTRAS, || at_once(extras_part()))
}

async fn fetch_board(game: Game) -> Result<(), SplitLoaderError> {
    match game {
        Game::Mancala if MANCALA.get().is_none() => keep(&MANCALA, mancala_part().await?),
        Game::Mapello if MAPELLO.get().is_none() => keep(&MAPELLO, mapello_part().await?),
        _ => {}
    }
    Ok(())
}

fn keep<T>(place: &OnceLock<T>, value: T) {
    // Two may have waited for the same part: both have got the same.
    let _ = place.set(value);
}

fn here<T: Copy>(place: &OnceLock<T>, on_the_server: fn() -> Option<T>) -> Option<T> {
    place.get().copied().or_else(|| if cfg!(feature = "ssr") { on_the_server() } else { None })
}

/// What there is without waiting: on the server nothing has to be fetched.
fn at_once<T>(part: impl Future<Output = Result<T, SplitLoaderError>>) -> Option<T> {
    match Pin::as_mut(&mut Box::pin(part)).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(part) => part.ok(),
        Poll::Pending => None,
    }
}

/// Games on this device.
#[wasm_split(local, wasm_split_path = ::leptos::wasm_split, fallible)]
fn local_part() -> Result<Draw, SplitLoaderError> {
    Ok(|page| match page {
        Page::Local(opponent, game) => local_game(opponent, game),
        _ => not_found(),
    })
}

#[wasm_split(table, wasm_split_path = ::leptos::wasm_split, fallible)]
fn lesson_part() -> Result<Draw, SplitLoaderError> {
    Ok(|page| match page {
        Page::Learn(game) => learn_page(game),
        _ => not_found(),
    })
}

#[wasm_split(room, wasm_split_path = ::leptos::wasm_split, fallible)]
fn room_part() -> Result<Draw, SplitLoaderError> {
    Ok(|page| match page {
        Page::Room(code) => room_page(code),
        _ => not_found(),
    })
}

#[wasm_split(editor, wasm_split_path = ::leptos::wasm_split, fallible)]
fn editor_part() -> Result<Draw, SplitLoaderError> {
    Ok(|_| editor_page())
}

/// What is agreed on before a game.
#[derive(Clone, Copy)]
pub struct Setup {
    /// A room before its game.
    pub lobby: fn(Session, RoomCode, Comes) -> AnyView,
    /// A room in which a board is drafted.
    pub draft: fn(Session) -> AnyView,
    /// A game on this device, before it begins.
    pub new_game: fn(Session, Opponent, Game) -> AnyView,
}

#[wasm_split(setup, wasm_split_path = ::leptos::wasm_split, fallible)]
fn setup_part() -> Result<Setup, SplitLoaderError> {
    Ok(Setup { lobby, draft, new_game })
}

#[wasm_split(table, wasm_split_path = ::leptos::wasm_split, fallible)]
fn table_part() -> Result<DrawTable, SplitLoaderError> {
    Ok(game_table)
}

#[wasm_split(table, wasm_split_path = ::leptos::wasm_split, fallible)]
fn mancala_part() -> Result<Boards, SplitLoaderError> {
    Ok(mancala_views())
}

#[wasm_split(table, wasm_split_path = ::leptos::wasm_split, fallible)]
fn mapello_part() -> Result<Boards, SplitLoaderError> {
    Ok(mapello_views())
}

/// What is not seen at once: dialogs, and the field for commands.
#[derive(Clone, Copy)]
pub struct Extras {
    /// What the settings dialog shows; the signal says whether it is open.
    pub settings: fn(RwSignal<bool>) -> AnyView,
    /// The list of keys of a game's board.
    pub shortcut_help: fn(Game) -> AnyView,
    /// The field for commands of a table.
    pub command_field: fn(Session) -> AnyView,
    /// The dialogs of a table.
    pub dialogs: fn(Session, Open) -> AnyView,
}

#[wasm_split(extras, wasm_split_path = ::leptos::wasm_split, fallible)]
fn extras_part() -> Result<Extras, SplitLoaderError> {
    Ok(Extras { settings: settings_content, shortcut_help, command_field, dialogs })
}
