//! The online driver: optimistic updates with rollback, pending commands and their resend, and sequence gaps.
//! The effect of a command is shown at once on top of the confirmed room. The command stays pending, and is
//! resent, until the server has answered; its command id makes that idempotent. A refusal, or an event that
//! comes first, rolls the effect back. After a sequence gap the missing events are fetched.

mod time;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use room::message::{ClientMessage, Fault, ServerMessage, VERSION};
use room::{Command, Logged, MemberId, Millis, Room, RoomCode, decide_among, evolve, stamp};

use super::Driver;
use crate::app::game::session::{Notice, Session, Viewer};
use crate::app::game::{mute, talk};
use crate::client;
use crate::client::socket::{Hooks, Link, Socket};

/// A pending command is resent after this long …
const RESEND_MS: Millis = 2_500;
/// … and looks pending after this long.
const LOOKS_PENDING_MS: Millis = 300;
/// The most pending commands; further ones are dropped with the input that caused them.
const OUTBOX: usize = 16;

/// A room on the server.
#[derive(Clone)]
pub struct Online(Rc<Inner>);

struct Inner {
    session: Session,
    code: RoomCode,
    confirmed: RefCell<Option<Room>>,
    me: Cell<Option<MemberId>>,
    outbox: RefCell<Vec<Waiting>>,
    next_id: Cell<u64>,
    socket: RefCell<Option<Socket>>,
}

/// A pending command.
struct Waiting {
    id: u64,
    command: Command,
    /// The number of the last event known when the command was made; a resend keeps it.
    after: u64,
    made_at: Millis,
    sent_at: Millis,
}

impl Driver for Online {
    fn send(&self, command: Command) {
        let session = self.0.session;
        let Some(me) = self.0.me.get() else { return };
        if self.0.outbox.borrow().len() >= OUTBOX {
            return;
        }
        let refused = session.peek().and_then(|state| {
            decide_among(state.room.as_deref()?, me, &command, &state.presence, session.now()).err()
        });
        if let Some(reason) = refused {
            session.notify(Notice::Refused(reason));
            return;
        }
        let id = self.0.next_id.get();
        self.0.next_id.set(id + 1);
        let now = client::now();
        let waiting = Waiting { id, command, after: self.after(), made_at: now, sent_at: now };
        self.transmit(&waiting);
        self.0.outbox.borrow_mut().push(waiting);
        self.show();
    }

    fn close(&self) {
        if let Some(socket) = self.0.socket.take() {
            socket.close();
        }
    }
}

impl Online {
    /// Connects to a room.
    pub fn connect(session: Session, code: RoomCode) -> Self {
        // Two tabs of one player number their commands from different random starts, so that neither takes
        // the other's answer for its own.
        let first_id = ((js_sys::Math::random() * 4_294_967_296.0) as u64) << 16;
        let online = Self(Rc::new(Inner {
            session,
            code,
            confirmed: RefCell::new(None),
            me: Cell::new(None),
            outbox: RefCell::new(Vec::new()),
            next_id: Cell::new(first_id),
            socket: RefCell::new(None),
        }));
        let (hello, ping, message, link, tick) =
            (online.clone(), online.clone(), online.clone(), online.clone(), online.clone());
        let socket = Socket::open(
            code,
            Hooks {
                hello: Box::new(move || {
                    text(&ClientMessage::Hello { v: VERSION, room: hello.0.code, after: hello.after() })
                }),
                ping: Box::new(move |n| text(&ClientMessage::Ping { n, after: ping.after() })),
                message: Box::new(move |said| message.receive(said)),
                link: Box::new(move |state| link.set_link(state)),
                tick: Box::new(move || tick.look()),
            },
        );
        online.0.socket.replace(Some(socket));
        online
    }

    fn set_link(&self, link: Link) {
        if self.0.session.peek().is_some_and(|state| state.link != link) {
            self.0.session.change(|state| state.link = link);
        }
    }

    /// Sets the server's time from a message, which is late by its transmission time.
    fn set_time(&self, now: Millis, known: bool) {
        let said = now - client::now();
        let before = self.0.session.peek().map(|state| state.clock_offset);
        let ahead = before.filter(|_| known).map_or(said, |before| time::ahead(before, said));
        if before.is_some_and(|before| before != ahead) {
            self.0.session.change(|state| state.clock_offset = ahead);
        }
    }

    /// Handles a message of the server; returns whether it was the welcome.
    fn receive(&self, message: ServerMessage) -> bool {
        let session = self.0.session;
        match message {
            ServerMessage::Welcome { you, now, log, here } => {
                self.0.me.set(Some(you));
                session.change(|state| {
                    state.viewer = Viewer::Member(you);
                    state.presence = here;
                    state.muted = mute::muted_members();
                });
                // After an absence this device's clock may have been set.
                self.set_time(now, false);
                if log.first().is_some_and(|first| first.seq == 1) {
                    self.0.confirmed.replace(Some(Room::new(self.0.code)));
                }
                self.append(&log);
                self.settle();
                self.show();
                self.send_again(|_| true);
                return true;
            }
            ServerMessage::Events { events } => {
                self.append(&events);
                self.settle();
                self.show();
            }
            ServerMessage::Done(id) => {
                let reported =
                    |waiting: &Waiting| waiting.id == id && matches!(waiting.command, Command::Report(_));
                if self.0.outbox.borrow().iter().any(reported) {
                    session.notify(Notice::ReportReceived);
                }
                self.forget(id);
                self.show();
            }
            ServerMessage::Refused { id, reason, events } => {
                self.append(&events);
                if let Some(Command::Say(text) | Command::Aside(text)) = self.forget(id) {
                    talk::restore_draft(&text);
                }
                self.settle();
                self.show();
                session.notify(Notice::Refused(reason));
            }
            ServerMessage::Here(here) => {
                session.change(|state| state.presence = here);
            }
            ServerMessage::SpectatorChat(lines) => session.change(|state| {
                // After a reconnect the server sends all lines once more.
                let known = state.spectator_chat.last().map_or(0, |line| line.seq);
                if lines.first().is_some_and(|first| first.seq <= known) {
                    state.spectator_chat.clear();
                }
                state.spectator_chat.extend(lines);
            }),
            ServerMessage::Pong { now, .. } => {
                self.set_time(now, true);
            }
            ServerMessage::Fault(fault) => {
                session.notify(Notice::Fault(fault));
                if matches!(fault, Fault::OldVersion | Fault::NoSuchRoom | Fault::Closed) {
                    self.close();
                }
            }
        }
        false
    }

    /// Folds new events into the confirmed room. After a sequence gap it pings instead, and the server sends
    /// the missing events.
    fn append(&self, events: &[Logged]) {
        let mut confirmed = self.0.confirmed.borrow_mut();
        let Some(room) = confirmed.as_mut() else { return };
        if events.first().is_some_and(|first| first.seq > room.seq + 1) {
            drop(confirmed);
            if let Some(socket) = &*self.0.socket.borrow() {
                socket.ping();
            }
            return;
        }
        let sits = |room: &Room| self.0.me.get().is_some_and(|me| room.seat_of(me).is_some());
        let sat = sits(room);
        events.iter().for_each(|logged| evolve(room, logged));
        // The player's seat has a new member without having been free: it was transferred to another device.
        if sat && !sits(room) && room.free_seat().is_none() {
            self.0.session.notify(Notice::SeatTransferred);
        }
    }

    /// Drops the pending commands that the log has answered.
    fn settle(&self) {
        let (Some(me), Some(room)) = (self.0.me.get(), &*self.0.confirmed.borrow()) else { return };
        self.0.outbox.borrow_mut().retain(|w| !room.has_answered(room::Origin { member: me, id: w.id }));
    }

    fn forget(&self, id: u64) -> Option<Command> {
        let mut outbox = self.0.outbox.borrow_mut();
        let at = outbox.iter().position(|waiting| waiting.id == id)?;
        Some(outbox.remove(at).command)
    }

    /// Shows the confirmed room and, on top, the pending commands (optimistic update). A pending command that
    /// is no longer possible is left out, which is the rollback: the server is about to refuse it.
    fn show(&self) {
        let Some(mut room) = self.0.confirmed.borrow().clone() else { return };
        let (ahead, here) =
            self.0.session.peek().map_or_else(Default::default, |s| (s.clock_offset, s.presence));
        if let Some(me) = self.0.me.get() {
            for waiting in self.0.outbox.borrow().iter() {
                let now = (waiting.made_at + ahead).max(room.at);
                if let Ok(events) = decide_among(&room, me, &waiting.command, &here, now) {
                    stamp(events, room.seq, now, None).iter().for_each(|logged| evolve(&mut room, logged));
                }
            }
        }
        self.look_pending();
        self.0.session.show(room);
    }

    fn look(&self) {
        let now = client::now();
        self.send_again(|waiting| now - waiting.sent_at >= RESEND_MS);
        self.look_pending();
    }

    fn send_again(&self, which: impl Fn(&Waiting) -> bool) {
        for waiting in self.0.outbox.borrow_mut().iter_mut().filter(|waiting| which(waiting)) {
            waiting.sent_at = client::now();
            self.transmit(waiting);
        }
    }

    fn look_pending(&self) {
        let now = client::now();
        let slow = self.0.outbox.borrow().iter().any(|waiting| now - waiting.made_at >= LOOKS_PENDING_MS);
        if self.0.session.peek().is_some_and(|state| state.pending != slow) {
            self.0.session.change(|state| state.pending = slow);
        }
    }

    fn transmit(&self, waiting: &Waiting) {
        let Waiting { id, command, after, .. } = waiting;
        let message = ClientMessage::Cmd { id: *id, after: *after, cmd: command.clone() };
        if let Some(socket) = &*self.0.socket.borrow() {
            socket.send(&text(&message));
        }
    }

    fn after(&self) -> u64 {
        self.0.confirmed.borrow().as_ref().map_or(0, |room| room.seq)
    }
}

/// A message as JSON. Ours have no maps with keys other than strings, so it cannot fail.
fn text(message: &ClientMessage) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
