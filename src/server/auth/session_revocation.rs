//! Session revocation: ends the open sockets of a session cookie after sign-in, sign-out or deletion, here
//! and over the bus at the other nodes; as a message of the bus may be lost, open sockets are also checked against the
//! store when the bus is back, and now and then. The page then reconnects with the cookie that its browser has by
//! then. Answers still under way to requests with the old cookie must not set it again.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;
use tokio::time::MissedTickBehavior;

use super::account::Session;
use crate::server::AppState;
use crate::server::cluster::bus::{Bus, BusEvent, BusMessage, BusPayload, Topic};
use crate::server::identity::GuestKey;
use crate::server::store::{Store, StoreError};

/// How many revocations a socket may lag behind; beyond that it is ended to be safe.
const QUEUE: usize = 256;
/// Delay before the sockets are ended, so that the browser has stored its new cookie when its pages
/// reconnect.
const DELAY: Duration = Duration::from_secs(1);
/// How long requests with a revoked cookie get no `Set-Cookie`. No request takes longer than half of it, and
/// by then the browser has its new cookie.
const NO_COOKIE_FOR: Duration = Duration::from_secs(60);
/// How many revoked cookies are remembered. Each costs a token of the address's rate limit
/// (`AddressLimits::private`).
const MAX_REMEMBERED: usize = 10_000;

/// Interval at which the sessions of all open sockets are checked.
const CHECK_EVERY: Duration = Duration::from_secs(300);
/// The same after the store could not be read.
const CHECK_AGAIN: Duration = Duration::from_secs(10);

/// Broadcasts revoked cookies to the sockets and remembers the recent ones.
#[derive(Debug)]
pub struct SessionRevocations {
    sockets: broadcast::Sender<(GuestKey, Instant)>,
    /// Cookies that were revoked, or are about to be; the newest at the end.
    revoked: Mutex<VecDeque<(GuestKey, Instant)>>,
    /// How many sockets of each cookie are open, by whether it was signed in to an account.
    open: Arc<Mutex<HashMap<(GuestKey, bool), u32>>>,
    bus: Arc<dyn Bus>,
}

impl SessionRevocations {
    /// Revokes for the sockets of this node, and over the bus for those of the others.
    pub fn new(bus: Arc<dyn Bus>) -> Self {
        Self { sockets: broadcast::channel(QUEUE).0, revoked: Mutex::default(), open: Arc::default(), bus }
    }

    /// Ends, after a short delay, the sockets of a cookie or all sockets of a guest. Only sockets that were
    /// authenticated before this call end, not those that reconnect meanwhile.
    pub fn revoke(&self, key: GuestKey) {
        self.bus.publish(Topic::SessionRevocation, 0, BusPayload::SessionRevoked(key.to_string()));
        self.revoke_locally(key);
    }

    /// Marks a cookie as about to be revoked. Called before the change is written, so that no answer sent
    /// after the commit sets the old cookie again.
    pub fn mark_revoked(&self, cookie: GuestKey, now: Instant) {
        let mut revoked = lock(&self.revoked);
        while revoked.len() >= MAX_REMEMBERED
            || revoked.front().is_some_and(|(_, at)| *at + NO_COOKIE_FOR <= now)
        {
            revoked.pop_front();
        }
        revoked.push_back((cookie, now));
    }

    /// Whether a cookie was revoked recently: its browser is about to get a new one, and must be sent no
    /// other.
    pub fn was_just_revoked(&self, cookie: GuestKey, now: Instant) -> bool {
        let revoked = lock(&self.revoked);
        revoked
            .iter()
            .rev()
            .take_while(|(_, at)| now < *at + NO_COOKIE_FOR)
            .any(|(revoked_cookie, _)| *revoked_cookie == cookie)
    }

    /// As [`SessionRevocations::revoke`], for the sockets of this node only. A revocation that comes over the
    /// bus takes effect a moment later than at its origin; a socket that was opened in between is ended
    /// needlessly, and reconnects.
    fn revoke_locally(&self, key: GuestKey) {
        let (sockets, now) = (self.sockets.clone(), Instant::now());
        self.mark_revoked(key, now);
        tokio::spawn(async move {
            tokio::time::sleep(DELAY).await;
            // An error only means that no socket is open.
            let _ = sockets.send((key, now));
        });
    }

    /// A subscription for one socket of this visitor.
    pub fn subscribe(&self, session: Option<Session>) -> RevocationSubscription {
        let cookie = session.as_ref().map(|session| (session.cookie.guest(), session.account.is_some()));
        if let Some(cookie) = cookie {
            *lock(&self.open).entry(cookie).or_default() += 1;
        }
        let place = OpenSocket { open: Arc::clone(&self.open), cookie };
        RevocationSubscription { revoked: self.sockets.subscribe(), session, _place: place }
    }

    /// Ends the sockets of cookies that now stand for somebody else by what the store says.
    async fn check_open_sockets(&self, store: &Store) -> Result<(), StoreError> {
        let open: Vec<(GuestKey, bool)> = lock(&self.open).keys().copied().collect();
        for cookie in store.changed_sessions(&open).await? {
            self.revoke_locally(cookie);
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An open socket in the list of them.
#[derive(Debug)]
struct OpenSocket {
    open: Arc<Mutex<HashMap<(GuestKey, bool), u32>>>,
    cookie: Option<(GuestKey, bool)>,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let Some(cookie) = self.cookie else { return };
        let mut open = lock(&self.open);
        if let Some(sockets) = open.get_mut(&cookie) {
            *sockets -= 1;
            if *sockets == 0 {
                open.remove(&cookie);
            }
        }
    }
}

/// Applies the revocations that other nodes publish, until the server stops.
pub async fn apply_remote_revocations(app: AppState) {
    let mut messages = app.bus.subscribe(Topic::SessionRevocation);
    let mut checks = tokio::time::interval(CHECK_EVERY);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            event = messages.next() => match event {
                BusEvent::Message(BusMessage { payload: BusPayload::SessionRevoked(key), .. }) => {
                    if let Some(key) = GuestKey::from_text(&key) {
                        app.revocations.revoke_locally(key);
                    }
                    // A deletion may be behind it, so the pictures may show a name that has to vanish …
                    app.pictures.clear();
                }
                // … and such messages may have been lost while the bus was down.
                BusEvent::Connected => {
                    app.pictures.clear();
                    checks.reset_immediately();
                }
                BusEvent::Disconnected | BusEvent::Message(_) => {}
            },
            _ = checks.tick() => {
                if let Err(error) = app.revocations.check_open_sockets(&app.reserved_store).await {
                    tracing::warn!(%error, "the sessions of open sockets could not be checked");
                    checks.reset_after(CHECK_AGAIN);
                }
            }
        }
    }
}

/// Checks the open sockets whenever the operator has changed something, which may be that sign-ins end.
pub async fn check_after_moderation(app: AppState) {
    let mut changes = app.moderation.subscribe();
    changes.mark_unchanged();
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            changed = changes.changed() => if changed.is_err() { return },
        }
        if let Err(error) = app.revocations.check_open_sockets(&app.reserved_store).await {
            tracing::warn!(%error, "the sessions of open sockets could not be checked");
            tokio::time::sleep(CHECK_AGAIN).await;
            changes.mark_changed();
        }
    }
}

/// One socket's subscription to revocations.
#[derive(Debug)]
pub struct RevocationSubscription {
    revoked: broadcast::Receiver<(GuestKey, Instant)>,
    session: Option<Session>,
    _place: OpenSocket,
}

impl RevocationSubscription {
    /// Waits until this visitor's cookie is revoked.
    pub async fn wait(&mut self) {
        loop {
            match self.revoked.recv().await {
                Ok((key, revoked_at))
                    if self.session.as_ref().is_some_and(|session| {
                        let keys = [session.cookie, session.identity].map(|identity| identity.guest());
                        session.resolved_at <= revoked_at && keys.contains(&key)
                    }) =>
                {
                    return;
                }
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::cluster::bus::{LocalBus, NodeId};
    use crate::server::identity::Identity;

    #[test]
    fn a_revoked_cookie_is_refused_for_a_minute_in_bounded_memory() {
        let revocations = SessionRevocations::new(Arc::new(LocalBus::single(NodeId::random().unwrap())));
        let [anna, bert] = [1, 2].map(|n| Identity::of_test(n).guest());
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        revocations.mark_revoked(anna, now);
        assert!(revocations.was_just_revoked(anna, now) && !revocations.was_just_revoked(bert, now));
        assert!(revocations.was_just_revoked(anna, now + 59 * second));
        assert!(
            !revocations.was_just_revoked(anna, now + 60 * second),
            "a browser whose answer was lost gets another cookie"
        );
        for _ in 0..MAX_REMEMBERED {
            revocations.mark_revoked(bert, now + 30 * second);
        }
        assert!(revocations.revoked.lock().unwrap().len() <= MAX_REMEMBERED);
        revocations.mark_revoked(bert, now + 100 * second);
        assert_eq!(revocations.revoked.lock().unwrap().len(), 1, "and old ones are dropped");
    }
}
