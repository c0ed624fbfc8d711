//! The worst that one address can do: connections that scan for rooms, flood, seek, say hello again and again, ask for
//! pages, pictures and histories, and send half a request, each as fast as it is answered. `scripts/hostile-load.mjs`
//! measures what others notice of it.
//!
//!     cargo run --release --features ssr --example hostile -- --server 127.0.0.1:3000 --from 127.0.0.66 --seconds 20

#[path = "load/client.rs"]
#[allow(dead_code, reason = "the attacker only takes its guests from it")]
mod client;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use futures_util::{SinkExt, StreamExt};
use room::RoomCode;
use room::message::VERSION;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Attacks a server for some time, and says how much of it was sent.
#[derive(Parser, Clone, Debug)]
struct Options {
    /// The server.
    #[arg(long)]
    server: SocketAddr,
    /// The address from which all connections come.
    #[arg(long)]
    from: IpAddr,
    /// Connections at the same time.
    #[arg(long, default_value_t = 200)]
    connections: u64,
    /// For how long, in seconds.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// A room with a long log, and a finished game, that the attacker knows.
    #[arg(long)]
    room: Option<RoomCode>,
    #[arg(long)]
    game: Option<String>,
    /// The key with which the server signs cookies: every cookie of the attacker is a real one.
    #[arg(long, env = "DUELLO_COOKIE_KEY", value_name = "DIGITS", hide_env_values = true)]
    cookie_key: String,
}

/// What a connection does.
#[derive(Clone, Copy, Debug)]
enum Attack {
    ScanRooms,
    Pages,
    History,
    Pictures,
    Hellos,
    Flood,
    Seeks,
    HalfRequests,
}

const ATTACKS: [Attack; 8] = [
    Attack::ScanRooms,
    Attack::Pages,
    Attack::History,
    Attack::Pictures,
    Attack::Hellos,
    Attack::Flood,
    Attack::Seeks,
    Attack::HalfRequests,
];

/// How long an attacker waits for anything, and before the next try where nobody listens.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(5);

/// What was sent and answered.
#[derive(Default)]
struct Count {
    sent: AtomicU64,
    answered: AtomicU64,
}

#[tokio::main]
async fn main() {
    let options = Options::parse();
    if let Err(error) = client::sign_cookies_with(&options.cookie_key) {
        eprintln!("{error}");
        return;
    }
    let counts = ATTACKS.map(|_| Arc::new(Count::default()));
    let until = Instant::now() + Duration::from_secs(options.seconds);
    let mut all = tokio::task::JoinSet::new();
    for number in 0..options.connections {
        let kind = number as usize % ATTACKS.len();
        let (options, attack, count) = (options.clone(), ATTACKS[kind], Arc::clone(&counts[kind]));
        all.spawn(async move {
            let mut random = number + 1;
            while Instant::now() < until {
                let left = until.saturating_duration_since(Instant::now());
                // Whatever goes wrong is what was wanted; it begins anew.
                if !matches!(timeout(left, round(attack, &options, &count, &mut random)).await, Ok(Some(())))
                {
                    sleep(PAUSE).await;
                }
            }
        });
    }
    all.join_all().await;
    let sum = |of: fn(&Count) -> &AtomicU64| -> u64 {
        counts.iter().map(|count| of(count).load(Ordering::Relaxed)).sum()
    };
    let kinds = ATTACKS.iter().zip(&counts);
    let kinds: serde_json::Map<_, _> = kinds
        .map(|(attack, count)| (format!("{attack:?}"), count.sent.load(Ordering::Relaxed).into()))
        .collect();
    let all = serde_json::json!({ "sent": sum(|count| &count.sent), "answered": sum(|count| &count.answered), "kinds": kinds });
    println!("{all}");
}

/// One connection, until it ends.
async fn round(attack: Attack, options: &Options, count: &Count, random: &mut u64) -> Option<()> {
    let stream = open(options).await?;
    match attack {
        Attack::Hellos | Attack::Flood => room_socket(attack, stream, options, count, random).await,
        Attack::Seeks => lobby_socket(stream, options, count, random).await,
        Attack::HalfRequests => half_request(stream, count).await,
        _ => requests(attack, stream, options, count, random).await,
    }
}

async fn open(options: &Options) -> Option<TcpStream> {
    let socket = if options.from.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }.ok()?;
    socket.bind((options.from, 0).into()).ok()?;
    let stream = timeout(PATIENCE, socket.connect(options.server)).await.ok()?.ok()?;
    stream.set_nodelay(true).ok()?;
    Some(stream)
}

fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

/// Requests on one connection, each as soon as the last is answered.
async fn requests(
    attack: Attack,
    mut stream: TcpStream,
    options: &Options,
    count: &Count,
    random: &mut u64,
) -> Option<()> {
    let mut answer = vec![0; 1 << 16];
    loop {
        let path = match attack {
            Attack::ScanRooms => format!("/r/{}", RoomCode::from_seed(next(random))),
            Attack::Pages => ["/", "/find", "/games", "/learn/mapello"][next(random) as usize % 4].to_owned(),
            Attack::History => match (&options.game, next(random) % 4) {
                (Some(game), 0) => format!("/g/{game}"),
                (Some(game), 1) => format!("/g/{game}.txt"),
                (_, 2) => "/me".to_owned(),
                _ => "/me/data.json".to_owned(),
            },
            _ => match &options.game {
                Some(game) => format!("/g/{game}.png"),
                None => format!("/g/{:016x}.png", next(random)),
            },
        };
        let server = options.server;
        let cookie = client::new_guest();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nCookie: {cookie}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        count.sent.fetch_add(1, Ordering::Relaxed);
        // Until it pauses: that an answer has ended is all that matters here.
        let mut read = timeout(PATIENCE, stream.read(&mut answer)).await.ok()?.ok()?;
        while read == answer.len() {
            read = timeout(PATIENCE, stream.read(&mut answer)).await.ok()?.ok()?;
        }
        if read == 0 {
            return Some(());
        }
        count.answered.fetch_add(1, Ordering::Relaxed);
    }
}

async fn half_request(mut stream: TcpStream, count: &Count) -> Option<()> {
    stream.write_all(b"GET / HTTP/1.1\r\n").await.ok()?;
    loop {
        stream.write_all(b"X: ").await.ok()?;
        count.sent.fetch_add(1, Ordering::Relaxed);
        sleep(Duration::from_secs(1)).await;
    }
}

async fn web_socket(
    stream: TcpStream,
    options: &Options,
    path: &str,
) -> Option<tokio_tungstenite::WebSocketStream<TcpStream>> {
    let mut request = format!("ws://{}{path}", options.server).into_client_request().ok()?;
    request.headers_mut().insert("cookie", client::new_guest().parse().ok()?);
    Some(timeout(PATIENCE, tokio_tungstenite::client_async(request, stream)).await.ok()?.ok()?.0)
}

/// Asks for a room's whole log and comes again, or sends all that it may not.
async fn room_socket(
    attack: Attack,
    stream: TcpStream,
    options: &Options,
    count: &Count,
    random: &mut u64,
) -> Option<()> {
    let code = options.room.unwrap_or_else(|| RoomCode::from_seed(next(random)));
    let mut socket = web_socket(stream, options, &format!("/ws/{code}")).await?;
    let hello = serde_json::json!({ "t": "hello", "v": VERSION, "room": code, "after": 0 });
    socket.send(Message::text(hello.to_string())).await.ok()?;
    count.sent.fetch_add(1, Ordering::Relaxed);
    timeout(PATIENCE, socket.next()).await.ok()??.ok()?;
    count.answered.fetch_add(1, Ordering::Relaxed);
    if matches!(attack, Attack::Hellos) {
        return Some(());
    }
    loop {
        let say = serde_json::json!({ "t": "cmd", "id": next(random) >> 16, "after": 0, "cmd": { "say": "x".repeat(140) } });
        for text in [say.to_string(), "{".repeat(4_000), r#"{"t":"ping","n":1,"after":0}"#.to_owned()] {
            socket.send(Message::text(text)).await.ok()?;
            count.sent.fetch_add(1, Ordering::Relaxed);
        }
        timeout(PATIENCE, socket.next()).await.ok()??.ok()?;
        count.answered.fetch_add(1, Ordering::Relaxed);
    }
}

async fn lobby_socket(stream: TcpStream, options: &Options, count: &Count, random: &mut u64) -> Option<()> {
    let mut socket = web_socket(stream, options, "/find/ws?of=find").await?;
    loop {
        let speed = ["any", "3+2", "10+5"][next(random) as usize % 3];
        let seek = serde_json::json!({ "t": "seek", "game": "mancala", "mancala": "any", "mapello": "any", "speed": speed });
        for text in [seek.to_string(), r#"{"t":"cancel"}"#.to_owned()] {
            socket.send(Message::text(text)).await.ok()?;
            count.sent.fetch_add(1, Ordering::Relaxed);
        }
        timeout(PATIENCE, socket.next()).await.ok()??.ok()?;
        count.answered.fetch_add(1, Ordering::Relaxed);
    }
}
