//! Games on this device: the same `decide` and `evolve` as on the server, run in the page, with no network.

mod commands;
mod computer;
mod kept;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use room::{
    BoardChoice, Command, Event, GameSettings, Logged, MemberId, Millis, Room, Seat, Settings, TimeControl,
    decide, evolve, fold, interruption, stamp,
};
use rules::{Game, Setup};

use super::OnDevice;
use crate::app::game::session::{Notice, Session, Viewer};
use crate::app::{Opponent, local_path};
use crate::client::{self, engine_worker};
use computer::Turn;
use kept::{code, kept, seated};
pub use kept::{is_going_on, keep_from, key, level_at, parts};

/// A new game after so many events opens a new room: the log is kept whole, and ought to stay small.
const LONG: u64 = 1_000;

/// A room in this page.
#[derive(Clone)]
pub struct Local {
    session: Session,
    opponent: Opponent,
    table: Rc<RefCell<Table>>,
    /// The turn that the computer is thinking about.
    thinking: Rc<Cell<Option<Turn>>>,
}

/// What happened on this device, and what that comes to.
struct Table {
    game: Game,
    log: Vec<Logged>,
    room: Room,
    /// The log of the game that was put away, until another one starts, and since when.
    put_away: Vec<Logged>,
    away_since: Millis,
}

impl Table {
    /// Nobody could play since then: no clock takes that from anybody.
    fn interrupt(&mut self, from: Millis) {
        let now = client::now();
        for logged in stamp(interruption(&self.room, from, now), self.room.seq, now, None) {
            evolve(&mut self.room, &logged);
            self.log.push(logged);
        }
    }
}

impl Local {
    /// Goes on with the game kept on this device; else opens a room, and starts its first game unless there is something
    /// to be chosen first: an opponent, or whether to leave a game that is going on for the board that is asked for.
    pub fn resume_or_start(
        session: Session,
        opponent: Opponent,
        game: Game,
        asked: Option<BoardChoice>,
    ) -> Self {
        let kept = kept(opponent, game);
        let room = fold(code(), kept.iter().flatten());
        let fits = room.running().is_some_and(|running| {
            asked.and_then(|board| board.board(running.number)).map(Setup::Mapello) == Some(running.setup)
        });
        match kept {
            Some(log) if room.seq > 0 && (asked.is_none() || fits) => {
                let mut table = Table { game, log, room, put_away: Vec::new(), away_since: 0 };
                // When its page was left nobody has written down: what was thought before is not charged either.
                table.interrupt(0);
                Self::with(session, opponent, table)
            }
            kept => {
                let going_on = room.running().is_some_and(|running| running.ply() > 0);
                let put_away = kept.filter(|_| going_on).unwrap_or_default();
                let empty = Table { game, log: Vec::new(), room: Room::new(code()), put_away, away_since: 0 };
                let local = Self::with(session, opponent, empty);
                let usual = Settings { clock: TimeControl::None, ..Settings::for_game(game) };
                let settings = match asked {
                    Some(board) => Settings { game: GameSettings::Mapello(board), ..usual },
                    None => usual,
                };
                local.open(settings, seated(&room, opponent));
                if !going_on && opponent == Opponent::Person {
                    local.begin();
                }
                local
            }
        }
    }

    /// Opens a new room with these settings and these players. No game is played in it yet.
    fn open(&self, settings: Settings, seated: [Event; 2]) {
        self.commit([kept::opened(settings, self.opponent)].into_iter().chain(seated).collect());
    }

    fn start(&self, setup: Setup, first: Seat) {
        {
            let Table { game, put_away, .. } = &mut *self.table.borrow_mut();
            *game = setup.game();
            put_away.clear();
        }
        self.commit(vec![Event::Started { number: 1, setup, first }]);
        // To open the page again is to go on with this game, and not with the board the address asked for.
        client::show_path(local_path(self.opponent, setup.game()));
    }

    fn with(session: Session, opponent: Opponent, table: Table) -> Self {
        session.change(|shown| shown.link = client::socket::Link::Open);
        let table = Rc::new(RefCell::new(table));
        if opponent == Opponent::Computer {
            engine_worker::warm();
        }
        let local = Self { session, opponent, table, thinking: Rc::default() };
        local.show();
        local
    }

    /// Shows the room as it is now, and has the computer think if it is its turn.
    fn show(&self) {
        let room = self.table.borrow().room.clone();
        let me = self.me();
        self.session.change(|shown| {
            shown.viewer = match self.opponent {
                Opponent::Person => Viewer::Both,
                Opponent::Computer => Viewer::Member(me),
            };
        });
        self.session.show(room);
        self.consider();
    }

    /// Who acts here: whoever's turn it is; against the computer the one who is a person, if one is.
    fn me(&self) -> MemberId {
        let room = &self.table.borrow().room;
        let seat = match self.opponent {
            Opponent::Person => room.running().map(|game| game.seat_of(game.position.to_move())),
            Opponent::Computer => Seat::BOTH.into_iter().find(|seat| level_at(room, *seat).is_none()),
        };
        let occupant = room.occupant(seat.unwrap_or(Seat::Bottom));
        occupant.map_or(MemberId(0), |occupant| occupant.member)
    }

    fn member(&self, seat: Seat) -> MemberId {
        self.table.borrow().room.occupant(seat).map_or(MemberId(0), |occupant| occupant.member)
    }

    fn carry_out(&self, member: MemberId, command: &Command) {
        let decided = decide(&self.table.borrow().room, member, command, client::now());
        match decided {
            Ok(events) => self.commit(events),
            Err(reason) => self.session.tell(Notice::Refused(reason)),
        }
    }

    fn commit(&self, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        {
            let Table { log, room, .. } = &mut *self.table.borrow_mut();
            let at = client::now().max(room.at);
            for logged in stamp(events, room.seq, at, None) {
                evolve(room, &logged);
                if matches!(logged.event, Event::Ended { .. }) {
                    kept::count(self.opponent, room);
                }
                log.push(logged);
            }
        }
        self.keep();
        self.show();
    }

    /// Keeps the game. Until another one has started, the one that was put away stays what is kept.
    fn keep(&self) {
        let table = self.table.borrow();
        if table.room.game.is_some() {
            kept::keep(self.opponent, table.game, &table.log);
        }
    }
}
