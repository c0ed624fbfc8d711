//! The share button of a finished game. What it needs is loaded when it is pressed (`public/share.js`).

use leptos::prelude::*;
use room::{BoardChoice, GameSettings, Reason, Seat};
use rules::{Move, Setup, Side};
use serde::Serialize;

use super::view::session::Session;
use crate::app::text::names::{computer_name, game_title};
use crate::app::text::share::share_text;
use crate::app::text::words;
use crate::app::ui::el::{El, button};
use crate::app::ui::icon::{Icon, icon};
use crate::app::{Opponent, local_path};
use crate::client::share::share_game;

/// A game as `public/share.js` reads it.
#[derive(Serialize)]
struct SharedGame {
    text: String,
    /// Leads to the public page of a game that was played on the server.
    page: Option<String>,
    /// The page of the board of a day.
    board: Option<String>,
    /// A game of this device, which the link carries itself.
    game: Option<DeviceGame>,
    /// The words of a dialog from which the text can be copied by hand.
    title: String,
    close: String,
}

#[derive(Serialize)]
struct DeviceGame {
    setup: Setup,
    moves: Vec<Move>,
    /// The number of the random opening that the moves begin with.
    opening: Option<u32>,
    winner: Option<Side>,
    reason: Reason,
}

/// The button, which says in `shared` what came of it; none for a game without moves, or that was called off.
pub(super) fn share_button(session: Session, shared: RwSignal<String>) -> Option<El> {
    session
        .with_game(|game| {
            game.own_ply() > 0 && game.ending.is_some_and(|ending| ending.reason != Reason::CalledOff)
        })
        .filter(|can| *can)?;
    let share = move || {
        let Some(game) = untrack(|| shared_game(session)).and_then(|game| serde_json::to_string(&game).ok())
        else {
            return;
        };
        shared.set(String::new());
        leptos::task::spawn_local(async move {
            let said = share_game(&game).await;
            let notes = [
                ("copied", words::IS_COPIED),
                ("no-link", words::SHARE_NO_LINK),
                ("no-picture", words::SHARE_NO_PICTURE),
                ("failed", words::SHARE_FAILED),
            ];
            let notes = notes.into_iter().filter(|(name, _)| said.split(' ').any(|word| word == *name));
            let notes = notes.map(|(_, note)| String::from(note)).collect::<Vec<_>>();
            shared.try_set(notes.join(" "));
        });
    };
    Some(button("button").on_click(share).child(icon(Icon::Share)).child(words::SHARE))
}

fn shared_game(session: Session) -> Option<SharedGame> {
    let own = session.own_side();
    let on_device = session.on_device();
    let level = Seat::BOTH.into_iter().filter_map(|seat| session.level_at(seat)).next();
    let opponent = if level.is_some() { Opponent::Computer } else { Opponent::Person };
    let side = own.unwrap_or_else(|| session.near_side());
    session.with_room(|room| {
        let game = room.game.as_ref()?;
        let ending = game.ending?;
        let settings = room.settings_for(game.number).game;
        let day = match settings {
            GameSettings::Mapello(BoardChoice::Daily(day)) => Some(day),
            _ => None,
        };
        let path = local_path(opponent, game.setup.game());
        Some(SharedGame {
            text: share_text(game, game_title(&settings), level.map(computer_name), side, own.is_some()),
            page: (!on_device).then(|| format!("/r/{}/g/{}", room.code, game.number)),
            board: day.filter(|_| on_device).map(|day| format!("{path}?board=daily-{day}")),
            game: on_device.then(|| DeviceGame {
                setup: game.setup,
                moves: game.moves.clone(),
                opening: game.opening,
                winner: ending.winner,
                reason: ending.reason,
            }),
            title: words::share(),
            close: words::close(),
        })
    })?
}
