//! Pass and play: both players on one device, with no server.

use leptos::prelude::*;
use room::BoardChoice;
use rules::Game;
use rules::mapello::notation::read_code;

use super::room::settings::SettingsCard;
use crate::app::game::GameTable;
use crate::app::game::drivers::{Driver, Local};
use crate::app::game::session::Session;
use crate::app::text::game_name;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{effect, on, part};
use crate::app::ui::toast::use_toast;
use crate::client;

/// The page of a game on one device.
#[component]
pub fn LocalGame(
    /// Which game.
    game: Game,
) -> impl IntoView {
    let session = Session::new();
    let toast = use_toast();
    // The game kept on this device is known in the browser only; the server draws an empty table.
    effect(move || {
        let asked = client::query("board").map(|text| read_board(&text));
        if asked == Some(None) {
            toast.say("That is not the code of a board.");
        }
        session.drive(Driver::Local(Local::resume_or_start(session, game, asked.flatten())));
    });
    let between = Memo::new(move |_| session.with(|room| room.game.is_none()).unwrap_or(false));
    part(move || {
        if between.get() {
            view! { <NewGame session game/> }.into_any()
        } else {
            view! { <GameTable session game place="Pass and play"/> }.into_any()
        }
    })
}

/// The board that an address asks for: by its code, its number, or a word. `None` if it asks for none that is known.
fn read_board(text: &str) -> Option<BoardChoice> {
    Some(match text {
        "default" => BoardChoice::Default,
        "empty" => BoardChoice::Empty,
        "daily" => BoardChoice::Daily(client::today()),
        "random" => BoardChoice::Random(client::chance(1_000_000)),
        _ => match text.parse() {
            Ok(seed) => BoardChoice::Random(seed),
            Err(_) => BoardChoice::Custom(read_code(text).ok().filter(|board| board.validate().is_ok())?),
        },
    })
}

/// Before a game: what is to be played.
#[component]
fn NewGame(session: Session, game: Game) -> impl IntoView {
    view! {
        <main id="main" class="page lobby">
            <header class="lobby-head">
                <a class="button quiet square" href="/" aria-label="Home">
                    {icon(Icon::Back)}
                </a>
                <h1>{game_name(game)} ", pass and play"</h1>
            </header>
            <SettingsCard session/>
            <div class="ready-bar">
                <button class="button primary big" type="button" on:click=on(move |_| session.begin())>
                    "Start"
                </button>
            </div>
        </main>
    }
}
