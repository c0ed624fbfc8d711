//! Ends the open sockets of a cookie that stands for somebody else from now on: whoever signs in, signs out or is deleted comes
//! back with the cookie that the browser has then. Other nodes are told, and end theirs. And no answer that is still on its way gives
//! the browser back what it had before.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;

use super::Who;
use crate::server::AppState;
use crate::server::bus::{Bus, Heard, News, Topic, What};
use crate::server::identity::GuestKey;

/// How many of these a socket may be behind before it is ended to be on the safe side.
const QUEUE: usize = 256;
/// How long the browser has to keep its new cookie, before its pages come back with it.
const AFTER: Duration = Duration::from_secs(1);
/// How long no answer sets a cookie for whoever asks with one that has ended: no request takes longer than half of it, and by then the
/// browser has its new one.
const NO_COOKIE: Duration = Duration::from_secs(60);
/// How many such cookies are kept in mind. Each takes one of the few things that an address may ask for (`Shared::private_limit`).
const MOST: usize = 10_000;

/// Who is bidden farewell.
#[derive(Debug)]
pub struct Farewells {
    sockets: broadcast::Sender<(GuestKey, Instant)>,
    /// The cookies that have ended, or are about to; the last one at the end.
    ended: Mutex<VecDeque<(GuestKey, Instant)>>,
    bus: Arc<dyn Bus>,
}

impl Farewells {
    /// Of the sockets here, and those at whoever is on this bus.
    pub fn new(bus: Arc<dyn Bus>) -> Self {
        Self { sockets: broadcast::channel(QUEUE).0, ended: Mutex::default(), bus }
    }

    /// Ends the sockets of a cookie, or all of a guest, in a moment: those of who was known before this, and not of who comes back
    /// meanwhile.
    pub fn bid(&self, key: GuestKey) {
        self.bus.tell(Topic::Farewell, 0, What::Farewell(key.to_string()));
        self.bid_here(key);
    }

    /// A cookie is about to end: said before it is written down, so that no answer is sent after that and gives it back.
    pub fn ends(&self, cookie: GuestKey, now: Instant) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        while ended.len() >= MOST || ended.front().is_some_and(|(_, at)| *at + NO_COOKIE <= now) {
            ended.pop_front();
        }
        ended.push_back((cookie, now));
    }

    /// Whether a cookie has just ended: whoever asks with it is about to get another one, and gets none besides.
    pub fn has_just_ended(&self, cookie: GuestKey, now: Instant) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.iter().rev().take_while(|(_, at)| now < *at + NO_COOKIE).any(|(known, _)| *known == cookie)
    }

    /// As [`Farewells::bid`], of the sockets at this node. Heard from another one, it is a moment later than it was there, and whoever
    /// has come here in between is ended without need, and comes back.
    fn bid_here(&self, key: GuestKey) {
        let (sockets, now) = (self.sockets.clone(), Instant::now());
        self.ends(key, now);
        tokio::spawn(async move {
            tokio::time::sleep(AFTER).await;
            // Nobody may be there.
            let _ = sockets.send((key, now));
        });
    }

    /// What a socket listens to.
    pub fn listen(&self) -> Farewell {
        Farewell(self.sockets.subscribe())
    }
}

/// Hears whom other nodes bid farewell, until the server stops.
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
                    // It may be that a name is not to be shown any more …
                    app.pictures.clear();
                }
                // … or was not while nothing was heard.
                Heard::Connected => app.pictures.clear(),
                Heard::Cut | Heard::News(_) => {}
            },
        }
    }
}

/// One socket's end of it.
#[derive(Debug)]
pub struct Farewell(broadcast::Receiver<(GuestKey, Instant)>);

impl Farewell {
    /// Waits until this one is bidden farewell.
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
    fn a_cookie_that_ends_is_not_given_back_for_a_minute_and_no_crowd_fills_the_memory() {
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
