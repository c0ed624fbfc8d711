//! The server's clock at its start, as judged by the times in the store.

use room::Millis;

use crate::server::metrics::Metrics;
use crate::server::store::{Store, StoreError};
use crate::server::time::plausibility::{ClockAtStart, ClockLimits, Doubt, at_start, while_running};
use crate::server::time::{self, Time};

/// Judges the system's clock at the start.
pub async fn start(
    store: &Store,
    limits: ClockLimits,
    metrics: &Metrics,
) -> Result<ClockAtStart, StoreError> {
    let stored = store.stored_times().await?;
    let clock = at_start(system_time(store).await?, stored, limits);
    metrics.clock_plausible(clock.doubt.is_none());
    match clock.doubt {
        Some(doubt) => {
            tracing::warn!(%doubt, "the system's clock is not plausible: no room is removed. See `duello clock`");
        }
        None => {
            store.note_unseen(clock.unseen).await?;
            if stored.trusted > 0 {
                store.trust_time(clock.now).await?;
            }
            if stored.heartbeat > clock.heartbeat {
                tracing::warn!(
                    "an earlier server's clock was far ahead: its heartbeat is dropped. See `duello clock`"
                );
                store.lower_heartbeat(clock.heartbeat).await?;
            }
        }
    }
    Ok(clock)
}

/// Whether something may be removed because of its age; if so, the present time is trusted.
pub async fn verify(store: &Store, time: &Time, limits: ClockLimits) -> Result<Option<Doubt>, StoreError> {
    let (system, now) = (system_time(store).await?, time.now());
    let doubt = while_running(system, now, store.stored_times().await?.trusted, limits);
    if doubt.is_none() {
        store.trust_time(now).await?;
    }
    Ok(doubt)
}

/// The clock that all nodes share, or the machine's.
async fn system_time(store: &Store) -> Result<Millis, StoreError> {
    Ok(store.database_time().await?.unwrap_or_else(time::system_time))
}
