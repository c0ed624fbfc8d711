//! Session revocation: ends the open sockets of a session cookie after sign-in, sign-out or deletion, here
//! and over the bus at the other nodes. The page then reconnects with the cookie that its browser has by
//! then. Answers still under way to requests with the old cookie must not set it again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;

use super::Who;
use crate::server::AppState;
use crate::server::bus::{Bus, Heard, News, Topic, What};
use crate::server::identity::GuestKey;

/// How many revocations a socket may lag behind; beyond that it is ended to be safe.
const QUEUE: usize = 256;
/// Delay before the sockets are ended, so that the browser has stored its new cookie when its pages
/// reconnect.
const AFTER: Duration = Duration::from_secs(1);
/// How long requests with a revoked cookie get no `Set-Cookie`. No request takes longer than half of it, and
/// by then the browser has its new cookie.
const NO_COOKIE: Duration = Duration::from_secs(60);
/// How many revoked cookies are remembered. Each costs a token of the address's rate limit
/// (`Shared::private_limit`).
const MOST: usize = 10_000;

/// Broadcasts revoked cookies to the sockets and remembers the recent ones.
#[derive(Debug)]
pub struct Farewells {
    sockets: broadcast::Sender<(GuestKey, Instant)>,
    /// Cookies that were revoked, or are about to be; the newest at the end.
    ended: Mutex<VecDeque<(GuestKey, Instant)>>,
    bus: Arc<dyn Bus>,
}

impl Farewells {
    /// Revokes for the sockets of this node, and over the bus for those of the others.
    pub fn new(bus: Arc<dyn Bus>) -> Self {
        Self { sockets: broadcast::channel(QUEUE).0, ended: Mutex::default(), bus }
    }

    /// Ends, after a short delay, the sockets of a cookie or all sockets of a guest. Only sockets that were
    /// authenticated before this call end, not those that reconnect meanwhile.
    pub fn bid(&self, key: GuestKey) {
        self.bus.tell(Topic::Farewell, 0, What::Farewell(key.to_string()));
        self.bid_here(key);
    }

    /// Marks a cookie as about to be revoked. Called before the change is written, so that no answer sent
    /// after the commit sets the old cookie again.
    pub fn ends(&self, cookie: GuestKey, now: Instant) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        while ended.len() >= MOST || ended.front().is_some_and(|(_, at)| *at + NO_COOKIE <= now) {
            ended.pop_front();
        }
        ended.push_back((cookie, now));
    }

    /// Whether a cookie was revoked recently: its browser is about to get a new one, and must be sent no
    /// other.
    pub fn has_just_ended(&self, cookie: GuestKey, now: Instant) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.iter().rev().take_while(|(_, at)| now < *at + NO_COOKIE).any(|(known, _)| *known == cookie)
    }

    /// As [`Farewells::bid`], for the sockets of this node only. A revocation that comes over the bus takes
    /// effect a moment later than at its origin; a socket that was opened in between is ended needlessly, and
    /// reconnects.
    fn bid_here(&self, key: GuestKey) {
        let (sockets, now) = (self.sockets.clone(), Instant::now());
        self.ends(key, now);
        tokio::spawn(async move {
            tokio::time::sleep(AFTER).await;
            // An error only means that no socket is open.
            let _ = sockets.send((key, now));
        });
    }

    /// A subscription for one socket.
    pub fn listen(&self) -> Farewell {
        Farewell(self.sockets.subscribe())
    }
}

/// Applies the revocations that other nodes publish, until the server stops.
pub async fn listen(app: AppState) {
    let mut others = app.bus.listen(Topic::Farewell);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            heard = others.next() => match heard {
                Heard::News(News { what: What::Farewell(key), .. }) => {
                    if let Some(key) = GuestKey::from_text(&key) {
                        app.farewells.bid_here(key);
                    }
                    // A deletion may be behind it, so the pictures may show a name that has to vanish …
                    app.pictures.clear();
                }
                // … and such a message may have been lost while the bus was down.
                Heard::Connected => app.pictures.clear(),
                Heard::Cut | Heard::News(_) => {}
            },
        }
    }
}

/// One socket's subscription to revocations.
#[derive(Debug)]
pub struct Farewell(broadcast::Receiver<(GuestKey, Instant)>);

impl Farewell {
    /// Waits until this visitor's cookie is revoked.
    pub async fn of(&mut self, who: Option<&Who>) {
        loop {
            match self.0.recv().await {
                Ok((key, bidden))
                    if who.is_some_and(|who| {
                        let names = [who.cookie, who.identity].map(|name| name.guest());
                        who.asked <= bidden && names.contains(&key)
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
    use crate::server::bus::{Local, NodeId};
    use crate::server::identity::Identity;

    #[test]
    fn a_revoked_cookie_is_refused_for_a_minute_in_bounded_memory() {
        let farewells = Farewells::new(Arc::new(Local::alone(NodeId::random().unwrap())));
        let [anna, bert] = [1, 2].map(|n| Identity::of_test(n).guest());
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        farewells.ends(anna, now);
        assert!(farewells.has_just_ended(anna, now) && !farewells.has_just_ended(bert, now));
        assert!(farewells.has_just_ended(anna, now + 59 * second));
        assert!(!farewells.has_just_ended(anna, now + 60 * second), "whose answer was lost gets another");
        for _ in 0..MOST {
            farewells.ends(bert, now + 30 * second);
        }
        assert!(farewells.ended.lock().unwrap().len() <= MOST);
        farewells.ends(bert, now + 100 * second);
        assert_eq!(farewells.ended.lock().unwrap().len(), 1, "and old ones are let go");
    }
}
