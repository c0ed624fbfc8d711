//! Pub/sub messages between the nodes that have a room loaded: publishes appends and presence, and reacts to
//! those of others. The truth is the event log; messages only tell at once that there is something to read.

use std::time::Instant;

use room::{RoomCode, Seat};
use tokio::sync::watch;

use super::RoomTask;
use super::elsewhere::{Elsewhere, Known};
use crate::server::bus::{BusEvent, BusMessage, BusPayload, Topic, TopicSubscription};
use crate::server::rooms::Rooms;

/// What a room task receives from the bus.
pub(super) enum Voice {
    /// A message, or a change of the connection.
    Bus(BusEvent),
    /// A live node is unheard, or all are heard again.
    Deaf(bool),
}

/// The room's subscriptions.
pub(super) struct Ears {
    /// The room's topic; `None` if this is the only node.
    others: Option<TopicSubscription>,
    /// Whether a live node is unheard, though the bus is connected.
    deaf: watch::Receiver<bool>,
}

impl Ears {
    /// Subscribes for a room that is being loaded; with its initial remote presence.
    pub fn new(rooms: &Rooms, code: RoomCode) -> (Self, Elsewhere) {
        let others = (!rooms.bus.is_single_node()).then(|| rooms.bus.subscribe(Topic::Room(code)));
        let elsewhere = Elsewhere::new(others.is_none(), !*rooms.bus.connected().borrow(), Instant::now());
        let mut deaf = rooms.peer_unheard.subscribe();
        if *deaf.borrow() {
            deaf.mark_changed();
        }
        (Self { others, deaf }, elsewhere)
    }

    /// The next item.
    pub async fn next(&mut self) -> Voice {
        let Some(others) = &mut self.others else { return std::future::pending().await };
        tokio::select! {
            biased;
            Ok(()) = self.deaf.changed() => Voice::Deaf(*self.deaf.borrow_and_update()),
            heard = others.next() => Voice::Bus(heard),
        }
    }
}

impl RoomTask {
    /// Publishes a message, unless this is the only node.
    pub(super) fn tell(&self, what: BusPayload) {
        if !self.members.elsewhere.is_alone() {
            self.rooms.bus.publish(Topic::Room(self.room.code), self.room.seq, what);
        }
    }

    /// Publishes the presence here in any case.
    fn tell_here(&mut self) {
        let here = self.members.here(&self.room);
        self.members.elsewhere.tells(&here, Instant::now());
        let (there, watching) = here;
        self.tell(BusPayload::Presence { players: there, watching });
    }

    /// Publishes the presence here, if that is due.
    pub(super) fn tell_who_is_here(&mut self) {
        if self.members.elsewhere.is_alone() {
            return;
        }
        let here = self.members.here(&self.room);
        if let Some((there, watching)) = self.members.elsewhere.due_to_tell(here, Instant::now()) {
            self.tell(BusPayload::Presence { players: there, watching });
        }
    }

    /// Processes an item from the bus.
    pub(super) async fn hear(&mut self, voice: Voice) {
        let (now, at) = (Instant::now(), self.rooms.time.now());
        let was_blind = self.members.elsewhere.is_blind();
        match voice {
            Voice::Bus(BusEvent::Message(news)) => return self.take_in(news).await,
            Voice::Bus(BusEvent::Disconnected) => self.members.elsewhere.cut(now),
            Voice::Bus(BusEvent::Connected) => self.members.elsewhere.connected(now, at),
            Voice::Deaf(deaf) => self.members.elsewhere.deaf(deaf, now),
        }
        if !matches!(voice, Voice::Bus(BusEvent::Disconnected) | Voice::Deaf(true)) {
            self.tell(BusPayload::Hello);
            self.tell_asides_elsewhere();
            if was_blind {
                self.ask_the_store().await;
            }
        }
    }

    async fn take_in(&mut self, BusMessage { node, seq, payload: what }: BusMessage) {
        if let Err(error) = self.go_along(seq).await {
            // The next message leads to another attempt.
            tracing::warn!(code = %self.room.code, %error, "a log could not be read");
        }
        let (now, at) = (Instant::now(), self.rooms.time.now());
        let (here, asked) = match what {
            BusPayload::Bye => return self.members.elsewhere.gone(node),
            BusPayload::Presence { players: mut there, watching } => {
                // Bounds what a bad message can claim: there are only two players.
                there.truncate(Seat::BOTH.len());
                (Some((there, watching)), false)
            }
            BusPayload::Hello => (None, true),
            BusPayload::SpectatorChat(told) => {
                self.hear_asides(told);
                (None, false)
            }
            BusPayload::Appended | BusPayload::Heartbeat | BusPayload::SessionRevoked(_) => (None, false),
        };
        let known = self.members.elsewhere.heard(node, here, now, at);
        if asked || known == Known::New {
            self.tell_here();
        }
        if asked {
            self.tell_asides_elsewhere();
        }
    }

    /// Periodic upkeep of the remote presence: polls the store if the bus is unreliable, times nodes out,
    /// updates the presence.
    pub(super) async fn look_around(&mut self) {
        let now = Instant::now();
        if self.members.elsewhere.polls(now) && !self.members.is_empty() {
            self.ask_the_store().await;
        }
        self.members.elsewhere.pass(now);
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
