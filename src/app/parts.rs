//! Code splitting and lazy loading of the page's program. Every page has the shared part, which is all that
//! the home page needs. Each other kind of page has a part of its own, loaded in parallel; rarely needed code
//! is a part that is loaded on demand, or when the page is ready. The build splits the one program at the
//! functions marked `wasm_split` (`cargo leptos build --split`): only such a function may name the code of
//! its part, because otherwise that code moves to the part of whatever else names it. See ADR 0049.

use std::pin::Pin;
use std::sync::OnceLock;
use std::task::{Context, Poll, Waker};

use leptos::prelude::{AnyView, RwSignal};
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use room::RoomCode;
use rules::Game;

use super::game::board::views::BoardOf;
use super::game::extras::{OpenDialogs, command_field, dialogs, review_bar, shortcut_help};
use super::game::saved_games::summary::summarize_text;
use super::game::shortcut_help::Shortcut;
use super::game::view::session::Session;
use super::game::{RenderTable, game_table};
use super::pages::{
    draft, editor_page, home, learn_page, local_game, mistakes_page, new_game, not_found, puzzles_page,
    review_page, room_page, room_setup,
};
use super::ui::live::Mount;
use super::ui::settings::settings_content;
use super::{Opponent, Page};
use crate::model::room_page::RoomGame;

/// Renders the main content of a page.
pub type RenderPage = fn(Page) -> AnyView;

/// The parts that are loaded on demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The setup before a game.
    Setup,
    /// The game table with the boards of all games.
    Table,
    /// The extras: dialogs and the text command field.
    Extras,
}

/// The names of the parts that a page needs first; none if the shared part is enough. `room` is the game of a
/// room's page.
pub fn parts_of(page: &Page, room: Option<RoomGame>) -> Vec<&'static str> {
    match *page {
        // A lesson leads to a game on this device, so both share a bundle.
        Page::Local(Opponent::Person, _) | Page::Review(_) | Page::Learn(_) => vec!["local", "table"],
        Page::Local(Opponent::Computer, _) => vec!["local", "setup"],
        Page::Room(_) => match room {
            Some(RoomGame { began: true, .. }) => vec!["room", "table"],
            _ => vec!["room", "setup"],
        },
        Page::Editor => vec!["editor"],
        Page::Puzzles(_) => vec!["puzzles"],
        Page::Mistakes => vec!["mistakes"],
        _ => Vec::new(),
    }
}

/// Loads the parts that a page needs, and returns the function that renders it.
///
/// # Errors
/// A part could not be loaded: there is no network, and the part is not in the offline cache.
pub async fn load(page: &Page) -> Result<RenderPage, SplitLoaderError> {
    match *page {
        Page::Home => Ok(|_| home()),
        Page::Local(Opponent::Computer, _) => local_part().await,
        Page::Local(Opponent::Person, _) | Page::Review(_) => {
            fetch(Part::Table).await?;
            local_part().await
        }
        Page::Learn(_) => lesson_part().await,
        Page::Room(_) => room_part().await,
        Page::Editor => editor_part().await,
        Page::Puzzles(_) => puzzles_part().await,
        Page::Mistakes => mistakes_part().await,
        _ => Ok(|_| not_found()),
    }
}

/// Loads a part.
///
/// # Errors
/// As for [`load`].
pub async fn fetch(part: Part) -> Result<(), SplitLoaderError> {
    match part {
        Part::Setup if SETUP.get().is_none() => store_part(&SETUP, setup_part().await?),
        Part::Setup => {}
        Part::Table if TABLE.get().is_none() => store_part(&TABLE, table_part().await?),
        Part::Table => {}
        Part::Extras if EXTRAS.get().is_none() => store_part(&EXTRAS, extras_part().await?),
        Part::Extras => {}
    }
    Ok(())
}

/// Whether a part is loaded. On the server all are.
pub fn is_loaded(part: Part) -> bool {
    match part {
        Part::Setup => setup().is_some(),
        Part::Table => table().is_some(),
        Part::Extras => extras().is_some(),
    }
}

static SETUP: OnceLock<SetupViews> = OnceLock::new();
static TABLE: OnceLock<RenderTable> = OnceLock::new();
static EXTRAS: OnceLock<Extras> = OnceLock::new();

/// The functions of the setup part, if it is loaded.
pub fn setup() -> Option<SetupViews> {
    loaded_part(&SETUP, || poll_once(setup_part()))
}

/// The function that renders a table, if that part is loaded.
pub fn table() -> Option<RenderTable> {
    loaded_part(&TABLE, || poll_once(table_part()))
}

/// The functions of the extras, if that part is loaded.
pub fn extras() -> Option<Extras> {
    loaded_part(&EXTRAS, || poll_once(extras_part()))
}

fn store_part<T>(place: &OnceLock<T>, value: T) {
    // Two callers may have loaded the same part: their values are equal.
    let _ = place.set(value);
}

fn loaded_part<T: Copy>(place: &OnceLock<T>, on_the_server: fn() -> Option<T>) -> Option<T> {
    place.get().copied().or_else(|| if cfg!(feature = "ssr") { on_the_server() } else { None })
}

/// The part without waiting: on the server nothing has to be loaded.
fn poll_once<T>(part: impl Future<Output = Result<T, SplitLoaderError>>) -> Option<T> {
    match Pin::as_mut(&mut Box::pin(part)).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(part) => part.ok(),
        Poll::Pending => None,
    }
}

/// The part with games on this device.
#[wasm_split(local, wasm_split_path = ::leptos::wasm_split, fallible)]
fn local_part() -> Result<RenderPage, SplitLoaderError> {
    Ok(|page| match page {
        Page::Local(opponent, game) => local_game(opponent, game),
        Page::Review(game) => review_page(game),
        _ => not_found(),
    })
}

/// Summarises the text of a log of this device as JSON, for pages without a program; `None` if it is no log.
pub type Summarize = fn(&str) -> Option<String>;

/// The function that summarises logs, with the part that writes them.
///
/// # Errors
/// As for [`load`].
#[wasm_split(local, wasm_split_path = ::leptos::wasm_split, fallible)]
pub fn summarize_part() -> Result<Summarize, SplitLoaderError> {
    Ok(summarize_text)
}

#[wasm_split(table, wasm_split_path = ::leptos::wasm_split, fallible)]
fn lesson_part() -> Result<RenderPage, SplitLoaderError> {
    Ok(|page| match page {
        Page::Learn(game) => learn_page(game),
        _ => not_found(),
    })
}

#[wasm_split(room, wasm_split_path = ::leptos::wasm_split, fallible)]
fn room_part() -> Result<RenderPage, SplitLoaderError> {
    Ok(|page| match page {
        Page::Room(code) => room_page(code),
        _ => not_found(),
    })
}

#[wasm_split(editor, wasm_split_path = ::leptos::wasm_split, fallible)]
fn editor_part() -> Result<RenderPage, SplitLoaderError> {
    Ok(|_| editor_page())
}

#[wasm_split(puzzles, wasm_split_path = ::leptos::wasm_split, fallible)]
fn puzzles_part() -> Result<RenderPage, SplitLoaderError> {
    Ok(|page| match page {
        Page::Puzzles(game) => puzzles_page(game),
        _ => not_found(),
    })
}

#[wasm_split(mistakes, wasm_split_path = ::leptos::wasm_split, fallible)]
fn mistakes_part() -> Result<RenderPage, SplitLoaderError> {
    Ok(|_| mistakes_page())
}

/// The functions of the setup part.
#[derive(Clone, Copy)]
pub struct SetupViews {
    /// The room setup before its game.
    pub room_setup: fn(Session, RoomCode, Mount) -> AnyView,
    /// The setup draft of a room.
    pub draft: fn(Session) -> AnyView,
    /// The setup of a game on this device.
    pub new_game: fn(Session, Opponent, Game) -> AnyView,
}

#[wasm_split(setup, wasm_split_path = ::leptos::wasm_split, fallible)]
fn setup_part() -> Result<SetupViews, SplitLoaderError> {
    Ok(SetupViews { room_setup, draft, new_game })
}

#[wasm_split(table, wasm_split_path = ::leptos::wasm_split, fallible)]
fn table_part() -> Result<RenderTable, SplitLoaderError> {
    Ok(game_table)
}

/// The functions of the extras: dialogs, and the text command field.
#[derive(Clone, Copy)]
pub struct Extras {
    /// The content of the settings dialog; the signal says whether it is open.
    pub settings: fn(RwSignal<bool>) -> AnyView,
    /// The dialog with the keyboard shortcuts, those of the board first.
    pub shortcut_help: fn(Vec<Shortcut>) -> AnyView,
    /// The text command field of a table.
    pub command_field: fn(Session) -> AnyView,
    /// What the replay bar of a table shows of a review.
    pub review_bar: fn(Session) -> AnyView,
    /// The dialogs of a table. `board` knows the board of a game.
    pub dialogs: fn(Session, OpenDialogs, BoardOf) -> AnyView,
}

#[wasm_split(extras, wasm_split_path = ::leptos::wasm_split, fallible)]
fn extras_part() -> Result<Extras, SplitLoaderError> {
    Ok(Extras { settings: settings_content, shortcut_help, command_field, review_bar, dialogs })
}
