//! Floods of lines: the flooder hears an error and is cut off, and other games go on as quickly as before.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::MissedTickBehavior;

use super::*;
use crate::faults::{percentile, say, times};

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_good_or_bad_lines_is_cut_off_with_an_error() {
    let server = start(&[]).await;
    for (line, why) in [("ping\r\n", "too many lines"), ("}{\r\n", "too many errors")] {
        let mut agent = Agent::tcp(&port(&server)).await.named("Flood", "freeplay").await;
        agent.bytes(line.repeat(1_000).as_bytes()).await;
        let errors = agent.until_end().await;
        assert_eq!(errors.last().map(String::as_str), Some(why));
    }
}

/// How long the room takes to answer a move of a page, in a game of two pages: so many of them.
async fn answers(host: &str, seed: u64, count: usize) -> Vec<Duration> {
    let (mut times, mut seed) = (Vec::new(), seed);
    while times.len() < count {
        let code = open_room(host, room::Settings::default()).await;
        let mut tabs = two_players(host, code, [1, 2]).await;
        while let Some(to_move) = mover(&tabs).filter(|_| times.len() < count) {
            let seat = tabs[to_move].seat().unwrap();
            let command = some_move(&tabs[to_move].room, seat, &mut seed).unwrap();
            let since = Instant::now();
            assert_eq!(tabs[to_move].ask(command).await, Answer::Happened);
            times.push(since.elapsed());
            let seq = tabs[to_move].room.seq;
            tabs[1 - to_move].until(|room| room.seq >= seq).await;
        }
    }
    times
}

/// Sends a thousand malformed lines a second, over a new connection whenever one ends.
async fn flood(port: String, stop: Arc<AtomicBool>, sent: Arc<AtomicU64>) {
    let mut tick = tokio::time::interval(Duration::from_millis(10));
    tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut stream = None;
    while !stop.load(Ordering::Relaxed) {
        tick.tick().await;
        if stream.is_none() {
            stream = TcpStream::connect(&port).await.ok();
        }
        if let Some(open) = &mut stream {
            match open.write_all("}{ move <\r\n".repeat(10).as_bytes()).await {
                Ok(()) => drop(sent.fetch_add(10, Ordering::Relaxed)),
                Err(_) => stream = None,
            }
        }
    }
}

/// In its long form a measurement, which wants a release build and a machine that does nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn malformed_lines_of_one_agent_slow_no_other_game_down() {
    let limits = ["--kgp=127.0.0.1:0", "--rooms-per-hour=0", "--player-messages=0", "--request-points=0"];
    let server = Server::start_as_delivered(&limits).await;
    let host = server.host();
    let (mut alone, mut beside, mut lines) = (Vec::new(), Vec::new(), 0);
    // In turns, so that a change of the machine's load meets both.
    for round in 0..times(2, 5) {
        let (seed, moves) = (2 * round as u64 + 1, times(60, 200));
        alone.extend(answers(&host, seed, moves).await);
        let (stop, sent) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let flood = tokio::spawn(flood(port(&server), Arc::clone(&stop), Arc::clone(&sent)));
        beside.extend(answers(&host, seed, moves).await);
        stop.store(true, Ordering::Relaxed);
        patiently("the flood ends", flood).await.unwrap();
        lines += sent.load(Ordering::Relaxed);
    }
    let [p50, p99] = [50, 99].map(|of_100| [&mut alone, &mut beside].map(|times| percentile(times, of_100)));
    let count = alone.len();
    say("kgp", &format!("{count} moves alone and beside {lines} malformed lines: p50 {p50:?}, p99 {p99:?}"));
    assert!(lines > 50, "{lines}");
    // A busy machine is no measurement: in the short form a game is only not held up.
    let most = if times(0, 1) == 1 { p99[0].mul_f64(1.2) } else { p99[0] * 4 + Duration::from_millis(50) };
    assert!(p99[1] < most, "p99 {p99:?}");
}
