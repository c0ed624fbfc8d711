//! The watchdog of a connection: when to send a heartbeat, reconnect or close. It polls the time, and listens
//! to the browser's events of page and network.

use leptos::prelude::{document, window};
use room::Millis;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Event;

use super::{Link, Socket};
use crate::client::{is_visible, now};

/// A ping is sent this long after the last pong …
const PING_AFTER: Millis = 2_500;
/// … and a socket without a pong for this long is given up.
const PONG_WITHIN: Millis = 9_000;
/// A reconnecting socket without a welcome within this time is shown as lost …
const LOOKS_LOST: Millis = 1_500;
/// … and within this time it is given up: a long log over a slow line takes its time.
const WELCOME_WITHIN: Millis = 20_000;
/// The message of a page that is being left: [`room::message::ClientMessage::Leaving`].
const LEAVING: &str = r#"{"t":"leaving"}"#;
/// A gap of this length between two polls means that the device slept.
const SLEPT: Millis = 5_000;

impl Socket {
    /// Polls the time: reconnects, or sends a heartbeat, when that is due.
    pub(super) fn look(&self) {
        let time = now();
        let slept = time - self.0.looked_at.replace(time) > SLEPT;
        if let Some(at) = self.0.retry_at.get() {
            if time >= at || slept {
                self.connect();
            }
        } else if is_visible() {
            self.look_at_silence(time - self.0.ponged_at.get(), slept);
        }
        (self.0.hooks.tick)();
    }

    fn look_at_silence(&self, silent: Millis, slept: bool) {
        if !self.0.welcomed.get() {
            if silent > WELCOME_WITHIN {
                self.0.current.borrow_mut().take();
                self.retry_later();
            } else if silent > LOOKS_LOST && self.0.attempts.get() == 0 && self.0.generation.get() > 1 {
                (self.0.hooks.link)(Link::Lost);
            }
        } else if slept || silent > PONG_WITHIN {
            self.connect();
        } else if !self.0.awaiting_pong.get() && silent >= PING_AFTER {
            self.ping();
        }
    }

    /// Listens to a browser event of this name.
    pub(super) fn listen(&self, name: &str) {
        let this = self.clone();
        let listener = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            if event.type_() == "pagehide" { this.leave() } else { this.woke() }
        });
        let callback = listener.as_ref().unchecked_ref();
        let _ = match name {
            "visibilitychange" => document().add_event_listener_with_callback(name, callback),
            _ => window().add_event_listener_with_callback(name, callback),
        };
        self.0.page.borrow_mut().push(listener);
    }

    /// Tells the server that the page is being left. Browsers do not put a page with an open socket into the
    /// back/forward cache; if this page is restored from there anyway, it reconnects.
    fn leave(&self) {
        self.send(LEAVING);
        self.0.current.borrow_mut().take();
        self.0.retry_at.set(Some(Millis::MAX));
    }

    /// The network is gone, or the page is visible again. A socket may look open and be dead, so one that has
    /// been silent is replaced at once.
    fn woke(&self) {
        if !window().navigator().on_line() && self.0.retry_at.get().is_none() {
            self.0.current.borrow_mut().take();
            return self.retry_later();
        }
        let silent = now() - self.0.ponged_at.get();
        if !is_visible() {
            return;
        }
        if self.0.retry_at.get().is_some() || silent > SLEPT {
            self.0.attempts.set(0);
            self.connect();
        }
    }
}

#[cfg(test)]
mod tests {
    use room::message::ClientMessage;

    #[test]
    fn the_leaving_beacon_is_a_valid_client_message() {
        assert_eq!(serde_json::from_str(super::LEAVING).ok(), Some(ClientMessage::Leaving));
    }
}
