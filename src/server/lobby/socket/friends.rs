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

/// After so many heartbeats open challenges are read again.
const RELOAD: u32 = 12;

/// What a socket knows of the visitor's friends.
pub(super) struct FriendsFeed {
    /// Who is challenged, whoever it is.
    challenged: broadcast::Receiver<GuestKey>,
    followed: Vec<Related>,
    /// What the page shows; `None` if it shows nothing of the kind.
    friends: Option<Friends>,
    /// How many heartbeats ago it was read.
    age: u32,
}

impl FriendsFeed {
    pub(super) fn new(challenged: broadcast::Receiver<GuestKey>) -> Self {
        Self { challenged, followed: Vec::new(), friends: None, age: 0 }
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
            Ok((followed, challenges)) => {
                let known = Friends { challenges, online: online(app, &followed) };
                (self.feed.followed, self.feed.friends, self.feed.age) = (followed, Some(known), 0);
                self.send_fragments(socket, self.friends()).await
            }
            Err(error) => {
                tracing::warn!(%error, "a visitor's friends could not be read");
                Ok(())
            }
        }
    }

    /// Sends who of the visitor's friends is online now, if that has changed. Challenges end by time and by what happens at
    /// their tables, so open ones are looked at again from time to time.
    pub(super) async fn send_friends(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(known) = &mut self.feed.friends else { return Ok(()) };
        self.feed.age += 1;
        if self.feed.age >= RELOAD && !known.challenges.is_empty() {
            return self.load_friends(socket).await;
        }
        let online = online(&self.app, &self.feed.followed);
        if online == known.online {
            return Ok(());
        }
        known.online = online;
        self.send_fragments(socket, self.friends()).await
    }

    /// The fragments of what is known.
    fn friends(&self) -> Vec<(&'static str, String)> {
        let fragments = self.feed.friends.as_ref().map(|known| fragments::friends(self.language, known));
        fragments.into_iter().flatten().collect()
    }
}
