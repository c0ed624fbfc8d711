//! The Mancala board: one element a pit, which shows it, takes clicks and focus, and has its accessible name.
//! It renders a session and sends back moves; it decides no rules.

mod cells;
mod heaps;
mod keys;
mod layout;
mod motion;
mod still;
mod stones;
#[cfg(test)]
mod tests;

use leptos::prelude::*;
use room::Game;
use rules::mancala::{Direction, Hole, Move, Pit, Position, Step};
use rules::{Side, Trace};

use self::layout::Shape;
use super::input::BoardInput;
use super::views::BoardViews;
use crate::app::game::shortcuts::refuse_in_replay;
use crate::app::game::view::playback::MoveAnimator;
use crate::app::game::view::session::Session;
use crate::app::text::mancala::preview_text;
use crate::app::text::{PlayerName, words};
use crate::app::ui::el::el;
use crate::app::ui::live::{Memo, effect, flag, maybe, memo, part, text};
use crate::app::ui::toast::{Toaster, use_toast};
use cells::{pit_cell, store_cell};
use heaps::Heaps;
pub(crate) use still::static_board as mancala_still;
use stones::stones;

/// The last move of a game, and the pits it captured.
#[derive(Clone, PartialEq, Eq)]
struct LastMove {
    mv: Move,
    captured: Vec<Pit>,
}

/// The state shared by the parts of the board. A copy is the same board.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    session: Session,
    /// The stones in their holes.
    heaps: RwSignal<Heaps>,
    last: RwSignal<Option<LastMove>>,
    /// The hole that Tab reaches (roving tabindex).
    focus: RwSignal<Hole>,
    /// The pit whose move is previewed.
    preview: RwSignal<Option<Pit>>,
    shape: Memo<Shape>,
    toast: Toaster,
}

impl Board {
    fn new(session: Session) -> Self {
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
    fn position(&self) -> Option<Position> {
        position(self.session)
    }

    /// The side the viewer may move: their own; on one device, the side to move.
    fn playable_side(&self) -> Option<Side> {
        let seat = self.session.seat()?;
        self.session.with_game(|game| game.side_of(seat))
    }

    /// The names of both sides.
    fn names(&self) -> [PlayerName; 2] {
        self.session.names()
    }

    /// Whether the viewer may sow this pit now.
    fn is_legal(&self, pit: Pit) -> bool {
        self.session.may_play()
            && self.playable_side() == Some(pit.side)
            && self.position().is_some_and(|position| position.check(Move::Sow(pit)).is_ok())
    }

    /// The seed of the stones' places: the same for everybody who sees the game.
    fn seed(&self) -> u64 {
        let seed = self.session.with_room(|room| {
            let number = room.game.as_ref().map_or(0, |game| game.number);
            room.code.to_string().bytes().fold(u64::from(number), |seed, byte| seed * 31 + u64::from(byte))
        });
        seed.unwrap_or_default()
    }

    /// Keeps the stones up to date, and animates each move once there are stones.
    fn follow_game(self) {
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
                    Trace::Mapello(_) => None,
                }
            });
        });
    }

    /// Plays a pit; the room says why a move is not possible.
    fn sow(&self, pit: Pit) {
        if refuse_in_replay(self.session, self.toast) {
            return;
        }
        self.show_preview(None);
        self.session.play(rules::Move::Mancala(Move::Sow(pit)));
    }

    fn show_preview(&self, pit: Option<Pit>) {
        if set_if_changed(self.preview, pit) {
            self.session.set_tooltip(pit.and_then(|pit| preview_text(&untrack(|| self.position())?, pit)));
        }
    }

    fn set_focus(&self, hole: Hole) {
        set_if_changed(self.focus, hole);
    }

    /// The result of the previewed move: the position after it, and the hole of its last stone.
    fn preview_result(&self) -> Option<(Position, Option<Hole>)> {
        let pit = self.preview.get()?;
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

fn last_move(game: &Game) -> Option<LastMove> {
    let &rules::Move::Mancala(mv) = game.moves.last()? else { return None };
    let before = game.at(game.ply() - 1).position;
    let (_, trace) = before.as_mancala()?.play(mv).ok()?;
    let captured = trace.iter().find_map(|step| match *step {
        Step::Capture { last, opposite, .. } => Some(vec![last, opposite]),
        _ => None,
    });
    Some(LastMove { mv, captured: captured.unwrap_or_default() })
}

/// The parts of the board: Mancala has no tray.
pub fn mancala_views() -> BoardViews {
    BoardViews { board: mancala_board, tray: |_, _| ().into_any(), dragged: |_| ().into_any() }
}

/// The board of a session's game.
fn mancala_board(BoardInput { session, .. }: BoardInput) -> AnyView {
    let board = Board::new(session);
    let flow = move || (board.shape.get().direction == Direction::Clockwise).then(|| "clockwise".to_owned());
    // At first Tab reaches a pit of the near row. On a flipped board the same place belongs to another hole.
    let mut before = None;
    effect(move || {
        let Shape { near, pits, .. } = board.shape.get();
        let turned = before.replace((near, pits)) == Some((near.other(), pits));
        board.set_focus(match board.focus.get_untracked() {
            Hole::Pit(Pit { side, index }) if turned => Hole::Pit(Pit { side: side.other(), index }),
            Hole::Store(side) if turned => Hole::Store(side.other()),
            _ => Hole::Pit(Pit { side: near, index: 0 }),
        });
    });
    el("div")
        .class("board")
        .role("grid")
        .aria_label(words::MANCALA_BOARD)
        .attr("tabindex", "-1")
        .attr("style", text(move || format!("--pits:{}", board.shape.get().pits)))
        .attr(
            "aria-busy",
            maybe(move || board.heaps.with(|heaps| heaps.total() == 0).then(|| "true".to_owned())),
        )
        .attr("data-flow", maybe(flow))
        .attr("data-turn", maybe(move || session.place_to_move()))
        .attr("data-turned", flag(move || session.state().flipped))
        .attr("data-replay", flag(move || session.in_replay()))
        .on_key(move |event| keys::on_key(board, &event))
        .child(part(move || row(board, board.shape.get(), board.shape.get().near.other())))
        .child(part(move || row(board, board.shape.get(), board.shape.get().near)))
        .child(stones(board))
        .any()
}

fn row(board: Board, shape: Shape, side: Side) -> AnyView {
    let mut cells: Vec<AnyView> = (0..shape.pits)
        .map(|column| {
            // The far row is seen from the other side of the table.
            let index = if side == shape.near { column } else { shape.pits - 1 - column };
            pit_cell(board, Pit { side, index }, column)
        })
        .collect();
    // In reading order: sown counter-clockwise, the far store is left of its row, the near one right.
    let store = store_cell(board, side);
    if (side == shape.near) == (shape.direction == Direction::CounterClockwise) {
        cells.push(store);
    } else {
        cells.insert(0, store);
    }
    let class = if side == shape.near { "row near" } else { "row far" };
    el("div").class(class).role("row").child(cells).any()
}
