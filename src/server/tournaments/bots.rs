//! Bots in tournaments. One that a token's owner has entered is there while its stream is open and it has time for a game. The
//! server's own enter by themselves where they are wanted. Both come to the rooms of their pairings by themselves.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use room::{Millis, RoomCode};
use serde_json::{Value, json};
use tournament::{EntrantId, EntrantKind, Entry};

use super::deciding::{Refusal, enter as enter_as};
use super::forms::leave_as;
use super::live::Live;
use super::loading::live_or_load;
use super::views::points_of;
use crate::server::AppState;
use crate::server::bots::{BotError, BotOnline, Player};

/// Enters the bot of a token.
pub async fn enter_bot(
    State(app): State<AppState>,
    Player(reader): Player,
    Path(code): Path<String>,
) -> Result<Json<Value>, BotError> {
    let live = find(&app, &code).await?;
    let guest = reader.guest();
    let bot = app.bots.online().into_iter().find(|bot| bot.identity.guest() == guest);
    let rating = bot.and_then(|bot| points_of(&bot, live.tournament().plan.terms.game));
    let kind = if reader.pass.is_house { EntrantKind::HouseBot } else { EntrantKind::Bot };
    let entry = Entry { member: guest.entrant(live.code), name: reader.pass.name.clone(), kind, rating };
    enter_as(&app, &live, guest, entry).await.map_err(error_of)?;
    Ok(Json(json!({ "ok": true })))
}

/// Has the bot of a token leave.
pub async fn leave_bot(
    State(app): State<AppState>,
    Player(reader): Player,
    Path(code): Path<String>,
) -> Result<Json<Value>, BotError> {
    let live = find(&app, &code).await?;
    leave_as(&app, &live, reader.guest()).await.map_err(|_| BotError::Busy)?;
    Ok(Json(json!({ "ok": true })))
}

async fn find(app: &AppState, code: &str) -> Result<Arc<Live>, BotError> {
    let code: RoomCode = code.parse().map_err(|_| BotError::NoSuchTournament)?;
    live_or_load(app, code).await?.ok_or(BotError::NoSuchTournament)
}

fn error_of(refusal: Refusal) -> BotError {
    match refusal {
        Refusal::Rejected(reason) => BotError::NotAdmitted(reason),
        Refusal::Unavailable(error) => error.into(),
    }
}

/// Has house bots enter, and all bots that are online at this server come to their rooms; gives those who are free.
pub(super) async fn look_after(app: &AppState, live: &Arc<Live>) -> Vec<(EntrantId, Millis)> {
    let tournament = live.tournament();
    if !tournament.is_running() || !(tournament.plan.house_bots || tournament.plan.open_to_bots) {
        return Vec::new();
    }
    // House bots fill up arenas, as long as somebody is paired in them.
    let is_open = tournament.ends_at.is_some_and(|end| app.time.now() < end);
    let mut free = Vec::new();
    for bot in app.bots.online().into_iter().filter(|bot| bot.is_known) {
        let guest = bot.identity.guest();
        let Some(entrant) = live.entrant_of([guest]) else {
            if bot.is_house && bot.terms.takes_people() && tournament.plan.house_bots && is_open {
                enter_house_bot(app, live, &bot).await;
            }
            continue;
        };
        let mut plays = false;
        for pairing in tournament.open_pairings().filter(|pairing| pairing.seat_of(entrant).is_some()) {
            plays = true;
            come(app, live, &bot, pairing.paired.room);
        }
        if !plays && bot.is_free() {
            free.push((entrant, tournament.plan.starts_at));
        }
    }
    free
}

async fn enter_house_bot(app: &AppState, live: &Arc<Live>, bot: &BotOnline) {
    let guest = bot.identity.guest();
    let rating = points_of(bot, live.tournament().plan.terms.game);
    let member = guest.entrant(live.code);
    let entry = Entry { member, name: bot.name.clone(), kind: EntrantKind::HouseBot, rating };
    // A full tournament has no place for it.
    if let Err(Refusal::Unavailable(error)) = enter_as(app, live, guest, entry).await {
        tracing::warn!(code = %live.code, %error, "a bot could not enter");
    }
}

/// Has a bot come to a room once.
fn come(app: &AppState, live: &Live, bot: &BotOnline, room: RoomCode) {
    let guest = bot.identity.guest();
    if live.is_opened(room) && !app.bots.is_at(guest, room) {
        app.bots.enter(guest, room, None);
    }
}
