//! Fault-injecting proxies: they make the connection between players and server as bad as wanted (latency, jitter,
//! bandwidth, packet loss, duplicated and reordered messages), pseudo-randomly from a seed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};

use crate::common::{connect, next_random};

/// Faults of a line, in each direction.
#[derive(Clone, Copy)]
pub struct Line {
    /// Bounds of the delay of a packet, in milliseconds. Packets keep their order, as over TCP.
    pub late: [u64; 2],
    /// The largest packet, in bytes.
    pub piece: usize,
    /// Bandwidth in bytes a second, if limited.
    pub bytes_a_second: Option<u64>,
    /// One packet in so many is lost, and resent after a second.
    pub lost: Option<u64>,
    /// One packet in so many is truncated, and the line with it.
    pub cut: Option<u64>,
}

/// A line without faults.
pub const GOOD: Line = Line { late: [0, 0], piece: 4096, bytes_a_second: None, lost: None, cut: None };

/// A running proxy.
pub struct Proxy {
    /// Its address for players.
    pub host: String,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Starts a proxy of bytes.
pub async fn line(server: &str, line: Line, mut seed: u64) -> Proxy {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let server = server.to_owned();
    let task = tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let Ok(far) = TcpStream::connect(&server).await else { continue };
            let seeds = [next_random(&mut seed), next_random(&mut seed)];
            tokio::spawn(async move {
                let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
                // When one direction ends, so does the other.
                tokio::select! {
                    () = forward_bytes(near_in, far_out, line, seeds[0]) => {}
                    () = forward_bytes(far_in, near_out, line, seeds[1]) => {}
                }
            });
        }
    });
    Proxy { host, task }
}

async fn forward_bytes(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    line: Line,
    mut seed: u64,
) {
    let (sender, mut pieces) = tokio::sync::mpsc::channel::<(Instant, Vec<u8>, bool)>(1024);
    let read = async {
        let mut buffer = vec![0; line.piece];
        let mut free = Instant::now();
        while let Ok(read @ 1..) = from.read(&mut buffer).await {
            let mut one_in = |of: Option<u64>| of.is_some_and(|of| next_random(&mut seed).is_multiple_of(of));
            let (lost, cut) = (one_in(line.lost), one_in(line.cut));
            let [least, most] = line.late;
            let late = least + next_random(&mut seed) % (most - least + 1) + if lost { 1_000 } else { 0 };
            let takes = line.bytes_a_second.map_or(0, |rate| read as u64 * 1_000_000 / rate);
            free = free.max(Instant::now() + Duration::from_millis(late)) + Duration::from_micros(takes);
            let bytes = buffer[..if cut { read / 2 } else { read }].to_vec();
            if sender.send((free, bytes, cut)).await.is_err() || cut {
                break;
            }
        }
        drop(sender);
    };
    let write = async {
        while let Some((due, bytes, cut)) = pieces.recv().await {
            sleep_until(due).await;
            if to.write_all(&bytes).await.is_err() || cut {
                break;
            }
        }
    };
    tokio::join!(read, write);
}

/// Delayed messages of each guest.
type Late = Arc<Mutex<HashMap<String, Vec<Message>>>>;

/// Starts a proxy that duplicates, delays, long delays (possibly to another connection) or reorders a tenth
/// of the players' messages each.
pub async fn messages(server: &str, mut seed: u64) -> Proxy {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let (server, late) = (server.to_owned(), Late::default());
    let task = tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let (server, late, seed) = (server.clone(), Arc::clone(&late), next_random(&mut seed));
            tokio::spawn(async move {
                let _: Option<()> = forward_messages(near, &server, &late, seed).await;
            });
        }
    });
    Proxy { host, task }
}

async fn forward_messages(near: TcpStream, server: &str, late: &Late, mut seed: u64) -> Option<()> {
    let mut guest = String::new();
    #[expect(clippy::result_large_err, reason = "as the library wants it")]
    let read_cookie = |request: &Request, response: Response| {
        let cookie = request.headers().get("cookie").and_then(|cookie| cookie.to_str().ok());
        guest = cookie.and_then(|cookie| cookie.split_once('=')).map_or("", |(_, value)| value).to_owned();
        Ok(response)
    };
    let near = tokio_tungstenite::accept_hdr_async(near, read_cookie).await.ok()?;
    let (mut to_player, mut of_player) = near.split();
    let (mut to_server, mut of_server) =
        connect(server, Some(&guest).filter(|g| !g.is_empty()).map(String::as_str), None).await.ok()?.split();
    let back = async {
        while let Some(Ok(message)) = of_server.next().await {
            if to_player.send(message).await.is_err() {
                break;
            }
        }
    };
    let forth = async {
        to_server.send(of_player.next().await?.ok()?).await.ok()?;
        loop {
            let message = of_player.next().await?.ok()?;
            let mut all = vec![message.clone()];
            match next_random(&mut seed) % 10 {
                0 => all.push(message),
                1 => late.lock().unwrap().entry(guest.clone()).or_default().push(message),
                2 => {
                    // The next message overtakes it, if one comes soon.
                    if let Ok(next) = timeout(Duration::from_millis(30), of_player.next()).await {
                        all.insert(0, next?.ok()?);
                    }
                }
                3 => {
                    let mut late = late.lock().unwrap();
                    let waiting = late.entry(guest.clone()).or_default();
                    if !waiting.is_empty() {
                        all.push(waiting.swap_remove((next_random(&mut seed) as usize) % waiting.len()));
                    }
                }
                _ => {}
            }
            for message in all {
                to_server.send(message).await.ok()?;
            }
        }
    };
    let forth = async {
        let _: Option<()> = forth.await;
    };
    tokio::select! {
        () = back => {}
        () = forth => {}
    }
    None
}
