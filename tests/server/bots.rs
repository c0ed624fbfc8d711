//! Bots beside a running server: the interface as docs/BOTS.md describes it, held by the conformance tests of `examples/`, the
//! client of `examples/`, tokens that are revoked in mid-game, and what others see of a bot.

mod example;
mod house;
mod limits;
mod lobby;
pub mod owners;

use std::process::{Command, Output};

use futures_util::SinkExt;
use room::message::{ClientMessage, ServerMessage, VERSION};
use room::{Event, RoomCode, Settings};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::common::{self, *};
use crate::moderation::{desk, in_force};
use crate::process::Process;
use crate::process::limits::{TO_END, output_within};

/// A server as a process, with bots of its operator.
struct Site {
    server: Process,
    folder: TempDir,
}

impl Site {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Process::start(&folder.path().join("data"));
        Self { server, folder }
    }

    async fn desk(&self, words: &[&str]) -> String {
        let data = self.folder.path().join("data");
        desk(&["--data", data.to_str().unwrap()], words).await.unwrap()
    }

    /// Makes a bot; its token.
    async fn bot(&self, name: &str) -> String {
        self.desk(&["bot", "add", name]).await.trim().to_owned()
    }

    /// Runs a program of `examples/` against the server.
    async fn python(&self, script: &str, more: &[&str], tokens: [&str; 2]) -> Output {
        let mut command = Command::new("python3");
        command.arg(format!("{}/examples/{script}", env!("CARGO_MANIFEST_DIR")));
        command.arg(format!("http://{}", self.server.host)).args(more);
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command.env("DUELLO_TOKEN", tokens[0]).env("DUELLO_OTHER_TOKEN", tokens[1]);
        // The long form plays a hundred games.
        let limit = if std::env::var_os("LONG").is_some() { 30 * TO_END } else { TO_END };
        tokio::task::spawn_blocking(move || output_within(&mut command, limit)).await.unwrap()
    }
}

/// The stream of a bot.
struct Stream(tokio::io::Lines<BufReader<TcpStream>>);

impl Stream {
    async fn open(host: &str, token: &str, query: &str) -> Self {
        let mut stream = TcpStream::connect(host).await.unwrap();
        let head = format!(
            "GET /api/bot/stream?{query} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut stream = Self(BufReader::new(stream).lines());
        assert_eq!(stream.next().await.unwrap()["type"], "hello");
        stream
    }

    /// The next line with content; `None` at the end. Sizes of chunks and empty lines are passed over, without end as long as
    /// the stream is open, so it is the line with content that is waited for patiently.
    async fn next(&mut self) -> Option<Value> {
        let line = async {
            loop {
                let line = self.0.next_line().await.ok()??;
                if line.starts_with('{') {
                    return Some(serde_json::from_str(&line).unwrap());
                }
            }
        };
        patiently("a line of the stream", line).await
    }

    async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = self.next().await.expect("the stream goes on");
            if fits(&line) {
                return line;
            }
        }
    }
}

async fn post(host: &str, token: &str, path: &str, body: &Value) -> (u16, Value) {
    let head = format!("POST /api/bot/{path}\nAuthorization: Bearer {token}");
    let answer = http(host, &head, &body.to_string()).await;
    (status(&answer), json(&answer))
}

async fn get(host: &str, token: &str, path: &str) -> (u16, Value) {
    let answer = http(host, &format!("GET /api/bot/{path}\nAuthorization: Bearer {token}"), "").await;
    (status(&answer), json(&answer))
}

/// Opens the socket of a room with a token.
async fn socket(host: &str, token: &str) -> Result<common::Socket, Error> {
    let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    Ok(tokio_tungstenite::connect_async(request).await?.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_interface_for_bots_passes_its_conformance_tests() {
    let site = Site::start();
    let tokens = [site.bot("Ada").await, site.bot("Bob").await];
    let output = site.python("bot_conformance.py", &[], [&tokens[0], &tokens[1]]).await;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_client_plays_rated_games_on_the_ladder_of_bots() {
    let site = Site::start();
    let tokens = [site.bot("Ada").await, site.bot("Bob").await];
    let host = &site.server.host;
    let number = if std::env::var_os("LONG").is_some() { 100 } else { 8 };
    let asked = async { site.python("bot.py", &["--number", &number.to_string()], [&tokens[0], ""]).await };
    let asks = async {
        eventually("the first bot is online", async || {
            get(host, &tokens[1], "online").await.1["bots"].as_array().is_some_and(|bots| bots.len() == 1)
        })
        .await;
        let more = ["--ask", "BOT Ada", "--number", &number.to_string()];
        site.python("bot.py", &more, [&tokens[1], ""]).await
    };
    let outputs = <[Output; 2]>::from(tokio::join!(asked, asks));
    for output in &outputs {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), number);
    }
    // Kalah from fair starts is played in matches of two, which are rated as one.
    let mut points = Vec::new();
    for token in &tokens {
        let (_, me) = get(host, token, "me").await;
        assert_eq!(me["ratings"]["mancala"]["games"], number / 2, "{me}");
        points.push(me["ratings"]["mancala"]["points"].as_i64().unwrap());
    }
    assert!((points[0] + points[1] - 3_000).abs() <= 1, "{points:?}");
    let data = site.folder.path().join("data");
    assert!(desk(&["--data", data.to_str().unwrap()], &["check"]).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_revoked_in_mid_game_ends_its_stream_and_not_the_game() {
    let site = Site::start();
    let host = site.server.host.clone();
    let tokens = [site.bot("Ada").await, site.bot("Bob").await];
    let mut streams = [Stream::open(&host, &tokens[0], "").await, Stream::open(&host, &tokens[1], "").await];
    let wanted = json!({ "opponent": "bot bob", "game": "mapello", "speed": "60" });
    let (status, answer) = post(&host, &tokens[0], "challenge", &wanted).await;
    assert_eq!(status, 200, "{answer}");
    let room = answer["room"].as_str().unwrap().to_owned();
    for stream in &mut streams {
        stream.until(|line| line["type"] == "game").await;
    }
    site.desk(&["bot", "revoke", "Ada"]).await;
    let path = format!("games/{room}/do");
    in_force("the token is refused", async || {
        post(&host, &tokens[0], &path, &json!({ "do": "resign" })).await.0 == 401
    })
    .await;
    assert_eq!(streams[0].until(|line| line["type"] == "closing").await, json!({ "type": "closing" }));
    assert!(streams[0].next().await.is_none());
    assert!(matches!(socket(&host, &tokens[0]).await, Err(Error::Http(answer)) if answer.status() == 401));
    // The other one plays on.
    assert_eq!(post(&host, &tokens[1], &path, &json!({ "do": "say_hello" })).await.0, 200);
    // With another token the bot is back at its game.
    let token = site.desk(&["bot", "token", "Ada"]).await.trim().to_owned();
    let mut back = Stream::open(&host, &token, "").await;
    back.until(|line| line["room"] == *room && line["type"] == "game").await;
    assert_eq!(post(&host, &token, &path, &json!({ "do": "resign" })).await.0, 200);
    streams[1].until(|line| line["type"] == "over").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_token_that_may_only_read_watches_and_takes_nothing_over() {
    let site = Site::start();
    let host = site.server.host.clone();
    let tokens = [site.bot("Ada").await, site.bot("Bob").await];
    let watching = site.desk(&["bot", "token", "Ada", "--read"]).await.trim().to_owned();
    let mut watcher = Stream::open(&host, &watching, "").await;
    // Only four streams watch a bot.
    let mut more = Vec::new();
    for _ in 0..3 {
        more.push(Stream::open(&host, &watching, "").await);
    }
    assert_eq!(get(&host, &watching, "stream").await, (429, json!({ "error": "too_many" })));
    drop(more);
    let online = async || get(&host, &tokens[1], "online").await.1["bots"].as_array().unwrap().len();
    assert_eq!(online().await, 0, "who only watches is not online");
    let mut streams = [Stream::open(&host, &tokens[0], "").await, Stream::open(&host, &tokens[1], "").await];
    let wanted = json!({ "opponent": "BOT Bob", "game": "mapello", "speed": "60" });
    let (status, answer) = post(&host, &tokens[0], "challenge", &wanted).await;
    assert_eq!(status, 200, "{answer}");
    let room = answer["room"].as_str().unwrap().to_owned();
    let seen = watcher.until(|line| line["room"] == *room).await;
    let own = streams[0].until(|line| line["room"] == *room).await;
    assert_eq!((&seen["you"], &seen["legal"]), (&own["you"], &own["legal"]));
    let path = format!("games/{room}/do");
    let refused = post(&host, &watching, &path, &json!({ "do": "resign" })).await;
    assert_eq!(refused, (403, json!({ "error": "read_only" })));
    assert_eq!(post(&host, &watching, "challenge", &wanted).await.0, 403);
    assert_eq!(post(&host, &tokens[0], &path, &json!({ "do": "resign" })).await.0, 200);
    watcher.until(|line| line["type"] == "over").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_only_watches_a_bot_hears_of_a_room_it_comes_back_to() {
    let site = Site::start();
    let host = &site.server.host;
    let token = site.bot("Ada").await;
    let watching = site.desk(&["bot", "token", "Ada", "--read"]).await.trim().to_owned();
    let mut watcher = Stream::open(host, &watching, "").await;
    let code: RoomCode = open_room(host, Settings::default()).await;
    let mut socket = socket(host, &token).await.unwrap();
    let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
    socket.send(Message::text(serde_json::to_string(&hello).unwrap())).await.unwrap();
    let sit = r#"{"t":"cmd","id":1,"after":0,"cmd":{"sit":{"name":"Ada"}}}"#;
    socket.send(Message::text(sit)).await.unwrap();
    let is_room = |line: &Value| line["room"] == code.to_string() && line["type"] == "room";
    watcher.until(is_room).await;
    socket.send(Message::text(r#"{"t":"cmd","id":2,"after":2,"cmd":"leave"}"#)).await.unwrap();
    loop {
        let ServerMessage::Events { events } = receive(&mut socket).await.unwrap() else { continue };
        if events.iter().any(|logged| matches!(logged.event, Event::Left { .. })) {
            break;
        }
    }
    socket.send(Message::text(sit.replace("\"id\":1", "\"id\":3"))).await.unwrap();
    watcher.until(is_room).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_sits_down_over_the_socket_under_its_own_name_with_the_mark() {
    let site = Site::start();
    let host = &site.server.host;
    let token = site.bot("Ada").await;
    let code: RoomCode = open_room(host, Settings::default()).await;
    let mut socket = socket(host, &token).await.unwrap();
    let messages = [
        r#"{"t":"cmd","id":1,"after":0,"cmd":{"sit":{"name":"Anna"}}}"#,
        r#"{"t":"cmd","id":2,"after":2,"cmd":{"rename":{"name":"Anna"}}}"#,
    ];
    let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
    let hello = serde_json::to_string(&hello).unwrap();
    for message in [hello.as_str()].into_iter().chain(messages) {
        socket.send(Message::text(message)).await.unwrap();
    }
    let (mut seated, mut refused) = (None, false);
    while seated.is_none() || !refused {
        match receive(&mut socket).await.unwrap() {
            ServerMessage::Events { events } => {
                for logged in events {
                    if let Event::Seated { name, .. } = logged.event {
                        seated = Some(name);
                    }
                }
            }
            ServerMessage::Refused { id: 2, .. } => refused = true,
            _ => {}
        }
    }
    assert_eq!(seated.as_deref(), Some("BOT Ada"));
    // No person is called so.
    let mut anna = Tab::watch(host, code, Some(&cookie(1))).await.unwrap();
    assert_eq!(anna.ask(room::Command::Sit { name: "BOT Ada".to_owned() }).await, Answer::Happened);
    let names: Vec<_> = anna.room.seats.iter().flatten().map(|occupant| occupant.name.clone()).collect();
    assert_eq!(names, ["BOT Ada", "Ada"]);
}
