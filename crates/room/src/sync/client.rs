//! A client's side of the protocol: optimistic updates over the confirmed room, pending commands with idempotent ids, resend,
//! rollback, and sequence gaps.
//!
//! The client keeps two things: the room as the server has confirmed it, and the commands that the server has not answered yet. What
//! is shown is the confirmed room with the pending commands applied on top. Rollback needs no code of its own: the optimistic room is
//! folded anew after every message, and a command that is answered or no longer possible is simply not in it.

use crate::message::{ClientMessage, Presence, ServerMessage, VERSION};
use crate::{
    Command, Logged, MemberId, Millis, Origin, Rejection, Room, RoomCode, decide_among, evolve, stamp,
};

/// How many commands may be pending at a time. More would only pile up behind a connection that is gone.
pub const MAX_PENDING: usize = 16;

/// One connection's replica of a room. It outlives the socket: after a reconnect it asks for what it has missed.
#[derive(Clone, Debug)]
pub struct Client {
    code: RoomCode,
    me: Option<MemberId>,
    confirmed: Option<Room>,
    pending: Vec<Pending>,
    next_id: u64,
}

/// A command without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// The client's number for it, which stays the same when it is sent again: the server carries it out at most once.
    pub id: u64,
    /// The command.
    pub command: Command,
    /// The number of the last event that was confirmed when it was made, also when it is sent again.
    pub after: u64,
    /// When it was made, on the client's clock.
    pub made_at: Millis,
    /// When it was sent last, on the client's clock.
    pub sent_at: Millis,
}

impl Pending {
    fn message(&self) -> ClientMessage {
        ClientMessage::Cmd { id: self.id, after: self.after, cmd: self.command.clone() }
    }
}

/// What whoever drives the client has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Send this message.
    Send(ClientMessage),
    /// Events are missing before those that came: send a ping, whose answer brings them.
    Gap,
    /// The log holds the pending command with this id.
    Acknowledged(u64),
    /// The server has carried this command out before, or it changed nothing.
    Done(Command),
    /// The server refuses a command; `None` if it is not pending any more.
    Refused(Option<Command>, Rejection),
    /// The seat of this member was given to another device of the same person.
    SeatHandedOver,
}

/// Why a command was not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotSent {
    /// The room refuses it already here.
    Refused(Rejection),
    /// [`MAX_PENDING`] commands wait for an answer.
    TooManyPending,
    /// The server has not said yet who this client is.
    NotWelcomed,
}

/// What the server's clock and presence are like as far as the client knows: optimistic updates depend on both.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings {
    /// By how much the server's clock is ahead of the client's, in milliseconds.
    pub ahead: Millis,
    /// Who is connected.
    pub here: Presence,
}

impl Client {
    /// A client of a room that has heard nothing yet. Clients of one member have to count from numbers that lie far apart, lest one
    /// takes the answer to another's command for its own.
    pub fn new(code: RoomCode, first_id: u64) -> Self {
        Self { code, me: None, confirmed: None, pending: Vec::new(), next_id: first_id }
    }

    /// Who this client is, once it was welcomed.
    pub fn me(&self) -> Option<MemberId> {
        self.me
    }

    /// The room as the server has confirmed it.
    pub fn confirmed(&self) -> Option<&Room> {
        self.confirmed.as_ref()
    }

    /// The commands without an answer, in the order in which they were made.
    pub fn pending(&self) -> &[Pending] {
        &self.pending
    }

    /// The number of the last confirmed event; 0 for none.
    pub fn seq(&self) -> u64 {
        self.confirmed.as_ref().map_or(0, |room| room.seq)
    }

    /// The first message on every new connection.
    pub fn hello(&self) -> ClientMessage {
        ClientMessage::Hello { v: VERSION, room: self.code, after: self.seq() }
    }

    /// A heartbeat, which also asks for missing events.
    pub fn ping(&self, n: u32) -> ClientMessage {
        ClientMessage::Ping { n, after: self.seq() }
    }

    /// Takes a command of the client's person: checks it against the optimistic room, adds it to the pending ones and gives the
    /// message to send.
    ///
    /// # Errors
    /// The command was not added; see [`NotSent`].
    pub fn submit(
        &mut self,
        command: Command,
        now: Millis,
        with: &Surroundings,
    ) -> Result<ClientMessage, NotSent> {
        let me = self.me.ok_or(NotSent::NotWelcomed)?;
        if self.pending.len() >= MAX_PENDING {
            return Err(NotSent::TooManyPending);
        }
        if let Some(room) = self.optimistic(with) {
            let at = (now + with.ahead).max(room.at);
            decide_among(&room, me, &command, &with.here, at).map_err(NotSent::Refused)?;
        }
        let pending = Pending { id: self.next_id, command, after: self.seq(), made_at: now, sent_at: now };
        self.next_id += 1;
        let message = pending.message();
        self.pending.push(pending);
        Ok(message)
    }

    /// Takes a message of the server. Those that do not concern the log (presence, spectator chat, pongs, faults) have no effect here.
    pub fn receive(&mut self, message: &ServerMessage, now: Millis) -> Vec<Effect> {
        match message {
            ServerMessage::Welcome { you, log, .. } => {
                self.me = Some(*you);
                // A log from its beginning is the whole of it: the server knows nothing of what this client had.
                if log.first().is_some_and(|first| first.seq == 1) {
                    self.confirmed = Some(Room::new(self.code));
                }
                let mut effects = self.append(log);
                effects.extend(self.resend(now, 0).into_iter().map(Effect::Send));
                effects
            }
            ServerMessage::Events { events } => self.append(events),
            ServerMessage::Done(id) => self.forget(*id).map(Effect::Done).into_iter().collect(),
            ServerMessage::Refused { id, reason, events } => {
                let command = self.forget(*id);
                let mut effects = self.append(events);
                effects.push(Effect::Refused(command, *reason));
                effects
            }
            _ => Vec::new(),
        }
    }

    /// Sends the commands again that have waited for so long since they were sent last: their answers may be lost.
    pub fn resend(&mut self, now: Millis, waited: Millis) -> Vec<ClientMessage> {
        let due = self.pending.iter_mut().filter(|pending| now - pending.sent_at >= waited);
        due.map(|pending| {
            pending.sent_at = now;
            pending.message()
        })
        .collect()
    }

    /// Whether a command has been pending for so long.
    pub fn has_waited(&self, now: Millis, long: Millis) -> bool {
        self.pending.iter().any(|pending| now - pending.made_at >= long)
    }

    /// The confirmed room with the pending commands applied on top. A command that is no longer possible is left out: the server is
    /// about to refuse it.
    pub fn optimistic(&self, with: &Surroundings) -> Option<Room> {
        let mut room = self.confirmed.clone()?;
        let Some(me) = self.me else { return Some(room) };
        for pending in &self.pending {
            let at = (pending.made_at + with.ahead).max(room.at);
            if let Ok(events) = decide_among(&room, me, &pending.command, &with.here, at) {
                stamp(events, room.seq, at, None).iter().for_each(|logged| evolve(&mut room, logged));
            }
        }
        Some(room)
    }

    /// Adds events to the confirmed room. Those that it has already are skipped; after a gap none is added.
    fn append(&mut self, events: &[Logged]) -> Vec<Effect> {
        let Some(room) = &mut self.confirmed else { return Vec::new() };
        if events.first().is_some_and(|first| first.seq > room.seq + 1) {
            return vec![Effect::Gap];
        }
        let me = self.me;
        let sits = |room: &Room| me.is_some_and(|me| room.seat_of(me).is_some());
        let sat = sits(room);
        events.iter().for_each(|logged| evolve(room, logged));
        let mut effects = Vec::new();
        // Whoever gives a seat up leaves it free.
        if sat && !sits(room) && room.free_seat().is_none() {
            effects.push(Effect::SeatHandedOver);
        }
        if let Some(member) = me {
            self.pending.retain(|pending| {
                let answered = room.has_answered(Origin { member, id: pending.id });
                effects.extend(answered.then_some(Effect::Acknowledged(pending.id)));
                !answered
            });
        }
        effects
    }

    fn forget(&mut self, id: u64) -> Option<Command> {
        let at = self.pending.iter().position(|pending| pending.id == id)?;
        Some(self.pending.remove(at).command)
    }
}
