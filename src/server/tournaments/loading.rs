//! Reads tournaments from the store: those of before the start, and what other servers append.

use std::sync::Arc;

use room::{Millis, RoomCode};
use tournament::{FINAL_AFTER_MS, Logged, fold};

use super::live::Live;
use crate::server::AppState;
use crate::server::store::{LiveTournament, StoreError};

/// How long a tournament stays in memory after its standing is final, in milliseconds: results that end now may still be on
/// their way.
const LINGER_MS: Millis = 600_000;

/// Reads the list of live tournaments, loads those that are new here, reads on in those that have become longer, and drops
/// those that are final. One that cannot be read stops no other. Gives the list.
pub(super) async fn refresh(app: &AppState) -> Result<Vec<LiveTournament>, StoreError> {
    let since = app.time.now().saturating_sub(FINAL_AFTER_MS + LINGER_MS);
    // Before the list is read: what is opened meanwhile is not in it.
    let before = app.tournaments.all();
    let listed = app.store.live_tournaments(since).await?;
    for one in &listed {
        if let Err(error) = refresh_one(app, one).await {
            tracing::warn!(code = %one.code, %error, "a tournament could not be read");
        }
    }
    for live in before.into_iter().filter(|live| listed.iter().all(|one| one.code != live.code)) {
        // Its pages see how it has ended.
        let _turn = live.turn.lock().await;
        read_on(app, &live).await?;
        app.tournaments.remove(live.code);
    }
    Ok(listed)
}

async fn refresh_one(app: &AppState, one: &LiveTournament) -> Result<(), StoreError> {
    let LiveTournament { code, seq, redacted, .. } = *one;
    let Some(live) = app.tournaments.live(code) else { return load(app, code).await.map(|_| ()) };
    if !live.knows_redacted(redacted) {
        read_anew(app, &live).await?;
        live.note_redacted(redacted);
    } else if live.tournament().seq < seq {
        let _turn = live.turn.lock().await;
        read_on(app, &live).await?;
    }
    Ok(())
}

/// A tournament: the live one, or one of the archive, which is read for this unless it is kept. `None` if there is none.
pub(super) async fn find(app: &AppState, code: RoomCode) -> Result<Option<Arc<Live>>, StoreError> {
    if let Some(live) = app.tournaments.live(code) {
        return Ok(Some(live));
    }
    let Some(stored) = app.store.stored_tournament(code).await? else { return Ok(None) };
    if let Some(archived) = app.tournaments.archive.get(&stored) {
        return Ok(Some(archived));
    }
    let _reading = app.tournaments.archive.reading.lock().await;
    if let Some(archived) = app.tournaments.archive.get(&stored) {
        return Ok(Some(archived));
    }
    let archived = read(app, code).await?.map(Arc::new);
    archived.iter().for_each(|archived| app.tournaments.archive.insert(stored, archived));
    Ok(archived)
}

/// As [`load`], without reading one that is live.
pub(super) async fn live_or_load(app: &AppState, code: RoomCode) -> Result<Option<Arc<Live>>, StoreError> {
    match app.tournaments.live(code) {
        Some(live) => Ok(Some(live)),
        None => load(app, code).await,
    }
}

/// Loads a tournament and keeps it.
pub(super) async fn load(app: &AppState, code: RoomCode) -> Result<Option<Arc<Live>>, StoreError> {
    Ok(read(app, code).await?.map(|live| app.tournaments.insert(live)))
}

async fn read(app: &AppState, code: RoomCode) -> Result<Option<Live>, StoreError> {
    // First the log: whoever enters between the two is not in it yet, and read with the next facts.
    let log = app.store.facts(code, 0).await?;
    let Some(tournament) = fold(&log) else { return Ok(None) };
    let guests = app.store.entrants(code).await?;
    Ok(Some(Live::new(code, tournament, guests)))
}

/// Reads and folds what other servers have appended. Whoever calls it has the turn.
pub(super) async fn read_on(app: &AppState, live: &Arc<Live>) -> Result<(), StoreError> {
    let log: Vec<Logged> = app.store.facts(live.code, live.tournament().seq).await?;
    if log.is_empty() {
        return Ok(());
    }
    let guests = app.store.entrants(live.code).await?;
    live.fold(&log, &guests);
    Ok(())
}

/// Reads a whole log anew, because something was removed from it.
pub(super) async fn read_anew(app: &AppState, live: &Arc<Live>) -> Result<(), StoreError> {
    let _turn = live.turn.lock().await;
    if let Some(tournament) = fold(&app.store.facts(live.code, 0).await?) {
        live.replace(tournament, app.store.entrants(live.code).await?);
    }
    Ok(())
}
