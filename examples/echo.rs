//! Echo server for Autobahn's test suite (docs/SECURITY.md, S10): its socket is read and closed as the
//! server's own. At `/` with the server's limits, at `/large` without them, as many cases are larger.
//!
//!     cargo run --release --features ssr --example echo -- 127.0.0.1:9001

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::routing::any;
use duello::server::play::ws::{apply_limits, close_code_of};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let addr = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:9001".to_owned());
    let router = Router::new()
        .route("/", any(async |upgrade: WebSocketUpgrade| apply_limits(upgrade).on_upgrade(echo)))
        .route("/large", any(async |upgrade: WebSocketUpgrade| upgrade.on_upgrade(echo)));
    axum::serve(TcpListener::bind(addr).await?, router).await
}

async fn echo(mut socket: WebSocket) {
    while let Some(message) = socket.recv().await {
        let answer = match message {
            Ok(message @ (Message::Text(_) | Message::Binary(_))) => message,
            Ok(_) => continue,
            Err(error) => {
                let Some(code) = close_code_of(error) else { return };
                Message::Close(Some(CloseFrame { code, reason: "".into() }))
            }
        };
        let last = matches!(answer, Message::Close(_));
        if socket.send(answer).await.is_err() || last {
            return;
        }
    }
}
