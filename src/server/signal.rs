//! What passes between the server and the person or system that runs it: where to open it, and the wish to stop.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
#[cfg(unix)]
use std::task::Poll;

/// Says where to open the page. If nobody listens, that is no reason to stop.
pub fn greet(addr: SocketAddr, metrics: Option<SocketAddr>) {
    let mut text = greeting(addr);
    if let Some(metrics) = metrics {
        text += &format!("  Metrics: http://{metrics}/metrics\n");
    }
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn greeting(addr: SocketAddr) -> String {
    let port = addr.port();
    let mut text = "Duello is running. Press Ctrl-C to stop it.\n".to_owned();
    if addr.ip().is_unspecified() {
        text += &format!("  On this machine:                http://localhost:{port}\n");
        if let Some(ip) = address_in_network() {
            let phone = SocketAddr::new(ip, port);
            text += &format!("  On a phone in the same network: http://{phone}\n");
        }
    } else if addr.ip().is_loopback() {
        text += &format!("  Open http://localhost:{port} on this machine.\n");
        text += &format!("  For phones in the same network, start it with --addr 0.0.0.0:{port}.\n");
    } else {
        text += &format!("  Open http://{addr}\n");
    }
    text
}

/// The address by which others in the network reach this machine: the one from which it would go out. Asking for it
/// sends nothing; the address asked about is one reserved for documentation (RFC 5737).
fn address_in_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// Comes when the system asks for a stop: Ctrl-C, or SIGTERM. On Unix it is listened for from the call on, not only once this is
/// awaited: until then the system ends the program at once.
pub fn asked_to_stop() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let mut signals = {
        use tokio::signal::unix::{SignalKind, signal};
        [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok())
    };
    async move {
        #[cfg(unix)]
        std::future::poll_fn(|context| {
            let came = signals.iter_mut().flatten().any(|signal| signal.poll_recv(context).is_ready());
            if came { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
