//! The view-model of one room, the same for every way to play: one signal with all that is shown, and what can be asked.

mod advice;
mod device;
mod shown;
mod zen;

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use room::{Command, Game, Millis, Room, Seat};
use rules::{Move, Side};
use send_wrapper::SendWrapper;

use super::drivers::Driver;
use super::film::Film;
use crate::app::text::names::{level_name, side_name};
use crate::app::text::words;

use crate::client;
pub use crate::client::socket::Link;
pub use advice::{Advice, Review};
pub use shown::{Notice, Progress, Shown, Stage, Viewer, seat_of};

/// One room on the screen. A copy is the same room.
///
/// All of it is one signal: an event may change any of it, and reading the whole anew after each takes a fraction of a
/// millisecond. What is not to be drawn anew with every event depends on a memo.
#[derive(Clone, Copy)]
pub struct Session {
    shown: RwSignal<Arc<Shown>>,
    /// Reached from the browser's one thread only; on the server there is none.
    driver: StoredValue<Option<SendWrapper<Rc<dyn Driver>>>>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session without a room yet.
    pub fn new() -> Self {
        let shown = Shown { speed: 100, ..Shown::default() };
        Self { shown: RwSignal::new(Arc::new(shown)), driver: StoredValue::new(None) }
    }

    /// What is shown; whoever reads it here is told of changes.
    pub fn shown(&self) -> Arc<Shown> {
        self.shown.get()
    }

    /// What is shown, for once. Nothing after the page has gone on.
    pub fn peek(&self) -> Option<Arc<Shown>> {
        self.shown.try_get_untracked()
    }

    /// Changes what is shown; does nothing after the page has gone on.
    pub fn change(&self, change: impl FnOnce(&mut Shown)) {
        if let Some(mut shown) = self.peek() {
            change(Arc::make_mut(&mut shown));
            self.shown.set(shown);
        }
    }

    /// Has something told.
    pub fn tell(&self, notice: Notice) {
        self.change(|shown| shown.tell(notice));
    }

    /// Says in a line what is under the hand, or no longer.
    pub(super) fn hint(&self, hint: Option<String>) {
        if self.peek().is_some_and(|shown| shown.hint != hint) {
            self.change(|shown| shown.hint = hint);
        }
    }

    /// Gives the session to the one who answers its commands.
    pub fn drive(&self, driver: Rc<dyn Driver>) {
        self.driver.set_value(Some(SendWrapper::new(driver)));
    }

    /// Ends the connection, if there is one: the page is left.
    pub fn close(&self) {
        if let Some(driver) = self.driver() {
            driver.close();
        }
    }

    /// Asks for something. What comes of it is seen in [`Shown::room`], or told by [`Shown::notice`].
    pub fn send(&self, command: Command) {
        if let Some(driver) = self.driver() {
            driver.send(command);
        }
    }

    /// The driver, cloned out, because what it does may reach back into this session.
    pub(super) fn driver(&self) -> Option<Rc<dyn Driver>> {
        self.driver.try_get_value().flatten().map(SendWrapper::take)
    }

    /// Turns the board around.
    pub fn flip(&self) {
        self.change(|shown| {
            shown.flipped = !shown.flipped;
            shown.hint = None;
        });
    }

    /// Leads to where the next game is agreed on.
    pub fn settle(&self) {
        if untrack(|| self.on_device()) {
            self.put_away();
        } else {
            self.change(|shown| shown.settings = true);
        }
    }

    /// Plays a move in the game that is shown.
    pub fn play(&self, mv: Move) {
        let Some(shown) = self.peek() else { return };
        let at = shown.room.as_deref().and_then(Room::running).map(|game| (game.number, game.ply()));
        if let Some((game, ply)) = at {
            self.send(Command::Play { game, ply, mv });
        }
    }

    /// Offers a draw; calls one, where the opponent has been gone for long enough.
    pub fn draw(&self) {
        let claim = self.peek().and_then(|shown| {
            let across = seat_of(shown.viewer, shown.room.as_deref()?)?.other();
            shown.here.gone[across.index()]?.claim
        });
        let may = claim.is_some_and(|at| at <= self.now());
        self.send(if may { Command::ClaimDraw } else { Command::OfferDraw });
    }

    /// Reads the room; `None` while there is none.
    pub fn with<T>(&self, read: impl FnOnce(&Room) -> T) -> Option<T> {
        // Taken out before it is read: a closure passed down into the signal would be compiled through all of it.
        self.shown().room.as_deref().map(read)
    }

    /// Reads the game; `None` before the first one.
    pub fn with_game<T>(&self, read: impl FnOnce(&Game) -> T) -> Option<T> {
        self.shown().room.as_ref()?.game.as_ref().map(read)
    }

    /// Reads the game as its board shows it; `None` before the first one.
    pub fn with_seen<T>(&self, read: impl FnOnce(&Game) -> T) -> Option<T> {
        self.shown().seen().map(read)
    }

    /// The seat of the one who looks, if it has one; on one device, the seat whose turn it is.
    pub fn seat(&self) -> Option<Seat> {
        let shown = self.shown();
        seat_of(shown.viewer, shown.room.as_deref()?)
    }

    /// Whether both players sit here.
    pub fn is_local(&self) -> bool {
        self.shown().viewer == Viewer::Both
    }

    /// Whether an earlier position is on the board.
    pub fn looks_back(&self) -> bool {
        self.shown().back.is_some()
    }

    /// Where the side to move is, as the boards call it: none once the game is over, and while one looks back.
    pub fn turn(&self) -> Option<String> {
        if self.looks_back() {
            return None;
        }
        let to_move = self.with(|room| room.running().map(|game| game.position.to_move()))??;
        Some(if to_move == self.near() { "near" } else { "far" }.to_owned())
    }

    /// Whether the one who looks is to move in a running game, and has its last position before them.
    pub fn may_play(&self) -> bool {
        !self.looks_back() && self.has_turn()
    }

    /// Whether a running game waits for the player who looks; on one device it does not wait for either in particular.
    pub fn is_my_turn(&self) -> bool {
        !self.is_local() && self.has_turn()
    }

    fn has_turn(&self) -> bool {
        let seat = self.seat();
        self.with(|room| {
            room.running()
                .is_some_and(|game| seat.is_some_and(|s| game.side_of(s) == game.position.to_move()))
        })
        .unwrap_or(false)
            && !self.is_watched()
    }

    /// The side of a member who plays; none for one who watches, and none on one device, where both are.
    pub fn own_side(&self) -> Option<Side> {
        let Viewer::Member(member) = self.shown().viewer else { return None };
        let seat = self.with(|room| room.seat_of(member))?.filter(|seat| self.level_at(*seat).is_none());
        self.with_game(|game| Some(game.side_of(seat?)))?
    }

    /// The side shown nearest: the viewer's own, unless the board is turned around.
    pub fn near(&self) -> Side {
        let own = self.own_side().unwrap_or(Side::First);
        if self.shown().flipped { own.other() } else { own }
    }

    /// The name of whoever sits here; empty if nobody does. At this device nobody has a name of their own, and in zen nobody at all.
    pub fn name_at(&self, seat: Seat) -> String {
        if self.on_device() {
            return self.level_at(seat).map_or_else(words::you, level_name);
        }
        if self.is_zen() {
            let name = |game: &Game| side_name(game.setup.game(), game.side_of(seat));
            return self.with_game(name).unwrap_or_default();
        }
        self.with(|room| room.occupant(seat).map(|occupant| occupant.name.clone()))
            .flatten()
            .unwrap_or_default()
    }

    /// The name of whoever plays `side`; empty as long as that is not known.
    pub fn name_of(&self, side: Side) -> String {
        if !self.is_known() {
            return String::new();
        }
        // One person may play both sides, and the computer both alike.
        let alike = self.is_watched() && self.name_at(Seat::Bottom) == self.name_at(Seat::Top);
        if self.is_local() || alike {
            return self.with_game(|game| side_name(game.setup.game(), side)).unwrap_or_default();
        }
        self.name_at(self.with_game(|game| game.seat_of(side)).unwrap_or(Seat::Bottom))
    }

    /// Now, on the clock of whoever runs the room.
    pub fn now(&self) -> Millis {
        client::now() + self.peek().map_or(0, |shown| shown.ahead)
    }

    /// Shows the room as it is now. If it differs from what was shown by one move, that move becomes a film; the state
    /// is committed together with it. Whoever looks back goes on doing so.
    pub fn show(&self, room: Room) {
        self.change(|shown| {
            shown.back = match (&shown.back, &room.game) {
                (Some(back), Some(game)) if back.number == game.number && back.ply() <= game.ply() => {
                    Some(Arc::new(game.at(back.ply())))
                }
                _ => None,
            };
            let moves = |game: &Game| (game.number, game.moves.clone());
            let old = shown.room.clone();
            let old = old.as_ref().and_then(|old| old.game.as_ref());
            let number = |game: Option<&Game>| game.map(|game| game.number);
            if number(old) != number(room.game.as_ref()) {
                shown.forget();
            }
            let stands = |game: &Game| (moves(game), game.ending);
            if old.map(stands) != room.game.as_ref().map(stands) {
                shown.advice = None;
            }
            if old.map(Game::ply) > room.game.as_ref().map(Game::ply) {
                shown.sees_end = false;
            }
            // Its confirmation by the server changes no move, and starts no film.
            if shown.back.is_none() && old.map(moves) != room.game.as_ref().map(moves) {
                // What has happened is news; what the square under the hand is for can be asked again.
                shown.hint = None;
                let film = old.zip(room.game.as_ref()).and_then(|(old, new)| Film::between(old, new));
                shown.film = film.map(Arc::new);
            }
            if let Some((old, new)) =
                old.zip(room.game.as_ref()).filter(|(old, new)| old.number == new.number)
                && let Some(seat) = Seat::BOTH.into_iter().find(|&seat| old.gifts(seat) < new.gifts(seat))
            {
                shown.tell(Notice::Gave(new.side_of(seat)));
            }
            // The next game has begun: whoever looks at the settings afterwards is to ask for them again.
            shown.settings &= room.running().is_none();
            shown.room = Some(Arc::new(room));
        });
    }

    /// Shows the game as it was after so many moves, as a film if that is one move on; or, with `None`, as it is.
    pub fn look_at(&self, ply: Option<u32>) {
        self.change(|shown| {
            let Some(game) = shown.room.as_ref().and_then(|room| room.game.as_ref()) else { return };
            let goal = game.at(ply.unwrap_or(game.ply()));
            let film = shown.seen().and_then(|seen| Film::between(seen, &goal));
            shown.film = film.map(Arc::new);
            shown.back = ply.map(|_| Arc::new(goal));
        });
    }
}
