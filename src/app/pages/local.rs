//! Pass and play: both players on one device, with no server.

use leptos::prelude::*;
use room::Settings;

use crate::app::game::GameTable;
use crate::app::game::drivers::{Driver, Local};
use crate::app::game::session::Session;
use crate::app::ui::live::effect;

/// The page of a game on one device.
#[component]
pub fn LocalGame() -> impl IntoView {
    let session = Session::new();
    // The game kept on this device is known in the browser only; the server draws an empty table.
    effect(move || {
        let names = ["South".to_owned(), "North".to_owned()];
        session.drive(Driver::Local(Local::resume_or_start(session, Settings::default(), names)));
    });
    view! { <GameTable session place="Pass and play"/> }
}
