//! Accepts connections of agents. TCP and web sockets share the port: a web socket begins with a request, while an agent over
//! TCP waits for the server's first line.

use std::io::Write;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::response::Response;
use axum::routing::get;
use kgp::limits::MAX_LINE;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::Port;
use super::agent::Agent;
use super::link::Link;
use crate::server::AppState;
use crate::server::http::limits::ConnectionPermit;
use crate::server::http::listen::{Address, ConnectionCount, serve};

/// How long the server waits for a web socket's request before it speaks first, as to an agent over TCP.
const SPEAKS_FIRST: Duration = Duration::from_millis(500);
/// Pause after a failed `accept`, for example when all file descriptors are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// The largest message of a web socket: a line that is somewhat too long gets an answer.
const MAX_MESSAGE: usize = 2 * MAX_LINE;

/// Accepts connections until the server stops.
pub async fn run(listener: TcpListener, app: AppState, port: Arc<Port>) {
    let router = Router::new().fallback(get(handshake)).with_state((app.clone(), Arc::clone(&port)));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = app.stop.cancelled() => return,
        };
        match accepted {
            Ok((stream, peer)) => match admit(&app, &port, peer.ip()) {
                Ok(permit) => {
                    app.tasks.spawn(begin(
                        stream,
                        peer.ip(),
                        permit,
                        (app.clone(), Arc::clone(&port), router.clone()),
                    ));
                }
                Err(why) => refuse(stream, why),
            },
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// The place of a connection under the cap of its address; `None` behind a trusted reverse proxy, whose web sockets are counted
/// under the address that it names.
fn admit(app: &AppState, port: &Port, peer: IpAddr) -> Result<Option<ConnectionPermit>, &'static str> {
    if app.config.trust_proxy.contains(peer) {
        return Ok(None);
    }
    let now = Instant::now();
    if port.connects.take(peer, now).is_err() {
        return Err("too many connections in a short time: wait a minute");
    }
    if port.lines.check(peer, now).is_err() {
        port.lines.count_refusal();
        return Err("too many lines from this address: wait ten seconds");
    }
    let permit = port.connections.acquire(peer).map(Some);
    permit.ok_or("too many connections from this address").inspect_err(|_| port.connects.count_refusal())
}

/// Says why a connection ends, without waiting for whoever does not read.
fn refuse(stream: TcpStream, why: &str) {
    let text = format!("error \"{why}\"\r\ngoodbye\r\n");
    // The few bytes fit into an empty buffer of the system; if not, the connection is closed all the same.
    let _ = stream.into_std().and_then(|mut stream| stream.write_all(text.as_bytes()));
}

async fn begin(
    stream: TcpStream,
    peer: IpAddr,
    permit: Option<ConnectionPermit>,
    (app, port, router): (AppState, Arc<Port>, Router),
) {
    let mut first = [0];
    let is_request = match timeout(SPEAKS_FIRST, stream.peek(&mut first)).await {
        Ok(Ok(0) | Err(_)) => return,
        // No command of the protocol begins with a capital letter.
        Ok(Ok(_)) => first == *b"G",
        Err(_) => false,
    };
    if is_request {
        let count = match permit {
            Some(permit) => ConnectionCount::PerConnection(Arc::new(permit)),
            None => ConnectionCount::PerRequest(Arc::clone(&port.connections)),
        };
        return serve(stream, peer, count, app, router).await;
    }
    let place = match permit.or_else(|| port.connections.acquire(peer)) {
        Some(place) => Arc::new(place),
        None => return refuse(stream, "too many connections from this address"),
    };
    let _counted = app.metrics.socket();
    // A move is one small packet, and must not wait for more data.
    let _ = stream.set_nodelay(true);
    Agent::run(app, port, Link::tcp(stream), Some(peer), place).await;
}

/// The handshake of a web socket, at any path. The origin does not matter: no cookie is looked at, so that a page of another
/// site can do no more than any other program.
async fn handshake(
    State((app, port)): State<(AppState, Arc<Port>)>,
    address: Option<Extension<Address>>,
    Extension(place): Extension<Arc<ConnectionPermit>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade.write_buffer_size(0).max_frame_size(MAX_MESSAGE).max_message_size(MAX_MESSAGE);
    upgrade.on_upgrade(move |socket| {
        let tasks = app.tasks.clone();
        tasks.track_future(async move {
            let _counted = app.metrics.socket();
            let address = address.map(|Extension(Address(address))| address);
            Agent::run(app, port, Link::web_socket(socket), address, place).await;
        })
    })
}
