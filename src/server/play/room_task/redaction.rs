//! Redaction in a loaded room: when names or lines are removed from its log, the room is folded anew, and every
//! connected page gets the log anew, so that what was removed vanishes there as well.

use std::sync::Arc;

use room::message::ServerMessage;
use room::sync::replica::Replica;
use room::{Logged, fold};

use super::RoomTask;
use super::history::History;
use super::member::Member;
use crate::server::play::outbox::{Parcel, Welcome};
use crate::server::store::StoreError;

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
        let mut log: Vec<Logged> = store.log(code).await?;
        log.retain(|logged| logged.seq <= self.room.seq);
        self.room = Replica::new(fold(code, &log));
        self.host.history = History::new(log);
        self.host.spectator_chat.hide(&hidden);
        self.host.members.make_watchers(|member| hidden.hides(member));
        self.host.hidden = hidden;
        for (socket, member) in self.host.members.sockets() {
            let earlier_chat = self.host.members.hidden_chat(&self.room, member);
            let Some(log) = self.end_of_log(0, earlier_chat).await else { continue };
            let here = self.host.members.presence(&self.room);
            let welcome = Welcome::new(member, self.host.rooms.time.now(), here, log);
            self.host.members.send_parcel(socket, &Parcel::Welcome(Arc::new(welcome)));
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
