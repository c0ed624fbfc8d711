//! The parts of the page's program (code splitting). What every page needs, and home, is the shared program; each other kind of
//! page has a part of its own, which the browser fetches beside it, and what is not seen at once is a part that is fetched when
//! the page is ready. The build cuts them out of the one program at the functions marked `wasm_split` (`cargo leptos build --split`):
//! only such a function may name what belongs to its part, or that becomes a part of whatever else names it. See ADR 0049.

use leptos::prelude::{AnyView, RwSignal};
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use rules::Game;

use super::Page;
use super::game::extras::{Open, command_field, dialogs, shortcut_help};
use super::game::session::Session;
use super::pages::{editor_page, home, learn_page, local_game, not_found, room_page};
use super::ui::settings::settings_content;

/// Draws the main content of a page.
pub type Draw = fn(Page) -> AnyView;

/// The part that a page needs, by the name of its function's `wasm_split`; `None` if the shared program is enough.
pub fn part_of(page: &Page) -> Option<&'static str> {
    match page {
        Page::Local(..) | Page::Learn(_) => Some("local"),
        Page::Room(_) => Some("room"),
        Page::Editor => Some("editor"),
        _ => None,
    }
}

/// Fetches the part of a page, and gives what draws it.
///
/// # Errors
/// The part could not be had: there is no network, and it was not kept for that.
pub async fn load(page: &Page) -> Result<Draw, SplitLoaderError> {
    match page {
        Page::Home => Ok(|_| home()),
        Page::Local(..) | Page::Learn(_) => local_part().await,
        Page::Room(_) => room_part().await,
        Page::Editor => editor_part().await,
        _ => Ok(|_| not_found()),
    }
}

/// Games on this device and lessons: tables without a server.
#[wasm_split(local, wasm_split_path = ::leptos::wasm_split, fallible)]
fn local_part() -> Result<Draw, SplitLoaderError> {
    Ok(|page| match page {
        Page::Local(opponent, game) => local_game(opponent, game),
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

/// Fetches them.
///
/// # Errors
/// As for [`load`].
pub async fn extras() -> Result<Extras, SplitLoaderError> {
    extras_part().await
}

#[wasm_split(extras, wasm_split_path = ::leptos::wasm_split, fallible)]
fn extras_part() -> Result<Extras, SplitLoaderError> {
    Ok(Extras { settings: settings_content, shortcut_help, command_field, dialogs })
}
