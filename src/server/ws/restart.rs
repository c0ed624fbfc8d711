//! What ends a socket so that its page comes back: the server stops, its node is cut off from the others, or its cookie stands for
//! somebody else from now on.

use std::pin::Pin;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use crate::server::AppState;
use crate::server::account::Who;
use crate::server::nodes;

/// One socket's ear for it. What all sockets listen to has locks that all of them share; so it is looked at when it is woken, and not
/// with every message.
pub struct Restart(FuturesUnordered<Pin<Box<dyn Future<Output = ()> + Send>>>);

impl Restart {
    /// Listens from now on, for the socket of somebody.
    pub fn new(app: &AppState, who: Option<Who>) -> Self {
        let stop = app.stop.clone();
        let mut cut_off = app.cut_off.subscribe();
        let mut farewell = app.farewells.listen();
        let any = async move {
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = nodes::cut_off(&mut cut_off) => {}
                () = farewell.of(who.as_ref()) => {}
            }
        };
        // In a box, as whatever looks after futures has a place for one more.
        Self(FuturesUnordered::from_iter([Box::pin(any) as _]))
    }

    /// Waits until the socket is to end.
    pub async fn wait(&mut self) {
        self.0.next().await;
    }
}
