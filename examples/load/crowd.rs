//! Load of one room with many spectators: how long each move takes to reach the last of them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use rules::Game;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Connection;
use crate::table::{Pace, Table};

/// Interval of the moves.
const PERIOD: Duration = Duration::from_millis(200);

/// Lets so many spectators watch one table for a time; what they saw, and when.
pub async fn run(host: &str, game: Game, count: usize, time: Duration) -> Result<Value, String> {
    let mut table = Table::open([host; 2], game, 0).await?;
    table.start().await?;
    let mut watchers = JoinSet::new();
    let (stop, over) = tokio::sync::watch::channel(false);
    for _ in 0..count {
        let mut watcher = Connection::join(host, table.code()).await?;
        let mut over = over.clone();
        watchers.spawn(async move {
            let mut seen = Vec::new();
            loop {
                let message = tokio::select! {
                    message = watcher.next() => message,
                    _ = over.changed() => break,
                };
                let Ok(message) = message else { break };
                let (at, known) = (Instant::now(), watcher.seq());
                if watcher.process(message, |_| ()).is_err() {
                    break;
                }
                if watcher.seq() > known {
                    seen.push((watcher.seq(), at));
                }
            }
            (seen, watcher.seq(), watcher.fingerprint())
        });
    }
    table.sent.clear();
    let played = table.play(Pace::every(PERIOD, 0, 1), Instant::now() + time).await;
    played?;
    let sent: HashMap<u64, Instant> = table.sent.iter().copied().collect();
    let (last, fingerprint) = table.seq_and_fingerprint();
    let (mut delays, mut behind) = (Vec::new(), 0);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let _ = stop.send(true);
    while let Some(watcher) = watchers.join_next().await {
        let (seen, seq, replica) = watcher.map_err(|error| error.to_string())?;
        behind += u64::from((seq, replica) != (last, fingerprint));
        delays.extend(
            seen.iter().filter_map(|(seq, at)| Some(at.duration_since(*sent.get(seq)?).as_micros() as u64)),
        );
    }
    delays.sort_unstable();
    let percentile =
        |p: usize| delays.get((delays.len().saturating_sub(1)) * p / 100).map(|us| *us as f64 / 1000.0);
    Ok(json!({
        "watchers": count, "moves": sent.len(), "seen": delays.len(), "seen_p50_ms": percentile(50),
        "seen_p99_ms": percentile(99), "not_in_step": behind,
    }))
}
