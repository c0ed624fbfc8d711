//! The data of pages that may not exist: a room, a finished game, an opponent. An address that has guessed too
//! often is refused.

use axum::extract::Request;
use gametext::export::{self, Form};
use room::{Finished, RoomCode, fold};

use super::page_number;
use crate::app::GameAddress;
use crate::app::text::names::shown_name;
use crate::model::finished_game::RecordData;
use crate::model::room_page::{NoRoom, RoomGame};
use crate::server::AppState;
use crate::server::auth::lookup::Lookup;
use crate::server::http::limits::TryAgain;
use crate::server::http::{language, origin};
use crate::server::identity::Identity;
use crate::server::profile;
use crate::server::store::game_id::GameId;

/// How many of a room's first events are folded to see what is played in it. Links are sent before the game;
/// later changes reach the page over its socket.
const FIRST_EVENTS: u32 = 24;

/// Loads a room; false if it does not exist.
pub(super) async fn load_room(
    app: &AppState,
    lookup: &Lookup,
    requested: &str,
    request: &mut Request,
) -> Result<bool, TryAgain> {
    let Ok(code) = requested.parse::<RoomCode>() else { return Ok(false) };
    lookup.check_room(code).await?;
    // If the store fails, the room is assumed to exist: its socket will tell.
    let Ok(log) = app.store.events(code, 0, FIRST_EVENTS).await else { return Ok(true) };
    lookup.room(code, !log.is_empty());
    if log.is_empty() {
        request.extensions_mut().insert(NoRoom);
    } else {
        let room = fold(code, &log);
        let (open, began) = (room.free_seat().is_some(), room.game.is_some());
        request.extensions_mut().insert(RoomGame { game: room.settings.game.game(), open, began });
    }
    Ok(!log.is_empty())
}

/// Loads a finished game; false if it does not exist.
pub(super) async fn load_game(
    app: &AppState,
    lookup: &Lookup,
    address: &GameAddress,
    request: &mut Request,
) -> Result<bool, TryAgain> {
    // A file of the game; its own route decides whether it exists.
    if address.id.contains('.') && address.at.is_none() && !address.embedded {
        return Ok(true);
    }
    let Ok(id) = address.id.parse::<GameId>() else { return Ok(false) };
    lookup.check_game(id)?;
    let Ok(game) = app.store.game(id).await else { return Ok(false) };
    lookup.game(id, game.is_some());
    let Some(game) = game else { return Ok(false) };
    let forms = Form::ALL.into_iter().filter(|form| export::write(&game, *form).is_some());
    let files = forms.map(Form::ending).collect();
    // A move number beyond the end is no page.
    let exists = address.at.is_none_or(|at| at as usize <= game.moves.len());
    if exists {
        let base = origin::base_url(&app.config, request.headers());
        let language = language::of_request(request.headers());
        let names = language.during(|| game.names.each_ref().map(|name| shown_name(name)));
        let game = Finished { names, ..game };
        request.extensions_mut().insert(RecordData { game, base, files });
    }
    Ok(exists)
}

/// Loads the guest's games with the opponent of a given game; false if that was not the guest's game.
pub(super) async fn load_opponent(
    app: &AppState,
    lookup: &Lookup,
    game: &str,
    request: &mut Request,
) -> Result<bool, TryAgain> {
    let requested = page_number(request);
    let (Ok(game), Some(identity)) = (game.parse(), request.extensions().get::<Identity>().copied()) else {
        return Ok(false);
    };
    lookup.check_game(game)?;
    let Ok(with) = profile::opponent_data(app, identity, game, requested).await else { return Ok(false) };
    lookup.game(game, with.is_some());
    let Some(with) = with else { return Ok(false) };
    request.extensions_mut().insert(with);
    Ok(true)
}
