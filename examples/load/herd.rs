//! Reconnect storm (thundering herd): many sockets lose their server at once and reconnect as soon as it is
//! back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use room::Room;
use rules::Game;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::client::{Client, new_guest, open_room};
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
                let guests = [new_guest(), new_guest()];
                let first = Client::enter(&host, Room::new(code), &guests[0]).await?;
                let second = Client::enter(&host, Room::new(code), &guests[1]).await?;
                Ok::<_, String>((guests, first, second))
            };
            let pair = pair.await;
            drop(turn);
            joined.wait().await;
            let (guests, first, second) = pair?;
            let (first, second) = tokio::join!(
                come_back(&host, first, &guests[0], again.clone()),
                come_back(&host, second, &guests[1], again)
            );
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
    let (mut took, mut mismatches, mut errors) = (Vec::new(), 0, 0);
    while let Some(pair) = herd.join_next().await {
        match pair {
            Ok(Ok((times, same))) => {
                took.extend(times.map(|at| at.saturating_duration_since(up).as_millis() as u64));
                mismatches += u64::from(!same);
            }
            _ => errors += 2,
        }
    }
    took.sort_unstable();
    let percentile = |p: usize| took.get((took.len().saturating_sub(1)) * p / 100).copied();
    json!({
        "sockets": took.len(), "down_ms": up.duration_since(down).as_millis() as u64, "back_p50_ms": percentile(50),
        "back_p99_ms": percentile(99), "all_back_ms": percentile(100), "mismatches": mismatches, "errors": errors,
    })
}

/// Waits until the connection breaks and a server listens again, then reconnects; when it had caught up, and
/// the room then.
async fn come_back(
    host: &str,
    mut client: Client,
    cookie: &str,
    mut again: watch::Receiver<Option<Instant>>,
) -> Result<(Instant, u64), String> {
    while client.next().await.is_ok() {}
    let room = client.room.clone();
    drop(client);
    again.wait_for(Option::is_some).await.map_err(|error| error.to_string())?;
    let since = Instant::now();
    loop {
        match Client::enter(host, room.clone(), cookie).await {
            Ok(client) => return Ok((Instant::now(), client.room.seq)),
            Err(error) if since.elapsed() > PATIENCE => return Err(error),
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}
