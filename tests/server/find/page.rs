//! A page of the lobby, as these tests have it.

use std::collections::HashMap;

use futures_util::{SinkExt, StreamExt};
use room::RoomCode;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::*;

/// A page with a lobby socket, and the fragments it was last sent.
pub struct Page {
    pub(super) socket: Socket,
    pub(super) parts: HashMap<String, String>,
    /// The close code of its socket.
    pub(super) closed: Option<u16>,
}

impl Page {
    pub async fn open(host: &str, query: &str, guest: Option<u128>) -> Self {
        Self::open_with(host, query, guest.map(cookie).as_deref()).await
    }

    pub async fn open_with(host: &str, query: &str, cookie: Option<&str>) -> Self {
        let mut request = format!("ws://{host}/find/ws?{query}").into_client_request().unwrap();
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", format!("duello_guest={cookie}").parse().unwrap());
        }
        let opens = tokio_tungstenite::connect_async(request);
        let socket = patiently("a socket of the lobby opens", opens).await.unwrap().0;
        Self { socket, parts: HashMap::new(), closed: None }
    }

    /// As [`Page::open`]; `None` if the server cannot be reached.
    pub async fn try_open(host: &str, query: &str, guest: u128) -> Option<Self> {
        let mut request = format!("ws://{host}/find/ws?{query}").into_client_request().unwrap();
        request.headers_mut().insert("cookie", format!("duello_guest={}", cookie(guest)).parse().unwrap());
        let opens = tokio_tungstenite::connect_async(request);
        let socket = tokio::time::timeout(PATIENCE, opens).await.ok()?.ok()?.0;
        Some(Self { socket, parts: HashMap::new(), closed: None })
    }

    /// The room it is redirected to; `None` if its socket ends before.
    pub async fn try_until_room(&mut self) -> Option<RoomCode> {
        loop {
            if let Some(path) = self.parts.get("go") {
                return path.strip_prefix("/r/")?.parse().ok();
            }
            self.next().await?;
        }
    }

    pub async fn open_lobby(host: &str, guest: u128) -> Self {
        Self::open(host, "of=find", Some(guest)).await
    }

    pub(super) async fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Seeks as a page from before there were terms.
    pub async fn seek(&mut self, mancala: &str, speed: &str) {
        self.seek_on([mancala, speed], &json!({})).await;
    }

    /// Seeks with further fields of the form.
    pub async fn seek_on(&mut self, [mancala, speed]: [&str; 2], terms: &Value) {
        let mut seek =
            json!({"t": "seek", "game": "mancala", "mancala": mancala, "mapello": "any", "speed": speed});
        seek.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
        self.send(&seek).await;
    }

    /// Asks a bot for a game of Kalah.
    pub async fn play_bot(&mut self, bot: &str) {
        let asked = json!({"t": "bot", "bot": bot, "game": "mancala", "mancala": "kalah", "mapello": "any", "speed": "3+2"});
        self.send(&asked).await;
    }

    /// Processes the next message; the number of its fragments, or `None` when the socket has ended.
    pub(super) async fn next(&mut self) -> Option<usize> {
        patiently("the next message of the lobby", self.receive()).await
    }

    async fn receive(&mut self) -> Option<usize> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let fragments: HashMap<String, String> = serde_json::from_str(&text).unwrap();
                    let parts = fragments.len();
                    self.parts.extend(fragments);
                    return Some(parts);
                }
                Some(Ok(Message::Close(frame))) => {
                    self.closed = frame.map(|frame| frame.code.into());
                    return None;
                }
                Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Forgets what it was last sent of a part.
    pub fn forget(&mut self, part: &str) {
        self.parts.remove(part);
    }

    /// The fragments it shows.
    pub fn parts(&self) -> &HashMap<String, String> {
        &self.parts
    }

    /// Processes messages until the socket ends; the close code.
    pub async fn until_closed(&mut self) -> Option<u16> {
        patiently("the end of the socket", async { while self.next().await.is_some() {} }).await;
        self.closed
    }

    /// Sends a heartbeat and awaits the answer.
    pub async fn ping(&mut self) {
        self.send(&json!({"t": "ping"})).await;
        let answer = async { while self.next().await.expect("the socket stays open") > 0 {} };
        patiently("a sign of life", answer).await;
    }

    pub async fn until_part(&mut self, part: &str, so: impl Fn(&str) -> bool) -> String {
        let shown = async {
            while !self.parts.get(part).is_some_and(|text| so(text)) {
                self.next().await.expect("the socket stays open");
            }
        };
        patiently(part, shown).await;
        self.parts[part].clone()
    }

    /// The number of its seek, once that is open.
    pub async fn until_waiting(&mut self) -> String {
        self.until_part("offer", |offer| !offer.is_empty()).await
    }

    /// The room it is redirected to.
    pub async fn until_room(&mut self) -> RoomCode {
        let path = self.until_part("go", |path| !path.is_empty()).await;
        path.strip_prefix("/r/").unwrap().parse().unwrap()
    }
}
