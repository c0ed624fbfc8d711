//! Sweep of accounts: hourly deletes sessions that have ended by their age, ends their sockets, deletes notices
//! that are older than any session may be, and dead cookies that no browser has kept, and settles what can no longer be
//! taken back, if the clock is plausible.

use std::time::Duration;

use room::Millis;

use super::account::{oldest_session, take_back_since};
use crate::server::AppState;
use crate::server::identity::MAX_AGE;
use crate::server::store::{AdoptionChange, SessionChange, StoreError};

/// Interval of the sweep.
const SWEEP_EVERY: Duration = Duration::from_secs(3_600);

/// Sweeps every hour until the server stops.
pub async fn run(app: AppState) {
    let mut hours = tokio::time::interval_at(tokio::time::Instant::now() + SWEEP_EVERY, SWEEP_EVERY);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = hours.tick() => match run_once(&app).await {
                Ok(0) => {}
                Ok(ended) => tracing::info!(ended, "old sessions were ended"),
                Err(error) => tracing::warn!(%error, "old sessions could not be ended"),
            }
        }
    }
}

/// Sweeps, if the clock is plausible; the sweep of rooms says why not. Returns the number of sessions that were ended.
async fn run_once(app: &AppState) -> Result<usize, StoreError> {
    let limits = app.config.retention.clock_limits();
    if app.sure_time.is_in_doubt(&app.store, &app.time, limits).await? {
        return Ok(0);
    }
    sweep(app, app.time.now()).await
}

/// Ends the sessions that are too old at a time; returns their number.
async fn sweep(app: &AppState, now: Millis) -> Result<usize, StoreError> {
    let oldest = oldest_session(app, now);
    app.store.change_session(SessionChange::RemoveNotices { before: oldest.since }).await?;
    let before = now - Millis::from(MAX_AGE) * 1_000;
    app.store.change_session(SessionChange::RemoveDeadCookies { before }).await?;
    let before = take_back_since(app, now);
    app.store.change_adoption(AdoptionChange::Settle { before }).await?;
    let mut ended = 0;
    loop {
        let expired = app.store.expired_sessions(oldest).await?;
        if expired.is_empty() {
            return Ok(ended);
        }
        ended += expired.len();
        for row in expired {
            app.store.change_session(SessionChange::Expire { session: row.session, oldest, at: now }).await?;
            app.revocations.revoke(row.session);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::config::Config;
    use crate::server::identity::{GuestKey, Identity};
    use crate::server::store::{CookieOwner, SignIn, Store};

    const DAY: Millis = 24 * 3_600_000;

    fn key(n: u8) -> GuestKey {
        Identity::of_test(n).guest()
    }

    /// A sign-in to the account, which begins with session 11 as that of the first guest.
    fn sign_in(session: u8, at: Millis) -> SignIn {
        SignIn {
            account: "a".to_owned(),
            guest: (session == 11).then(|| Identity::of_test(1)),
            before: key(session - 10),
            session: key(session),
            passkey: ("key".to_owned(), "{}".to_owned()),
            known: session != 11,
            browser: "/".to_owned(),
            at,
        }
    }

    #[tokio::test]
    async fn old_sessions_and_notices_are_deleted_and_used_ones_stay() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let (app, now) = (&running.app, running.app.time.now());
        // One from 399 days ago that is still used, one from long ago, one of 91 days without use, and a new one.
        for (session, at) in [(11, now - 399 * DAY), (12, now - 401 * DAY), (13, now - 91 * DAY), (14, now)] {
            app.store.sign_in(sign_in(session, at)).await.unwrap();
        }
        for session in [11, 12] {
            let used = SessionChange::Used { session: key(session), browser: "/".to_owned(), at: now - DAY };
            app.store.change_session(used).await.unwrap();
        }
        assert_eq!(sweep(app, now).await.unwrap(), 2);
        assert_eq!(sweep(app, now).await.unwrap(), 0);
        let oldest = crate::server::store::OldestSession { used: Millis::MIN, since: Millis::MIN };
        let left = app.store.sessions("a", oldest).await.unwrap();
        assert_eq!(left.iter().map(|row| row.session).collect::<Vec<_>>(), [key(14), key(11)]);
        assert_eq!(app.store.notices("a").await.unwrap().len(), 2, "of 91 days ago and of now");
        running.stop().await;
    }

    #[tokio::test]
    async fn a_clock_that_is_ahead_ends_no_sign_in_and_settles_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let phone = Identity::of_test(2);
        // A hundred days after all that is known.
        let known = crate::server::time::system_time() - 100 * DAY;
        let store = Store::open(&*folder.path().join("duello.sqlite")).await.unwrap();
        store.trust_time(known).await.unwrap();
        store.sign_in(sign_in(11, known - 91 * DAY)).await.unwrap();
        store.sign_in(sign_in(12, known - DAY)).await.unwrap();
        let adopt = AdoptionChange::Adopt { session: key(12), guest: phone, at: known - DAY / 2 };
        store.change_adoption(adopt).await.unwrap();
        store.close().await;
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let (app, now) = (&running.app, running.app.time.now());
        for _ in 0..2 {
            let owner = async |n| app.store.cookie_owner(key(n), oldest_session(app, now)).await.unwrap();
            assert!(matches!(owner(12).await, CookieOwner::Account { .. }), "over by the wrong clock alone");
            assert!(matches!(owner(11).await, CookieOwner::Revoked), "it was over before");
            assert!(app.store.adopter(phone.guest(), take_back_since(app, now)).await.unwrap().is_some());
            assert_eq!(app.store.notices("a").await.unwrap().len(), 1);
            assert_eq!(run_once(app).await.unwrap(), 0, "nothing is removed while the clock is in doubt");
        }
        // Then the operator says that the clock is right.
        app.store.confirm_time(now, app.config.retention.clock_limits()).await.unwrap();
        assert_eq!(run_once(app).await.unwrap(), 2);
        assert!(app.store.adopter(phone.guest(), Millis::MIN).await.unwrap().is_none());
        running.stop().await;
    }
}
