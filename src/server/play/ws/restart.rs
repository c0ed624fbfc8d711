//! Restart of sockets: graceful shutdown, isolation of the node, or a revoked session cookie end a socket
//! with code 1012, so that its page reconnects.

use std::pin::Pin;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::cluster::nodes;

/// One socket's wait for it. The shared signals behind it are guarded by locks that all sockets contend for,
/// so [`FuturesUnordered`] polls them only when woken, not with every message.
pub struct RestartSignal(FuturesUnordered<Pin<Box<dyn Future<Output = ()> + Send>>>);

impl RestartSignal {
    /// Subscribes for a socket of this visitor.
    pub fn new(app: &AppState, session: Option<Session>) -> Self {
        let stop = app.stop.clone();
        let mut isolated = app.isolated.subscribe();
        let mut revocation = app.revocations.subscribe(session);
        let any = async move {
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = nodes::until_isolated(&mut isolated) => {}
                () = revocation.wait() => {}
            }
        };
        // Boxed: the collection reserves space for one more future.
        Self(FuturesUnordered::from_iter([Box::pin(any) as _]))
    }

    /// Waits until the socket is to end.
    pub async fn wait(&mut self) {
        self.0.next().await;
    }
}
