//! The view model of one room, the same for every way to play: one signal with the visible state, and the
//! commands.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use room::{Command, Game, Millis, Room, Seat};
use rules::Side;
use send_wrapper::SendWrapper;

use crate::app::game::animation::film::Film;

pub use super::analysis::{Hints, Review};
use super::driver::Driver;
use super::plan::{Choice, Played, Press};
pub use super::state::{LessonProgress, Notice, Ratings, StepStatus, ViewState, Viewer, seat_of};
use crate::client;
pub use crate::client::socket::Link;

/// The view model of one room. A copy is the same one.
///
/// The state is one signal: an event may change any of it, and re-reading the whole after each takes a
/// fraction of a millisecond. Whatever must not be rendered anew with every event depends on a memo.
#[derive(Clone, Copy)]
pub struct Session {
    state: RwSignal<Arc<ViewState>>,
    /// Used on the browser's single thread; the server has no driver.
    driver: StoredValue<Option<SendWrapper<Rc<dyn Driver>>>>,
    /// The last move that was played here.
    pub(super) last_played: StoredValue<Option<Played>>,
    /// The pointer that is pressed on a board.
    pub(super) pressed: StoredValue<Option<Press>>,
    /// What was chosen by pointer last.
    pub(super) chosen: StoredValue<Option<Choice>>,
    /// The film that has ended last, or that is not shown.
    pub(super) settled: RwSignal<Option<Arc<Film>>>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session without a room yet.
    pub fn new() -> Self {
        let state = ViewState { speed: 100, ..ViewState::default() };
        Self {
            state: RwSignal::new(Arc::new(state)),
            driver: StoredValue::new(None),
            last_played: StoredValue::new(None),
            pressed: StoredValue::new(None),
            chosen: StoredValue::new(None),
            settled: RwSignal::new(None),
        }
    }

    /// The state; the caller is notified of changes.
    pub fn state(&self) -> Arc<ViewState> {
        self.state.get()
    }

    /// The state without tracking; `None` after the page has gone on.
    pub fn peek(&self) -> Option<Arc<ViewState>> {
        self.state.try_get_untracked()
    }

    /// Changes the state; does nothing after the page has gone on.
    pub fn change(&self, change: impl FnOnce(&mut ViewState)) {
        if let Some(mut state) = self.peek() {
            change(Arc::make_mut(&mut state));
            self.state.set(state);
        }
    }

    /// Shows a notice once.
    pub fn notify(&self, notice: Notice) {
        self.change(|state| state.notify(notice));
    }

    /// Sets the tooltip, which explains the hovered square, or clears it.
    pub(in crate::app::game) fn set_tooltip(&self, tooltip: Option<String>) {
        if self.peek().is_some_and(|state| state.tooltip != tooltip) {
            self.change(|state| state.tooltip = tooltip);
        }
    }

    /// Sets the driver that carries out the commands.
    pub fn set_driver(&self, driver: Rc<dyn Driver>) {
        self.driver.set_value(Some(SendWrapper::new(driver)));
    }

    /// Closes the connection, if there is one, because the page is left.
    pub fn close(&self) {
        if let Some(driver) = self.driver() {
            driver.close();
        }
    }

    /// Sends a command. Its effect appears in [`ViewState::room`] or as a [`ViewState::notice`].
    pub fn send(&self, command: Command) {
        if let Some(driver) = self.driver() {
            driver.send(command);
        }
    }

    /// The driver, cloned, because its code may call back into this session.
    pub(in crate::app::game) fn driver(&self) -> Option<Rc<dyn Driver>> {
        self.driver.try_get_value().flatten().map(SendWrapper::take)
    }

    /// Flips the board.
    pub fn flip(&self) {
        self.change(|state| {
            state.flipped = !state.flipped;
            state.tooltip = None;
        });
    }

    /// Opens the settings of the next game.
    pub fn open_settings(&self) {
        if untrack(|| self.on_device()) {
            self.adjourn();
        } else {
            self.change(|state| state.settings_open = true);
            // The other player is told, and comes along when they want to.
            if let Some(settings) = untrack(|| self.with_room(Room::next_settings)) {
                self.send(Command::Configure(settings));
            }
        }
    }

    /// Whether the viewer is the host of a room on the server.
    pub fn is_host(&self) -> bool {
        !self.on_device() && self.seat().is_some_and(|seat| self.with_room(Room::host) == Some(Some(seat)))
    }

    /// Closes the room to everybody who does not sit, or opens it again; for the host.
    pub fn close_or_open_room(&self) {
        if let Some(closed) = self.peek().and_then(|state| Some(state.room.as_ref()?.closed)) {
            self.send(Command::Close(!closed));
        }
    }

    /// Reads the room; `None` while there is none.
    pub fn with_room<T>(&self, read: impl FnOnce(&Room) -> T) -> Option<T> {
        // The value is taken out of the signal first: a closure passed into the signal's code would have all
        // of it compiled anew.
        self.state().room.as_deref().map(read)
    }

    /// Reads the game; `None` before the first one.
    pub fn with_game<T>(&self, read: impl FnOnce(&Game) -> T) -> Option<T> {
        self.state().room.as_ref()?.game.as_ref().map(read)
    }

    /// Reads the room as the server has confirmed it.
    pub fn with_confirmed_room<T>(&self, read: impl FnOnce(&Room) -> T) -> Option<T> {
        self.state().confirmed_room().map(read)
    }

    /// Reads the game as the server has confirmed it; `None` before the first one.
    pub fn with_confirmed_game<T>(&self, read: impl FnOnce(&Game) -> T) -> Option<T> {
        self.state().confirmed_room()?.game.as_ref().map(read)
    }

    /// Reads the game of which the status speaks: the confirmed one, or in a replay the one on the board.
    pub fn with_stated_game<T>(&self, read: impl FnOnce(&Game) -> T) -> Option<T> {
        if self.in_replay() { self.with_displayed_game(read) } else { self.with_confirmed_game(read) }
    }

    /// The moment on the server's clock as of which the clocks of the game are known, if that is not now.
    pub fn clocks_as_of(&self) -> Option<Millis> {
        let as_of = self.driver()?.clocks_as_of()?;
        Some(as_of + self.peek().map_or(0, |state| state.clock_offset))
    }

    /// Reads the game as the board shows it, maybe at an earlier position; `None` before the first one.
    pub fn with_displayed_game<T>(&self, read: impl FnOnce(&Game) -> T) -> Option<T> {
        self.state().displayed_game().map(read)
    }

    /// The viewer's seat, if they have one; on one device, the seat to move.
    pub fn seat(&self) -> Option<Seat> {
        let state = self.state();
        seat_of(state.viewer, state.room.as_deref()?)
    }

    /// Whether both players sit at this device.
    pub fn is_pass_and_play(&self) -> bool {
        self.state().viewer == Viewer::Both
    }

    /// The side to move as the boards call it, "near" or "far"; `None` once the game is over, and during a
    /// replay.
    pub fn place_to_move(&self) -> Option<String> {
        if self.in_replay() {
            return None;
        }
        let to_move = self.with_room(|room| room.running().map(|game| game.position.to_move()))??;
        Some(if to_move == self.near_side() { "near" } else { "far" }.to_owned())
    }

    /// Whether the viewer is to move: in a running game whose current position is on the board, or in an attempt of a
    /// review.
    pub fn may_play(&self) -> bool {
        self.is_attempt() || !self.in_replay() && self.is_viewer_to_move(self.state().room.as_deref())
    }

    /// Whether it is the viewer's turn in a running game; never on one device, where it is either player's.
    pub fn is_my_turn(&self) -> bool {
        !self.is_pass_and_play() && self.is_viewer_to_move(self.state().confirmed_room())
    }

    fn is_viewer_to_move(&self, room: Option<&Room>) -> bool {
        let seat = self.seat();
        let is_to_move = |game: &Game| seat.is_some_and(|s| game.side_of(s) == game.position.to_move());
        room.and_then(Room::running).is_some_and(is_to_move) && !self.is_computer_only()
    }

    /// The viewer's side; `None` for a spectator, and on one device, where both sides are the viewer's.
    pub fn own_side(&self) -> Option<Side> {
        let Viewer::Member(member) = self.state().viewer else { return None };
        let seat = self.with_room(|room| room.seat_of(member))?.filter(|seat| self.level_at(*seat).is_none());
        self.with_game(|game| Some(game.side_of(seat?)))?
    }

    /// The side shown nearest: the viewer's own, unless the board is flipped.
    pub fn near_side(&self) -> Side {
        let own = self.own_side().unwrap_or(Side::First);
        if self.state().flipped { own.other() } else { own }
    }

    /// The current time on the clock of the process that runs the room.
    pub fn now(&self) -> Millis {
        client::now() + self.peek().map_or(0, |state| state.clock_offset)
    }

    /// Shows the new state of the room. If it differs from the last one by one move, that move is animated,
    /// and both change together. A replay goes on.
    pub fn show(&self, room: Room) {
        self.show_ahead(room, None);
    }

    /// As [`Self::show`], while the server has confirmed no more than `confirmed`.
    pub fn show_ahead(&self, room: Room, confirmed: Option<Room>) {
        self.change(|state| {
            state.replay = match (&state.replay, &room.game) {
                (Some(back), Some(game)) if back.number == game.number && state.variation.is_some() => {
                    Some(Arc::clone(back))
                }
                (Some(back), Some(game)) if back.number == game.number && back.ply() <= game.ply() => {
                    Some(Arc::new(game.at(back.ply())))
                }
                _ => None,
            };
            let moves = |game: &Game| (game.number, game.moves.clone());
            let old = state.room.clone();
            let old = old.as_ref().and_then(|old| old.game.as_ref());
            let number = |game: Option<&Game>| game.map(|game| game.number);
            if number(old) != number(room.game.as_ref()) {
                state.reset_analysis();
            }
            let stands = |game: &Game| (moves(game), game.ending);
            if old.map(stands) != room.game.as_ref().map(stands) {
                state.hints = None;
            }
            if old.map(Game::ply) > room.game.as_ref().map(Game::ply) {
                state.proved = [false; 2];
            }
            // The server's confirmation of a pending move changes no move, and starts no animation.
            if state.replay.is_none() && old.map(moves) != room.game.as_ref().map(moves) {
                // The event is more important than the explanation of a square, which can be asked for again.
                state.tooltip = None;
                let film = old.zip(room.game.as_ref()).and_then(|(old, new)| Film::between(old, new));
                state.film = film.map(Arc::new);
            }
            if let Some((old, new)) =
                old.zip(room.game.as_ref()).filter(|(old, new)| old.number == new.number)
                && let Some(seat) = Seat::BOTH.into_iter().find(|&seat| old.gifts(seat) < new.gifts(seat))
            {
                state.notify(Notice::GaveTime(new.side_of(seat)));
            }
            if let Some(old) = &state.room
                && let Some(line) = ViewState::newest_answer(&room, old.seq, seat_of(state.viewer, &room))
            {
                state.notify(Notice::Happened(line));
            }
            // The next game has begun: its end does not reopen the settings.
            state.settings_open &= room.running().is_none();
            state.room = Some(Arc::new(room));
            state.confirmed = confirmed.map(Arc::new);
        });
    }
}
