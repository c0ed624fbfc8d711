//! A client of the load generator: a web socket that drives the client's side of the protocol
//! (`room::sync::client`), as the page does.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::{SinkExt, StreamExt};
use hmac::{Hmac, KeyInit, Mac};
use room::message::{ClientMessage, ServerMessage};
use room::sync::client::{Client, Effect, NotSent, Surroundings};
use room::{Command, Game, Millis, Room, RoomCode, Seat, Settings};
use sha2::Sha256;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Timeout of a silent server. Idle clients hear a heartbeat every ten seconds.
pub const PATIENCE: Duration = Duration::from_secs(30);

static GUESTS: AtomicU64 = AtomicU64::new(1);
/// What cookies are signed with.
static COOKIE_KEY: OnceLock<Hmac<Sha256>> = OnceLock::new();
static CLIENTS: AtomicU64 = AtomicU64::new(1);

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A web socket that drives the client's side of the protocol.
pub struct Connection {
    socket: Socket,
    cookie: String,
    pub code: RoomCode,
    client: Client,
    surroundings: Surroundings,
}

/// Opens a room over HTTP, as a page does.
pub async fn open_room(host: &str, settings: Settings) -> Result<RoomCode, String> {
    let body = serde_json::json!({ "settings": settings }).to_string();
    let answer = send(host, "POST /api/create_room", "Content-Type: application/json", &body).await?;
    let code = answer.lines().find_map(|line| serde_json::from_str::<RoomCode>(line).ok());
    code.ok_or_else(|| format!("no room was opened: {}", answer.lines().last().unwrap_or_default()))
}

/// Posts a form as the guest of a cookie; the whole answer.
pub async fn request(host: &str, line: &str, cookie: &str, form: &str) -> Result<String, String> {
    let head = format!("Content-Type: application/x-www-form-urlencoded\r\nCookie: {cookie}");
    send(host, line, &head, form).await
}

async fn send(host: &str, line: &str, head: &str, body: &str) -> Result<String, String> {
    let request = format!(
        "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{head}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(host).await.map_err(|error| error.to_string())?;
    stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(|error| error.to_string())?;
    Ok(answer)
}

/// Sets the key with which the server signs cookies, 64 hexadecimal digits.
pub fn sign_cookies_with(key: &str) -> Result<(), String> {
    let byte = |at: usize| key.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    let bytes: Option<Vec<u8>> = (0..key.len()).step_by(2).map(byte).collect();
    let bytes =
        bytes.filter(|bytes| bytes.len() == 32).ok_or("the key of cookies has 64 hexadecimal digits")?;
    let key = Hmac::new_from_slice(&bytes).map_err(|error| error.to_string())?;
    COOKIE_KEY.set(key).map_err(|_| "the key of cookies is set already".to_owned())
}

/// The cookie of a new guest.
pub fn new_guest() -> String {
    let guest = u128::from(std::process::id()) << 64 | u128::from(GUESTS.fetch_add(1, Ordering::Relaxed));
    let Some(key) = COOKIE_KEY.get() else { return format!("duello_guest={guest:032x}") };
    let code =
        key.clone().chain_update(b"duello cookie").chain_update(guest.to_be_bytes()).finalize().into_bytes();
    let code: String = code.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("duello_guest={guest:032x}; duello_code={code}")
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

fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

impl Connection {
    /// Joins a room as a new guest, and sits down where a seat is free.
    pub async fn join(host: &str, code: RoomCode) -> Result<Self, String> {
        let mut connection = Self::enter(host, code, &new_guest()).await?;
        if connection.client.confirmed().is_some_and(Room::invites) {
            connection.submit(Command::Sit { name: "Guest".to_owned() }).await?;
            while connection.seat().is_none() {
                let message = connection.next().await?;
                connection.process(message, |_| {})?;
            }
        }
        Ok(connection)
    }

    /// Joins a room as the guest of a cookie.
    pub async fn enter(host: &str, code: RoomCode, cookie: &str) -> Result<Self, String> {
        // A guest may be led to a room where it has been before, so no two clients have the same ids.
        let first_id = CLIENTS.fetch_add(1, Ordering::Relaxed) << 16;
        let client = Client::new(code, first_id);
        let socket = connect(host, &format!("/ws/{code}"), cookie).await?;
        let surroundings = Surroundings::default();
        let mut connection = Self { socket, cookie: cookie.to_owned(), code, client, surroundings };
        connection.greet().await?;
        Ok(connection)
    }

    /// Reconnects to the room: the server sends the events that the client lacks (catch-up), and the client resends
    /// its pending commands.
    pub async fn reconnect(&mut self, host: &str) -> Result<(), String> {
        self.socket = connect(host, &format!("/ws/{}", self.code), &self.cookie).await?;
        self.greet().await
    }

    /// Says hello and processes the welcome.
    async fn greet(&mut self) -> Result<(), String> {
        self.send(&self.client.hello()).await?;
        let welcome = self.next().await?;
        let ServerMessage::Welcome { now: at, here, .. } = &welcome else {
            return Err(format!("no welcome but {welcome:?}"));
        };
        self.surroundings = Surroundings { ahead: at - now(), here: *here };
        for effect in self.client.receive(&welcome, now()) {
            if let Effect::Send(message) = effect {
                self.send(&message).await?;
            }
        }
        Ok(())
    }

    /// The number of the last confirmed event.
    pub fn seq(&self) -> u64 {
        self.client.seq()
    }

    /// The fingerprint of the confirmed room.
    pub fn fingerprint(&self) -> u64 {
        self.client.confirmed().map_or(0, Room::fingerprint)
    }

    /// The confirmed room.
    pub fn room(&self) -> Option<&Room> {
        self.client.confirmed()
    }

    /// The game that is being played.
    pub fn game(&self) -> Option<&Game> {
        self.client.confirmed()?.running()
    }

    /// This client's seat.
    pub fn seat(&self) -> Option<Seat> {
        self.client.confirmed()?.seat_of(self.client.me()?)
    }

    /// The next message. It is not processed yet, so that awaiting it can be cancelled; see [`Connection::process`].
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

    /// Processes a message, event by event; `each` is called with the confirmed room after every new event.
    ///
    /// # Errors
    /// The message is a fault, or events are missing before those that came: a page would ask for them, but for the
    /// load generator a server that leaves events out has failed.
    pub fn process(
        &mut self,
        message: ServerMessage,
        mut each: impl FnMut(&Room),
    ) -> Result<Vec<Effect>, String> {
        let now = now();
        let (events, rest) = match message {
            ServerMessage::Events { events } => (events, None),
            ServerMessage::Refused { id, reason, events } => {
                (events, Some(ServerMessage::Refused { id, reason, events: Vec::new() }))
            }
            ServerMessage::Fault(fault) => return Err(format!("fault: {fault:?}")),
            other => (Vec::new(), Some(other)),
        };
        let mut effects = Vec::new();
        for event in events {
            let known = self.client.seq();
            effects.extend(self.client.receive(&ServerMessage::Events { events: vec![event] }, now));
            if let Some(room) = self.client.confirmed().filter(|room| room.seq > known) {
                each(room);
            }
        }
        if effects.contains(&Effect::Gap) {
            return Err(format!("a sequence gap after {}", self.client.seq()));
        }
        if let Some(ServerMessage::Here(here)) = &rest {
            self.surroundings.here = *here;
        }
        effects.extend(rest.into_iter().flat_map(|message| self.client.receive(&message, now)));
        Ok(effects)
    }

    /// Drops the connection without a close frame, as far as that can be done from here.
    pub async fn cut(&mut self) {
        if let MaybeTlsStream::Plain(stream) = self.socket.get_mut() {
            let _ = stream.shutdown().await;
        }
    }

    /// Submits a command; its id, or `None` if the client refuses it and does not send it, as in a page.
    pub async fn submit(&mut self, command: Command) -> Result<Option<u64>, String> {
        let message = match self.client.submit(command, now(), &self.surroundings) {
            Ok(message) => message,
            Err(NotSent::Refused(_)) => return Ok(None),
            Err(not_sent) => return Err(format!("not sent: {not_sent:?}")),
        };
        let id = self.client.pending().last().map(|pending| pending.id);
        self.send(&message).await?;
        Ok(id)
    }

    async fn send(&mut self, message: &ClientMessage) -> Result<(), String> {
        let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
        self.socket.send(Message::text(text)).await.map_err(|error| error.to_string())
    }
}
