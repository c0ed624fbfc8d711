//! The page: what is drawn of the one that is asked for (`page.rs`), and what stands around all of them.

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

pub use page::{Opponent, Page, RecordAddress, learn_path, local_path, rules_path};
use pages::{
    design_page, editor_page, find_page, games_page, home, import_page, learn_page, local_game, not_found,
    notifications_page, offline_page, profile_page, record_page, room_page, rules_page, seat_page, with_page,
};
use text::words;
use ui::el::el;
use ui::toast::toasts;

/// Where a page is: the path of its address. The server puts it into the context; the browser knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(pub String);

/// What the scripts and icons beside the page's program are called together, behind a `?`: browsers keep them under it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edition(pub String);

/// The server is one that developers look at: it has a page for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Developer;

/// The page is drawn for nobody, and kept by browsers for when there is no network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nobody;

/// The address says that the visitor looks for an opponent: `?waiting`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waits;

/// The page that is being drawn.
pub fn current_page() -> Page {
    let path =
        use_context::<Address>().map_or_else(|| location().pathname().unwrap_or_default(), |here| here.0);
    Page::at(&path)
}

/// The whole page as the server draws it. The browser takes it over with the part of its program for this page
/// ([`parts::load`]): nothing of the program calls this function, which needs all of them.
#[component]
pub fn App() -> impl IntoView {
    framed(|page| match page {
        Page::Home => home(),
        Page::Local(opponent, game) => local_game(opponent, game),
        Page::Editor => editor_page(),
        Page::Learn(game) => learn_page(game),
        Page::Room(code) => room_page(code),
        Page::Rules(game) => rules_page(game),
        Page::Record(at) => record_page(&at),
        Page::Games => games_page(),
        Page::Import => import_page(),
        Page::Notifications => notifications_page(),
        Page::Offline => offline_page(),
        Page::Me => profile_page(),
        Page::With(_) => with_page(),
        Page::GiveSeat(_) | Page::TakeSeat(_) => seat_page(),
        Page::Design if use_context::<Developer>().is_some() => design_page(),
        Page::Find(game) => find_page(game),
        Page::Design | Page::Unknown => not_found(),
    })
}

/// The current page with what stands around all of them.
pub fn framed(draw: parts::Draw) -> impl IntoView {
    ui::toast::provide();
    let skip = el("a").class("skip hidden").attr("href", "#main").child(words::skip_to_content());
    (skip.any(), draw(current_page()), toasts())
}
