//! The Mapello board: one element a square, which shows it, takes clicks and focus, and has its accessible
//! name. It renders a session and sends back moves; it decides no rules.

pub(crate) mod grid;
pub(crate) mod mini;

mod keys;
mod motion;
mod scene;
mod still;
#[cfg(test)]
mod tests;
mod tray;

use engine_protocol::ScoredMove;
use leptos::prelude::*;
use rules::Trace;
use rules::mapello::{Border, Cell, Position};

use super::Boards;
use super::film::News;
use super::hand::Hand;
use super::keys::is_past;
use crate::app::text::computer::worth;
use crate::app::text::mapello::explain;
use crate::app::text::words;

use crate::app::ui::el::el;
use crate::app::ui::live::{effect, flag, maybe};
use grid::{Brush, place_of, rows, square};
pub(super) use motion::millis as mapello_film_ms;
use scene::Scene;
pub(crate) use scene::border_look;
pub(crate) use still::still as mapello_still;
use tray::{dragged_disc, tray};

impl Hand {
    fn is_turned(&self) -> bool {
        self.session.shown().flipped
    }

    /// The square at a place on the screen.
    fn square(&self, place: u8) -> Option<Result<Cell, Border>> {
        square(if self.is_turned() { 99_u8.checked_sub(place)? } else { place })
    }

    fn position(&self) -> Option<Position> {
        self.session.with_seen(|game| game.position.as_mapello().copied())?
    }

    /// Plays on a place, if that is a cell; the room says why a move is not possible.
    fn play(&self, place: u8) {
        self.held.set(false);
        match untrack(|| self.square(place)) {
            // A spectator is not told so at every touch.
            Some(Ok(cell)) if untrack(|| self.session.seat()).is_some() => {
                if is_past(self.session, self.toast) {
                    return;
                }
                self.point(None);
                self.session.play(rules::Move::Mapello(cell));
            }
            _ => {}
        }
    }

    /// Hovers over a place, or none: previews the move there, and explains the square.
    fn point(&self, place: Option<u8>) {
        if self.over.get_untracked() == place {
            return;
        }
        self.over.set(place);
        let hint = place.and_then(|place| {
            let square = untrack(|| self.square(place))?;
            explain(&untrack(|| self.position())?, square)
        });
        self.session.hint(hint);
    }

    /// The scene to show.
    fn scene(&self) -> Option<Scene> {
        let shown = self.session.shown();
        let game = shown.seen()?;
        let over = self.over.get().and_then(|place| self.square(place));
        Some(Scene {
            position: *game.position.as_mapello()?,
            may_play: self.session.may_play(),
            turned: shown.flipped,
            preview: over.and_then(Result::ok),
            worth: shown.valued().iter().filter_map(worth_of).collect(),
            last: last_trace(game),
            pending: shown.waiting,
            focus: self.focus.get(),
        })
    }

    /// Keeps the squares up to date, and animates each move.
    fn draw(self, mut brush: Brush) {
        let mut news = News::default();
        effect(move || {
            if let Some(scene) = self.scene() {
                brush.paint(scene.looks());
            }
            news.follow(self.session, |_, film| match (&film?.trace, film?.before.as_mapello()) {
                (Trace::Mapello(trace), Some(before)) => {
                    Some(motion::plan(trace, before, self.is_turned(), self.session.near()))
                }
                _ => None,
            });
        });
    }
}

/// A cell, and the value of a disc there.
fn worth_of(valued: &ScoredMove) -> Option<(Cell, String)> {
    Some((valued.mv.as_mapello()?, worth(valued.value)))
}

/// The trace of a game's last move.
fn last_trace(game: &room::Game) -> Vec<rules::mapello::Step> {
    let played = || {
        let last = *game.moves.last()?;
        game.at(game.ply() - 1).position.play(last).ok()
    };
    match played().map(|played| played.trace) {
        Some(Trace::Mapello(trace)) => trace,
        _ => Vec::new(),
    }
}

/// The parts of the board, with the trays beside it.
pub fn mapello_views() -> Boards {
    Boards { board: mapello_board, tray, dragged: dragged_disc }
}

/// The board of a session's game.
fn mapello_board(hand: Hand) -> AnyView {
    let session = hand.session;
    // The squares are in the server's HTML already if the server knows the game.
    let looks = untrack(|| hand.scene()).map(|scene| scene.looks()).unwrap_or_default();
    let rows = rows(false, &looks);
    hand.draw(Brush::over(looks));
    let target = |event: &web_sys::Event| place_of(Some(event_target::<web_sys::Element>(event)));
    let point = move |event: &web_sys::Event| {
        hand.point(target(event));
    };
    let press = move |event: web_sys::PointerEvent| {
        // A finger that slides off must leave the square; with pointer capture it never would.
        let _ = event_target::<web_sys::Element>(&event).release_pointer_capture(event.pointer_id());
        point(&event);
    };
    el("div")
        .class("board mapello")
        .role("grid")
        .aria_label(words::MAPELLO_BOARD)
        .attr("tabindex", "-1")
        .attr("aria-busy", maybe(move || session.with_seen(|_| ()).is_none().then(|| "true".to_owned())))
        .attr("data-turn", maybe(move || session.turn()))
        .attr("data-turned", flag(move || session.shown().flipped))
        .attr("data-replay", flag(move || session.looks_back()))
        .on("click", move |event: web_sys::MouseEvent| {
            if let Some(place) = target(&event) {
                hand.play(place);
            }
        })
        .on("pointerover", move |event: web_sys::PointerEvent| point(&event))
        .on("pointerleave", move |_: web_sys::Event| hand.point(None))
        .on("pointerdown", press)
        .on("focusin", move |event: web_sys::FocusEvent| {
            if let Some(place) = target(&event) {
                hand.focus.set(place);
            }
            point(&event);
        })
        .on("focusout", move |_: web_sys::Event| hand.point(None))
        .on_key(move |event| keys::on_key(hand, &event))
        .child(rows)
        .any()
}
