//! Notes by push: an hour before a tournament starts, and when it does, of which one server of several claims each; and when a
//! game begins for somebody who is away.

use std::sync::Arc;

use room::{Millis, RoomCode};
use tournament::{EntrantId, Format, Pairing, Phase};

use super::live::Live;
use crate::server::AppState;
use crate::server::push::{TournamentNews, TournamentNote};
use crate::server::store::{StoreError, TournamentChange};

/// How long before the start the first reminder is sent, in milliseconds.
const AHEAD_MS: Millis = 3_600_000;
/// A reminder that is late by more than this is not sent, in milliseconds.
const LATE_MS: Millis = 600_000;

/// Sends the next reminder, if its time has come.
pub(super) async fn send_due(app: &AppState, live: &Arc<Live>, sent: i64) -> Result<(), StoreError> {
    let (tournament, now) = (live.tournament(), app.time.now());
    let starts = tournament.plan.starts_at;
    let (at, what) = match sent {
        0 => (starts - AHEAD_MS, TournamentNews::Soon(60)),
        1 => (starts, TournamentNews::Starts),
        _ => return Ok(()),
    };
    let is_off = matches!(tournament.phase, Phase::Cancelled | Phase::Finished(_));
    if now < at || is_off {
        return Ok(());
    }
    match app.store.change_tournament(TournamentChange::Remind { code: live.code, sent }).await {
        Err(StoreError::Conflict) => return Ok(()),
        claimed => claimed?,
    }
    // One that was opened within the last hour, or that is to start long ago, needs none.
    if now > at + LATE_MS {
        return Ok(());
    }
    let entrants = tournament.active().map(|entrant| entrant.id).collect::<Vec<_>>();
    send(app, live, &entrants, what, live.code);
    Ok(())
}

/// Tells the players of a pairing that their game has begun. Those of an arena are at its page.
pub(super) fn send_paired(app: &AppState, live: &Live, pairing: &Pairing) {
    if !matches!(live.tournament().plan.format, Format::Arena { .. }) {
        send(app, live, &pairing.paired.players, TournamentNews::Paired, pairing.paired.room);
    }
}

/// Sends a note to those who have not the page open.
fn send(app: &AppState, live: &Live, entrants: &[EntrantId], what: TournamentNews, code: RoomCode) {
    let here = live.presence.everywhere();
    let title = &live.tournament().plan.title;
    for entrant in entrants.iter().filter(|entrant| here.iter().all(|one| one.entrant != **entrant)) {
        if let Some(guest) = live.guest_of(*entrant) {
            app.push.send_tournament(TournamentNote { guest, title: title.clone(), what, code });
        }
    }
}
