//! Console greeting and stop signals: prints the URLs at the start, and turns SIGINT or SIGTERM into a
//! graceful shutdown, or the end of a command.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
#[cfg(unix)]
use std::task::Poll;

use super::admin::{Task, TaskError};
use super::config::Config;

/// Runs an administration command, until it ends or the system asks it to stop; what it has half written is
/// removed then.
///
/// # Errors
/// The command failed, or something is not in order.
pub async fn run_task(task: &Task, config: &Config) -> Result<(), TaskError> {
    tokio::select! {
        outcome = task.run(config) => outcome,
        // It plays until then.
        () = stop_signal() => if matches!(task, Task::Bots { .. }) { Ok(()) } else { Err(TaskError::Interrupted) },
    }
}

/// Prints the URLs of the page. A closed stdout is no reason to stop.
pub fn print_greeting(addr: SocketAddr, metrics: Option<SocketAddr>) {
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
        if let Some(ip) = local_network_address() {
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

/// This machine's address in the local network: the source address of an outgoing packet. Connecting a UDP
/// socket sends nothing; its target is reserved for documentation (RFC 5737).
fn local_network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// Resolves on SIGINT (Ctrl-C) or SIGTERM. On Unix the handlers are installed by the call, before the first
/// poll; without them the signal would kill the process.
pub fn stop_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let mut signals = {
        use tokio::signal::unix::{SignalKind, signal};
        [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok())
    };
    async move {
        #[cfg(unix)]
        std::future::poll_fn(|context| {
            let received = signals.iter_mut().flatten().any(|signal| signal.poll_recv(context).is_ready());
            if received { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
