//! The online driver: the page's end of the protocol core (`room::sync`), which holds the optimistic updates with rollback, the
//! pending commands and their resend, and the sequence gaps. The driver gives it messages and the time, and does what it says:
//! it sends, shows the room, and tells the player of a refusal.

#[cfg(test)]
mod tests;
mod time;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::IntervalHandle;
use room::message::ServerMessage;
use room::sync::client::{Client, Effect, NotSent, Surroundings};
use room::{Command, Millis, Room, RoomCode};

use crate::app::game::view::contact::{Contact, HEARTBEAT_MS, is_up_to_date};
use crate::app::game::view::driver::Driver;
use crate::app::game::view::session::{Notice, Session, Viewer};
use crate::app::game::view::{chat_field, mute};
use crate::client;
use crate::client::socket::{Hooks, Link, Socket};

/// A pending command is resent after this long …
const RESEND_MS: Millis = 2_500;
/// … and looks pending after this long.
const LOOKS_PENDING_MS: Millis = 300;
/// How often the pending commands are checked.
const POLL_EVERY: Duration = Duration::from_millis(250);

/// A room on the server.
#[derive(Clone)]
pub struct Online(Rc<Inner>);

struct Inner {
    session: Session,
    client: RefCell<Client>,
    socket: RefCell<Option<Socket>>,
    timer: Cell<Option<IntervalHandle>>,
    /// When the server was heard last.
    heard_at: Cell<Millis>,
    /// The last heartbeat, and when it was sent.
    pinged: Cell<(u32, Millis)>,
    /// How long the last heartbeat and its answer took.
    round_trip: Cell<Millis>,
}

impl Driver for Online {
    fn send(&self, command: Command) {
        let sent = self.0.client.borrow_mut().submit(command, client::now(), &self.surroundings());
        match sent {
            Ok(message) => {
                Socket::send(&message);
                self.show();
            }
            Err(NotSent::Refused(reason)) => self.0.session.notify(Notice::Refused(reason)),
            // The input that caused it is dropped: the page shows already that it waits for the server.
            Err(NotSent::TooManyPending | NotSent::NotWelcomed) => {}
        }
    }

    fn clocks_as_of(&self) -> Option<Millis> {
        let contact = Contact {
            is_open: self.0.session.peek()?.link == Link::Open,
            heard_at: self.0.heard_at.get(),
            round_trip: self.0.round_trip.get(),
            waits_since: self.0.client.borrow().pending().first().map(|pending| pending.made_at),
        };
        contact.clocks_as_of(client::now())
    }

    fn close(&self) {
        if let Some(timer) = self.0.timer.take() {
            timer.clear();
        }
        if self.0.socket.take().is_some() {
            Socket::close();
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
            client: RefCell::new(Client::new(code, first_id)),
            socket: RefCell::new(None),
            timer: Cell::new(None),
            heard_at: Cell::new(client::now()),
            pinged: Cell::new((0, 0)),
            round_trip: Cell::new(0),
        }));
        let polled = online.clone();
        online.0.timer.set(client::set_interval(POLL_EVERY, move || polled.poll()));
        let (hello, ping, message, link) = (online.clone(), online.clone(), online.clone(), online.clone());
        let socket = Socket::attach(Hooks {
            hello: Box::new(move || hello.0.client.borrow().hello()),
            ping: Box::new(move |n| {
                ping.0.pinged.set((n, client::now()));
                ping.0.client.borrow().ping(n)
            }),
            message: Box::new(move |received, at| message.receive(received, at)),
            link: Box::new(move |state| link.set_link(state)),
        });
        online.0.socket.replace(Some(socket));
        online
    }

    fn set_link(&self, link: Link) {
        if self.0.session.peek().is_some_and(|state| state.link != link) {
            self.0.session.change(|state| state.link = link);
        }
    }

    /// Sets the server's time from a message that came `at` this time, late by its transmission time.
    fn set_time(&self, server: Millis, at: Millis, known: bool) {
        let said = server - at;
        let before = self.0.session.peek().map(|state| state.clock_offset);
        let ahead = before.filter(|_| known).map_or(said, |before| time::ahead(before, said));
        if before.is_some_and(|before| before != ahead) {
            self.0.session.change(|state| state.clock_offset = ahead);
        }
    }

    /// Handles a message of the server that came `at` this time; returns whether it was the welcome.
    fn receive(&self, message: ServerMessage, at: Millis) -> bool {
        let session = self.0.session;
        let effects = self.0.client.borrow_mut().receive(&message, client::now());
        if is_up_to_date(&effects) {
            self.0.heard_at.set(at);
        }
        let is_welcome = matches!(message, ServerMessage::Welcome { .. });
        match message {
            ServerMessage::Welcome { you, now, here, log } => {
                // With a whole log the server's lines of spectator chat come anew as well: some may have been removed.
                let anew = log.first().is_some_and(|first| first.seq == 1);
                session.change(|state| {
                    if anew {
                        state.spectator_chat.clear();
                    }
                    state.viewer = Viewer::Member(you);
                    state.presence = here;
                    state.muted = mute::muted_members();
                });
                // After an absence this device's clock may have been set.
                self.set_time(now, at, false);
                self.show();
            }
            ServerMessage::Events { .. } | ServerMessage::Done(_) | ServerMessage::Refused { .. } => {
                self.show()
            }
            ServerMessage::Here(here) => session.change(|state| state.presence = here),
            ServerMessage::SpectatorChat(lines) => session.change(|state| {
                // After a reconnect the server sends all lines once more.
                let known = state.spectator_chat.last().map_or(0, |line| line.seq);
                if lines.first().is_some_and(|first| first.seq <= known) {
                    state.spectator_chat.clear();
                }
                state.spectator_chat.extend(lines);
            }),
            ServerMessage::Pong { n, now } => {
                let (last, sent_at) = self.0.pinged.get();
                if n == last {
                    self.0.round_trip.set(at - sent_at);
                }
                self.set_time(now, at, true);
            }
            ServerMessage::Fault(fault) => {
                session.notify(Notice::Fault(fault));
                if fault.is_final() {
                    self.close();
                }
            }
        }
        for effect in effects {
            self.carry_out(effect);
        }
        is_welcome
    }

    fn carry_out(&self, effect: Effect) {
        let session = self.0.session;
        match effect {
            Effect::Send(message) => Socket::send(&message),
            Effect::Gap => Socket::ping(),
            Effect::Done(Command::Report(_)) => session.notify(Notice::ReportReceived),
            Effect::Acknowledged(_) | Effect::Done(_) => {}
            Effect::Refused(command, reason) => {
                if let Some(Command::SendChat(text) | Command::SendSpectatorChat(text)) = command {
                    chat_field::restore_draft(&text);
                }
                session.notify(Notice::Refused(reason));
            }
            Effect::SeatHandedOver => session.notify(Notice::SeatTransferred),
        }
    }

    /// Shows the optimistic room: the confirmed one with the pending commands applied on top.
    fn show(&self) {
        let client = self.0.client.borrow();
        let Some(room) = client.optimistic(&self.surroundings()) else { return };
        let confirmed = client.confirmed().filter(|_| !client.pending().is_empty()).cloned();
        drop(client);
        self.show_pending();
        self.0.session.show_ahead(room, confirmed);
    }

    fn poll(&self) {
        let due = self.0.client.borrow_mut().resend(client::now(), RESEND_MS);
        due.iter().for_each(Socket::send);
        self.show_pending();
        // While clocks run, the page asks more often than the socket by itself whether the server is there.
        let heard_at = self.0.heard_at.get();
        let is_silent = client::now() - heard_at >= HEARTBEAT_MS && self.0.pinged.get().1 <= heard_at;
        let runs = |room: &Room| room.running().is_some_and(|game| game.clock.control().is_live());
        if is_silent && self.0.client.borrow().confirmed().is_some_and(runs) {
            Socket::ping();
        }
    }

    fn show_pending(&self) {
        let slow = self.0.client.borrow().has_waited(client::now(), LOOKS_PENDING_MS);
        if self.0.session.peek().is_some_and(|state| state.pending != slow) {
            self.0.session.change(|state| state.pending = slow);
        }
    }

    fn surroundings(&self) -> Surroundings {
        let state = self.0.session.peek();
        state.map_or_else(Surroundings::default, |state| Surroundings {
            ahead: state.clock_offset,
            here: state.presence,
        })
    }
}
