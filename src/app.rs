//! The root component of the page, for server-side rendering and hydration: renders the requested page
//! (`page.rs`) and the frame around it.

pub mod api;
#[cfg(feature = "ssr")]
pub mod files;
pub mod game;
#[cfg(feature = "ssr")]
mod inline_script;
#[cfg(feature = "ssr")]
mod installed;
pub mod lesson;
mod page;
pub mod pages;
pub mod parts;
mod practice;
#[cfg(feature = "ssr")]
pub mod shell;
pub mod text;
pub mod ui;

use leptos::prelude::*;

#[cfg(feature = "ssr")]
pub use page::{Cost, PAGES, PageSpec, Script};
pub use page::{
    FAIR_STARTS_PATH, GameAddress, MISTAKES_PATH, Opponent, Page, find_path, learn_path, local_path,
    puzzles_path, review_path, rules_path,
};
use text::words;
use ui::el::el;
use ui::toast::toasts;

/// The path of the page's address. The server provides it as context; the browser has its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(pub String);

/// The version behind the `?` in the addresses of scripts and icons beside the page's program, under which
/// browsers cache them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AssetVersion(pub String);

/// Context: the server runs for developers, and serves their design page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Developer;

/// Context: the page is rendered without a visitor, for the offline cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoVisitor;

/// Context: the address says that the visitor is waiting for matchmaking (`?waiting`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitsForOpponent;

/// The page that is being rendered.
pub fn current_page() -> Page {
    let path =
        use_context::<Address>().map_or_else(|| location().pathname().unwrap_or_default(), |here| here.0);
    Page::at(&path)
}

/// The root component as the server renders it. Hydration in the browser uses only the part of the program
/// for this page ([`parts::load`]).
#[cfg(feature = "ssr")]
#[component]
pub fn App() -> impl IntoView {
    with_frame(pages::render)
}

/// The current page in the frame common to all pages.
pub fn with_frame(render: parts::RenderPage) -> impl IntoView {
    ui::toast::provide();
    let skip = el("a").class("skip hidden").attr("href", "#main").child(words::skip_to_content());
    (skip.any(), render(current_page()), toasts())
}
