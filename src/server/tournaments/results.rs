//! Results of pairings, as the logs of their rooms say, and the summary of a tournament that is over.

use std::sync::Arc;

use room::{Millis, RoomCode};
use tokio::sync::mpsc;
use tournament::{Command, Fact, Pairing, PairingResult, Rejection};

use super::deciding::{Refusal, command};
use super::live::Live;
use crate::server::AppState;
use crate::server::store::{StoreError, TournamentChange};

/// After how long a pairing counts for nobody whose room cannot be read, in milliseconds: a server of a later version may be able
/// to, while the servers are replaced one after the other.
const UNREADABLE_FOR_MS: Millis = 3_600_000;

/// Reports the pairings of rooms in which a game ends at this server, until it stops.
pub(super) async fn listen(app: AppState, mut ended: mpsc::UnboundedReceiver<RoomCode>) {
    loop {
        let room = tokio::select! {
            () = app.stop.cancelled() => return,
            room = ended.recv() => room,
        };
        let Some(room) = room else { return };
        for live in app.tournaments.all() {
            let tournament = live.tournament();
            let Some(pairing) = tournament.open_pairings().find(|pairing| pairing.paired.room == room) else {
                continue;
            };
            let (app, pairing) = (app.clone(), *pairing);
            let tasks = app.tasks.clone();
            tasks.spawn(async move {
                if let Err(error) = report(&app, &live, &pairing).await {
                    tracing::warn!(%room, %error, "the result of a pairing could not be read");
                }
            });
        }
    }
}

/// Reports a pairing, if it is over.
pub(super) async fn report(app: &AppState, live: &Arc<Live>, pairing: &Pairing) -> Result<(), StoreError> {
    let room = pairing.paired.room;
    let log = match app.store.stored_log(room).await {
        Err(StoreError::Unreadable(_)) if app.time.now() - pairing.at > UNREADABLE_FOR_MS => Vec::new(),
        Err(StoreError::Unreadable(error)) => {
            tracing::warn!(%room, %error, "the result of a pairing is left to a server that can read its room");
            return Ok(());
        }
        log => log?,
    };
    let is_void = log.is_empty() || app.moderation.rules().is_shut(room);
    let over = PairingResult::of_log(room, &log);
    let Some(result) = over.or_else(|| is_void.then(|| PairingResult::void(app.time.now()))) else {
        return Ok(());
    };
    let reported = command(app, live, Command::Report { pairing: pairing.paired.id, result }).await;
    match reported {
        Err(Refusal::Rejected(Rejection::ReportedOtherwise)) => {
            let correction = Command::Correct { pairing: pairing.paired.id, result };
            if let Err(refusal) = command(app, live, correction).await {
                tracing::warn!(%room, ?refusal, "a result could not be corrected");
            }
            Ok(())
        }
        Err(Refusal::Unavailable(error)) => Err(error),
        Err(Refusal::Rejected(reason)) => {
            tracing::warn!(%room, %reason, "a result was not taken");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Writes what the archive shows of a tournament that is over.
pub(super) async fn summarise(app: &AppState, live: &Live) -> Result<(), StoreError> {
    let shown = live.shown();
    let log = app.store.facts(live.code, 0).await?;
    let entered = log.iter().filter(|logged| matches!(logged.fact, Fact::Entered(_)));
    let winner = shown.leader.and_then(|leader| entered.map(|logged| logged.seq).nth(leader.0 as usize));
    let summary = TournamentChange::Summarise { code: live.code, entered: shown.line.entrants, winner };
    app.store.change_tournament(summary).await
}
