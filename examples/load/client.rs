//! A client of the load generator: a socket, and the room folded from its events, as in a page.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use room::message::{ClientMessage, ServerMessage, VERSION};
use room::{Command, Logged, MemberId, Room, RoomCode, Seat, Settings, evolve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Timeout of a silent server. Idle clients hear a heartbeat every ten seconds.
pub const PATIENCE: Duration = Duration::from_secs(30);

static GUESTS: AtomicU64 = AtomicU64::new(1);

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// One client.
pub struct Client {
    socket: Socket,
    pub room: Room,
    pub me: MemberId,
    next_id: u64,
}

/// Opens a room over HTTP, as a page does.
pub async fn open_room(host: &str, settings: Settings) -> Result<RoomCode, String> {
    let body = serde_json::json!({ "settings": settings }).to_string();
    let request = format!(
        "POST /api/create_room HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(host).await.map_err(|error| error.to_string())?;
    stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(|error| error.to_string())?;
    let code = answer.lines().find_map(|line| serde_json::from_str::<RoomCode>(line).ok());
    code.ok_or_else(|| format!("no room was opened: {}", answer.lines().last().unwrap_or_default()))
}

/// The cookie of a new guest.
pub fn new_guest() -> String {
    let guest = u128::from(std::process::id()) << 64 | u128::from(GUESTS.fetch_add(1, Ordering::Relaxed));
    format!("duello_guest={guest:032x}")
}

/// Small buffers, because there are many sockets.
pub fn config() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0)
}

/// Opens a socket as the guest of a cookie.
pub async fn connect(host: &str, path: &str, cookie: &str) -> Result<Socket, String> {
    let failed = |error| format!("no socket: {error}");
    let mut request = format!("ws://{host}{path}").into_client_request().map_err(failed)?;
    request.headers_mut().insert("cookie", cookie.parse().map_err(|_| "no cookie".to_owned())?);
    let connecting = tokio_tungstenite::connect_async_with_config(request, Some(config()), true);
    Ok(connecting.await.map_err(failed)?.0)
}

impl Client {
    /// Joins a room as a new guest.
    pub async fn join(host: &str, code: RoomCode) -> Result<Self, String> {
        Self::enter(host, Room::new(code), &new_guest()).await
    }

    /// Joins, or reconnects to, a room that is known so far, as the guest of a cookie.
    pub async fn enter(host: &str, room: Room, cookie: &str) -> Result<Self, String> {
        let socket = connect(host, &format!("/ws/{}", room.code), cookie).await?;
        // Ids of commands are never reused, not even after a reconnect (idempotency).
        let next_id = 1 + (room.seq << 32);
        let (code, after) = (room.code, room.seq);
        let mut client = Self { socket, room, me: MemberId(0), next_id };
        client.send(&ClientMessage::Hello { v: VERSION, room: code, after }).await?;
        match client.next().await? {
            ServerMessage::Welcome { you, log, .. } => {
                client.me = you;
                if log.first().is_some_and(|first| first.seq == 1) {
                    client.room = Room::new(code);
                }
                log.iter().for_each(|event| evolve(&mut client.room, event));
                Ok(client)
            }
            other => Err(format!("no welcome but {other:?}")),
        }
    }

    /// This client's seat.
    pub fn seat(&self) -> Option<Seat> {
        self.room.seat_of(self.me)
    }

    /// The next message. Its events are not applied yet; see [`Client::take`].
    pub async fn next(&mut self) -> Result<ServerMessage, String> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match message.map_err(|_| "the server says nothing".to_owned())? {
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text).map_err(|error| error.to_string());
                }
                Some(Ok(Message::Close(frame))) => return Err(format!("closed: {frame:?}")),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.to_string()),
                None => return Err("closed".to_owned()),
            }
        }
    }

    /// Drops the connection without a close frame, as far as that can be done from here.
    pub async fn cut(&mut self) {
        if let MaybeTlsStream::Plain(stream) = self.socket.get_mut() {
            let _ = stream.shutdown().await;
        }
    }

    /// Applies an event; the fingerprint after it.
    pub fn take(&mut self, event: &Logged) -> u64 {
        evolve(&mut self.room, event);
        self.room.fingerprint()
    }

    /// Sends a command; its id.
    pub async fn command(&mut self, cmd: Command) -> Result<u64, String> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&ClientMessage::Cmd { id, after: self.room.seq, cmd }).await?;
        Ok(id)
    }

    async fn send(&mut self, message: &ClientMessage) -> Result<(), String> {
        let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
        self.socket.send(Message::text(text)).await.map_err(|error| error.to_string())
    }
}
