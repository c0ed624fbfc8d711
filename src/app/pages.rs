//! All pages, one per file, and the page head that they share except for the home page.

mod board_code;
mod board_query;
mod editor;
mod home;
mod learn;
mod local;
mod mistakes;
mod not_found;
mod puzzles;
mod review;
mod room;

// Pages without a program: only the server has their code and their phrases.
#[cfg(feature = "ssr")]
mod design;
#[cfg(feature = "ssr")]
mod finished_game;
#[cfg(feature = "ssr")]
mod friends;
#[cfg(feature = "ssr")]
mod games;
#[cfg(feature = "ssr")]
mod import;
#[cfg(feature = "ssr")]
pub mod lobby;
#[cfg(feature = "ssr")]
mod notifications;
#[cfg(feature = "ssr")]
mod offline;
#[cfg(feature = "ssr")]
mod players;
#[cfg(feature = "ssr")]
mod preview;
#[cfg(feature = "ssr")]
mod privacy;
#[cfg(feature = "ssr")]
mod profile;
#[cfg(feature = "ssr")]
mod rules;
#[cfg(feature = "ssr")]
mod seat_transfer;
#[cfg(feature = "ssr")]
mod security;
#[cfg(feature = "ssr")]
pub mod tournaments;
#[cfg(feature = "ssr")]
pub mod tv;

pub use editor::editor_page;
#[cfg(feature = "ssr")]
pub use finished_game::finished_game_title;
#[cfg(feature = "ssr")]
pub use friends::{challenges, friends_online};
pub use home::home;
#[cfg(feature = "ssr")]
pub use import::games_json;
pub use learn::learn_page;
pub use local::{local_game, new_game};
pub use mistakes::mistakes_page;
pub use not_found::not_found;
#[cfg(feature = "ssr")]
pub use preview::preview_metadata;
pub use puzzles::puzzles_page;
pub use review::review_page;
pub use room::{draft, invitation_text, room_page, room_setup};

use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};

/// The link home, and the heading of a page.
fn page_head(heading: El) -> El {
    let home = el("a").class("button quiet square").href("/").aria_label(words::HOME);
    el("header").class("page-head").child(home.child(icon(Icon::Back))).child(heading)
}

/// Renders a page on the server; the browser has only the part of the program for its page (`parts.rs`).
#[cfg(feature = "ssr")]
pub fn render(page: crate::app::Page) -> leptos::prelude::AnyView {
    use leptos::prelude::use_context;

    use crate::app::{Developer, Page};

    match page {
        Page::Home => home(),
        Page::Local(opponent, game) => local_game(opponent, game),
        Page::Review(game) => review_page(game),
        Page::Editor => editor_page(),
        Page::Learn(game) => learn_page(game),
        Page::Puzzles(game) => puzzles_page(game),
        Page::Mistakes => mistakes_page(),
        Page::Room(code) => room_page(code),
        Page::Rules(game) => rules::rules_page(game),
        Page::FinishedGame(at) => finished_game::finished_game_page(&at),
        Page::Games => games::games_page(),
        Page::Import => import::import_page(),
        Page::Notifications => notifications::notifications_page(),
        Page::Offline => offline::offline_page(),
        Page::Me => profile::profile_page(),
        Page::Security => security::security_page(),
        Page::Privacy => privacy::privacy_page(),
        Page::HeadToHead(_) => profile::head_to_head_page(),
        Page::GiveSeat(_) | Page::TakeSeat(_) => seat_transfer::seat_page(),
        Page::Player(_) => players::player_page(),
        Page::Tournaments => tournaments::tournaments_page(),
        Page::NewTournament => tournaments::new_tournament_page(),
        Page::Tournament(_) => tournaments::tournament_page(),
        Page::Entrant(..) => tournaments::entrant_page(),
        Page::Tv => tv::tv_page(),
        Page::Leaderboards => players::leaderboard_page(),
        Page::Design if use_context::<Developer>().is_some() => design::design_page(),
        Page::Find(game) => lobby::find_page(game),
        Page::Design | Page::Unknown => not_found(),
    }
}
