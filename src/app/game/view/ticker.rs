//! The ticker: the current time as a signal, for what is drawn by it.

use std::time::Duration;

use leptos::prelude::*;
use room::Millis;

use super::session::Session;
use crate::app::ui::live::{effect, memo};
use crate::client;

/// The interval of the ticker: tenths of a second are shown at the end.
const TICK: Duration = Duration::from_millis(100);

/// The time by which clocks are drawn, as a signal.
#[derive(Clone, Copy)]
pub(in crate::app::game) struct Ticker(RwSignal<Millis>);

impl Ticker {
    /// Starts a ticker for as long as the calling component lives; it ticks only while a clock is running,
    /// a player is gone, or the second game of a match is about to start.
    pub(in crate::app::game) fn start(session: Session) -> Self {
        let now = RwSignal::new(0);
        let runs = memo(move || {
            session.state().presence.gone != [None; 2]
                || session
                    .with_confirmed_room(|room| {
                        room.is_match_break() || room.running().is_some_and(|game| game.deadline().is_some())
                    })
                    .unwrap_or(false)
        });
        effect(move || {
            now.set(session.now());
            if runs.get() {
                client::interval(TICK, move || {
                    now.try_set(session.now());
                    session.poll_clock();
                });
            }
        });
        Self(now)
    }

    /// The current time; the caller is notified when it advances.
    pub(in crate::app::game) fn now(self) -> Millis {
        self.0.get()
    }
}
