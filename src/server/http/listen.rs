//! HTTP listener with what `axum::serve` lacks: timeouts on request headers and on slow readers, a cap of
//! connections for each address, and graceful shutdown. Plain HTTP only: TLS ends at a reverse proxy.

mod held;
mod patient;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Once};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tower::ServiceExt;

use self::held::CountedBody;
use self::patient::WriteTimeout;
use super::forwarded::{self, Visitor};
use super::limits::{ConnectionPermit, Connections};
use crate::server::AppState;

/// Timeout of a request's head, and of an idle keep-alive connection.
const HEADERS_TIMEOUT: Duration = Duration::from_secs(15);
/// Timeout of a write without progress (slow reader). Web sockets have a shorter one of their own.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The largest head of a request in bytes, which is also the size of the read buffer.
const MAX_HEAD: usize = 16 * 1024;
/// Backlog of the listener: after a restart everybody reconnects at once, and a client that finds it full
/// only retries after a second. Linux caps it at `net.core.somaxconn`, which is 4,096 as well.
const BACKLOG: u32 = 4096;
/// Pause after a failed `accept`, for example when all file descriptors are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Limits the warning of visitors whom a proxy does not name readably to one.
static UNREADABLE: Once = Once::new();

/// The visitor's address, for rate limits; never logged or stored.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

/// Binds the listening socket.
///
/// # Errors
/// The address is in use, or does not belong to this machine.
pub fn bind(addr: SocketAddr) -> io::Result<TcpListener> {
    let socket = if addr.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A restarted server need not wait for old connections in TIME_WAIT. On Windows the option means
    // something else.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(addr)?;
    socket.listen(BACKLOG)
}

/// Accepts connections until the shutdown. The cap for each address counts connections; behind a trusted
/// reverse proxy, whose connections are shared, it counts web sockets and requests under way.
pub async fn listen(listener: TcpListener, app: AppState, router: Router) {
    let connections = Connections::new(app.config.limits.connections_per_address);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = app.stop.cancelled() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let count = if app.config.trust_proxy.contains(peer.ip()) {
                    ConnectionCount::PerRequest(Arc::clone(&connections))
                } else if let Some(permit) = connections.acquire(peer.ip()) {
                    ConnectionCount::PerConnection(Arc::new(permit))
                } else {
                    // Closed without an answer, which would cost what the cap is to save.
                    app.metrics.count_refusal("connections");
                    continue;
                };
                app.tasks.spawn(serve(stream, peer.ip(), count, app.clone(), router.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// What a request counts as under the connection cap.
pub enum ConnectionCount {
    /// Its connection is counted already.
    PerConnection(Arc<ConnectionPermit>),
    /// Counted itself, under the address that the reverse proxy names.
    PerRequest(Arc<Connections>),
}

impl ConnectionCount {
    fn permit_for(&self, visitor: IpAddr) -> Option<Arc<ConnectionPermit>> {
        match self {
            Self::PerConnection(permit) => Some(Arc::clone(permit)),
            Self::PerRequest(connections) => connections.acquire(visitor).map(Arc::new),
        }
    }
}

/// Serves one connection until it ends.
pub async fn serve(stream: TcpStream, peer: IpAddr, count: ConnectionCount, app: AppState, router: Router) {
    let _counted = app.metrics.connection();
    // Disables Nagle's algorithm: a move is one small packet, and must not wait for more data.
    let _ = stream.set_nodelay(true);
    let stop = app.stop.clone();
    let refusal_pause = Duration::from_millis(app.config.limits.refusal_pause.into());
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        let address = client_address(&app, peer, request.headers_mut());
        request.extensions_mut().insert(Address(address));
        let permit = count.permit_for(address);
        if permit.is_none() {
            app.metrics.count_refusal("connections");
        }
        let router = router.clone();
        async move {
            let answer = match &permit {
                // If the request is upgraded to a web socket, the socket keeps the place.
                Some(permit) => {
                    request.extensions_mut().insert(Arc::clone(permit));
                    router.oneshot(request).await.unwrap_or_else(|never| match never {})
                }
                None => StatusCode::TOO_MANY_REQUESTS.into_response(),
            };
            // A refusal costs little, and a thousand a second much. It waits in its place, so that no more wait than the cap.
            if permit.is_some() && answer.status() == StatusCode::TOO_MANY_REQUESTS {
                tokio::time::sleep(refusal_pause).await;
            }
            Ok::<_, Infallible>(answer.map(|body| CountedBody::new(body, permit)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_TIMEOUT)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// The visitor's address: the peer, or whom a trusted reverse proxy names. What anybody else says of
/// forwarding is removed from the request.
fn client_address(app: &AppState, peer: IpAddr, headers: &mut HeaderMap) -> IpAddr {
    let proxies = &app.config.trust_proxy;
    if !proxies.contains(peer) {
        forwarded::strip(headers);
        return peer;
    }
    match forwarded::visitor(headers, proxies) {
        Visitor::Named(address) => address,
        Visitor::Peer => peer,
        Visitor::Unreadable => {
            app.metrics.unreadable_visitor();
            // Neither the value, which may be an address, nor more than one line.
            UNREADABLE.call_once(|| {
                tracing::warn!(
                    "the reverse proxy names a visitor in a way that is not understood, so limits count all such \
                     visitors as one: see X-Forwarded-For in docs/OPERATIONS.md"
                );
            });
            peer
        }
    }
}
