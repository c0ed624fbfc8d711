//! The rooms of pairs, and the names of those who seek: a seek may be a quarter of an hour old, and the operator may have
//! removed a name since.

use std::time::{Duration, Instant};

use getrandom::u32 as draw_seed;
use room::RoomCode;

use super::seek_pool::{Pair, SeekOutcome, SeekRefusal};
use super::seeker::Seeker;
use crate::server::AppState;
use crate::server::auth::guest_name::name_still;
use crate::server::config::desk::Feature;
use crate::server::play::rooms::PairedPlayer;
use crate::server::store::{SanctionKind, StoreError};
use crate::server::time::today;

/// Expires seeks, and pairs those that have waited for long, until the server stops.
pub async fn run(app: AppState) {
    let lobby = &app.lobby;
    let mut changes = lobby.changed.subscribe();
    let mut decisions = app.moderation.subscribe();
    loop {
        let due = lobby.lock().pool.next_due();
        let due = due.unwrap_or_else(|| Instant::now() + Duration::from_secs(3600));
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = changes.changed() => {}
            Ok(()) = decisions.changed() => {
                let (rules, now) = (decisions.borrow_and_update().clone(), app.time.now());
                let is_off = rules.is_off(Feature::Lobby, now);
                let may_seek = |guest| rules.sanctioned_until(guest, SanctionKind::Suspend, now).is_none();
                lobby.lock().pool.retain(|guest| !is_off && may_seek(guest));
                update_names(&app).await;
                // Sockets say what is switched off.
                lobby.notify();
            }
            () = tokio::time::sleep_until(due.into()) => {
                let (now, mut state) = (Instant::now(), lobby.lock());
                let (expired, pairs) = (state.pool.expire(now), state.pool.pair_patient(now));
                drop(state);
                if expired || !pairs.is_empty() {
                    lobby.notify();
                }
                pairs.into_iter().for_each(|pair| start_room_of_pair(&app, pair));
            }
        }
    }
}

/// Has the room of a pair created, if the seek was paired; gives the number of the seek.
pub(super) fn start_pairing(
    app: &AppState,
    outcome: Result<SeekOutcome, SeekRefusal>,
) -> Result<u64, SeekRefusal> {
    match outcome? {
        SeekOutcome::Waiting(id) => Ok(id),
        SeekOutcome::Paired(pair) => {
            let id = pair.entries[1].id;
            start_room_of_pair(app, *pair);
            Ok(id)
        }
    }
}

/// Creates the room of a pair in a task of its own, which outlives the sockets: both wait for the room.
fn start_room_of_pair(app: &AppState, pair: Pair) {
    app.tasks.spawn(create_room_for_pair(app.clone(), pair));
}

/// Creates the room of a pair.
async fn create_room_for_pair(app: AppState, mut pair: Pair) {
    let room = room_of_pair(&app, &mut pair).await;
    let room = room.inspect_err(|error| tracing::warn!(%error, "the room of a pair could not be created"));
    app.lobby.lock().pool.finish_pairing(pair, room.ok(), Instant::now());
    app.lobby.notify();
}

async fn room_of_pair(app: &AppState, pair: &mut Pair) -> Result<RoomCode, StoreError> {
    let seed = draw_seed().map_err(|error| StoreError::Unavailable(error.to_string()))?;
    for entry in &mut pair.entries {
        entry.seeker.name = name_still(&app.store, entry.party.guest, &entry.seeker.name).await?;
    }
    let settings = pair.seek.settings(today(), seed);
    let players = [0, 1].map(|n| {
        let Seeker { identity, name, .. } = &pair.entries[n].seeker;
        PairedPlayer { identity: *identity, name, is_known: true }
    });
    app.rooms.create_paired(settings, players, pair.is_of_same_household()).await
}

/// Shows open seeks under the names that their guests have now: the operator may have removed one.
async fn update_names(app: &AppState) {
    let names = app.lobby.lock().pool.names();
    for (guest, shown) in names {
        match name_still(&app.store, guest, &shown).await {
            Ok(now) if now != shown => app.lobby.lock().pool.rename(guest, now),
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "the name of a seek could not be read"),
        }
    }
}
