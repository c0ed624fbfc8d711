//! An agent for tests, over TCP or a web socket.

use futures_util::{SinkExt, StreamExt};
use kgp::{Argument, Command};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::Message;

use crate::common::*;

enum Link {
    Tcp(BufReader<TcpStream>),
    WebSocket(Box<Socket>),
}

/// See the module.
pub struct Agent {
    link: Link,
    next_id: u64,
    seed: u64,
    /// Errors that the server has reported.
    pub errors: Vec<String>,
    /// The results of its games.
    pub results: Vec<String>,
    /// The names of its games.
    pub games: Vec<String>,
    /// Its opponents.
    pub opponents: Vec<String>,
}

impl Agent {
    fn new(link: Link) -> Self {
        let (errors, results, games, opponents) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { link, next_id: 1, seed: 0x2545_F491_4F6C_DD1D, errors, results, games, opponents }
    }

    /// Connects over TCP. The server may refuse it with an error.
    pub async fn tcp(port: &str) -> Self {
        let stream = TcpStream::connect(port).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self::new(Link::Tcp(BufReader::new(stream)))
    }

    /// Connects over a web socket.
    pub async fn web_socket(port: &str) -> Self {
        let (socket, _) = tokio_tungstenite::connect_async(format!("ws://{port}/socket")).await.unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_nodelay(true).unwrap();
        }
        Self::new(Link::WebSocket(Box::new(socket)))
    }

    /// Says who it is and what it wants, once the server has said its version.
    pub async fn named(mut self, name: &str, mode: &str) -> Self {
        self.seed ^= name.bytes().fold(7, |sum, byte| sum * 31 + u64::from(byte));
        assert_eq!(self.next().await.unwrap().to_string(), "kgp 1 0 0");
        self.say(None, &format!("set info:name \"{name}\"")).await;
        self.say(None, &format!("mode {mode}")).await;
        self
    }

    /// Sends these bytes as they are; false if the connection has ended.
    pub async fn bytes(&mut self, bytes: &[u8]) -> bool {
        match &mut self.link {
            Link::Tcp(stream) => stream.write_all(bytes).await.is_ok(),
            Link::WebSocket(socket) => {
                let text = String::from_utf8(bytes.to_vec()).unwrap();
                socket.send(Message::text(text)).await.is_ok()
            }
        }
    }

    /// Sends a command with a number; gives the number.
    pub async fn say(&mut self, reference: Option<u64>, command: &str) -> u64 {
        let id = self.next_id;
        self.next_id += 2;
        let reference = reference.map_or(String::new(), |reference| format!("@{reference}"));
        self.bytes(format!("{id}{reference} {command}\r\n").as_bytes()).await;
        id
    }

    /// The next line of the server; `None` at the end of the connection.
    pub async fn next(&mut self) -> Option<Command> {
        let line = async {
            match &mut self.link {
                Link::Tcp(stream) => {
                    let mut line = String::new();
                    let read = stream.read_line(&mut line).await;
                    read.ok().filter(|read| *read > 0).map(|_| line)
                }
                Link::WebSocket(socket) => loop {
                    match socket.next().await {
                        Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        _ => return None,
                    }
                },
            }
        };
        let line = patiently("the next line", line).await?;
        assert!(line.ends_with("\r\n"), "{line:?}");
        let command = kgp::parse(line.as_bytes()).unwrap_or_else(|why| panic!("{why:?}: {line}")).unwrap();
        self.note(&command);
        Some(command)
    }

    fn note(&mut self, command: &Command) {
        let text = |argument: Option<&Argument>| {
            argument.and_then(Argument::as_string).unwrap_or_default().to_owned()
        };
        let [first, second] = [0, 1].map(|n| text(command.arguments.get(n)));
        match (command.name.as_str(), first.as_str()) {
            ("error", _) => self.errors.push(first),
            ("set", "game:result") => self.results.push(second),
            ("set", "game:id") if !self.games.contains(&second) => self.games.push(second),
            ("set", "game:opponent") if self.opponents.last() != Some(&second) => self.opponents.push(second),
            _ => {}
        }
    }

    /// The next command of this name.
    pub async fn until(&mut self, name: &str) -> Command {
        loop {
            let command = self.next().await.unwrap_or_else(|| panic!("no {name}: {:?}", self.errors));
            if command.name == name {
                return command;
            }
        }
    }

    /// All that comes until the connection ends: the texts of errors.
    pub async fn until_end(mut self) -> Vec<String> {
        while self.next().await.is_some() {}
        self.errors
    }

    /// Plays by chance until so many games have ended.
    pub async fn play(&mut self, games: usize) {
        while self.results.len() < games {
            let command = self.next().await.unwrap_or_else(|| panic!("the end: {:?}", self.errors));
            match command.name.as_str() {
                "state" => self.answer(&command).await,
                "ping" => drop(self.say(command.id, "pong").await),
                _ => {}
            }
        }
    }

    /// Plays by chance until a game of this room has been shown.
    pub async fn play_in(&mut self, code: &str) {
        while !self.games.iter().any(|game| game.starts_with(code)) {
            self.play(self.results.len() + 1).await;
        }
    }

    /// Answers a state with a legal move.
    pub async fn answer(&mut self, state: &Command) {
        let pit = self.choose(state);
        self.say(state.id, &format!("move {pit}")).await;
        self.say(state.id, "yield").await;
    }

    /// A legal move in a state.
    pub fn choose(&mut self, state: &Command) -> usize {
        let [Argument::Board(numbers)] = state.arguments.as_slice() else { panic!("{state}") };
        let pits = &numbers[3..3 + numbers[0] as usize];
        let legal: Vec<usize> = (0..pits.len()).filter(|pit| pits[*pit] > 0).collect();
        1 + legal[(next_random(&mut self.seed) % legal.len() as u64) as usize]
    }
}
