//! The local driver: games on this device, by the same `decide` and `evolve` as on the server, run in the
//! page and without a network.

mod commands;
mod computer;
mod turn;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use room::{
    BoardChoice, Command, Event, GameSettings, Logged, MemberId, Millis, Room, Seat, Settings, TimeControl,
    decide, downtime_event, evolve, fold, stamp,
};
use rules::{Game, Setup};

use crate::app::game::saved_games::continued::opened;
use crate::app::game::saved_games::members::{level_at, seated};
use crate::app::game::saved_games::slot::code;
use crate::app::game::saved_games::{log, results};
use crate::app::game::view::driver::DeviceActions;
use crate::app::game::view::session::{Notice, Session, Viewer};
use crate::app::{Opponent, local_path};
use crate::client::{self, engine_worker};
use turn::Turn;

/// Once the log has so many events, a new game opens a new room: the log is stored whole, and should stay
/// small.
const MAX_EVENTS: u64 = 1_000;

/// A room that runs in this page.
#[derive(Clone)]
pub struct Local {
    session: Session,
    opponent: Opponent,
    table: Rc<RefCell<LocalRoom>>,
    /// The turn for which the computer is thinking.
    thinking_about: Rc<Cell<Option<Turn>>>,
}

/// The log of this device's room, and the room folded from it.
struct LocalRoom {
    game: Game,
    log: Vec<Logged>,
    room: Room,
    /// The log of the game that was put away, until another one starts, and the time when it was.
    adjourned: Vec<Logged>,
    adjourned_at: Millis,
}

impl LocalRoom {
    /// Excuses the time since `from`, when the page was closed: no clock charges it.
    fn excuse_downtime(&mut self, from: Millis) {
        let now = client::now();
        for logged in stamp(downtime_event(&self.room, from, now), self.room.seq, now, None) {
            evolve(&mut self.room, &logged);
            self.log.push(logged);
        }
    }
}

impl Local {
    /// Resumes the game stored on this device; otherwise opens a room, and starts its first game unless there
    /// is a choice to make first: the opponent, or whether to replace a running game by the board in the
    /// address.
    pub fn resume_or_start(
        session: Session,
        opponent: Opponent,
        game: Game,
        requested_board: Option<BoardChoice>,
    ) -> Self {
        let stored = log::load(opponent, game);
        if let Some(log) = &stored {
            log::summarize_stored(opponent, game, log);
        }
        let room = fold(code(), stored.iter().flatten());
        let fits = room.running().is_some_and(|running| {
            requested_board.and_then(|board| board.board(running.number)).map(Setup::Mapello)
                == Some(running.setup)
        });
        match stored {
            Some(log) if room.seq > 0 && (requested_board.is_none() || fits) => {
                let mut table = LocalRoom { game, log, room, adjourned: Vec::new(), adjourned_at: 0 };
                // The time when the page was left is not recorded, so all time since the last move is
                // excused.
                table.excuse_downtime(0);
                Self::new(session, opponent, table)
            }
            stored => {
                let going_on = room.running().is_some_and(|running| running.ply() > 0);
                let adjourned = stored.filter(|_| going_on).unwrap_or_default();
                let empty =
                    LocalRoom { game, log: Vec::new(), room: Room::new(code()), adjourned, adjourned_at: 0 };
                let local = Self::new(session, opponent, empty);
                let usual = Settings { clock: TimeControl::None, ..Settings::for_game(game) };
                let settings = match requested_board {
                    Some(board) => Settings { game: GameSettings::Mapello(board), ..usual },
                    None => usual,
                };
                local.open_room(settings, seated(&room, opponent));
                if !going_on && opponent == Opponent::Person {
                    local.start_game();
                }
                local
            }
        }
    }

    /// Opens a new room with these settings and players, without a game.
    fn open_room(&self, settings: Settings, seated: [Event; 2]) {
        self.commit([opened(settings, self.opponent)].into_iter().chain(seated).collect());
    }

    fn begin_game(&self, setup: Setup, first: Seat) {
        {
            let LocalRoom { game, adjourned, .. } = &mut *self.table.borrow_mut();
            *game = setup.game();
            adjourned.clear();
        }
        self.commit(vec![Event::started(1, setup, first)]);
        // Reloading the page must resume this game instead of starting the board in the address again.
        client::replace_path(local_path(self.opponent, setup.game()));
    }

    fn new(session: Session, opponent: Opponent, table: LocalRoom) -> Self {
        session.change(|state| state.link = client::socket::Link::Open);
        let table = Rc::new(RefCell::new(table));
        if opponent == Opponent::Computer {
            engine_worker::warm_up();
        }
        let local = Self { session, opponent, table, thinking_about: Rc::default() };
        local.show();
        local
    }

    /// Shows the current room, and lets the computer think if it is its turn.
    fn show(&self) {
        let room = self.table.borrow().room.clone();
        let me = self.acting_member();
        self.session.change(|state| {
            state.viewer = match self.opponent {
                Opponent::Person => Viewer::Both,
                Opponent::Computer => Viewer::Member(me),
            };
        });
        self.session.show(room);
        self.let_computer_move();
    }

    /// The member who acts: the one to move; against the computer the person, if there is one.
    fn acting_member(&self) -> MemberId {
        let room = &self.table.borrow().room;
        let seat = match self.opponent {
            Opponent::Person => room.running().map(|game| game.seat_of(game.position.to_move())),
            Opponent::Computer => Seat::BOTH.into_iter().find(|seat| level_at(room, *seat).is_none()),
        };
        let occupant = room.occupant(seat.unwrap_or(Seat::Bottom));
        occupant.map_or(MemberId(0), |occupant| occupant.member)
    }

    fn member_at(&self, seat: Seat) -> MemberId {
        self.table.borrow().room.occupant(seat).map_or(MemberId(0), |occupant| occupant.member)
    }

    fn execute(&self, member: MemberId, command: &Command) {
        let decided = decide(&self.table.borrow().room, member, command, client::now());
        match decided {
            Ok(events) => self.commit(events),
            Err(reason) => self.session.notify(Notice::Refused(reason)),
        }
    }

    fn commit(&self, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        {
            let LocalRoom { log, room, .. } = &mut *self.table.borrow_mut();
            let at = client::now().max(room.at);
            for logged in stamp(events, room.seq, at, None) {
                evolve(room, &logged);
                if matches!(logged.event, Event::Ended { .. }) {
                    results::count(room);
                }
                log.push(logged);
            }
        }
        self.save();
        self.show();
    }

    /// Stores the game in local storage. A game that was put away stays stored until another one has started.
    fn save(&self) {
        let table = self.table.borrow();
        if table.room.game.is_some() {
            log::save(self.opponent, table.game, &table.log);
        }
    }
}
