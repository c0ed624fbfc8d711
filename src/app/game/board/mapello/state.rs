//! The state of a board on the screen: what it shows, what the viewer may do there, and how it follows the game.

use std::ops::Deref;

use engine_protocol::ScoredMove;
use leptos::prelude::*;
use rules::Trace;
use rules::mapello::{Border, Cell, Position};

use super::cells::{SquareUpdater, square};
use super::last_move::last_move;
use super::model::Scene;
use super::motion;
use crate::app::game::board::input::BoardInput;
use crate::app::game::shortcuts::refuse_in_replay;
use crate::app::game::view::plan::Plan;
use crate::app::game::view::playback::MoveAnimator;
use crate::app::game::view::session::Session;
use crate::app::text::computer::score_text;
use crate::app::text::mapello::square_tooltip;
use crate::app::ui::live::effect;

/// At first Tab reaches d3, amid the first moves.
const FIRST_FOCUSED: u8 = 34;

/// The board of a table. A copy is the same board.
#[derive(Clone, Copy)]
pub(super) struct Board(pub(super) BoardInput);

impl Deref for Board {
    type Target = BoardInput;

    fn deref(&self) -> &BoardInput {
        &self.0
    }
}

impl Board {
    pub(super) fn is_turned(&self) -> bool {
        self.session.state().flipped
    }

    /// The square at a place on the screen.
    pub(super) fn square(&self, place: u8) -> Option<Result<Cell, Border>> {
        square(if self.is_turned() { 99_u8.checked_sub(place)? } else { place })
    }

    pub(super) fn position(&self) -> Option<Position> {
        self.session.with_displayed_game(|game| game.position.as_mapello().copied())?
    }

    /// Plays or plans a disc on a place, if that is a cell; the room says why a move is not possible. `choose` is how it was
    /// chosen.
    pub(super) fn play_at(&self, place: u8, choose: fn(&Session, rules::Move)) {
        self.held.set(false);
        match untrack(|| self.square(place)) {
            // A spectator is not told so at every touch.
            Some(Ok(cell)) if untrack(|| self.session.seat().is_some() || self.session.is_attempt()) => {
                if refuse_in_replay(self.session, self.toast) {
                    return;
                }
                let ply = || untrack(|| self.session.with_game(room::Game::ply));
                let before = ply();
                choose(&self.session, rules::Move::Mapello(cell));
                // What was not played yet is still previewed.
                let waits = ply() == before && untrack(|| self.session.may_play());
                self.hover(waits.then_some(place));
            }
            _ => {}
        }
    }

    /// Hovers over a place, or none: previews the move there, and explains the square.
    pub(super) fn hover(&self, place: Option<u8>) {
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

    /// The place that Tab reaches.
    pub(super) fn focused_place(&self) -> u8 {
        self.focused.get_untracked().unwrap_or(FIRST_FOCUSED)
    }

    /// The scene to show.
    pub(super) fn scene(&self) -> Option<Scene> {
        let state = self.session.state();
        let game = state.displayed_game()?;
        let over = self.hovered.get().and_then(|place| self.square(place));
        Some(Scene {
            position: *game.position.as_mapello()?,
            may_play: self.session.may_play(),
            may_plan: self.session.may_premove(),
            planned: state.plan.as_ref().filter(|_| state.unconfirmed().is_none()).and_then(first_cell),
            turned: state.flipped,
            preview: over.and_then(Result::ok).or_else(|| state.unconfirmed()?.as_mapello()),
            scores: state.scored_moves().iter().filter_map(cell_score).collect(),
            last: last_move(game),
            pending: state.pending,
            focus: self.focused.get().unwrap_or(FIRST_FOCUSED),
        })
    }

    /// Keeps the squares up to date, and animates each move.
    pub(super) fn follow_game(self, mut updater: SquareUpdater) {
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

/// The cell that a plan is for.
fn first_cell(plan: &Plan) -> Option<Cell> {
    plan.moves().first()?.as_mapello()
}

/// A cell, and the value of a disc there.
fn cell_score(scored: &ScoredMove) -> Option<(Cell, String)> {
    Some((scored.mv.as_mapello()?, score_text(scored.value)))
}
