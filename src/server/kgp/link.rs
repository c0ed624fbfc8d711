//! The line to an agent: TCP, or a web socket of which each message is a line.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How much is read at once.
const CHUNK: usize = 4_096;
/// How long the agent may take to read what is sent; a slower one is gone (backpressure).
const SEND_TIMEOUT: Duration = Duration::from_secs(5);
/// How long is read on after the server has closed: cutting a connection with unread data would discard the reason.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// See the module.
pub struct Link(Transport);

enum Transport {
    Tcp(TcpStream, Box<[u8; CHUNK]>),
    WebSocket(Box<WebSocket>),
}

/// The agent is gone.
#[derive(Debug)]
pub struct Gone;

impl Link {
    /// Over TCP.
    pub fn tcp(stream: TcpStream) -> Self {
        Self(Transport::Tcp(stream, Box::new([0; CHUNK])))
    }

    /// Over a web socket.
    pub fn web_socket(socket: WebSocket) -> Self {
        Self(Transport::WebSocket(Box::new(socket)))
    }

    /// What comes next, as bytes of lines; `None` at the end. It may be dropped before it is ready.
    pub async fn receive(&mut self) -> Option<Vec<u8>> {
        match &mut self.0 {
            Transport::Tcp(stream, chunk) => {
                let read = stream.read(chunk.as_mut_slice()).await.ok().filter(|read| *read > 0)?;
                chunk.get(..read).map(<[u8]>::to_vec)
            }
            Transport::WebSocket(socket) => loop {
                let mut bytes = match socket.recv().await?.ok()? {
                    Message::Text(text) => text.as_bytes().to_vec(),
                    Message::Binary(bytes) => bytes.to_vec(),
                    Message::Close(_) => return None,
                    Message::Ping(_) | Message::Pong(_) => continue,
                };
                if bytes.last() != Some(&b'\n') {
                    bytes.push(b'\n');
                }
                return Some(bytes);
            },
        }
    }

    /// Sends lines, each with its end.
    ///
    /// # Errors
    /// The agent does not read, or is gone.
    pub async fn send(&mut self, lines: Vec<String>) -> Result<(), Gone> {
        let sent = async {
            match &mut self.0 {
                Transport::Tcp(stream, _) => stream.write_all(lines.concat().as_bytes()).await.ok(),
                Transport::WebSocket(socket) => {
                    for line in lines {
                        socket.send(Message::text(line)).await.ok()?;
                    }
                    Some(())
                }
            }
        };
        timeout(SEND_TIMEOUT, sent).await.ok().flatten().ok_or(Gone)
    }

    /// Closes the line, and waits a moment for the agent to do the same.
    pub async fn close(mut self) {
        let closed = match &mut self.0 {
            Transport::Tcp(stream, _) => stream.shutdown().await.is_ok(),
            Transport::WebSocket(socket) => socket.send(Message::Close(None)).await.is_ok(),
        };
        if closed {
            let _ = timeout(CLOSE_TIMEOUT, async { while self.receive().await.is_some() {} }).await;
        }
    }
}
