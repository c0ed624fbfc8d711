//! Shared by the server tests: a real server on a port of its own with a folder of its own, and a client
//! (`Tab`) that talks over a real socket and folds the room's events as a page does.

mod http;
mod play;
pub mod postgres;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use duello::server::config::{Config, Program};
use duello::server::{Running, start};
use futures_util::{SinkExt, StreamExt};
pub use http::{call, form, header, http, http_bytes, json, status, unchunked};
pub use play::*;
use room::message::{ClientMessage, Fault, ServerMessage, VERSION};
use room::{
    BoardChoice, Command, GameSettings, Logged, MemberId, Rejection, Room, RoomCode, Seat, Settings, evolve,
};
use rules::Game;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Timeout of a test, longer than anything here takes.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Awaits within [`PATIENCE`]. The whole wait is limited, not the silence between two messages, because
/// heartbeats keep a socket busy for ever.
pub async fn patiently<T>(what: &str, wait: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("it takes too long: {what}"))
}

/// A server for one test, with its folder.
pub struct Server {
    pub running: Running,
    pub folder: TempDir,
}

impl Server {
    /// Starts a server without limits on messages and rooms; `flags` may set others.
    pub async fn start(flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let running = start(config(&folder, flags)).await.unwrap();
        Self { running, folder }
    }

    /// Stops the server and starts another on the same folder.
    pub async fn restart(self) -> Self {
        self.running.stop().await;
        Self::start_in(self.folder).await
    }

    /// Starts a server on the folder of a previous one.
    pub async fn start_in(folder: TempDir) -> Self {
        Self::start_with(folder, &[]).await
    }

    /// As [`Server::start_in`], with these flags.
    pub async fn start_with(folder: TempDir, flags: &[&str]) -> Self {
        let running = start(config(&folder, flags)).await.unwrap();
        Self { running, folder }
    }

    pub fn host(&self) -> String {
        self.running.addr.to_string()
    }
}

/// The configuration of a server on this folder.
pub fn config(folder: &TempDir, flags: &[&str]) -> Config {
    let data = folder.path().join("data");
    let fixed = ["duello", "--addr", "127.0.0.1:0", "--data", data.to_str().unwrap()];
    let limits =
        ["--player-messages=0", "--watcher-messages=0", "--rooms-per-hour=0", "--connections-per-address=0"];
    let given = |limit: &&&str| !flags.iter().any(|flag| flag.split('=').next() == limit.split('=').next());
    let all = fixed.iter().chain(limits.iter().filter(given)).chain(flags);
    <Program as clap::Parser>::parse_from(all).config
}

/// Default settings for Mapello on this board.
pub fn mapello(board: BoardChoice) -> Settings {
    Settings { game: GameSettings::Mapello(board), ..Settings::for_game(Game::Mapello) }
}

/// Settings of both games, for tests that are independent of the game.
pub fn both_games() -> [Settings; 2] {
    [Settings::default(), mapello(BoardChoice::Random(4711))]
}

/// Opens a room with these settings.
pub async fn open_room(host: &str, settings: Settings) -> RoomCode {
    let body = serde_json::json!({ "settings": settings }).to_string();
    let answer = call(host, "create_room", &cookie(0), &body).await;
    serde_json::from_value(json(&answer)).unwrap()
}

/// The cookie of the `n`th guest.
pub fn cookie(n: u128) -> String {
    format!("{:032x}", n + 0xD0E1_1000_0000)
}

static NEXT_ID: AtomicU64 = AtomicU64::new(1_000);

/// One browser tab: a socket, and the room folded from its events.
pub struct Tab {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub me: MemberId,
    /// Its cookie; empty without one.
    pub guest: String,
    pub room: Room,
    /// The last presence that was announced.
    pub here: room::message::Presence,
    /// Number of events in the welcome; `None` if it was the whole log.
    pub welcomed_with: Option<usize>,
}

/// The outcome of a command.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    Happened,
    Done,
    Refused(Rejection),
    Fault(Fault),
}

/// Opens a socket.
pub async fn connect(host: &str, cookie: Option<&str>, origin: Option<&str>) -> Result<Socket, Error> {
    let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", format!("duello_guest={cookie}").parse().unwrap());
    }
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    Ok(tokio_tungstenite::connect_async(request).await?.0)
}

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The next server message; `Err` with the close code when the socket ends.
pub async fn receive(socket: &mut Socket) -> Result<ServerMessage, Option<u16>> {
    let message = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    };
    patiently("the next message", message).await
}

impl Tab {
    /// Joins a room as the guest of `cookie`, or without one.
    pub async fn join(host: &str, code: RoomCode, cookie: Option<&str>) -> Self {
        Self::rejoin(host, code, cookie, Room::new(code)).await.expect("welcome")
    }

    /// Reconnects to a room that is known up to `room.seq` (catch-up). Fails with the close code if the
    /// socket ends, or with `None` if the first answer is no welcome.
    pub async fn rejoin(
        host: &str,
        code: RoomCode,
        cookie: Option<&str>,
        room: Room,
    ) -> Result<Self, Option<u16>> {
        Self::rejoin_slowly(host, code, cookie, room, Duration::ZERO).await
    }

    /// As [`Tab::rejoin`], with a delay before anything received is read.
    pub async fn rejoin_slowly(
        host: &str,
        code: RoomCode,
        cookie: Option<&str>,
        room: Room,
        lag: Duration,
    ) -> Result<Self, Option<u16>> {
        let mut socket = connect(host, cookie, None).await.map_err(|_| None)?;
        let hello = ClientMessage::Hello { v: VERSION, room: code, after: room.seq };
        socket.send(text(&hello)).await.map_err(|_| None)?;
        tokio::time::sleep(lag).await;
        let ServerMessage::Welcome { you, log, here, .. } = receive(&mut socket).await? else {
            return Err(None);
        };
        let guest = cookie.unwrap_or_default().to_owned();
        let mut tab = Self { socket, me: you, guest, room, here, welcomed_with: None };
        if log.first().is_some_and(|first| first.seq == 1) {
            tab.room = Room::new(code);
        } else {
            tab.welcomed_with = Some(log.len());
        }
        tab.take(&log);
        Ok(tab)
    }

    /// The seat of this tab's member.
    pub fn seat(&self) -> Option<Seat> {
        self.room.seat_of(self.me)
    }

    fn take(&mut self, events: &[Logged]) {
        for event in events {
            assert!(event.seq <= self.room.seq + 1, "a gap after {}: {event:?}", self.room.seq);
            evolve(&mut self.room, event);
        }
    }

    /// Processes the next message.
    pub async fn next(&mut self) -> Result<ServerMessage, Option<u16>> {
        let message = receive(&mut self.socket).await?;
        match &message {
            ServerMessage::Events { events } | ServerMessage::Refused { events, .. } => self.take(events),
            ServerMessage::Here(here) => self.here = *here,
            _ => {}
        }
        Ok(message)
    }

    /// Processes messages until the room is as wanted.
    pub async fn until(&mut self, so: impl Fn(&Room) -> bool) {
        let changes = async {
            while !so(&self.room) {
                self.next().await.expect("the socket stays open");
            }
        };
        patiently("the room is as it should be", changes).await;
    }

    /// Processes messages until the socket ends; whether the last one was that the room is closed to
    /// spectators.
    pub async fn until_closed(&mut self) -> bool {
        let mut closed = false;
        while let Ok(message) = self.next().await {
            closed = message == ServerMessage::Fault(Fault::Closed);
        }
        closed
    }

    pub async fn send_text(&mut self, text: String) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    pub async fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// Sends a command with a fresh id and awaits its outcome.
    pub async fn ask(&mut self, command: Command) -> Answer {
        // Ids are unique in the process, because a member that reconnects or has two tabs must not reuse one
        // (idempotency).
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        self.ask_as(id, command).await.expect("the socket stays open")
    }

    /// Sends a command with this id and awaits its outcome.
    pub async fn ask_as(&mut self, id: u64, command: Command) -> Result<Answer, Option<u16>> {
        self.ask_as_of(id, self.room.seq, command).await
    }

    /// As [`Tab::ask_as`], on behalf of a client that has the events up to `after`.
    pub async fn ask_as_of(&mut self, id: u64, after: u64, command: Command) -> Result<Answer, Option<u16>> {
        let message = ClientMessage::Cmd { id, after, cmd: command };
        self.socket.send(text(&message)).await.map_err(|_| None)?;
        loop {
            let me = self.me;
            let mine = |event: &Logged| event.by.is_some_and(|by| by.member == me && by.id == id);
            match self.next().await? {
                ServerMessage::Events { events } if events.iter().any(mine) => return Ok(Answer::Happened),
                ServerMessage::Done(done) if done == id => return Ok(Answer::Done),
                ServerMessage::Refused { id: refused, reason, .. } if refused == id => {
                    return Ok(Answer::Refused(reason));
                }
                ServerMessage::Fault(fault) => return Ok(Answer::Fault(fault)),
                _ => {}
            }
        }
    }
}

fn text(message: &ClientMessage) -> Message {
    Message::text(serde_json::to_string(message).unwrap())
}
