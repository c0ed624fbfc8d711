//! Challenges by name: the form of a player's page opens a room and tells the player, who sits down there or declines.

use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use room::{RoomCode, Settings, TimeControl};
use serde::Deserialize;

use super::form::{Sender, unavailable};
use crate::model::players::{NO_CLOCK, PlayerOutcome};
use crate::model::seek::{ANY, Seek};
use crate::server::AppState;
use crate::server::auth::guest_name::guest_of;
use crate::server::auth::private_actions::refusal;
use crate::server::config::desk::Feature;
use crate::server::http::language;
use crate::server::http::listen::Address;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::push::{Answer, ChallengeNote};
use crate::server::store::{ChallengeChange, StoreError};
use crate::server::time::today;

/// The form of a challenge: whom, and to what, in the values of the lobby's form.
#[derive(Deserialize)]
pub struct ChallengeForm {
    player: String,
    game: String,
    speed: String,
}

/// Challenges a player to a room, and leads there.
pub async fn challenge(
    State(app): State<AppState>,
    Sender(session): Sender,
    address: Option<Extension<Address>>,
    headers: HeaderMap,
    Form(ChallengeForm { player, game, speed }): Form<ChallengeForm>,
) -> Response {
    let guest = session.identity.guest();
    let Some(settings) = settings(&game, &speed) else { return refusal(StatusCode::BAD_REQUEST) };
    let player = match app.store.find_claimed(&player).await {
        Ok(Some(player)) if player.guest != guest => player,
        Ok(_) => return refusal(StatusCode::BAD_REQUEST),
        Err(error) => return unavailable(error),
    };
    let refused =
        |why: PlayerOutcome| Redirect::to(&format!("/@{}?{}", player.name, why.word())).into_response();
    match app.store.relations(guest, player.guest).await {
        Ok(relations) if relations.blocks || relations.is_blocked => return refused(PlayerOutcome::Refused),
        Ok(_) if app.moderation.rules().is_off(Feature::Rooms, app.time.now()) => {
            return refused(PlayerOutcome::Refused);
        }
        Ok(_) => {}
        Err(error) => return unavailable(error),
    }
    if let Some(Extension(Address(address))) = address
        && let Err(again) = app.limits.rooms.take(address, Instant::now())
    {
        return too_many(&Method::POST, &headers, "", Excess::Requests, again);
    }
    let made = async {
        let name = guest_of(&app.store, guest, language::of_request(&headers)).await?.name;
        let code = app.rooms.create(settings, Some((session.identity, &name))).await?;
        let at = app.time.now();
        let challenged = player.guest;
        app.store.change_challenge(ChallengeChange::Make { code, guest, challenged, at }).await?;
        app.lobby.notify_of_challenge(&*app.bus, challenged);
        let asked = Answer::Asked(settings.game.game());
        app.push.send_challenge(ChallengeNote { guest: challenged, who: name, code, answer: asked });
        Ok(code)
    };
    match made.await {
        Ok(code) => Redirect::to(&format!("/r/{code}")).into_response(),
        // The room that was opened for it is swept like others that nobody has played in.
        Err(StoreError::Conflict) => refused(PlayerOutcome::TooMany),
        Err(error) => unavailable(error),
    }
}

/// The settings of a challenge: those of the lobby, between friends.
fn settings(game: &str, speed: &str) -> Option<Settings> {
    let seek = Seek::parse(game, ANY, if speed == NO_CLOCK { ANY } else { speed })?;
    let settings = seek.settings(today(), getrandom::u32().ok()?);
    let clock = if speed == NO_CLOCK { TimeControl::None } else { settings.clock };
    let friends = Settings::for_game(seek.game);
    Some(Settings { clock, audience: friends.audience, company: friends.company, ..settings })
}

/// The form with a room.
#[derive(Deserialize)]
pub struct RoomForm {
    room: RoomCode,
}

/// Declines a challenge, and tells the challenger.
pub async fn decline(
    State(app): State<AppState>,
    Sender(session): Sender,
    headers: HeaderMap,
    Form(RoomForm { room }): Form<RoomForm>,
) -> Response {
    let challenged = session.identity.guest();
    let declined = async {
        let challenger = app.store.challenger(room, challenged).await?;
        let Some(challenger) = challenger else { return Ok(()) };
        let at = app.time.now();
        app.store.change_challenge(ChallengeChange::Decline { code: room, challenged, at }).await?;
        app.lobby.notify_of_challenge(&*app.bus, challenged);
        let who = guest_of(&app.store, challenged, language::of_request(&headers)).await?.name;
        app.push.send_challenge(ChallengeNote {
            guest: challenger,
            who,
            code: room,
            answer: Answer::Declined,
        });
        Ok(())
    };
    match declined.await {
        Ok(()) => Redirect::to("/find").into_response(),
        Err(error) => unavailable(error),
    }
}
