//! Updates over the lobby socket: a fragment is sent only if it has changed, and lists are throttled.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use tokio::time::timeout;

use super::{End, LobbySocket};
use crate::server::config::desk::Feature;
use crate::server::lobby::fragments::{self, LobbyPage};
use crate::server::lobby::seek_pool::SeekState;

/// Timeout of sending a message: a client that does not read is dropped (backpressure).
const SEND_TIMEOUT: Duration = Duration::from_secs(5);
/// Throttle of list updates: on the lobby page, and on the home page.
const LIST_EVERY: Duration = Duration::from_millis(250);
const LIST_EVERY_AT_HOME: Duration = Duration::from_secs(5);
/// Each time so many pages more look, lists come by one such interval later, up to the most.
const CROWD: usize = 250;
const LIST_EVERY_AT_MOST: Duration = Duration::from_secs(10);

impl LobbySocket {
    /// Sends the state of the guest's seek: the room of a pairing, or what the guest waits for.
    pub(super) async fn send_seek_state(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(identity) = self.identity.filter(|_| !self.home) else { return Ok(()) };
        let (seek_state, open) = self.app.lobby.seek_state(identity.guest(), self.seek);
        if let Some((id, ..)) = open {
            self.seek = Some(id);
        }
        match seek_state {
            // The room is being created; the page keeps what it shows.
            SeekState::Open if open.is_none() => return Ok(()),
            SeekState::Paired(code) => {
                self.shown = None;
                let opponent = self.seek.take().and_then(|id| self.app.lobby.opponent(identity.guest(), id));
                let (name, rating) = opponent.unwrap_or_default();
                let paired = fragments::paired(self.language, &name, rating);
                let path = format!("/r/{code}");
                return self
                    .send_fragments(socket, vec![("offer", String::new()), ("waiting", paired), ("go", path)])
                    .await;
            }
            SeekState::Closed | SeekState::Failed if self.seek.take().is_some() => {
                let why = fragments::ended(self.language, seek_state == SeekState::Failed);
                self.send_fragments(socket, vec![("said", why)]).await?;
            }
            SeekState::Closed | SeekState::Failed | SeekState::Open => {}
        }
        let id = self.seek.map(|id| id.to_string()).unwrap_or_default();
        let seek = open.map(|(_, seek, since)| (seek, since));
        let bot = seek.and_then(|(seek, since)| self.suggest_bot(identity.guest(), seek, since));
        let shown = Some((id.clone(), bot.clone()));
        if self.shown == shown {
            return Ok(());
        }
        self.shown = shown;
        let is_lobby = self.page == Some(LobbyPage::Find);
        let waiting = fragments::waiting(self.language, seek, is_lobby, bot.as_deref());
        self.send_fragments(socket, vec![("offer", id), ("waiting", waiting)]).await
    }

    /// Whether the operator has switched the lobby off.
    pub(super) fn is_off(&self) -> bool {
        self.app.moderation.rules().is_off(Feature::Lobby, self.app.time.now())
    }

    /// Says so, to pages on which one can look for an opponent.
    pub(super) async fn send_switch(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let text = fragments::switched_off(self.language);
        let is_said = self.sent.get("said").is_some_and(|sent| **sent == *text);
        if self.home || is_said == self.is_off() {
            return Ok(());
        }
        let text = if is_said { String::new() } else { text };
        self.send_fragments(socket, vec![("said", text)]).await
    }

    /// Sends the lists of the lobby.
    pub(super) async fn send_lists(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let every = match self.page {
            Some(LobbyPage::Home) => LIST_EVERY_AT_HOME,
            Some(LobbyPage::Find) | None => LIST_EVERY,
        };
        let crowd = u32::try_from(self.app.lobby.lookers() / CROWD).unwrap_or(u32::MAX);
        self.lists_at =
            Instant::now() + every.saturating_mul(crowd.saturating_add(1)).min(LIST_EVERY_AT_MOST);
        let Some(page) = self.page else { return Ok(()) };
        let guest = self.identity.map(|identity| identity.guest());
        let lists = self.app.lobby.lists(self.language, page, guest);
        self.send_fragments(socket, lists.iter().cloned()).await
    }

    /// Sends the fragments that have changed.
    pub(super) async fn send_fragments(
        &mut self,
        socket: &mut WebSocket,
        fragments: impl IntoIterator<Item = (&'static str, impl Into<Arc<str>>)>,
    ) -> Result<(), End> {
        let mut changed = serde_json::Map::new();
        for (name, text) in fragments {
            // What was rendered for all sockets is kept once for all of them.
            let text: Arc<str> = text.into();
            if self.sent.get(name) != Some(&text) {
                changed.insert(name.to_owned(), (&*text).into());
                self.sent.insert(name, text);
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        send(socket, Message::text(serde_json::Value::Object(changed).to_string())).await
    }
}

/// Sends a message; an error if the client is gone or too slow.
pub(super) async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End(None)),
    }
}
