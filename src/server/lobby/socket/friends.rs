//! Challenges to the visitor and friends who are online, on the lobby page.

use axum::extract::ws::WebSocket;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{End, LobbySocket};
use crate::model::players::Friends;
use crate::server::identity::GuestKey;
use crate::server::lobby::fragments::{self, LobbyPage};
use crate::server::players::own_rooms::challenges;
use crate::server::players::page::online;
use crate::server::store::{Related, Relation, StoreError};

/// What a socket knows of the visitor's friends.
pub(super) struct FriendsFeed {
    /// Who is challenged, whoever it is.
    challenged: broadcast::Receiver<GuestKey>,
    followed: Vec<Related>,
    friends: Friends,
}

impl FriendsFeed {
    pub(super) fn new(challenged: broadcast::Receiver<GuestKey>) -> Self {
        Self { challenged, followed: Vec::new(), friends: Friends::default() }
    }

    /// Waits until this guest is challenged, or it is not known whether they were.
    pub(super) async fn hear(&mut self, guest: Option<GuestKey>) {
        loop {
            match self.challenged.recv().await {
                Ok(challenged) if Some(challenged) != guest => {}
                Ok(_) | Err(RecvError::Lagged(_)) => return,
                Err(RecvError::Closed) => return std::future::pending().await,
            }
        }
    }
}

impl LobbySocket {
    /// Reads whom the visitor follows and who has challenged them, and sends it.
    pub(super) async fn load_friends(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(identity) = self.identity.filter(|_| self.page == Some(LobbyPage::Find)) else {
            return Ok(());
        };
        let (app, guest, language) = (&self.app, identity.guest(), self.language);
        let loaded: Result<_, StoreError> = async {
            let followed = app.store.related(guest, Relation::Follow).await?;
            Ok((followed, challenges(app, guest, language).await?))
        }
        .await;
        match loaded {
            Ok(loaded) => (self.feed.followed, self.feed.friends.challenges) = loaded,
            Err(error) => tracing::warn!(%error, "a visitor's friends could not be read"),
        }
        self.send_friends(socket).await
    }

    /// Sends who of the visitor's friends is online now.
    pub(super) async fn send_friends(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        self.feed.friends.online = online(&self.app, &self.feed.followed);
        let friends = fragments::friends(self.language, &self.feed.friends);
        self.send_fragments(socket, friends).await
    }
}
