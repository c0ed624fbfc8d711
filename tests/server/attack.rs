//! Attacks, each named by its number in `docs/SECURITY.md`: hostile input over real sockets, and what must
//! stay unchanged. Times and sizes are printed (`--nocapture`), and asserted only with a wide margin.

mod cheat;
mod cross_site;
mod flood;
mod frames;
mod guesses;
mod hellos;
mod kept;
mod limits;
mod not_yours;
mod proxy;
mod secrets;
mod slow;
mod wire;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::*;

/// One of every message of the protocol.
const WIRE: &str = include_str!("../../crates/room/tests/room/data/wire.jsonl");

/// The room as a new spectator sees it: last sequence number and fingerprint.
async fn room_state(host: &str, code: room::RoomCode) -> (u64, u64) {
    let room = Tab::join(host, code, None).await.room;
    (room.seq, room.fingerprint())
}

/// A web socket without a library, which can send any bytes as frames.
struct RawSocket(TcpStream);

impl RawSocket {
    /// Opens a socket with further header lines; with the head of the answer.
    async fn open(host: &str, path: &str, more: &str) -> (Self, String) {
        let mut stream = TcpStream::connect(host).await.unwrap();
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let head = async {
            while !answer.ends_with(b"\r\n\r\n") {
                match stream.read_u8().await {
                    Ok(byte) => answer.push(byte),
                    Err(_) => break,
                }
            }
        };
        patiently("the answer to a handshake", head).await;
        (Self(stream), String::from_utf8_lossy(&answer).into_owned())
    }

    /// A socket that has joined a room; the welcome has been read.
    async fn join(host: &str, code: room::RoomCode) -> Self {
        let (mut socket, _) = Self::open(host, "/ws", "").await;
        let hello = room::message::ClientMessage::Hello { v: room::message::VERSION, room: code, after: 0 };
        socket.send_frame(0x81, serde_json::to_string(&hello).unwrap().as_bytes()).await;
        patiently("the welcome", socket.next_frame()).await.expect("a frame");
        socket
    }

    /// Sends a frame with this first byte; whether it could be sent.
    async fn send_frame(&mut self, first: u8, payload: &[u8]) -> bool {
        let mut frame = vec![first];
        match payload.len() {
            length @ 0..126 => frame.push(0x80 | length as u8),
            length @ 126..65_536 => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        // A mask of zeros is valid.
        frame.extend([0; 4]);
        frame.extend(payload);
        self.send_bytes(&frame).await
    }

    async fn send_bytes(&mut self, bytes: &[u8]) -> bool {
        self.0.write_all(bytes).await.is_ok()
    }

    /// The next frame, first byte and payload; `None` at the end.
    async fn next_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let first = self.0.read_u8().await.ok()?;
        let length = match self.0.read_u8().await.ok()? {
            126 => usize::from(self.0.read_u16().await.ok()?),
            127 => self.0.read_u64().await.ok()? as usize,
            length => usize::from(length),
        };
        let mut payload = vec![0; length];
        self.0.read_exact(&mut payload).await.ok()?;
        Some((first, payload))
    }

    /// Reads to the end: the close code, if there was one.
    async fn until_closed(&mut self) -> Option<u16> {
        let end = async {
            let mut code = None;
            while let Some((first, payload)) = self.next_frame().await {
                if let (0x88, [high, low, ..]) = (first, &payload[..]) {
                    code = Some(u16::from_be_bytes([*high, *low]));
                }
            }
            code
        };
        patiently("the end of a raw socket", end).await
    }
}
