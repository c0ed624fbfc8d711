//! Taking connections: with time limits on headers and on what is sent, and a cap for each address, all of which `axum::serve`
//! lacks, and an orderly end.

mod held;
mod patient;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
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

use self::held::Held;
use self::patient::Patient;
use super::AppState;
use super::limits::{Connections, Place};

/// How long a request's head may take, and how long a connection may wait for its next request.
const HEADERS_WITHIN: Duration = Duration::from_secs(15);
/// How long the other end may take nothing of what is sent to it. Sockets have a shorter limit of their own.
const TAKEN_WITHIN: Duration = Duration::from_secs(30);
/// The largest head of a request, and the buffer it is read into.
const HEAD_MOST: usize = 16 * 1024;
/// How many connections may wait until they are taken: after a restart everybody comes back at once, and whoever finds no place
/// comes again a second later. Linux gives no more than `net.core.somaxconn`, which is 4,096 as well.
const WAITING: u32 = 4096;
/// How long to wait when no connection can be taken, for example because all file handles are in use.
const BREATH: Duration = Duration::from_millis(50);

/// From where a request comes, for limits; it is never logged or kept.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

/// Listens at an address.
///
/// # Errors
/// It is in use, or not ours.
pub fn bind(addr: SocketAddr) -> io::Result<TcpListener> {
    let socket = if addr.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A server that is started again need not wait for the connections of the one before. Elsewhere this means another thing.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(addr)?;
    socket.listen(WAITING)
}

/// Takes connections until the server is told to stop. At most so many of one address: connections of whoever comes by himself;
/// of visitors who come through a trusted proxy, sockets and requests that are being answered.
pub async fn listen(listener: TcpListener, app: AppState, router: Router) {
    let connections = Connections::new(app.config.connections_per_address);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = app.stop.cancelled() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let places = if app.config.trust_proxy {
                    Places::Asked(Arc::clone(&connections))
                } else if let Some(place) = connections.enter(peer.ip()) {
                    Places::Held(Arc::new(place))
                } else {
                    // Closed at once: an answer would cost what the cap is to save.
                    app.metrics.turned_away("connections");
                    continue;
                };
                app.tasks.spawn(serve(stream, peer.ip(), places, app.clone(), router.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

/// Whose place a request takes.
enum Places {
    /// That of its connection.
    Held(Arc<Place>),
    /// One of its own, of the visitor whom the proxy names.
    Asked(Arc<Connections>),
}

impl Places {
    fn of(&self, visitor: IpAddr) -> Option<Arc<Place>> {
        match self {
            Self::Held(place) => Some(Arc::clone(place)),
            Self::Asked(connections) => connections.enter(visitor).map(Arc::new),
        }
    }
}

async fn serve(stream: TcpStream, peer: IpAddr, places: Places, app: AppState, router: Router) {
    let _counted = app.metrics.connection();
    // A move is one small packet: it must not wait for another to travel with.
    let _ = stream.set_nodelay(true);
    let stop = app.stop.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        let address = visitor(peer, app.config.trust_proxy, request.headers());
        request.extensions_mut().insert(Address(address));
        let place = places.of(address);
        if place.is_none() {
            app.metrics.turned_away("connections");
        }
        let router = router.clone();
        async move {
            let answer = match &place {
                // The socket that a request may turn into keeps the place.
                Some(place) => {
                    request.extensions_mut().insert(Arc::clone(place));
                    router.oneshot(request).await.unwrap_or_else(|never| match never {})
                }
                None => StatusCode::TOO_MANY_REQUESTS.into_response(),
            };
            Ok::<_, Infallible>(answer.map(|body| Held::new(body, place)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(HEAD_MOST)
        .serve_connection(TokioIo::new(Patient::new(stream, TAKEN_WITHIN)), service)
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

/// Whose request it is: the other end's, or the one that a trusted proxy has put last into its header.
fn visitor(peer: IpAddr, trust_proxy: bool, headers: &HeaderMap) -> IpAddr {
    let forwarded = || {
        let line = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        line.rsplit(',').next()?.trim().parse().ok()
    };
    if trust_proxy { forwarded().unwrap_or(peer) } else { peer }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forwarded_address_is_believed_only_of_a_trusted_proxy() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "6.6.6.6, 10.0.0.9".parse().unwrap());
        let peer = IpAddr::from([127, 0, 0, 1]);
        assert_eq!(visitor(peer, false, &headers), peer);
        assert_eq!(visitor(peer, true, &headers), IpAddr::from([10, 0, 0, 9]));
        assert_eq!(visitor(peer, true, &HeaderMap::new()), peer);
    }
}
