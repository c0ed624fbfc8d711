//! Pub/sub messages between the nodes that have a room loaded: publishes appends and presence, and reacts to
//! those of others. The truth is the event log; messages only tell at once that there is something to read.

use std::time::Instant;

use room::{RoomCode, Seat};
use tokio::sync::watch;

use super::RoomTask;
use super::remote_presence::{NodeKnown, RemotePresence};
use crate::server::cluster::bus::{BusEvent, BusMessage, BusPayload, Topic, TopicSubscription};
use crate::server::play::rooms::Rooms;

/// What a room task receives from the bus.
pub(super) enum RoomBusEvent {
    /// A message, or a change of the connection.
    Message(BusEvent),
    /// A live node is unheard, or all are heard again.
    Isolated(bool),
}

/// The room's subscriptions.
pub(super) struct BusSubscription {
    /// The room's topic; `None` if this is the only node.
    others: Option<TopicSubscription>,
    /// Whether a live node is unheard, though the bus is connected.
    isolated: watch::Receiver<bool>,
}

impl BusSubscription {
    /// Subscribes for a room that is being loaded; with its initial remote presence.
    pub fn new(rooms: &Rooms, code: RoomCode) -> (Self, RemotePresence) {
        let others = (!rooms.bus.is_single_node()).then(|| rooms.bus.subscribe(Topic::Room(code)));
        let remote = RemotePresence::new(others.is_none(), !*rooms.bus.connected().borrow(), Instant::now());
        let mut isolated = rooms.peer_unheard.subscribe();
        if *isolated.borrow() {
            isolated.mark_changed();
        }
        (Self { others, isolated }, remote)
    }

    /// The next item.
    pub async fn next(&mut self) -> RoomBusEvent {
        let Some(others) = &mut self.others else { return std::future::pending().await };
        tokio::select! {
            biased;
            Ok(()) = self.isolated.changed() => RoomBusEvent::Isolated(*self.isolated.borrow_and_update()),
            heard = others.next() => RoomBusEvent::Message(heard),
        }
    }
}

impl RoomTask {
    /// Publishes the presence here in any case.
    fn publish_presence(&mut self) {
        let here = self.host.members.here(&self.room);
        self.host.members.remote.note_published(&here, Instant::now());
        let (there, watching) = here;
        self.host.publish(&self.room, BusPayload::Presence { players: there, watching });
    }

    /// Publishes the presence here, if that is due.
    pub(super) fn publish_presence_if_due(&mut self) {
        if self.host.members.remote.is_alone() {
            return;
        }
        let here = self.host.members.here(&self.room);
        if let Some((there, watching)) = self.host.members.remote.take_due(here, Instant::now()) {
            self.host.publish(&self.room, BusPayload::Presence { players: there, watching });
        }
    }

    /// Processes an item from the bus.
    pub(super) async fn handle_bus_event(&mut self, event: RoomBusEvent) {
        let (now, at) = (Instant::now(), self.host.rooms.time.now());
        let was_unreliable = self.host.members.remote.is_unreliable();
        match event {
            RoomBusEvent::Message(BusEvent::Message(news)) => return self.handle_message(news).await,
            RoomBusEvent::Message(BusEvent::Disconnected) => self.host.members.remote.cut(now),
            RoomBusEvent::Message(BusEvent::Connected) => self.host.members.remote.connected(now, at),
            RoomBusEvent::Isolated(isolated) => self.host.members.remote.isolated(isolated, now),
        }
        if !matches!(event, RoomBusEvent::Message(BusEvent::Disconnected) | RoomBusEvent::Isolated(true)) {
            self.host.publish(&self.room, BusPayload::Hello);
            self.publish_spectator_chat();
            if was_unreliable {
                self.read_log_of_others().await;
            }
        }
    }

    async fn handle_message(&mut self, BusMessage { node, seq, payload }: BusMessage) {
        if let Err(error) = self.read_log_up_to(seq).await {
            // The next message leads to another attempt.
            tracing::warn!(code = %self.room.code, %error, "a log could not be read");
        }
        let (now, at) = (Instant::now(), self.host.rooms.time.now());
        let (here, asked) = match payload {
            BusPayload::Bye => return self.host.members.remote.remove_node(node),
            BusPayload::Presence { players: mut there, watching } => {
                // Bounds what a bad message can claim: there are only two players.
                there.truncate(Seat::BOTH.len());
                (Some((there, watching)), false)
            }
            BusPayload::Hello => (None, true),
            BusPayload::SpectatorChat(asides) => {
                self.receive_spectator_chat(asides);
                (None, false)
            }
            BusPayload::Redacted => {
                self.apply_redactions().await;
                (None, false)
            }
            BusPayload::Appended
            | BusPayload::Heartbeat
            | BusPayload::SessionRevoked(_)
            | BusPayload::Tournament(_)
            | BusPayload::PublicGames(_)
            | BusPayload::Online { .. }
            | BusPayload::Challenged(_) => (None, false),
        };
        let known = self.host.members.remote.note_message(node, here, now, at);
        if asked || known == NodeKnown::New {
            self.publish_presence();
        }
        if asked {
            self.publish_spectator_chat();
        }
    }

    /// Periodic upkeep of the remote presence: polls the store if the bus is unreliable, times nodes out,
    /// updates the presence.
    pub(super) async fn update_remote_presence(&mut self) {
        let now = Instant::now();
        if self.host.members.remote.take_poll(now) && !self.host.members.is_empty() {
            self.read_log_of_others().await;
        }
        self.host.members.remote.time_nodes_out(now);
        if !self.host.members.remote.is_alone() {
            self.host.members.update_presence(&self.room, self.host.rooms.time.now());
            self.host.send_held_back(&self.room);
        }
    }

    async fn read_log_of_others(&mut self) {
        if let Err(error) = self.read_log().await {
            tracing::warn!(code = %self.room.code, %error, "a log could not be read");
        }
    }
}
