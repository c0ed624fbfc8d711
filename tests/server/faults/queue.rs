//! F7, F11: backpressure and dead sockets: the server drops clients that do not read, and nobody else
//! notices.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use room::message::{ClientMessage, VERSION};
use room::{Command, RoomCode, Settings};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::{JoinHandle, block_in_place};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::table::{Players, Table, check};
use super::{percentile, say, timed, times};
use crate::common::*;
use crate::process::Process;

/// A value of the server's metrics.
async fn metric(server: &Process, name: &str) -> f64 {
    let answer = http(&server.metrics, "GET /metrics", "").await;
    let line = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map_or(0.0, |value| value.parse().unwrap())
}

/// A socket that has sent its hello and then neither reads nor answers pings.
async fn dead_socket(host: &str, code: RoomCode, guest: u128) -> WebSocketStream<TcpStream> {
    let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
    let cookie = format!("duello_guest={}", cookie(guest));
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    let socket = TcpSocket::new_v4().unwrap();
    // The smallest TCP window, so that data piles up at the server.
    socket.set_recv_buffer_size(1).unwrap();
    let stream = socket.connect(host.parse().unwrap()).await.unwrap();
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
    socket.send(Message::text(serde_json::to_string(&hello).unwrap())).await.unwrap();
    socket
}

/// Sockets that were closed for silence or for not reading.
async fn dropped_sockets(server: &Process) -> f64 {
    let mut sum = 0.0;
    for reason in ["silent", "slow"] {
        sum += metric(server, &format!("duello_turned_away_total{{reason=\"{reason}\"}}")).await;
    }
    sum
}

async fn until_sockets(server: &Process, number: f64) {
    let gone = async {
        while metric(server, "duello_sockets").await > number {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    patiently("the server lets go of the sockets", gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f7_dead_connections_are_dropped_and_their_memory_is_freed() {
    let folder = tempfile::tempdir().unwrap();
    // Empty rooms are unloaded at once.
    let variables = [("DUELLO_IDLE_UNLOAD", "0")];
    let server = block_in_place(|| Process::start_under(&[], &variables, folder.path()));
    let mut memory = Vec::new();
    let mut all = 0.0;
    for round in 0..times(1, 3) {
        let mut sockets = Vec::new();
        for n in 0..times(60, 500) as u128 / 2 {
            let code = open_room(&server.host, Settings::default()).await;
            for guest in [2 * n + 1, 2 * n + 2] {
                sit_down(&server.host, code, Some(&cookie(guest))).await;
                sockets.push(dead_socket(&server.host, code, guest).await);
            }
        }
        // The last ones may not be counted yet, and on a slow machine the first may be gone already.
        all += sockets.len() as f64;
        let gone = async {
            while dropped_sockets(&server).await < all {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            until_sockets(&server, 0.0).await;
        };
        let ((), took) = timed(patiently("all are let go", gone)).await;
        memory.push(metric(&server, "duello_process_resident_memory_bytes").await);
        let number = sockets.len();
        say("F7", &format!("round {round}: {number} dead sockets let go after {took:?}; memory {memory:?}"));
        assert!(took < Duration::from_secs(30), "{took:?}");
        drop(sockets);
    }
    let [first, .., last] = memory.as_slice() else { return };
    assert!(last < &(first * 1.05), "{memory:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn f11_a_socket_that_reads_nothing_is_dropped_and_delays_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = block_in_place(|| Process::start(folder.path()));
    let mut tables = Table::open(&server.host, 2).await;
    // The players pause between commands, because a log ends after 4,000 events.
    tables.iter_mut().for_each(|table| table.thinks = Duration::from_millis(8));
    let mut players = Players::begin(tables, &server.host);
    players.acknowledged(200).await;
    let mut tables = players.stop().await;
    let mut before: Vec<_> =
        tables.iter_mut().flat_map(|table| std::mem::take(&mut table.latencies)).collect();
    let watched = tables[0].code;
    let mut slow = Vec::new();
    for n in 0..times(20, 200) as u128 {
        slow.push(dead_socket(&server.host, watched, 100 + n).await);
    }
    let mut players = Players::begin(tables, &server.host);
    for socket in &mut slow {
        // Each requests nearly the whole log again from changing positions, until the system's buffers are
        // full.
        for n in 0..600 {
            let all = serde_json::to_string(&ClientMessage::Ping { n, after: u64::from(n) % 40 }).unwrap();
            if socket.feed(Message::text(all)).await.is_err() {
                break;
            }
        }
        let _ = socket.flush().await;
    }
    let ((), took) = timed(until_sockets(&server, 4.0)).await;
    let turned_away = metric(&server, "duello_turned_away_total{reason=\"slow\"}").await;
    assert!(turned_away >= slow.len() as f64 / 2.0, "{turned_away} after {took:?}");
    players.acknowledged(100).await;
    tables = players.stop().await;
    let mut during: Vec<_> = tables.iter().flat_map(|table| table.latencies.iter().copied()).collect();
    let [before, during] = [&mut before, &mut during].map(|times| percentile(times, 99));
    say(
        "F11",
        &format!(
            "{turned_away} were let go within {took:?} because they read nothing; p99 {before:?} before, {during:?} with them"
        ),
    );
    check(&folder.path().join("duello.sqlite"), &tables).await;
    drop(slow);
}

/// Spectators that request nearly the whole log from changing positions, as fast as they are answered.
pub struct Flood {
    spectators: Vec<JoinHandle<()>>,
    answered: Arc<AtomicUsize>,
}

impl Flood {
    /// Starts them in a room whose log is longer than `old`.
    pub async fn begin(host: &str, code: RoomCode, old: u64) -> Self {
        let answered = Arc::<AtomicUsize>::default();
        let mut spectators = Vec::new();
        for n in 0..20 {
            let mut socket = connect(host, Some(&cookie(100 + n)), None).await.unwrap();
            let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
            socket.send(Message::text(serde_json::to_string(&hello).unwrap())).await.unwrap();
            spectators.push(tokio::spawn(request_log(socket, n as u64 * 13, old, Arc::clone(&answered))));
        }
        let flood = Self { spectators, answered };
        flood.goes_on().await;
        flood
    }

    /// Waits for some hundred further answers.
    pub async fn goes_on(&self) {
        let before = self.answered.load(Ordering::Relaxed);
        let more = async {
            while self.answered.load(Ordering::Relaxed) < before + 500 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        patiently("they are answered", more).await;
        assert!(!self.spectators.iter().any(JoinHandle::is_finished), "one was sent away");
    }
}

impl Drop for Flood {
    fn drop(&mut self) {
        self.spectators.iter().for_each(JoinHandle::abort);
    }
}

/// One of them, with twenty requests under way, so that the room's mailbox is never empty.
async fn request_log(mut socket: Socket, from: u64, old: u64, answered: Arc<AtomicUsize>) {
    let ping = |n: u32| {
        let ping = ClientMessage::Ping { n, after: (from + u64::from(n) * 7) % old };
        Message::text(serde_json::to_string(&ping).unwrap())
    };
    for n in 0..20 {
        socket.send(ping(n)).await.unwrap();
    }
    let mut n = 20;
    while let Some(Ok(message)) = socket.next().await {
        if message.to_text().is_ok_and(|text| text.starts_with("{\"pong\"")) {
            answered.fetch_add(1, Ordering::Relaxed);
            n += 1;
            if socket.send(ping(n)).await.is_err() {
                return;
            }
        }
    }
}

/// A player makes the log so long that its beginning is out of memory; the number of old events.
pub async fn make_old(tab: &mut Tab) -> u64 {
    for ready in [true, false].into_iter().cycle().take(300) {
        assert_eq!(tab.ask(Command::Ready(ready)).await, Answer::Happened);
    }
    tab.room.seq - 50
}

#[tokio::test(flavor = "multi_thread")]
async fn f11_requests_for_old_events_delay_no_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let server = block_in_place(|| Process::start(folder.path()));
    let code = open_room(&server.host, Settings::default()).await;
    let mut anna = Tab::join(&server.host, code, Some(&cookie(1))).await;
    let mut bert = Tab::join(&server.host, code, Some(&cookie(2))).await;
    let old = make_old(&mut anna).await;
    let seq = anna.room.seq;
    bert.until(|room| room.seq >= seq).await;
    let flood = Flood::begin(&server.host, code, old).await;
    let (_, ready) = timed(async {
        assert_eq!(anna.ask(Command::Ready(true)).await, Answer::Happened);
        assert_eq!(bert.ask(Command::Ready(true)).await, Answer::Happened);
    })
    .await;
    // The countdown ends without any message.
    let begins = both_until([&mut anna, &mut bert], |room| room.running().is_some());
    let ((), began) = timed(begins).await;
    say(
        "F11",
        &format!("two were ready after {ready:?}, and their game began {began:?} later, while 20 asked"),
    );
    flood.goes_on().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_opened_and_dropped_leak_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = block_in_place(|| Process::start(folder.path()));
    let code = open_room(&server.host, Settings::default()).await;
    let _anna = Tab::join(&server.host, code, Some(&cookie(1))).await;
    let before = metric(&server, "duello_process_open_fds").await;
    let number = times(2_000, 10_000);
    for n in 0..number {
        let mut stream = TcpStream::connect(&server.host).await.unwrap();
        match n % 4 {
            0 => {}
            1 => stream.write_all(b"GET / HT").await.unwrap(),
            2 => {
                let ask = "GET /ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                           sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
                stream.write_all(ask.as_bytes()).await.unwrap();
            }
            _ => stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap(),
        }
    }
    let gone = async {
        while metric(&server, "duello_process_open_fds").await > before {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        until_sockets(&server, 1.0).await;
    };
    let ((), took) = timed(patiently("all are gone", gone)).await;
    say("connections", &format!("{number} opened and dropped; nothing was left of them {took:?} later"));
}
