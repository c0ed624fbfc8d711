//! A WebSocket to a room that reconnects with exponential backoff and jitter, sends a heartbeat, and replaces
//! a dead socket when the device wakes (`watch.rs` decides when). It knows no game; [`Hooks`] provide what it
//! sends and handle what it receives.

mod watch;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::{IntervalHandle, document, location, window};
use room::message::{Fault, ServerMessage};
use room::{Millis, RoomCode};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, MessageEvent, WebSocket};

use super::{json, now};

/// The first backoff before a new attempt; doubled up to [`RETRY_MOST`].
const RETRY_FIRST: Millis = 500;
const RETRY_MOST: Millis = 30_000;
/// How often the timers are polled.
const LOOK_EVERY: Millis = 250;

/// The state of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Link {
    /// Connecting for the first time.
    #[default]
    Connecting,
    /// Connected and welcomed.
    Open,
    /// Lost; reconnecting.
    Lost,
}

/// The callbacks of a connection's owner.
pub struct Hooks {
    /// Makes the first message of every socket.
    pub hello: Box<dyn Fn() -> String>,
    /// Makes the heartbeat with this number.
    pub ping: Box<dyn Fn(u32) -> String>,
    /// Handles a message. `true` means that it is the server's welcome.
    pub message: Box<dyn Fn(ServerMessage) -> bool>,
    /// Handles a new state of the connection.
    pub link: Box<dyn Fn(Link)>,
    /// Called every quarter of a second.
    pub tick: Box<dyn Fn()>,
}

/// The connection. Clones are the same one.
#[derive(Clone)]
pub struct Socket(Rc<Inner>);

struct Inner {
    room: RoomCode,
    hooks: Hooks,
    /// The current socket with its listeners, which live as long as it does.
    current: RefCell<Option<Wire>>,
    /// Counts the sockets, so that late events of earlier ones are ignored.
    generation: Cell<u32>,
    attempts: Cell<u32>,
    retry_at: Cell<Option<Millis>>,
    ponged_at: Cell<Millis>,
    awaiting_pong: Cell<bool>,
    /// Whether the server has welcomed this socket.
    welcomed: Cell<bool>,
    looked_at: Cell<Millis>,
    pings: Cell<u32>,
    timer: Cell<Option<IntervalHandle>>,
    /// Listeners on the page: offline, online, visible again.
    page: RefCell<Vec<Listener>>,
}

/// One closure type for all events: each further type would be compiled separately.
type Listener = Closure<dyn FnMut(Event)>;

struct Wire {
    socket: WebSocket,
    _on_open: Listener,
    _on_message: Listener,
    _on_close: Listener,
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

impl Socket {
    /// Connects to a room, and reconnects until [`Socket::close`].
    pub fn open(room: RoomCode, hooks: Hooks) -> Self {
        let time = now();
        let socket = Self(Rc::new(Inner {
            room,
            hooks,
            current: RefCell::new(None),
            generation: Cell::new(0),
            attempts: Cell::new(0),
            retry_at: Cell::new(None),
            ponged_at: Cell::new(time),
            awaiting_pong: Cell::new(false),
            welcomed: Cell::new(false),
            looked_at: Cell::new(time),
            pings: Cell::new(0),
            timer: Cell::new(None),
            page: RefCell::new(Vec::new()),
        }));
        socket.connect();
        let looking = socket.clone();
        let every = Duration::from_millis(LOOK_EVERY as u64);
        socket.0.timer.set(super::set_interval(every, move || looking.look()));
        socket.listen("online");
        socket.listen("offline");
        socket.listen("pageshow");
        socket.listen("pagehide");
        socket.listen("visibilitychange");
        socket
    }

    /// Sends a message if the socket is open. Delivery is not guaranteed: the owner keeps and resends what
    /// matters.
    pub fn send(&self, text: &str) {
        if let Some(wire) = &*self.0.current.borrow()
            && wire.socket.ready_state() == WebSocket::OPEN
        {
            let _ = wire.socket.send_with_str(text);
        }
    }

    /// Closes the connection for good.
    pub fn close(&self) {
        self.0.generation.set(self.0.generation.get() + 1);
        if let Some(timer) = self.0.timer.take() {
            timer.clear();
        }
        for listener in self.0.page.borrow_mut().drain(..) {
            for name in ["online", "offline", "pageshow", "pagehide"] {
                let _ = window().remove_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
            }
            let _ = document()
                .remove_event_listener_with_callback("visibilitychange", listener.as_ref().unchecked_ref());
        }
        self.0.current.borrow_mut().take();
    }

    /// Sends a heartbeat now.
    pub fn ping(&self) {
        let n = self.0.pings.get().wrapping_add(1);
        self.0.pings.set(n);
        self.0.awaiting_pong.set(true);
        self.send(&(self.0.hooks.ping)(n));
    }

    fn connect(&self) {
        let generation = self.0.generation.get() + 1;
        self.0.generation.set(generation);
        self.0.retry_at.set(None);
        self.0.awaiting_pong.set(false);
        self.0.welcomed.set(false);
        self.0.current.borrow_mut().take();
        self.0.ponged_at.set(now());
        self.0.looked_at.set(now());
        let Ok(socket) = WebSocket::new(&url(self.0.room)) else { return self.retry_later() };

        let this = self.clone();
        let on_open = Closure::<dyn FnMut(Event)>::new(move |_| {
            if this.0.generation.get() == generation {
                this.send(&(this.0.hooks.hello)());
            }
        });
        let this = self.clone();
        let on_message = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            if this.0.generation.get() == generation
                && let Some(text) = event.unchecked_into::<MessageEvent>().data().as_string()
            {
                this.receive(&text);
            }
        });
        let this = self.clone();
        let on_close = Closure::<dyn FnMut(Event)>::new(move |_| {
            if this.0.generation.get() == generation {
                this.retry_later();
            }
        });
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        let wire = Wire { socket, _on_open: on_open, _on_message: on_message, _on_close: on_close };
        self.0.current.borrow_mut().replace(wire);
    }

    fn receive(&self, text: &str) {
        // A message that this page cannot parse comes from a later version.
        let message = json::parse(text).unwrap_or(ServerMessage::Fault(Fault::OldVersion));
        if let ServerMessage::Pong { .. } = message {
            self.0.awaiting_pong.set(false);
        }
        self.0.ponged_at.set(now());
        if (self.0.hooks.message)(message) {
            self.0.attempts.set(0);
            self.0.welcomed.set(true);
            (self.0.hooks.link)(Link::Open);
        }
    }

    fn retry_later(&self) {
        let attempts = self.0.attempts.get();
        self.0.attempts.set(attempts.saturating_add(1));
        let wait = (RETRY_FIRST << attempts.min(6)).min(RETRY_MOST);
        // Jitter: after a restart of the server the pages do not all reconnect in the same moment.
        let jitter = (js_sys::Math::random() * wait as f64 / 2.0) as Millis;
        self.0.retry_at.set(Some(now() + wait / 2 + jitter));
        (self.0.hooks.link)(Link::Lost);
    }
}

/// The address of a room's socket. The server learns the room from the first message; the path names it for a
/// proxy that sends everybody in a room to the same one of several servers.
fn url(room: RoomCode) -> String {
    // Turns http into ws, and https into wss.
    let mut url = String::from("ws");
    url.push_str(location().origin().unwrap_or_default().strip_prefix("http").unwrap_or_default());
    url.push_str("/ws/");
    url.push_str(&room.to_string());
    url
}
