//! The node as the replica of a room sees it (`room::sync::replica`): its log is the store, and what is folded goes
//! to the connected members, to the other nodes, and as push notes to players who are absent.

use std::sync::Arc;

use room::message::Presence;
use room::sync::replica::{Host, Log, NotAppended, Source};
use room::{
    Company, EndedGame, Event, Game, Logged, MemberId, Millis, Reason, Redactions, Room, Seat, TimeControl,
    evolve,
};
use rules::Side;

use super::Visitor;
use super::chat::SpectatorChat;
use super::history::History;
use super::members::Members;
use crate::server::cluster::bus::{BusPayload, Topic};
use crate::server::identity::GuestKey;
use crate::server::play::outbox::{encode_event, pack_events};
use crate::server::play::rated::RatedRules;
use crate::server::play::rooms::Rooms;
use crate::server::push::NoteKind;
use crate::server::store::{GameKind, Projections, SeatHolder, StoreError};

/// What a room task has beside the replica of its room.
pub(super) struct RoomHost {
    pub rooms: Arc<Rooms>,
    pub history: History,
    pub members: Members,
    pub spectator_chat: SpectatorChat,
    /// What is hidden of the room.
    pub hidden: Redactions,
    /// Push notes held back until it is known whether the player has a page open at another node.
    pub held_back: Vec<(Seat, NoteKind)>,
    /// Who has last acted for each seat.
    pub players: [Option<Visitor>; 2],
}

/// The host while it acts for a guest, who then holds the seats that are taken.
pub(super) struct ActingHost<'h> {
    host: &'h mut RoomHost,
    guest: Option<GuestKey>,
    /// The JSON of the events that were appended and are not folded yet.
    appended: Vec<Arc<str>>,
}

impl RoomHost {
    /// The host, acting for this guest; `None` if the server itself acts.
    pub fn acting_for(&mut self, guest: Option<GuestKey>) -> ActingHost<'_> {
        ActingHost { host: self, guest, appended: Vec::new() }
    }

    /// Publishes a message to the other nodes that have the room loaded, unless this is the only node.
    pub fn publish(&self, room: &Room, what: BusPayload) {
        if !self.members.remote.is_alone() {
            self.rooms.bus.publish(Topic::Room(room.code), room.seq, what);
        }
    }
}

impl Log for ActingHost<'_> {
    type Error = StoreError;

    async fn append(&mut self, room: &Room, events: &[Logged]) -> Result<(), NotAppended<StoreError>> {
        let projections = projections(room, events, self.guest, &self.host.rooms.rated);
        match self.host.rooms.store.append(room.code, events, &projections).await {
            Ok(appended) => self.appended = appended,
            Err(StoreError::Conflict) => return Err(NotAppended::Conflict),
            Err(error) => return Err(NotAppended::Failed(error)),
        }
        self.host.count_game(room, events);
        let ends = events.iter().any(|logged| matches!(logged.event, Event::Ended { .. }));
        if ends && room.settings.company == Company::Strangers {
            // Nobody hears it while the server stops.
            let _ = self.host.rooms.ended.send(room.code);
        }
        if let Some(ended) = &projections.ended {
            self.host.rooms.metrics.game(GameKind::of(&ended.game).game.word());
        }
        Ok(())
    }

    async fn since(&mut self, room: &Room) -> Result<Vec<Logged>, StoreError> {
        self.host.rooms.store.events(room.code, room.seq, u32::MAX).await
    }
}

impl Host for ActingHost<'_> {
    fn now(&self) -> Millis {
        self.host.rooms.time.now()
    }

    fn downtime(&self) -> [Millis; 2] {
        [self.host.rooms.downtime.from, self.host.rooms.downtime.until]
    }

    fn presence(&self, room: &Room) -> Presence {
        self.host.members.presence(room)
    }

    fn lag(&self, member: MemberId) -> Option<Millis> {
        self.host.members.lag(member)
    }

    fn folded(&mut self, room: &Room, events: Vec<Logged>, source: Source) {
        let host = &mut *self.host;
        if source == Source::Other {
            host.note_activity(room, &events);
        }
        // An event is encoded once, for the store and for the members.
        let encoded = match source {
            Source::Own => std::mem::take(&mut self.appended),
            Source::Other => events.iter().map(encode_event).collect(),
        };
        host.members.send_to_all(|| pack_events(&encoded));
        host.members.dismiss(room);
        let seats_change = events.iter().any(|logged| holder(&logged.event, None).is_some());
        // A member who gives up a seat becomes a spectator.
        let leaves = |logged: &Logged| matches!(logged.event, Event::Left(_)) && source == Source::Own;
        let left: Vec<MemberId> = events
            .iter()
            .filter(|logged| leaves(logged))
            .filter_map(|logged| Some(logged.by?.member))
            .collect();
        if source == Source::Own {
            host.publish(room, BusPayload::Appended);
            host.send_push_notes(room, &events);
        }
        host.history.extend(events, &encoded);
        if seats_change {
            host.members.assign_roles(room);
        }
        for member in left {
            host.send_spectator_chat(room, member);
        }
    }
}

impl RoomHost {
    /// Events that other nodes have appended show that their members were active there.
    fn note_activity(&mut self, room: &Room, events: &[Logged]) {
        if self.members.remote.is_alone() {
            tracing::info!(code = %room.code, seq = room.seq, "another process has written to the log");
        }
        for logged in events {
            if let Some(by) = logged.by {
                self.members.note_activity(by.member, logged.at);
            }
        }
    }
}

/// The change of a seat's holder that an event brings, if `guest` has asked for it.
fn holder(event: &Event, guest: Option<GuestKey>) -> Option<SeatHolder> {
    match event {
        Event::Seated { seat, .. } | Event::SeatTransferred { seat, .. } => {
            Some(SeatHolder { seat: *seat, guest })
        }
        Event::Left(seat) => Some(SeatHolder { seat: *seat, guest: None }),
        _ => None,
    }
}

/// The projections that change together with these events (seats, running clocks, finished games, ratings).
fn projections(room: &Room, events: &[Logged], guest: Option<GuestKey>, rules: &RatedRules) -> Projections {
    let holders = events.iter().filter_map(|logged| holder(&logged.event, guest)).collect();
    let has = |so: fn(&Event) -> bool| events.iter().any(|logged| so(&logged.event));
    let ends = has(|event| matches!(event, Event::Ended { .. }));
    let timed = |game: &Game| game.clock.control() != TimeControl::None;
    // Between friends no clock runs in a first turn, which may take as long as it likes; a takeback may lead back to it.
    let reopens = has(|event| matches!(event, Event::Undone(_)));
    let opens = |game: &Game| timed(game) && Side::BOTH.iter().any(|&side| game.clock.in_grace(side));
    let begins = has(|event| matches!(event, Event::Started { .. }));
    if !(ends || begins || reopens || room.running().is_some_and(opens)) {
        return Projections { holders, ..Projections::default() };
    }
    let mut changes = Projections { holders, ..Projections::default() };
    let mut after = room.clone();
    for logged in events {
        evolve(&mut after, logged);
        // Whoever forfeits a match leaves with the same events: only right after the end both sit.
        if let Event::Ended { reason, .. } = logged.event {
            changes.ended = EndedGame::of(&after);
            changes.rated = rules.rated(&after);
            let game = after.game.as_ref().map(|game| game.setup.game());
            changes.called_off = game.filter(|_| reason == Reason::CalledOff);
        }
    }
    let runs = after.is_clock_running();
    changes.clock = (runs != room.is_clock_running()).then_some(runs);
    changes
}
