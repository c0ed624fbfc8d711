//! What the room's task says to other nodes that have the room, and what it makes of what they say. Whatever happens stands in the
//! store; this is how it is known at once that there is something to read.

use std::time::Instant;

use super::RoomTask;
use super::elsewhere::Known;
use crate::server::bus::{Heard, News, Topic, What};

impl RoomTask {
    /// Says something, if there may be somebody to hear it.
    pub(super) fn tell(&self, what: What) {
        if !self.members.elsewhere.is_alone() {
            self.rooms.bus.tell(Topic::Room(self.room.code), self.room.seq, what);
        }
    }

    /// Says who is here, whether or not it was said before.
    fn tell_here(&mut self) {
        let here = self.members.here(&self.room);
        self.members.elsewhere.tells(&here, Instant::now());
        let (there, watching) = here;
        self.tell(What::Here { there, watching });
    }

    /// Says who is here, if that is due.
    pub(super) fn tell_who_is_here(&mut self) {
        if self.members.elsewhere.is_alone() {
            return;
        }
        let here = self.members.here(&self.room);
        if let Some((there, watching)) = self.members.elsewhere.to_tell(here, Instant::now()) {
            self.tell(What::Here { there, watching });
        }
    }

    /// Takes in what is heard of other nodes.
    pub(super) async fn hear(&mut self, heard: Heard) {
        let (now, at) = (Instant::now(), self.rooms.time.now());
        match heard {
            Heard::Connected => {
                let was_cut = self.members.elsewhere.is_blind();
                self.members.elsewhere.connected(now, at);
                self.tell(What::Hello);
                self.tell_asides_elsewhere();
                if was_cut {
                    self.ask_the_store().await;
                }
            }
            Heard::Cut => self.members.elsewhere.cut(now),
            Heard::News(news) => self.take_in(news).await,
        }
        self.look_around();
    }

    async fn take_in(&mut self, News { node, seq, what }: News) {
        if let Err(error) = self.go_along(seq).await {
            // Asked again with whatever is heard next.
            tracing::warn!(code = %self.room.code, %error, "a log could not be read");
        }
        let (now, at) = (Instant::now(), self.rooms.time.now());
        let (here, asked) = match what {
            What::Bye => return self.members.elsewhere.gone(node),
            What::Here { there, watching } => (Some((there, watching)), false),
            What::Hello => (None, true),
            What::Asides(told) => {
                self.hear_asides(told);
                (None, false)
            }
            What::Appended | What::Farewell(_) => (None, false),
        };
        let known = self.members.elsewhere.heard(node, here, now, at);
        if asked || known == Known::New {
            self.tell_here();
        }
        if asked {
            self.tell_asides_elsewhere();
        }
    }

    /// Time has passed: asks the store if nothing is heard, and sees who has gone.
    pub(super) async fn listen_on(&mut self) {
        let now = Instant::now();
        if self.members.elsewhere.polls(now) && !self.members.is_empty() {
            self.ask_the_store().await;
        }
        self.members.elsewhere.pass(now);
        self.look_around();
    }

    /// Sees who is there, after something has been heard or nothing was for long.
    fn look_around(&mut self) {
        if !self.members.elsewhere.is_alone() {
            self.members.note(&self.room, self.rooms.time.now());
            self.tell_put_off();
        }
    }

    async fn ask_the_store(&mut self) {
        if let Err(error) = self.reload().await {
            tracing::warn!(code = %self.room.code, %error, "a log could not be read");
        }
    }
}
