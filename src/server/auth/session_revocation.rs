//! Session revocation: ends the open sockets of a session cookie after sign-in, sign-out or deletion, here
//! and over the bus at the other nodes. The page then reconnects with the cookie that its browser has by
//! then. Answers still under way to requests with the old cookie must not set it again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;

use super::account::Session;
use crate::server::AppState;
use crate::server::cluster::bus::{Bus, BusEvent, BusMessage, BusPayload, Topic};
use crate::server::identity::GuestKey;

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

/// Broadcasts revoked cookies to the sockets and remembers the recent ones.
#[derive(Debug)]
pub struct SessionRevocations {
    sockets: broadcast::Sender<(GuestKey, Instant)>,
    /// Cookies that were revoked, or are about to be; the newest at the end.
    revoked: Mutex<VecDeque<(GuestKey, Instant)>>,
    bus: Arc<dyn Bus>,
}

impl SessionRevocations {
    /// Revokes for the sockets of this node, and over the bus for those of the others.
    pub fn new(bus: Arc<dyn Bus>) -> Self {
        Self { sockets: broadcast::channel(QUEUE).0, revoked: Mutex::default(), bus }
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
        let mut revoked = self.revoked.lock().unwrap_or_else(PoisonError::into_inner);
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
        let revoked = self.revoked.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// A subscription for one socket.
    pub fn subscribe(&self) -> RevocationSubscription {
        RevocationSubscription(self.sockets.subscribe())
    }
}

/// Applies the revocations that other nodes publish, until the server stops.
pub async fn apply_remote_revocations(app: AppState) {
    let mut messages = app.bus.subscribe(Topic::SessionRevocation);
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
                // … and such a message may have been lost while the bus was down.
                BusEvent::Connected => app.pictures.clear(),
                BusEvent::Disconnected | BusEvent::Message(_) => {}
            },
        }
    }
}

/// One socket's subscription to revocations.
#[derive(Debug)]
pub struct RevocationSubscription(broadcast::Receiver<(GuestKey, Instant)>);

impl RevocationSubscription {
    /// Waits until this visitor's cookie is revoked.
    pub async fn wait_for(&mut self, session: Option<&Session>) {
        loop {
            match self.0.recv().await {
                Ok((key, revoked_at))
                    if session.is_some_and(|session| {
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
