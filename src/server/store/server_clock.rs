//! The server's clock, at its start and while it runs, as judged by the times in the store.

use std::sync::atomic::{AtomicI64, Ordering};

use room::Millis;

use super::{Store, StoreError};
use crate::server::metrics::Metrics;
use crate::server::time::plausibility::{ClockAtStart, ClockLimits, Doubt, at_start, while_running};
use crate::server::time::{self, Time};

/// The time up to which something may have grown too old: while the clock is in doubt, the last one that was trusted.
#[derive(Debug)]
pub struct SureTime(AtomicI64);

impl SureTime {
    /// After the clock was judged at the start.
    pub async fn start(store: &Store, doubt: Option<Doubt>) -> Result<Self, StoreError> {
        let sure = Self(AtomicI64::new(Millis::MAX));
        sure.note(store, doubt).await?;
        Ok(sure)
    }

    async fn note(&self, store: &Store, doubt: Option<Doubt>) -> Result<(), StoreError> {
        let latest = if doubt.is_some() { store.stored_times().await?.trusted } else { Millis::MAX };
        self.0.store(latest, Ordering::Relaxed);
        Ok(())
    }

    /// Judges the clock anew; whether it is in doubt.
    pub async fn is_in_doubt(
        &self,
        store: &Store,
        time: &Time,
        limits: ClockLimits,
    ) -> Result<bool, StoreError> {
        let doubt = verify(store, time, limits).await?;
        self.note(store, doubt).await?;
        Ok(doubt.is_some())
    }

    /// The time from which ages count at `now`.
    pub fn at(&self, now: Millis) -> Millis {
        now.min(self.0.load(Ordering::Relaxed))
    }
}

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
    let stored = store.stored_times().await?;
    let doubt = while_running(system_time(store).await?, time, stored.trusted, limits);
    if doubt.is_none() {
        // It may have been in doubt since the start.
        store.note_unseen(at_start(time.started(), stored, limits).unseen).await?;
        store.trust_time(time.now()).await?;
    }
    Ok(doubt)
}

/// The clock that all nodes share, or the machine's.
async fn system_time(store: &Store) -> Result<Millis, StoreError> {
    Ok(store.database_time().await?.unwrap_or_else(time::system_time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::config::Config;
    use crate::server::database::tests::fresh;
    use crate::server::time::plausibility::Unseen;

    const HOUR: Millis = 3_600_000;

    #[tokio::test]
    async fn a_suspended_machine_or_a_set_clock_removes_nothing() {
        let fresh = fresh().await;
        let store = Store::open(fresh.location.clone()).await.unwrap();
        let limits = Config::for_tests(&[]).retention.clock_limits();
        let system = store.database_time().await.unwrap().unwrap_or_else(time::system_time);
        // The server's own clock stood still for twelve hours, or the system's was set back by as much.
        for by in [12 * HOUR, -12 * HOUR] {
            let time = Time::start(system - by);
            let doubt = verify(&store, &time, limits).await.unwrap();
            assert!(matches!(doubt, Some(Doubt::Set(_))), "{doubt:?}");
            assert_eq!(store.stored_times().await.unwrap().trusted, 0, "and that time is not trusted later");
        }
        let time = Time::start(system);
        assert_eq!(verify(&store, &time, limits).await.unwrap(), None);
        assert!(store.stored_times().await.unwrap().trusted >= system);
    }

    #[tokio::test]
    async fn a_server_that_was_in_doubt_is_believed_after_a_week_of_running() {
        let fresh = fresh().await;
        let store = Store::open(fresh.location.clone()).await.unwrap();
        let system = store.database_time().await.unwrap().unwrap_or_else(time::system_time);
        // As after the first update of a site that nobody had visited for long.
        let limits = Config::for_tests(&[]).retention.clock_limits();
        let known = system - 20 * 24 * HOUR;
        store.trust_time(known).await.unwrap();
        let time = Time::start(system);
        let doubt = verify(&store, &time, limits).await.unwrap();
        assert!(matches!(doubt, Some(Doubt::Ahead(_))), "{doubt:?}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        // For the week that it is to run stands a millisecond, which has passed.
        let limits = ClockLimits { gap: 1, ..limits };
        assert_eq!(verify(&store, &time, limits).await.unwrap(), None);
        assert!(store.stored_times().await.unwrap().trusted >= system);
        let unseen = Unseen { since: known, until: system };
        assert_eq!(store.unseen_spans().await.unwrap(), [unseen], "no room is older by that");
    }
}
