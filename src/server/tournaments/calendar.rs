//! Opens the tournaments of the operator's calendar. Their codes follow from line and day, so several servers open one.

use room::{Millis, RoomCode};
use sha2::{Digest, Sha256};

use super::forms::open_as;
use crate::server::AppState;
use crate::server::config::calendar::CalendarEntry;
use crate::server::store::StoreError;

/// How long before their start they are opened, in milliseconds: two days.
const AHEAD_MS: Millis = 2 * 24 * 3_600_000;

/// Opens those that start soon and are not there yet.
pub(super) async fn open_due(app: &AppState) {
    let now = app.time.now();
    for entry in &app.config.calendar {
        for start in entry.starts(now, now + AHEAD_MS) {
            let code = code_of(entry, start);
            if app.tournaments.live(code).is_some() {
                continue;
            }
            match open_as(app, code, entry.plan(start), None).await {
                // Another server has opened it, or somebody has cancelled it.
                Ok(()) | Err(StoreError::Conflict) => {}
                Err(error) => tracing::warn!(%error, line = entry.line, "a tournament could not be opened"),
            }
        }
    }
}

fn code_of(entry: &CalendarEntry, start: Millis) -> RoomCode {
    let hash = Sha256::new().chain_update(b"duello calendar").chain_update(&entry.line);
    let hash = hash.chain_update(start.to_be_bytes()).finalize();
    RoomCode::from_seed(hash.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte)))
}
