//! Redaction in a loaded room: when names or lines are removed from its log, the room is folded anew, and every
//! connected page gets the log anew, so that what was removed vanishes there as well.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use room::message::{Fault, ServerMessage};
use room::sync::replica::Replica;
use room::{Logged, fold, hide_chat};

use super::RoomTask;
use super::history::{History, encode_log};
use super::member::Member;
use crate::server::play::outbox::{Parcel, Welcome};
use crate::server::store::StoreError;

/// How many bytes all pages of a room get anew at once. Those beyond come back by themselves, and pay for it.
const MOST_SENT: usize = 16 * 1024 * 1024;

impl RoomTask {
    /// Applies what has been hidden since the log was read, if there is anything.
    pub(super) async fn apply_redactions(&mut self) {
        if let Err(error) = self.try_apply_redactions().await {
            // The node's poll of recent redactions leads to another attempt.
            tracing::warn!(code = %self.room.code, %error, "what is hidden could not be read");
        }
    }

    async fn try_apply_redactions(&mut self) -> Result<(), StoreError> {
        let (code, store) = (self.room.code, &self.host.rooms.store);
        let hidden = store.redactions(code).await?;
        if hidden == self.host.hidden {
            return Ok(());
        }
        // What other nodes have appended meanwhile is folded when it is read the usual way.
        let mut all: Vec<Logged> = store.log(code).await?;
        all.retain(|logged| logged.seq <= self.room.seq);
        self.room = Replica::new(fold(code, &all));
        self.host.history = History::new(all.clone());
        // Who follows may know names of players who have left the seats meanwhile.
        self.followed = None;
        self.host.spectator_chat.hide(&hidden);
        self.host.members.make_watchers(|member| hidden.hides(member));
        self.host.hidden = hidden;
        // Encoded once for all who see the same of it.
        let (mut encoded, mut sent) = (BTreeMap::new(), 0);
        for (socket, member) in self.host.members.sockets() {
            if sent >= MOST_SENT {
                self.host.members.send_parcel(socket, &Parcel::Close(Fault::Busy));
                continue;
            }
            let earlier_chat = self.host.members.hidden_chat(&self.room, member);
            let log = encoded.entry(earlier_chat);
            let log = log.or_insert_with(|| encode_log(&hide_chat(all.clone(), earlier_chat)));
            let parcel = match log {
                Some(log) => {
                    let here = self.host.members.presence(&self.room);
                    let welcome = Welcome::new(member, self.host.rooms.time.now(), here, log.clone());
                    sent += welcome.len();
                    Parcel::Welcome(Arc::new(welcome))
                }
                // A page that kept what is hidden would show it for good; it comes back, and gets the log anew.
                None => Parcel::Close(Fault::Busy),
            };
            self.host.members.send_parcel(socket, &parcel);
        }
        // A page that got the whole log anew has dropped the lines that it had.
        let lines = self.host.spectator_chat.lines();
        self.host.members.send_watchers(&self.room, None, &ServerMessage::SpectatorChat(lines));
        Ok(())
    }

    /// A newcomer; one whose names and lines are hidden only watches, and can do nothing that would be seen.
    pub(super) fn admit(&self, mut newcomer: Member) -> Member {
        if self.host.hidden.hides(newcomer.visitor.member) {
            newcomer.visitor.guest = None;
        }
        newcomer
    }
}
