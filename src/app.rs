//! The root component of the page, for server-side rendering and hydration: renders the requested page
//! (`page.rs`) and the frame around it.

pub mod api;
pub mod files;
pub mod game;
mod installed;
pub mod lesson;
mod page;
pub mod pages;
pub mod parts;
pub mod shell;
pub mod text;
pub mod ui;

use leptos::prelude::*;

pub use page::{GameAddress, Opponent, Page, find_path, learn_path, local_path, rules_path};
use pages::{
    design_page, editor_page, find_page, finished_game_page, games_page, head_to_head_page, home,
    import_page, learn_page, local_game, not_found, notifications_page, offline_page, profile_page,
    room_page, rules_page, seat_page,
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
/// for this page ([`parts::load`]): this function is never called there, because it would need all parts.
#[component]
pub fn App() -> impl IntoView {
    with_frame(|page| match page {
        Page::Home => home(),
        Page::Local(opponent, game) => local_game(opponent, game),
        Page::Editor => editor_page(),
        Page::Learn(game) => learn_page(game),
        Page::Room(code) => room_page(code),
        Page::Rules(game) => rules_page(game),
        Page::FinishedGame(at) => finished_game_page(&at),
        Page::Games => games_page(),
        Page::Import => import_page(),
        Page::Notifications => notifications_page(),
        Page::Offline => offline_page(),
        Page::Me => profile_page(),
        Page::HeadToHead(_) => head_to_head_page(),
        Page::GiveSeat(_) | Page::TakeSeat(_) => seat_page(),
        Page::Design if use_context::<Developer>().is_some() => design_page(),
        Page::Find(game) => find_page(game),
        Page::Design | Page::Unknown => not_found(),
    })
}

/// The current page in the frame common to all pages.
pub fn with_frame(render: parts::RenderPage) -> impl IntoView {
    ui::toast::provide();
    let skip = el("a").class("skip hidden").attr("href", "#main").child(words::skip_to_content());
    (skip.any(), render(current_page()), toasts())
}
