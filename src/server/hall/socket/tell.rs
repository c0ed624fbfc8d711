//! Updates over the lobby socket: a fragment is sent only if it has changed, and lists are throttled.

use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use tokio::time::timeout;

use super::{End, Talk};
use crate::server::hall::draw;
use crate::server::hall::offers::Standing;

/// Timeout of sending a message: a client that does not read is dropped (backpressure).
const SEND_WITHIN: Duration = Duration::from_secs(5);
/// Throttle of list updates: on the lobby page, and on the home page.
const LISTS: Duration = Duration::from_millis(250);
const LISTS_AT_HOME: Duration = Duration::from_secs(5);

impl Talk {
    /// Tells the state of the guest's seek: which room it has led to, or what is being waited for.
    pub(super) async fn tell_standing(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(identity) = self.identity.filter(|_| !self.home) else { return Ok(()) };
        let (standing, open) = self.app.hall.standing(identity.guest(), self.offer);
        if let Some((id, ..)) = open {
            self.offer = Some(id);
        }
        match standing {
            // The room is being created; the page keeps what it shows.
            Standing::Open if open.is_none() => return Ok(()),
            Standing::Met(code) => {
                let met = self.offer.take().and_then(|id| self.app.hall.met_with(identity.guest(), id));
                let (name, rating) = met.unwrap_or_default();
                let paired = draw::paired(self.language, &name, rating);
                let went = format!("/r/{code}");
                return self
                    .tell(socket, vec![("offer", String::new()), ("waiting", paired), ("go", went)])
                    .await;
            }
            Standing::Gone | Standing::Failed if self.offer.take().is_some() => {
                let why = draw::ended(self.language, standing == Standing::Failed);
                self.tell(socket, vec![("said", why)]).await?;
            }
            Standing::Gone | Standing::Failed | Standing::Open => {}
        }
        let offer = self.offer.map(|id| id.to_string()).unwrap_or_default();
        if self.told.get("offer") == Some(&offer) {
            return Ok(());
        }
        let wish = open.map(|(_, wish, since)| (wish, since));
        let waiting = draw::waiting(self.language, wish, self.meanwhile);
        self.tell(socket, vec![("offer", offer), ("waiting", waiting)]).await
    }

    /// Tells the lists of the lobby.
    pub(super) async fn tell_lists(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        if !self.home && !self.meanwhile {
            return Ok(());
        }
        self.lists_at = Instant::now() + if self.home { LISTS_AT_HOME } else { LISTS };
        let guest = self.identity.map(|identity| identity.guest());
        let parts = draw::parts(self.language, &self.app.hall.now(guest), self.home);
        self.tell(socket, parts).await
    }

    /// Sends the fragments that have changed.
    pub(super) async fn tell(
        &mut self,
        socket: &mut WebSocket,
        parts: Vec<(&'static str, String)>,
    ) -> Result<(), End> {
        let mut news = serde_json::Map::new();
        for (name, text) in parts {
            if self.told.get(name) != Some(&text) {
                news.insert(name.to_owned(), text.clone().into());
                self.told.insert(name, text);
            }
        }
        if news.is_empty() {
            return Ok(());
        }
        send(socket, Message::text(serde_json::Value::Object(news).to_string())).await
    }
}

/// Sends a message; an error if the client is gone or too slow.
pub(super) async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match timeout(SEND_WITHIN, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End(None)),
    }
}
