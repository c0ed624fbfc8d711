//! All pages, one per file, and the page head that they share except for the home page.

mod board_query;
mod design;
mod editor;
mod finished_game;
mod games;
mod home;
mod import;
mod learn;
pub mod lobby;
mod local;
mod not_found;
mod notifications;
mod offline;
mod profile;
mod room;
mod rules;
mod seat_transfer;

pub use self::finished_game::{finished_game_page, finished_game_title, preview_metadata};
pub use self::lobby::find_page;
pub use self::seat_transfer::seat_page;
pub use design::design_page;
pub use editor::editor_page;
pub use games::games_page;
pub use home::home;
pub use import::import_page;
pub use learn::learn_page;
pub use local::{local_game, new_game};
pub use not_found::not_found;
pub use notifications::notifications_page;
pub use offline::offline_page;
pub use profile::{head_to_head_page, profile_page};
pub use room::{draft, invitation_text, room_page, room_setup};
pub use rules::rules_page;

use leptos::prelude::{AnyView, use_context};

use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::{Developer, Page};

/// The link home, and the heading of a page.
fn page_head(heading: El) -> El {
    let home = el("a").class("button quiet square").href("/").aria_label(words::HOME);
    el("header").class("lobby-head").child(home.child(icon(Icon::Back))).child(heading)
}

/// Renders a page. Only the server calls this: in the browser it would need the code of all pages (`parts.rs`).
pub fn render(page: Page) -> AnyView {
    match page {
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
    }
}
