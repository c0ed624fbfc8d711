//! Restart of sockets: graceful shutdown, isolation of the node, a revoked session cookie, or a decision of the
//! operator end a socket with code 1012, so that its page reconnects, and hears then why it may not.

use std::pin::Pin;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::barring;
use crate::server::cluster::nodes;
use crate::server::http::listen::Address;

/// One socket's wait for it. The shared signals behind it are guarded by locks that all sockets contend for,
/// so [`FuturesUnordered`] polls them only when woken, not with every message.
pub struct RestartSignal(FuturesUnordered<Pin<Box<dyn Future<Output = ()> + Send>>>);

impl RestartSignal {
    /// Subscribes for a socket of this visitor.
    pub fn new(app: &AppState, session: Option<Session>, address: Option<Address>) -> Self {
        let stop = app.stop.clone();
        let barred = barring::until_barred(app.clone(), session.clone(), address);
        let mut isolated = app.isolated.subscribe();
        let mut revocation = app.revocations.subscribe(session);
        let any = async move {
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = nodes::until_isolated(&mut isolated) => {}
                () = revocation.wait() => {}
                () = barred => {}
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
