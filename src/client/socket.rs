//! The WebSocket of a room, which the document opens before this program is there (`src/app/shell.rs`): the server's answer is
//! on its way while the program loads. `src/app/reconnecting_socket.js` reconnects with exponential backoff and sends the
//! heartbeat; [`Hooks`] provide what it sends and handle what it receives.

use room::Millis;
use room::message::{ClientMessage, Fault, ServerMessage};
use wasm_bindgen::closure::Closure;

use super::json;

mod page {
    use wasm_bindgen::closure::Closure;
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen(js_namespace = ["globalThis", "roomSocket"])]
    extern "C" {
        pub fn attach(hello: &OnHello, ping: &OnPing, message: &OnMessage, state: &OnState);
        pub fn send(text: &str) -> bool;
        pub fn ping();
        pub fn close();
    }

    pub type OnHello = Closure<dyn FnMut() -> String>;
    pub type OnPing = Closure<dyn FnMut(u32) -> String>;
    pub type OnMessage = Closure<dyn FnMut(String, f64) -> bool>;
    pub type OnState = Closure<dyn FnMut(bool)>;
}

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
    pub hello: Box<dyn Fn() -> ClientMessage>,
    /// Makes the heartbeat with this number.
    pub ping: Box<dyn Fn(u32) -> ClientMessage>,
    /// Handles a message that came at this time. `true` means that it is the server's welcome.
    pub message: Box<dyn Fn(ServerMessage, Millis) -> bool>,
    /// Handles a new state of the connection.
    pub link: Box<dyn Fn(Link)>,
}

/// The connection, with the callbacks that the page calls as long as it is open.
pub struct Socket {
    _hello: page::OnHello,
    _ping: page::OnPing,
    _message: page::OnMessage,
    _state: page::OnState,
}

impl Socket {
    /// Takes over the room's socket, with the messages that have come already. It reconnects until [`Socket::close`].
    pub fn attach(hooks: Hooks) -> Self {
        let Hooks { hello, ping, message, link } = hooks;
        let socket = Self {
            _hello: Closure::new(move || text(&hello())),
            _ping: Closure::new(move |n| text(&ping(n))),
            _message: Closure::new(move |text: String, at| {
                // A message that this page cannot parse comes from a later version.
                let said = json::parse(&text).unwrap_or(ServerMessage::Fault(Fault::OldVersion));
                message(said, at as Millis)
            }),
            _state: Closure::new(move |is_open| link(if is_open { Link::Open } else { Link::Lost })),
        };
        page::attach(&socket._hello, &socket._ping, &socket._message, &socket._state);
        socket
    }

    /// Sends a message if the socket is open. Delivery is not guaranteed: the owner keeps and resends what matters.
    pub fn send(message: &ClientMessage) {
        page::send(&text(message));
    }

    /// Sends a heartbeat now.
    pub fn ping() {
        page::ping();
    }

    /// Closes the connection for good.
    pub fn close() {
        page::close();
    }
}

/// A message as JSON. Ours have no maps with keys other than strings, so it cannot fail.
fn text(message: &ClientMessage) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
