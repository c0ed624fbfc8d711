//! All pages, one per file, and the page head that they share except for the home page.

mod asked;
mod design;
mod editor;
pub mod find;
mod games;
mod home;
mod import;
mod learn;
mod local;
mod not_found;
mod notifications;
mod offline;
pub mod profile;
mod record;
mod room;
mod rules;
mod seat;

pub use design::design_page;
pub use editor::editor_page;
pub use find::{find_page, find_path};
pub use games::games_page;
pub use home::home;
pub use import::import_page;
pub use learn::learn_page;
pub use local::{local_game, new_game};
pub use not_found::not_found;
pub use notifications::notifications_page;
pub use offline::offline_page;
pub use profile::{head_to_head_page, profile_page};
pub use record::{PICTURE, finished_game_page, finished_game_title, preview_metadata};
pub use room::{draft, invitation_text, room_page, room_setup};
pub use rules::rules_page;
pub use seat::seat_page;

use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};

/// The link home, and the heading of a page.
fn page_head(heading: El) -> El {
    let home = el("a").class("button quiet square").href("/").aria_label(words::HOME);
    el("header").class("lobby-head").child(home.child(icon(Icon::Back))).child(heading)
}
