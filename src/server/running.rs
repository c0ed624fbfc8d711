//! A server that runs, and how it stops: what it has begun ends, and what is queued is stored.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::AppState;

/// How long a graceful shutdown waits for sockets and requests to end.
const DRAIN: Duration = Duration::from_secs(5);

/// A server that is running.
#[derive(Debug)]
pub struct Running {
    /// The address on which it listens.
    pub addr: SocketAddr,
    /// The address of the metrics, if they are served.
    pub metrics: Option<SocketAddr>,
    /// The address at which agents play by the Kalah Game Protocol, if they do.
    pub kgp: Option<SocketAddr>,
    pub(super) app: AppState,
    pub(super) listening: JoinHandle<()>,
    pub(super) downtime_recorded: watch::Receiver<bool>,
}

impl Running {
    /// Graceful shutdown: accepts no more connections, closes the sockets with code 1012 (so that pages
    /// reconnect to the next server), lets requests finish, and commits what is queued.
    pub async fn stop(self) {
        let stopped = self.app.time.now();
        self.app.stop.cancel();
        self.app.tasks.close();
        let _ = self.listening.await;
        if tokio::time::timeout(DRAIN, self.app.tasks.wait()).await.is_err() {
            tracing::warn!(
                left = self.app.tasks.len(),
                "some connections were still open at the end of the shutdown"
            );
        }
        self.app.bus.flush().await;
        // Downtime begins here. If the rooms have not yet recorded the previous one, it goes on, and the old
        // heartbeat has to stay.
        if *self.downtime_recorded.borrow()
            && let Err(error) = self.app.store.write_heartbeat(stopped).await
        {
            tracing::warn!(%error, "the heartbeat could not be written");
        }
        self.app.store.close().await;
    }
}
