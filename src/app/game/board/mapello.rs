//! The Mapello board: one element a square, which shows it, takes clicks and focus, and has its accessible
//! name. It renders a session and sends back moves; it decides no rules.

pub(crate) mod cells;
pub(crate) mod mini;

mod keys;
mod model;
mod motion;
mod still;
#[cfg(test)]
mod tests;
mod tray;

use engine_protocol::ScoredMove;
use leptos::prelude::*;
use rules::Trace;
use rules::mapello::{Border, Cell, Position};

use super::input::BoardInput;
use super::views::BoardViews;
use crate::app::game::shortcuts::refuse_in_replay;
use crate::app::game::view::playback::MoveAnimator;
use crate::app::text::computer::score_text;
use crate::app::text::mapello::square_tooltip;
use crate::app::text::words;

use self::cells::{SquareUpdater, rows, square, square_place};
use self::model::Scene;
pub(crate) use self::model::border_attributes;
use crate::app::ui::el::el;
use crate::app::ui::live::{effect, flag, maybe};
pub(crate) use still::static_board as mapello_still;
use tray::{dragged_disc, tray};

impl BoardInput {
    fn is_turned(&self) -> bool {
        self.session.state().flipped
    }

    /// The square at a place on the screen.
    fn square(&self, place: u8) -> Option<Result<Cell, Border>> {
        square(if self.is_turned() { 99_u8.checked_sub(place)? } else { place })
    }

    fn position(&self) -> Option<Position> {
        self.session.with_displayed_game(|game| game.position.as_mapello().copied())?
    }

    /// Plays on a place, if that is a cell; the room says why a move is not possible.
    fn play_at(&self, place: u8) {
        self.held.set(false);
        match untrack(|| self.square(place)) {
            // A spectator is not told so at every touch.
            Some(Ok(cell)) if untrack(|| self.session.seat()).is_some() => {
                if refuse_in_replay(self.session, self.toast) {
                    return;
                }
                self.hover(None);
                self.session.play(rules::Move::Mapello(cell));
            }
            _ => {}
        }
    }

    /// Hovers over a place, or none: previews the move there, and explains the square.
    fn hover(&self, place: Option<u8>) {
        if self.hovered.get_untracked() == place {
            return;
        }
        self.hovered.set(place);
        let tooltip = place.and_then(|place| {
            let square = untrack(|| self.square(place))?;
            square_tooltip(&untrack(|| self.position())?, square)
        });
        self.session.set_tooltip(tooltip);
    }

    /// The scene to show.
    fn scene(&self) -> Option<Scene> {
        let state = self.session.state();
        let game = state.displayed_game()?;
        let over = self.hovered.get().and_then(|place| self.square(place));
        Some(Scene {
            position: *game.position.as_mapello()?,
            may_play: self.session.may_play(),
            turned: state.flipped,
            preview: over.and_then(Result::ok),
            scores: state.scored_moves().iter().filter_map(cell_score).collect(),
            last: last_trace(game),
            pending: state.pending,
            focus: self.focused.get(),
        })
    }

    /// Keeps the squares up to date, and animates each move.
    fn follow_game(self, mut updater: SquareUpdater) {
        let mut animator = MoveAnimator::default();
        effect(move || {
            if let Some(scene) = self.scene() {
                updater.update(scene.squares());
            }
            animator.show_changes(self.session, |_, film| match (&film?.trace, film?.before.as_mapello()) {
                (Trace::Mapello(trace), Some(before)) => {
                    Some(motion::timeline(trace, before, self.is_turned(), self.session.near_side()))
                }
                _ => None,
            });
        });
    }
}

/// A cell, and the value of a disc there.
fn cell_score(scored: &ScoredMove) -> Option<(Cell, String)> {
    Some((scored.mv.as_mapello()?, score_text(scored.value)))
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
pub fn mapello_views() -> BoardViews {
    BoardViews { board: mapello_board, tray, dragged: dragged_disc }
}

/// The board of a session's game.
fn mapello_board(input: BoardInput) -> AnyView {
    let session = input.session;
    // The squares are in the server's HTML already if the server knows the game.
    let squares = untrack(|| input.scene()).map(|scene| scene.squares()).unwrap_or_default();
    let rows = rows(false, &squares);
    input.follow_game(SquareUpdater::new(squares));
    let target = |event: &web_sys::Event| square_place(Some(event_target::<web_sys::Element>(event)));
    let hover = move |event: &web_sys::Event| {
        input.hover(target(event));
    };
    let press = move |event: web_sys::PointerEvent| {
        // A finger that slides off must leave the square; with pointer capture it never would.
        let _ = event_target::<web_sys::Element>(&event).release_pointer_capture(event.pointer_id());
        hover(&event);
    };
    el("div")
        .class("board mapello")
        .role("grid")
        .aria_label(words::MAPELLO_BOARD)
        .attr("tabindex", "-1")
        .attr(
            "aria-busy",
            maybe(move || session.with_displayed_game(|_| ()).is_none().then(|| "true".to_owned())),
        )
        .attr("data-turn", maybe(move || session.place_to_move()))
        .attr("data-turned", flag(move || session.state().flipped))
        .attr("data-replay", flag(move || session.in_replay()))
        .on("click", move |event: web_sys::MouseEvent| {
            if let Some(place) = target(&event) {
                input.play_at(place);
            }
        })
        .on("pointerover", move |event: web_sys::PointerEvent| hover(&event))
        .on("pointerleave", move |_: web_sys::Event| input.hover(None))
        .on("pointerdown", press)
        .on("focusin", move |event: web_sys::FocusEvent| {
            if let Some(place) = target(&event) {
                input.focused.set(place);
            }
            hover(&event);
        })
        .on("focusout", move |_: web_sys::Event| input.hover(None))
        .on_key(move |event| keys::on_key(input, &event))
        .child(rows)
        .any()
}
