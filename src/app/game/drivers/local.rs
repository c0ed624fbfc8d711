//! The local driver: games on this device, by the same `decide` and `evolve` as on the server, run in the
//! page and without a network.

mod commands;
mod computer;
mod turn;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use room::{
    BoardChoice, Command, Event, GameSettings, Logged, MemberId, Millis, Room, Seat, Settings, TimeControl,
    decide, downtime_event, evolve, stamp,
};
use rules::{Game, Setup};

use crate::app::Opponent;
use crate::app::game::saved_games::continued::opened;
use crate::app::game::saved_games::members::{level_at, seated};
use crate::app::game::saved_games::offered::corrections;
use crate::app::game::saved_games::slot::{address, code};
use crate::app::game::saved_games::{log, results};
use crate::app::game::view::driver::DeviceActions;
use crate::app::game::view::session::{Notice, Session, Viewer};
use crate::client::{self, engine_worker, storage};
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

/// The log of this page's room, and the room folded from it.
struct LocalRoom {
    /// The id under which the log is stored: that of its last game.
    id: String,
    log: Vec<Logged>,
    room: Room,
    /// The game that was put away, until another one starts.
    adjourned: Option<Adjourned>,
}

/// A game that was put away: its id, its log, and the time when it was.
struct Adjourned {
    id: String,
    log: Vec<Logged>,
    at: Millis,
}

impl LocalRoom {
    /// A room without settings, players and a game, with a new id.
    fn empty() -> Self {
        Self { id: storage::new_id(), log: Vec::new(), room: Room::new(code()), adjourned: None }
    }

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
    /// Resumes a game that is stored on this device.
    pub fn resume(session: Session, opponent: Opponent, id: String, log: Vec<Logged>, room: Room) -> Self {
        log::summarize_stored(&id, &log);
        let mut table = LocalRoom { id, log, room, adjourned: None };
        // The time when the page was left is not recorded, so all time since the last move is excused.
        table.excuse_downtime(0);
        let local = Self::new(session, opponent, table);
        if local.table.borrow().room.running().is_some() {
            local.correct_levels();
        }
        local
    }

    /// Opens a room, and starts its first game unless the opponent is to be chosen first.
    pub fn start(session: Session, opponent: Opponent, game: Game, board: Option<BoardChoice>) -> Self {
        let local = Self::new(session, opponent, LocalRoom::empty());
        let usual = Settings { clock: TimeControl::None, ..Settings::for_game(game) };
        let settings = match board {
            Some(board) => Settings { game: GameSettings::Mapello(board), ..usual },
            None => usual,
        };
        local.open_room(settings, seated(&Room::new(code()), opponent));
        if opponent == Opponent::Person {
            local.start_game();
        }
        local
    }

    /// Opens a new room with these settings and players, without a game.
    fn open_room(&self, settings: Settings, seated: [Event; 2]) {
        self.commit([opened(settings, self.opponent)].into_iter().chain(seated).collect());
    }

    fn begin_game(&self, setup: Setup, opening: Option<u32>, first: Seat) {
        let leaves = self.table.borrow_mut().adjourned.take().is_some();
        self.commit(vec![Event::started_from(opening, 1, setup, first)]);
        self.name_address(leaves);
    }

    /// Names the game in the address: by it a reload and a bookmark find it. `leaves`: the game that this page
    /// showed before is not over, so the browser's way back leads to it.
    fn name_address(&self, leaves: bool) {
        let table = self.table.borrow();
        if let Some(game) = &table.room.game {
            let set = if leaves { client::push_path } else { client::replace_path };
            set(&address(self.opponent, game.setup.game(), &table.id));
        }
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
        let starts = events.iter().any(|event| matches!(event, Event::Started { .. }));
        let ends = events.iter().any(|event| matches!(event, Event::Ended { .. }));
        let is_rematch = starts && self.table.borrow().room.game.is_some();
        {
            let LocalRoom { id, log, room, .. } = &mut *self.table.borrow_mut();
            if is_rematch {
                // The game before stays stored as it ended.
                *id = storage::new_id();
            }
            let at = client::now().max(room.at);
            for logged in stamp(events, room.seq, at, None) {
                evolve(room, &logged);
                if matches!(logged.event, Event::Ended { .. }) {
                    results::count(room);
                }
                log.push(logged);
            }
        }
        // What happens after a game belongs to the next one.
        if ends || self.table.borrow().room.running().is_some() {
            self.save();
        }
        if is_rematch {
            self.name_address(false);
        }
        self.show();
        // What is set for a game is checked at once. After a game, the next one is set by a rematch.
        if self.table.borrow().room.game.is_none() {
            self.correct_levels();
        }
    }

    /// Has no level play a game that does not offer it, and says so if another one takes its seat.
    fn correct_levels(&self) {
        let corrections = corrections(&self.table.borrow().room, client::random_below(u32::MAX));
        if corrections.iter().any(|event| matches!(event, Event::Seated { .. })) {
            self.session.notify(Notice::PerfectReplaced);
        }
        self.commit(corrections);
    }

    /// Stores the game.
    fn save(&self) {
        let table = self.table.borrow();
        log::save(&table.id, &table.log);
    }
}
