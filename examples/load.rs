//! Load generator: plays random legal games over real sockets, two clients each, and checks that both hold
//! the same room after every event. Prints one line of JSON.
//!
//!     cargo run --release --features ssr --example load -- --url ws://127.0.0.1:3000 --games 200 --seconds 20
//!
//! The server's rate limits are made for people, and it knows its own cookies. For a load run start it without the
//! limits: `duello --request-points 0 --player-messages 0 --watcher-messages 0 --rooms-per-hour 0 --games-per-hour 0
//! --guest-games-per-hour 0 --connections-per-address 0`, and both with one key: `export DUELLO_COOKIE_KEY=$(openssl rand -hex 32)`

#[path = "load/client.rs"]
mod client;
#[path = "load/crowd.rs"]
mod crowd;
#[path = "load/herd.rs"]
mod herd;
#[path = "load/mixed.rs"]
mod mixed;
#[path = "load/peer.rs"]
mod peer;
#[path = "load/process.rs"]
mod process;
#[path = "load/table.rs"]
mod table;
#[path = "load/tournament.rs"]
mod tournament;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use client::Connection;
use rules::Game;
use serde_json::Value;
use table::{Pace, Table, Tally};
use tokio::sync::{Barrier, Semaphore};
use tokio::task::JoinSet;

/// Plays random legal games against a running server and prints one line of JSON.
#[derive(Parser, Debug)]
struct Options {
    /// The server, or several of one database with commas between: the two players of a game are then at
    /// different ones. Several of what it is measured against share no game, so each game is at one of them.
    #[arg(long, default_value = "ws://127.0.0.1:3000", value_delimiter = ',')]
    url: Vec<String>,
    /// Which game is played; Mapello on random boards, another in each room.
    #[arg(long, default_value = "mancala", value_name = "GAME")]
    game: GameName,
    /// Games played at the same time, two sockets each.
    #[arg(long, default_value_t = 0)]
    games: usize,
    /// How long to play, in seconds, once all games have begun.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Moves a second of all games together. Without it each game is played as fast as it is answered.
    #[arg(long)]
    rate: Option<f64>,
    /// Idle sockets to hold besides, two in a room.
    #[arg(long, default_value_t = 0)]
    connections: usize,
    /// Guests who do besides all that people do, for the same time: look for opponents, talk, ask, lose their
    /// connection and come back, with watchers and readers of pages.
    #[arg(long, default_value_t = 0)]
    mixed: usize,
    /// Entrants of an arena, which play at the pace of people, spread over all servers of --url.
    #[arg(long, default_value_t = 0)]
    event: usize,
    /// Sockets that lose their server all at once and come back when there is one again: restart it when this
    /// says so.
    #[arg(long, default_value_t = 0)]
    herd: usize,
    /// Watchers of one room in which a game is played, five moves a second.
    #[arg(long, default_value_t = 0)]
    crowd: usize,
    /// The server is not Duello but what it is measured against, `examples/peer`.
    #[arg(long)]
    peer: bool,
    /// The key with which the server signs cookies (its --cookie-key), so that everybody here is a guest.
    #[arg(long, env = "DUELLO_COOKIE_KEY", value_name = "DIGITS", hide_env_values = true)]
    cookie_key: Option<String>,
    /// The server's process, for its memory and time. [default: whoever listens on the port of the URL, if it
    /// is on this machine]
    #[arg(long)]
    pid: Option<u32>,
}

/// The games, as they are named on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum GameName {
    Mancala,
    Mapello,
}

impl From<GameName> for Game {
    fn from(name: GameName) -> Self {
        match name {
            GameName::Mancala => Self::Mancala,
            GameName::Mapello => Self::Mapello,
        }
    }
}

#[tokio::main]
async fn main() {
    let options = Options::parse();
    if let Some(key) = &options.cookie_key
        && let Err(error) = client::sign_cookies_with(key)
    {
        eprintln!("{error}");
        return;
    }
    let host = |url: &String| url.trim_start_matches("ws://").trim_end_matches('/').to_owned();
    let hosts: Vec<String> = options.url.iter().map(host).collect();
    let host = hosts.first().cloned().unwrap_or_default();
    let pid = options.pid.or_else(|| process::listening_on(&host));
    let pids: Vec<u32> = match options.pid {
        Some(pid) => vec![pid],
        None => hosts.iter().filter_map(|host| process::listening_on(host)).collect(),
    };
    let mut result = serde_json::json!({ "games": options.games });

    if options.herd > 0 {
        result["herd"] = herd::run(&host, options.game.into(), options.herd).await;
    }
    let before = pid.and_then(process::memory);
    let (idle, idle_errors) = hold_idle(&host, options.game.into(), options.connections).await;
    if options.connections > 0 {
        let grown =
            pid.and_then(process::memory).zip(before).map(|(after, before)| after.saturating_sub(before));
        result["connections"] = idle.len().into();
        result["bytes_per_socket"] = grown.map(|bytes| bytes / (idle.len() as u64).max(1)).into();
        result["server_bytes"] = pid.and_then(process::memory).into();
    }
    let mut tally = Tally { errors: idle_errors, ..Tally::default() };
    let time = Duration::from_secs(options.seconds);
    let others = (options.mixed > 0).then(|| {
        let host = host.clone();
        tokio::spawn(async move { mixed::run(&host, options.mixed, time, pid).await })
    });
    if options.games > 0 {
        let (sum, seconds, cpu) = if options.peer {
            peer::play(&hosts, options.games, options.rate, time, &pids).await
        } else {
            play(&hosts, &options, &pids).await
        };
        tally.add(sum);
        let moves = tally.latencies_us.len();
        result["moves_per_s"] = round(moves as f64 / seconds).into();
        if let Some(cpu) = cpu.filter(|_| moves > 0) {
            result["server_cpu_us_per_move"] = round(cpu.as_micros() as f64 / moves as f64).into();
        }
        result["server_bytes"] = process::memory_of_all(&pids).into();
    }
    if let Some(others) = others {
        let (did, sum) = others.await.unwrap_or_else(|error| (Value::Null, Tally::failed(error.to_string())));
        result["mixed"] = did;
        tally.add(sum);
    }
    if options.event > 0 {
        let before = process::cpu_of_all(&pids);
        let (seen, sum) = tournament::run(&hosts, options.event, time).await;
        let spent =
            process::cpu_of_all(&pids).zip(before).map(|(after, before)| after.saturating_sub(before));
        result["event"] = seen;
        result["event_cpu_s"] = spent.map(|spent| spent.as_secs()).into();
        result["server_bytes"] = process::memory_of_all(&pids).into();
        tally.add(sum);
    }
    if options.crowd > 0 {
        let seen = crowd::run(&host, options.game.into(), options.crowd, time).await;
        result["crowd"] = seen.unwrap_or_else(Value::String);
    }
    tally.latencies_us.sort_unstable();
    let percentile = |p: usize| {
        let at = (tally.latencies_us.len().saturating_sub(1)) * p / 100;
        tally.latencies_us.get(at).map(|&us| f64::from(us) / 1000.0)
    };
    result["games_finished"] = tally.finished.into();
    result["room"] = tally.room.map(|code| code.to_string()).into();
    result["moves"] = tally.latencies_us.len().into();
    result["move_p50_ms"] = percentile(50).into();
    result["move_p99_ms"] = percentile(99).into();
    result["mismatches"] = tally.mismatches.into();
    result["errors"] = tally.errors.into();
    println!("{result}");
    if let Some(error) = tally.first_error {
        eprintln!("the first error: {error}");
    }
    drop(idle);
}

fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Opens idle sockets that send a hello and then only answer heartbeats; they end with their tasks.
async fn hold_idle(host: &str, game: Game, count: usize) -> (JoinSet<()>, u64) {
    let mut opening = JoinSet::new();
    let gate = Arc::new(Semaphore::new(50));
    for number in 0..count.div_ceil(2) as u64 {
        let (host, gate) = (host.to_owned(), Arc::clone(&gate));
        opening.spawn(async move {
            let _turn = gate.acquire().await.map_err(|error| error.to_string())?;
            let code = client::open_room(&host, table::settings(game, number)).await?;
            Ok::<_, String>([Connection::join(&host, code).await?, Connection::join(&host, code).await?])
        });
    }
    let (mut idle, mut errors) = (JoinSet::new(), 0);
    while let Some(opened) = opening.join_next().await {
        match opened {
            Ok(Ok(pair)) => pair.into_iter().for_each(|mut connection| {
                // Reading answers the server's pings.
                idle.spawn(async move { while connection.next().await.is_ok() {} });
            }),
            Ok(Err(error)) => {
                errors += 2;
                if errors == 2 {
                    eprintln!("the first socket that failed: {error}");
                }
            }
            Err(_) => errors += 2,
        }
    }
    (idle, errors)
}

/// Plays; the sum of all tables, the seconds played, and the processor time that the server used.
async fn play(hosts: &[String], options: &Options, pids: &[u32]) -> (Tally, f64, Option<Duration>) {
    let gate = Arc::new(Semaphore::new(20));
    let begun = Arc::new(Barrier::new(options.games + 1));
    let mut tables = JoinSet::new();
    for number in 0..options.games {
        let at = |player: usize| hosts[(number + player) % hosts.len()].clone();
        let (hosts, gate, begun) = ([at(0), at(1)], Arc::clone(&gate), Arc::clone(&begun));
        let pace = match options.rate {
            Some(rate) => {
                Pace::every(Duration::from_secs_f64(options.games as f64 / rate), number, options.games)
            }
            None => Pace::Saturated,
        };
        let (game, time) = (options.game.into(), Duration::from_secs(options.seconds));
        tables.spawn(async move {
            let turn = gate.acquire().await;
            let table = Table::open([&hosts[0], &hosts[1]], game, number as u64).await;
            drop(turn);
            match table {
                Ok(mut table) => {
                    let started = table.start().await;
                    let waited = table.listen_during(begun.wait()).await;
                    let played = match started.and(waited) {
                        Ok(()) => table.play(pace, Instant::now() + time).await,
                        failed => failed,
                    };
                    table.tally(played)
                }
                Err(error) => {
                    begun.wait().await;
                    Tally::failed(error)
                }
            }
        });
    }
    begun.wait().await;
    let (start, before) = (Instant::now(), process::cpu_of_all(pids));
    let mut sum = Tally::default();
    while let Some(tally) = tables.join_next().await {
        sum.add(tally.unwrap_or_else(|error| Tally::failed(error.to_string())));
    }
    let spent = process::cpu_of_all(pids).zip(before).map(|(after, before)| after.saturating_sub(before));
    (sum, start.elapsed().as_secs_f64(), spent)
}
