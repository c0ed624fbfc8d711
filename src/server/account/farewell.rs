//! Ends the open sockets of a cookie that stands for somebody else from now on: whoever signs in, signs out or is deleted comes
//! back with the cookie that the browser has then.

use std::time::{Duration, Instant};

use tokio::sync::broadcast;

use super::Who;
use crate::server::identity::GuestKey;

/// How many of these a socket may be behind before it is ended to be on the safe side.
const QUEUE: usize = 256;
/// How long the browser has to keep its new cookie, before its pages come back with it.
const AFTER: Duration = Duration::from_secs(1);

/// Who is bidden farewell.
#[derive(Debug)]
pub struct Farewells(broadcast::Sender<(GuestKey, Instant)>);

impl Default for Farewells {
    fn default() -> Self {
        Self(broadcast::channel(QUEUE).0)
    }
}

impl Farewells {
    /// Ends the sockets of a cookie, or all of a guest, in a moment: those of who was known before this, and not of who comes back
    /// meanwhile.
    pub fn bid(&self, key: GuestKey) {
        let (sockets, now) = (self.0.clone(), Instant::now());
        tokio::spawn(async move {
            tokio::time::sleep(AFTER).await;
            // Nobody may be there.
            let _ = sockets.send((key, now));
        });
    }

    /// What a socket listens to.
    pub fn listen(&self) -> Farewell {
        Farewell(self.0.subscribe())
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
