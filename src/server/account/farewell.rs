//! Ends the open sockets of a cookie that stands for somebody else from now on: whoever signs in, signs out or is deleted comes
//! back with the cookie that the browser has then. Other nodes are told, and end theirs.

use std::sync::Arc;
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

/// Who is bidden farewell.
#[derive(Debug)]
pub struct Farewells {
    sockets: broadcast::Sender<(GuestKey, Instant)>,
    bus: Arc<dyn Bus>,
}

impl Farewells {
    /// Of the sockets here, and those at whoever is on this bus.
    pub fn new(bus: Arc<dyn Bus>) -> Self {
        Self { sockets: broadcast::channel(QUEUE).0, bus }
    }

    /// Ends the sockets of a cookie, or all of a guest, in a moment: those of who was known before this, and not of who comes back
    /// meanwhile.
    pub fn bid(&self, key: GuestKey) {
        self.bus.tell(Topic::Farewell, 0, What::Farewell(key.to_string()));
        self.bid_here(key);
    }

    /// The same, of the sockets at this node. Heard from another one, it is a moment later than it was there, and whoever has come
    /// here in between is ended without need, and comes back.
    fn bid_here(&self, key: GuestKey) {
        let (sockets, now) = (self.sockets.clone(), Instant::now());
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
            heard = others.next() => if let Heard::News(News { what: What::Farewell(key), .. }) = heard
                && let Some(key) = GuestKey::from_text(&key)
            {
                app.farewells.bid_here(key);
            }
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
