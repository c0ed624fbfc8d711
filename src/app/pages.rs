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

use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};

/// The link home, and the heading of a page.
fn page_head(heading: El) -> El {
    let home = el("a").class("button quiet square").href("/").aria_label(words::HOME);
    el("header").class("lobby-head").child(home.child(icon(Icon::Back))).child(heading)
}
