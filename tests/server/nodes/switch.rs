//! A proxy between a server and the bus that can be cut, go silently dead, and be repaired.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The state of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// It works.
    Good,
    /// Connections break and are refused.
    Cut,
    /// Connections stay open, but nothing passes.
    Dead,
}

/// A running proxy.
pub struct Switch {
    /// Its address for the server.
    pub host: String,
    line: watch::Sender<Line>,
    task: JoinHandle<()>,
}

impl Drop for Switch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Switch {
    /// Starts a working line to this address.
    pub async fn to(far: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let line = watch::Sender::new(Line::Good);
        let state = line.subscribe();
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                if *state.borrow() == Line::Cut {
                    continue;
                }
                let Ok(far) = TcpStream::connect(&far).await else { continue };
                let mut cut = state.clone();
                let state = state.clone();
                tokio::spawn(async move {
                    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
                    tokio::select! {
                        () = forward(near_in, far_out, state.clone()) => {}
                        () = forward(far_in, near_out, state) => {}
                        _ = cut.wait_for(|line| *line == Line::Cut) => {}
                    }
                });
            }
        });
        Self { host, line, task }
    }

    /// Sets the state of the line.
    pub fn is(&self, line: Line) {
        self.line.send_replace(line);
    }
}

async fn forward(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    mut line: watch::Receiver<Line>,
) {
    let mut buffer = vec![0; 4096];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let open = line.wait_for(|line| *line != Line::Dead).await.is_ok();
        if !open || to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
