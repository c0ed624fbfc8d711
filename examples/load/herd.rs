//! Reconnect storm (thundering herd): many sockets lose their server at once and reconnect as soon as it is
//! back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rules::Game;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::client::{Connection, open_room};
use crate::table::settings;

/// Upper bound of a restart.
const PATIENCE: Duration = Duration::from_secs(120);

/// Opens so many sockets, two in a room, asks for the restart of the server, and measures the reconnects from
/// the moment at which a server listens again.
pub async fn run(host: &str, game: Game, count: usize) -> Value {
    let mut herd = JoinSet::new();
    let host: Arc<str> = host.into();
    let (listens, again) = watch::channel(None::<Instant>);
    let gate = Arc::new(tokio::sync::Semaphore::new(50));
    let joined = Arc::new(tokio::sync::Barrier::new(count / 2 + 1));
    for number in 0..count as u64 / 2 {
        let (host, again, gate, joined) = (host.clone(), again.clone(), gate.clone(), joined.clone());
        herd.spawn(async move {
            let turn = gate.acquire().await;
            let pair = async {
                let code = open_room(&host, settings(game, number)).await?;
                Ok::<_, String>((Connection::join(&host, code).await?, Connection::join(&host, code).await?))
            };
            let pair = pair.await;
            drop(turn);
            joined.wait().await;
            let (first, second) = pair?;
            let (first, second) =
                tokio::join!(reconnect(&host, first, again.clone()), reconnect(&host, second, again));
            let (first, second) = (first?, second?);
            // The first one only hears of the other's reconnect; the rooms must be equal anyway.
            Ok::<_, String>(([first.0, second.0], first.1 == second.1))
        });
    }
    joined.wait().await;
    eprintln!("{count} sockets are open: restart the server now");
    let since = Instant::now();
    while TcpStream::connect(&*host).await.is_ok() && since.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let down = Instant::now();
    while TcpStream::connect(&*host).await.is_err() && since.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let up = Instant::now();
    let _ = listens.send(Some(up));
    let (mut delays, mut mismatches, mut errors) = (Vec::new(), 0, 0);
    while let Some(pair) = herd.join_next().await {
        match pair {
            Ok(Ok((times, same))) => {
                delays.extend(times.map(|at| at.saturating_duration_since(up).as_millis() as u64));
                mismatches += u64::from(!same);
            }
            _ => errors += 2,
        }
    }
    delays.sort_unstable();
    let percentile = |p: usize| delays.get((delays.len().saturating_sub(1)) * p / 100).copied();
    json!({
        "sockets": delays.len(), "down_ms": up.duration_since(down).as_millis() as u64, "back_p50_ms": percentile(50),
        "back_p99_ms": percentile(99), "all_back_ms": percentile(100), "mismatches": mismatches, "errors": errors,
    })
}

/// Waits until the connection breaks and a server listens again, then reconnects; when it had caught up, and
/// the number of the last event then.
async fn reconnect(
    host: &str,
    mut connection: Connection,
    mut again: watch::Receiver<Option<Instant>>,
) -> Result<(Instant, u64), String> {
    while connection.next().await.is_ok() {}
    connection.cut().await;
    again.wait_for(Option::is_some).await.map_err(|error| error.to_string())?;
    let since = Instant::now();
    loop {
        match connection.reconnect(host).await {
            Ok(()) => return Ok((Instant::now(), connection.seq())),
            Err(error) if since.elapsed() > PATIENCE => return Err(error),
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}
