//! The state of a board on the screen: what it shows, what the viewer may do there, and how it follows the game.

use leptos::prelude::*;
use rules::mancala::{Hole, Move, Pit, Position, Step};
use rules::{Side, Trace};

use super::heaps::Heaps;
use super::last_move::{LastMove, last_move};
use super::layout::Shape;
use super::motion;
use crate::app::game::shortcuts::refuse_in_replay;
use crate::app::game::view::playback::MoveAnimator;
use crate::app::game::view::session::Session;
use crate::app::text::mancala::preview_text;
use crate::app::ui::live::{Memo, effect, memo};
use crate::app::ui::toast::{Toaster, use_toast};

/// The state shared by the parts of the board. A copy is the same board.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub session: Session,
    /// The stones in their holes.
    pub heaps: RwSignal<Heaps>,
    pub last: RwSignal<Option<LastMove>>,
    /// The hole that Tab reaches (roving tabindex).
    pub focus: RwSignal<Hole>,
    /// The pit whose move is previewed.
    pub preview: RwSignal<Option<Pit>>,
    pub shape: Memo<Shape>,
    pub toast: Toaster,
}

impl Board {
    pub(super) fn new(session: Session) -> Self {
        // The stones are in the server's HTML already if the server knows the game.
        let seen = untrack(|| session.with_displayed_game(|game| (Heaps::of(game), last_move(game))));
        let (heaps, last) = seen.unwrap_or_default();
        let shape = memo(move || {
            let variant = position(session).map(|position| *position.variant()).unwrap_or_default();
            Shape { pits: variant.pits, near: session.near_side(), direction: variant.direction }
        });
        Self {
            session,
            heaps: RwSignal::new(heaps),
            last: RwSignal::new(last),
            focus: RwSignal::new(Hole::Pit(Pit { side: Side::First, index: 0 })),
            preview: RwSignal::new(None),
            shape,
            toast: use_toast(),
        }
    }

    /// The position.
    pub(super) fn position(&self) -> Option<Position> {
        position(self.session)
    }

    /// The side the viewer may move.
    pub(super) fn playable_side(&self) -> Option<Side> {
        self.session.playable_side()
    }

    /// Whether the viewer may sow this pit now.
    pub(super) fn is_legal(&self, pit: Pit) -> bool {
        self.session.may_play()
            && self.playable_side() == Some(pit.side)
            && self.position().is_some_and(|position| position.check(Move::Sow(pit)).is_ok())
    }

    /// The seed of the stones' places: the same for everybody who sees the game.
    pub(super) fn seed(&self) -> u64 {
        let seed = self.session.with_room(|room| {
            let number = room.game.as_ref().map_or(0, |game| game.number);
            room.code.to_string().bytes().fold(u64::from(number), |seed, byte| seed * 31 + u64::from(byte))
        });
        seed.unwrap_or_default()
    }

    /// Keeps the stones up to date, and animates each move once there are stones.
    pub(super) fn follow_game(self) {
        let mut animator = MoveAnimator::default();
        effect(move || {
            animator.show_changes(self.session, |game, film| {
                set_if_changed(self.heaps, Heaps::of(game));
                set_if_changed(self.last, last_move(game));
                let film = film?;
                let before = Heaps::of(&game.at(film.ply - 1));
                match &film.trace {
                    Trace::Mancala(trace) => {
                        Some(motion::timeline(trace, &before, self.shape.get(), self.seed()))
                    }
                    _ => None,
                }
            });
        });
    }

    /// Whether the viewer may plan this pit for the coming turn.
    pub(super) fn is_plannable(&self, pit: Pit) -> bool {
        self.playable_side() == Some(pit.side) && self.session.may_premove()
    }

    /// Chooses a pit: plays or plans it; the room says why a move is not possible. `choose` is how it was chosen.
    pub(super) fn sow(&self, pit: Pit, choose: fn(&Session, rules::Move)) {
        if refuse_in_replay(self.session, self.toast) {
            return;
        }
        let ply = || untrack(|| self.session.with_game(room::Game::ply));
        let before = ply();
        choose(&self.session, rules::Move::Mancala(Move::Sow(pit)));
        // What was not played yet is still previewed.
        let waits = ply() == before && untrack(|| self.is_legal(pit));
        self.show_preview(waits.then_some(pit));
    }

    /// The pit that waits for its confirmation.
    pub(super) fn unconfirmed(&self) -> Option<Pit> {
        match self.session.state().unconfirmed()?.as_mancala()? {
            Move::Sow(pit) => Some(pit),
            Move::Swap => None,
        }
    }

    pub(super) fn show_preview(&self, pit: Option<Pit>) {
        if set_if_changed(self.preview, pit) {
            self.session.set_tooltip(pit.and_then(|pit| preview_text(&untrack(|| self.position())?, pit)));
        }
    }

    pub(super) fn set_focus(&self, hole: Hole) {
        set_if_changed(self.focus, hole);
    }

    /// The result of the previewed move: the position after it, and the hole of its last stone.
    pub(super) fn preview_result(&self) -> Option<(Position, Option<Hole>)> {
        let pit = self.preview.get().or_else(|| self.unconfirmed())?;
        let (after, trace) = self.position()?.play(Move::Sow(pit)).ok()?;
        let landing = trace.iter().rev().find_map(|step| match step {
            Step::Drop { into } => Some(*into),
            _ => None,
        });
        Some((after, landing))
    }
}

fn position(session: Session) -> Option<Position> {
    session.with_displayed_game(|game| game.position.as_mancala().copied())?
}

/// Sets a signal if its value differs, so that nothing is rendered for an equal one; returns whether it did.
fn set_if_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) -> bool {
    let is_new = signal.with_untracked(|before| *before != value);
    if is_new {
        signal.set(value);
    }
    is_new
}
