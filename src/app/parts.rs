//! The parts of the page's program (code splitting). Each kind of page has a part of its own, which the browser fetches beside what
//! all of them share; the build cuts them out of the one program at the functions below (`cargo leptos build --split`).

use leptos::prelude::AnyView;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::Page;
use super::pages::{editor_page, home, learn_page, local_game, not_found, room_page};

/// Draws the main content of a page.
pub type Draw = fn(Page) -> AnyView;

/// The part that a page needs, by the name of its function's `wasm_split`; `None` if the shared program is enough.
pub fn part_of(page: &Page) -> Option<&'static str> {
    match page {
        Page::Home => Some("home"),
        Page::Local(..) | Page::Room(_) => Some("table"),
        Page::Editor => Some("editor"),
        Page::Learn(_) => Some("lesson"),
        _ => None,
    }
}

/// Fetches the part of a page, and gives what draws it.
///
/// # Errors
/// The part could not be had: there is no network, and it was not kept for that.
pub async fn load(page: &Page) -> Result<Draw, SplitLoaderError> {
    match part_of(page) {
        Some("home") => home_part().await,
        Some("table") => table_part().await,
        Some("editor") => editor_part().await,
        Some("lesson") => lesson_part().await,
        _ => Ok(|_| not_found()),
    }
}

#[wasm_split(home, wasm_split_path = ::leptos::wasm_split, fallible)]
fn home_part() -> Result<Draw, SplitLoaderError> {
    Ok(|_| home())
}

#[wasm_split(table, wasm_split_path = ::leptos::wasm_split, fallible)]
fn table_part() -> Result<Draw, SplitLoaderError> {
    Ok(|page| match page {
        Page::Local(opponent, game) => local_game(opponent, game),
        Page::Room(code) => room_page(code),
        _ => not_found(),
    })
}

#[wasm_split(editor, wasm_split_path = ::leptos::wasm_split, fallible)]
fn editor_part() -> Result<Draw, SplitLoaderError> {
    Ok(|_| editor_page())
}

#[wasm_split(lesson, wasm_split_path = ::leptos::wasm_split, fallible)]
fn lesson_part() -> Result<Draw, SplitLoaderError> {
    Ok(|page| match page {
        Page::Learn(game) => learn_page(game),
        _ => not_found(),
    })
}
