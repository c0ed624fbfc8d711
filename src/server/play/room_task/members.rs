//! Members of a room: the connected sockets at this node, players and spectators, their presence, and
//! broadcasting to them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use room::message::{Fault, Presence, ServerMessage};
use room::{MemberId, Millis, Patience, Room, Seat};

use super::member::Member;
use super::presence::{BothPresence, Seen};
use super::remote_presence::RemotePresence;
use super::{SocketId, Visitor};
use crate::server::cluster::bus::PlayerPresence;
use crate::server::identity::GuestKey;
use crate::server::play::outbox::{Parcel, pack};

/// Above this number of sockets, presence changes are batched …
const CROWD: usize = 16;
/// … and announced this long after the first of them.
const CROWD_WAIT: Duration = Duration::from_millis(250);

/// Of how many guests the arrival is remembered.
const MAX_ARRIVALS: usize = 1_000;

/// All sockets of the room at this node, and the remote presence.
pub struct Members {
    all: Vec<Member>,
    /// When guests first came, by the number of the last event then: who reconnects keeps the chat since.
    arrivals: HashMap<MemberId, u64>,
    /// Remote presence.
    pub remote: RemotePresence,
    /// Presence of the players over time.
    players: BothPresence,
    patience: Patience,
    /// The presence that was last announced.
    announced: Presence,
    /// When the next announcement is due.
    announce_at: Option<Instant>,
}

impl Members {
    /// No sockets yet, for a room that was just loaded.
    pub fn new(room: &Room, patience: Patience, remote: RemotePresence, now: Millis) -> Self {
        let players = BothPresence::new(room, now);
        let announced = Presence::default();
        Self {
            all: Vec::new(),
            arrivals: HashMap::new(),
            remote,
            players,
            patience,
            announced,
            announce_at: None,
        }
    }

    /// Whether no socket is connected at this node.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The member of a socket.
    pub fn get(&self, socket: SocketId) -> Option<&Member> {
        self.all.iter().find(|member| member.socket == socket)
    }

    /// The number of the last event when this visitor first came since the room was loaded; 0 for a player.
    pub fn arrival(&mut self, room: &Room, visitor: &Visitor) -> u64 {
        let now = if room.seat_of(visitor.member).is_some() { 0 } else { room.seq };
        if visitor.guest.is_none() || self.arrivals.len() >= MAX_ARRIVALS {
            return self.arrivals.get(&visitor.member).copied().unwrap_or(now);
        }
        *self.arrivals.entry(visitor.member).or_insert(now)
    }

    /// Up to which event the chat is hidden from a connected member.
    pub fn hidden_chat(&self, room: &Room, of: MemberId) -> u64 {
        let theirs = self.all.iter().filter(|member| member.visitor.member == of);
        theirs.map(|member| member.hidden_chat(room)).min().unwrap_or(room.seq)
    }

    /// All sockets with their members.
    pub fn sockets(&self) -> Vec<(SocketId, MemberId)> {
        self.all.iter().map(|member| (member.socket, member.visitor.member)).collect()
    }

    /// Takes these members for visitors without a cookie from now on.
    pub fn make_watchers(&mut self, hidden: impl Fn(MemberId) -> bool) {
        for member in self.all.iter_mut().filter(|member| hidden(member.visitor.member)) {
            member.visitor.guest = None;
        }
    }

    /// Adds a socket.
    pub fn insert(&mut self, room: &Room, member: Member, now: Millis) {
        let _ = member.outbox.try_send(Parcel::Role(member.role(room)));
        self.all.push(member);
        self.update_presence(room, now);
    }

    /// Removes a socket that was last heard at this time.
    pub fn remove(&mut self, room: &Room, socket: SocketId, heard: Millis, now: Millis) {
        let Some(at) = self.all.iter().position(|member| member.socket == socket) else { return };
        let gone = self.all.remove(at);
        let member = gone.visitor.member;
        let Self { all, remote, .. } = self;
        self.players.update(room, now, |of| match seen(all, remote, of, now) {
            Seen::Gone { .. } if of == member => Seen::Gone { heard, left: gone.leaving },
            seen => seen,
        });
    }

    /// An event shows that a member was active at another node at this time, and so present.
    pub fn note_activity(&mut self, member: MemberId, at: Millis) {
        self.players.note_activity(member, at);
    }

    /// A page announces that it is being left, or is active again.
    pub fn set_leaving(&mut self, room: &Room, socket: SocketId, leaving: bool, now: Millis) {
        if let Some(member) = self.all.iter_mut().find(|member| member.socket == socket) {
            let changed = member.leaving != leaving;
            member.leaving = leaving;
            if changed {
                self.update_presence(room, now);
            }
        }
    }

    /// Updates the players' presence after sockets or seats have changed.
    pub fn update_presence(&mut self, room: &Room, now: Millis) {
        let Self { all, remote, .. } = self;
        self.players.update(room, now, |member| seen(all, remote, member, now));
        self.remote.forget_lost();
    }

    /// Closes sockets of members who are no longer admitted. If they come back, they arrive anew.
    pub fn dismiss(&mut self, room: &Room) {
        self.arrivals.retain(|member, _| room.admits(*member));
        self.all.retain(|member| {
            let admitted = room.admits(member.visitor.member);
            if !admitted {
                let _ = member.outbox.try_send(Parcel::Close(Fault::Closed));
            }
            admitted
        });
    }

    /// Closes all sockets with this reason.
    pub fn dismiss_all(&mut self, reason: Fault) {
        for member in self.all.drain(..) {
            let _ = member.outbox.try_send(Parcel::Close(reason));
        }
    }

    /// Sends to one socket.
    pub fn send(&mut self, socket: SocketId, message: &ServerMessage) {
        self.send_parcel(socket, &pack(message));
    }

    /// Sends a parcel to a socket.
    pub fn send_parcel(&mut self, socket: SocketId, parcel: &Parcel) {
        self.deliver(parcel, |member| member.socket == socket);
    }

    /// Broadcasts to all sockets.
    pub fn send_all(&mut self, message: &ServerMessage) {
        self.send_to_all(|| pack(message));
    }

    /// Broadcasts a parcel, which is made only if there is a socket.
    pub fn send_to_all(&mut self, parcel: impl FnOnce() -> Parcel) {
        if !self.all.is_empty() {
            self.deliver(&parcel(), |_| true);
        }
    }

    /// Sends to the spectators with a cookie, or to one of them only.
    pub fn send_watchers(&mut self, room: &Room, only: Option<MemberId>, message: &ServerMessage) {
        let parcel = pack(message);
        self.deliver(&parcel, |Member { visitor, .. }| {
            let watches = visitor.guest.is_some() && room.seat_of(visitor.member).is_none();
            watches && only.is_none_or(|only| only == visitor.member)
        });
    }

    /// The guest behind a connected member.
    pub fn guest_of(&self, member: MemberId) -> Option<GuestKey> {
        self.all.iter().find(|other| other.visitor.member == member)?.visitor.guest
    }

    /// Tells every socket its role after seats have changed.
    pub fn assign_roles(&mut self, room: &Room) {
        for member in &self.all {
            let _ = member.outbox.try_send(Parcel::Role(member.role(room)));
        }
    }

    /// The present members.
    pub fn presence(&self, room: &Room) -> Presence {
        let gone = self.players.gone(room, self.patience);
        let mut presence = Presence { gone, ..Presence::default() };
        for member in self.all.iter().filter(|member| !member.leaving) {
            match room.seat_of(member.visitor.member) {
                Some(seat) => presence.seats[seat.index()] = true,
                None => presence.watching += 1,
            }
        }
        if self.remote.is_alone() {
            return presence;
        }
        for (seat, there) in Seat::BOTH.iter().zip(&mut presence.seats) {
            let is_remote = |member| self.remote.seen(member, 0) == Some(Seen::Here);
            *there |= room.occupant(*seat).is_some_and(|occupant| is_remote(occupant.member));
        }
        presence.watching = presence.watching.saturating_add(self.remote.watching());
        presence
    }

    /// Whether the member has a page open at any node; `None` if that will be known in a moment. When in
    /// doubt the answer is no: a superfluous push note is better than a missing one.
    pub fn is_there(&self, member: MemberId) -> Option<bool> {
        let here = self.all.iter().any(|other| other.visitor.member == member && !other.leaving);
        let there = here || self.remote.is_there(member);
        (there || !self.remote.awaits_answers()).then_some(there)
    }

    /// The presence at this node, for publication.
    pub fn here(&self, room: &Room) -> (Vec<PlayerPresence>, u32) {
        let mut there: Vec<PlayerPresence> = Vec::new();
        let mut watching = 0;
        for seat in Seat::BOTH {
            let Some(member) = room.occupant(seat).map(|occupant| occupant.member) else { continue };
            let mut theirs = self.all.iter().filter(|other| other.visitor.member == member).peekable();
            if theirs.peek().is_some() {
                let leaving = theirs.all(|other| other.leaving);
                there.push(PlayerPresence { member, leaving, lag: self.own_lag(member) });
            }
        }
        for member in self.all.iter().filter(|member| !member.leaving) {
            watching += u32::from(room.seat_of(member.visitor.member).is_none());
        }
        (there, watching)
    }

    /// Round-trip time of a member in milliseconds, the fastest of several sockets; `None` if none was
    /// measured.
    pub fn lag(&self, of: MemberId) -> Option<Millis> {
        [self.own_lag(of), self.remote.lag(of)].into_iter().flatten().min()
    }

    fn own_lag(&self, of: MemberId) -> Option<Millis> {
        let theirs = self.all.iter().filter(|member| member.visitor.member == of);
        theirs.filter_map(|member| member.lag.ms()).min()
    }

    /// When [`Members::announce`] has to be called again.
    pub fn announce_at(&self) -> Option<Instant> {
        self.announce_at
    }

    /// Announces presence changes: at once in a small room, batched in a crowd.
    pub fn announce(&mut self, room: &Room, time: Millis, now: Instant) {
        self.update_presence(room, time);
        let here = self.presence(room);
        if here == self.announced {
            self.announce_at = None;
            return;
        }
        let due =
            if self.all.len() > CROWD { *self.announce_at.get_or_insert(now + CROWD_WAIT) } else { now };
        if now >= due {
            self.announce_at = None;
            self.announced = here;
            self.send_all(&ServerMessage::Here(here));
        }
    }

    /// Sockets whose outbox is full or closed are dropped (backpressure): the socket sees the queue end,
    /// closes, and its page may reconnect.
    fn deliver(&mut self, parcel: &Parcel, to: impl Fn(&Member) -> bool) {
        self.all.retain(|member| !to(member) || member.outbox.try_send(parcel.clone()).is_ok());
    }
}

/// What the open sockets of a member say, here and at other nodes. Pages that are being left count as gone.
fn seen(all: &[Member], remote: &RemotePresence, of: MemberId, now: Millis) -> Seen {
    let mut theirs = all.iter().filter(|member| member.visitor.member == of).peekable();
    let left = theirs.peek().is_some();
    if theirs.any(|member| !member.leaving) {
        return Seen::Here;
    }
    let gone = Seen::Gone { heard: now, left };
    if remote.is_alone() { gone } else { remote.seen(of, now).unwrap_or(gone) }
}
