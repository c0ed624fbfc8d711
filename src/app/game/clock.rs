//! Clocks as they are shown: a pulse that moves them on, and one side's time.

use std::time::Duration;

use leptos::prelude::*;
use room::{Millis, TimeControl};

use super::plate::Place;
use super::session::Session;
use crate::app::text::time_left;
use crate::app::ui::el::el;
use crate::app::ui::live::{Live, effect, flag, part_if, text};

/// How often clocks are looked at: tenths are shown at the end.
const EVERY: Duration = Duration::from_millis(100);
/// Below this much time the clock looks alarming.
const LOW: Millis = 10_000;

/// The time by which clocks are drawn.
#[derive(Clone, Copy)]
pub(super) struct Ticker(RwSignal<Millis>);

impl Ticker {
    /// A pulse that runs for as long as the component that starts it, and only while a clock is running.
    pub(super) fn start(session: Session) -> Self {
        let now = RwSignal::new(0);
        let runs = Memo::new(move |_| {
            session
                .with(|room| room.running().is_some_and(|game| game.clock.deadline().is_some()))
                .unwrap_or(false)
        });
        effect(move || {
            now.set(session.now());
            if runs.get() {
                let pulse = set_interval_with_handle(
                    move || {
                        now.try_set(session.now());
                        session.look();
                    },
                    EVERY,
                );
                on_cleanup(move || {
                    if let Ok(pulse) = pulse {
                        pulse.clear();
                    }
                });
            }
        });
        Self(now)
    }
}

/// One side's clock; nothing in a game without one.
pub(super) fn clock_face(session: Session, place: Place, ticker: Ticker) -> Live<AnyView> {
    let left = move || {
        // The time of the last event is the least that this side can know it is.
        let now = session.with(|room| room.at)?.max(ticker.0.get());
        let side = place.side(session);
        session.with_game(|game| game.clock.left(side, now))?
    };
    let timed = Memo::new(move |_| {
        session.with_game(|game| game.clock.control() != TimeControl::None).unwrap_or(false)
    });
    part_if(move || {
        timed.get().then(|| {
            el("span")
                .class("clock")
                .attr("role", "timer")
                .attr("data-low", flag(move || left().is_some_and(|left| left < LOW)))
                .child(text(move || left().map(time_left).unwrap_or_default()))
                .any()
        })
    })
}
