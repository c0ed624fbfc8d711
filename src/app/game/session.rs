//! The view-model of one room, the same for every way to play: what is shown, who looks at it, what is on its way.

use std::sync::Arc;

use leptos::prelude::*;
use room::message::Presence;
use room::{Command, Game, MemberId, Millis, Room, Seat};
use rules::{Move, Side};
use send_wrapper::SendWrapper;

use super::drivers::Driver;
use super::film::Film;
use crate::client;
pub use crate::client::socket::Link;

/// Who is looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Viewer {
    /// The server has not said yet.
    #[default]
    Unknown,
    /// This member: one of the players, or somebody who watches.
    Member(MemberId),
    /// Both players, on one device.
    Both,
}

/// Something to be told once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A command was refused.
    Refused(room::Rejection),
    /// The connection is at fault.
    Fault(room::message::Fault),
}

/// What is shown.
#[derive(Clone, Default)]
pub struct Shown {
    /// The room: what is confirmed, and on top of it what was just done here.
    pub room: Option<Arc<Room>>,
    /// The last move as a film; none if the room came to be as it is in another way.
    pub film: Option<Arc<Film>>,
    /// Who looks.
    pub viewer: Viewer,
    /// The connection.
    pub link: Link,
    /// Who else is connected.
    pub here: Presence,
    /// A move has waited for its confirmation for so long that it should look like it.
    pub waiting: bool,
    /// What has to be told, and how many times something had to be.
    pub notice: Option<(u32, Notice)>,
    /// The board is turned around.
    pub flipped: bool,
    /// The server's clock less this device's, in milliseconds.
    pub ahead: Millis,
}

/// One room on the screen. A copy is the same room.
///
/// All of it is one signal: each further type of signal adds some 4 kB to the page, and reading the whole anew after each
/// event takes a fraction of a millisecond.
#[derive(Clone, Copy)]
pub struct Session {
    shown: RwSignal<Arc<Shown>>,
    /// Reached from the browser's one thread only; on the server there is none.
    driver: StoredValue<Option<SendWrapper<Driver>>>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session without a room yet.
    pub fn new() -> Self {
        Self { shown: RwSignal::new(Arc::default()), driver: StoredValue::new(None) }
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
        self.change(|shown| {
            let number = shown.notice.as_ref().map_or(0, |(number, _)| *number);
            shown.notice = Some((number.wrapping_add(1), notice));
        });
    }

    /// Gives the session to the one who answers its commands.
    pub fn drive(&self, driver: Driver) {
        self.driver.set_value(Some(SendWrapper::new(driver)));
    }

    /// Ends the connection, if there is one: the page is left.
    pub fn close(&self) {
        if let Some(Driver::Online(online)) = self.driver() {
            online.close();
        }
    }

    /// Asks for something. What comes of it is seen in [`Shown::room`], or told by [`Shown::notice`].
    pub fn send(&self, command: Command) {
        if let Some(driver) = self.driver() {
            driver.send(command);
        }
    }

    /// The driver, cloned out, because what it does may reach back into this session.
    fn driver(&self) -> Option<Driver> {
        self.driver.try_get_value().flatten().map(|driver| (*driver).clone())
    }

    /// Turns the board around.
    pub fn flip(&self) {
        self.change(|shown| shown.flipped = !shown.flipped);
    }

    /// Lets time do its part where no server does it: a flag that falls in this page.
    pub fn look(&self) {
        if let Some(Driver::Local(local)) = self.driver() {
            local.look();
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

    /// Reads the room; `None` while there is none.
    pub fn with<T>(&self, read: impl FnOnce(&Room) -> T) -> Option<T> {
        // Taken out before it is read: a closure passed down into the signal would be compiled through all of it.
        self.shown().room.as_deref().map(read)
    }

    /// Reads the game; `None` before the first one.
    pub fn with_game<T>(&self, read: impl FnOnce(&Game) -> T) -> Option<T> {
        self.shown().room.as_ref()?.game.as_ref().map(read)
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

    /// Whether the one who looks is to move in a running game.
    pub fn may_play(&self) -> bool {
        let seat = self.seat();
        self.with(|room| {
            room.running()
                .is_some_and(|game| seat.is_some_and(|s| game.side_of(s) == game.position.to_move()))
        })
        .unwrap_or(false)
    }

    /// The side of a member who plays; none for one who watches, and none on one device, where both are.
    pub fn own_side(&self) -> Option<Side> {
        let Viewer::Member(member) = self.shown().viewer else { return None };
        self.with(|room| Some(room.game.as_ref()?.side_of(room.seat_of(member)?)))?
    }

    /// The side shown nearest: the viewer's own, unless the board is turned around.
    pub fn near(&self) -> Side {
        let own = self.own_side().unwrap_or(Side::First);
        if self.shown().flipped { own.other() } else { own }
    }

    /// The name of whoever plays `side`.
    pub fn name_of(&self, side: Side) -> String {
        self.with(|room| {
            let seat = room.game.as_ref().map_or(Seat::Bottom, |game| game.seat_of(side));
            room.occupant(seat).map(|o| o.name.clone())
        })
        .flatten()
        .unwrap_or_default()
    }

    /// Now, on the clock of whoever runs the room.
    pub fn now(&self) -> Millis {
        client::now() + self.peek().map_or(0, |shown| shown.ahead)
    }

    /// Shows the room as it is now. If it differs from what was shown by one move, that move becomes a film; the state
    /// is committed together with it.
    pub fn show(&self, room: Room) {
        self.change(|shown| {
            let moves = |room: &Room| room.game.as_ref().map(|game| (game.number, game.moves.clone()));
            // Its confirmation by the server changes no move, and starts no film.
            if shown.room.as_deref().and_then(moves) != moves(&room) {
                let film = shown.room.as_deref().and_then(|old| Film::between(old, &room));
                shown.film = film.map(Arc::new);
            }
            shown.room = Some(Arc::new(room));
        });
    }
}

/// The seat from which `viewer` acts in this room.
pub fn seat_of(viewer: Viewer, room: &Room) -> Option<Seat> {
    match viewer {
        Viewer::Unknown => None,
        Viewer::Member(member) => room.seat_of(member),
        Viewer::Both => Some(match room.running() {
            Some(game) => game.seat_of(game.position.to_move()),
            None => Seat::Bottom,
        }),
    }
}
