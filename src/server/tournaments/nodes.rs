//! What the servers of one database tell each other of tournaments over the bus: that a log has become longer, and who is at
//! their pages. Messages are hints; what is lost is read from the store a second later.

use room::{Millis, RoomCode};
use tournament::EntrantId;

use super::live::Live;
use super::loading::{load, read_on};
use crate::server::AppState;
use crate::server::cluster::bus::{BusEvent, BusMessage, BusPayload, Topic, TournamentChanged};
use crate::server::store::StoreError;

/// Tells the other servers that a log has become longer.
pub(super) fn tell_appended(app: &AppState, live: &Live) {
    let payload = BusPayload::Tournament(TournamentChanged::Appended(live.code));
    app.bus.publish(Topic::Tournaments, live.tournament().seq, payload);
}

/// Tells them who is at the pages of this server.
pub(super) fn tell_presence(app: &AppState, live: &Live, here: Vec<(EntrantId, Millis)>) {
    let entrants = here.into_iter().map(|(entrant, since)| (entrant.0, since)).collect();
    let payload = BusPayload::Tournament(TournamentChanged::Presence { code: live.code, entrants });
    app.bus.publish(Topic::Tournaments, live.tournament().seq, payload);
}

/// Hears what the other servers tell, until the server stops.
pub(super) async fn listen(app: AppState) {
    let mut messages = app.bus.subscribe(Topic::Tournaments);
    loop {
        let event = tokio::select! {
            () = app.stop.cancelled() => return,
            event = messages.next() => event,
        };
        let BusEvent::Message(BusMessage { node, seq, payload: BusPayload::Tournament(changed) }) = event
        else {
            continue;
        };
        let heard = match changed {
            TournamentChanged::Appended(code) => catch_up(&app, code, seq).await,
            TournamentChanged::Presence { code, entrants } => {
                if let Some(live) = app.tournaments.live(code) {
                    let entrants = entrants.into_iter().map(|(id, since)| (EntrantId(id), since));
                    live.presence.hear(node, entrants.collect());
                }
                catch_up(&app, code, seq).await
            }
        };
        if let Err(error) = heard {
            tracing::warn!(%error, "what another server has written of a tournament could not be read");
        }
    }
}

/// Reads what another server has appended, if this one does not know it yet.
async fn catch_up(app: &AppState, code: RoomCode, seq: u64) -> Result<(), StoreError> {
    match app.tournaments.live(code) {
        Some(live) if live.tournament().seq < seq => {
            let _turn = live.turn.lock().await;
            read_on(app, &live).await
        }
        Some(_) => Ok(()),
        None => load(app, code).await.map(|_| ()),
    }
}
