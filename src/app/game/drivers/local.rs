//! Play on one device: the same `decide` and `evolve` as on the server, run in the page, with no network.

use std::cell::RefCell;
use std::rc::Rc;

use room::{
    BoardChoice, Command, Event, GameSettings, Logged, MemberId, Room, RoomCode, Seat, Settings, TimeControl,
    UndoRule, decide, evolve, fold, stamp, tick,
};
use rules::{Game, Setup};

use crate::app::game::session::{Notice, Session, Viewer, seat_of};
use crate::app::local_path;
use crate::client::{self, json, storage};

/// The two players of a device, by [`Seat::index`].
pub const MEMBERS: [MemberId; 2] = [MemberId(1), MemberId(2)];

/// Where a game is kept between visits.
fn key(game: Game) -> &'static str {
    match game {
        Game::Mancala => "duello.local.2",
        Game::Mapello => "duello.local.mapello",
    }
}

/// A new game after so many events opens a new room: the log is kept whole, and ought to stay small.
const LONG: u64 = 1_000;

/// The room of a device needs no name of its own: there is one.
fn code() -> RoomCode {
    RoomCode::from_seed(0)
}

/// A room in this page.
#[derive(Clone)]
pub struct Local {
    session: Session,
    table: Rc<RefCell<Table>>,
}

/// What happened on this device, and what that comes to.
struct Table {
    game: Game,
    log: Vec<Logged>,
    room: Room,
    /// The log of the game that was put away, until another one starts.
    put_away: Vec<Logged>,
}

impl Local {
    /// Goes on with the game kept on this device; else opens a room and starts its first game. Where a board is asked
    /// for while another game is going on, that is first to be agreed on.
    pub fn resume_or_start(session: Session, game: Game, asked: Option<BoardChoice>) -> Self {
        let kept = storage::load(key(game)).and_then(|text| json::read::<Vec<Logged>>(&text));
        let room = fold(code(), kept.iter().flatten());
        let fits = room.running().is_some_and(|running| {
            asked.and_then(|board| board.board(running.number)).map(Setup::Mapello) == Some(running.setup)
        });
        match kept {
            Some(log) if room.seq > 0 && (asked.is_none() || fits) => {
                Self::with(session, Table { game, log, room, put_away: Vec::new() })
            }
            kept => {
                let going_on = room.running().is_some_and(|running| running.ply() > 0);
                let put_away = kept.filter(|_| going_on).unwrap_or_default();
                let room = Room::new(code());
                let local = Self::with(session, Table { game, log: Vec::new(), room, put_away });
                let usual = Settings { clock: TimeControl::None, ..Settings::for_game(game) };
                local.open(match asked {
                    Some(board) => Settings { game: GameSettings::Mapello(board), ..usual },
                    None => usual,
                });
                if !going_on {
                    local.begin();
                }
                local
            }
        }
    }

    /// Opens a new room with these settings. No game is played in it yet.
    fn open(&self, settings: Settings) {
        let name = |seat: Seat| if seat == Seat::Bottom { "Player 1" } else { "Player 2" }.to_owned();
        self.commit(vec![
            Event::Opened(Settings { undo: UndoRule::AtOnce, ..settings }),
            Event::Seated { seat: Seat::Bottom, member: MEMBERS[0], name: name(Seat::Bottom) },
            Event::Seated { seat: Seat::Top, member: MEMBERS[1], name: name(Seat::Top) },
        ]);
    }

    /// Starts the first game of the room. It is kept where that game has its page.
    pub fn begin(&self) {
        let setup = self.table.borrow().room.next_settings().game.setup(1);
        if let Some(setup) = setup {
            self.start(setup, Seat::Bottom);
        }
    }

    fn start(&self, setup: Setup, first: Seat) {
        {
            let Table { game, put_away, .. } = &mut *self.table.borrow_mut();
            *game = setup.game();
            put_away.clear();
        }
        self.commit(vec![Event::Started { number: 1, setup, first }]);
        // To open the page again is to go on with this game, and not with the board the address asked for.
        client::show_path(local_path(setup.game()));
    }

    /// Puts the game away and opens a room where another one can be agreed on.
    pub fn put_away(&self) {
        let settings = {
            let Table { log, room, put_away, .. } = &mut *self.table.borrow_mut();
            *put_away = std::mem::take(log);
            std::mem::replace(room, Room::new(code())).next_settings()
        };
        self.open(settings);
    }

    /// Goes on with the game that was put away.
    pub fn take_up(&self) {
        let shown = {
            let Table { log, room, put_away, .. } = &mut *self.table.borrow_mut();
            *log = std::mem::take(put_away);
            *room = fold(code(), &*log);
            room.clone()
        };
        self.session.show(shown);
    }

    fn with(session: Session, table: Table) -> Self {
        session.change(|shown| {
            shown.viewer = Viewer::Both;
            shown.link = client::socket::Link::Open;
        });
        session.show(table.room.clone());
        Self { session, table: Rc::new(RefCell::new(table)) }
    }

    /// Carries out a command of the player whose turn it is; to play again both agree at once.
    pub fn send(&self, command: Command) {
        self.look();
        if matches!(command, Command::Again | Command::SameBoard) {
            if self.table.borrow().room.seq > LONG {
                let last = self.table.borrow().room.game.as_ref().map(|game| (game.setup, game.first));
                self.put_away();
                match last {
                    Some((setup, first)) if command == Command::SameBoard => self.start(setup, first.other()),
                    _ => self.begin(),
                }
            } else {
                MEMBERS.iter().for_each(|&member| self.carry_out(member, &command));
            }
            return;
        }
        let seat = seat_of(Viewer::Both, &self.table.borrow().room).unwrap_or(Seat::Bottom);
        self.carry_out(MEMBERS[seat.index()], &command);
    }

    /// Lets time do its part: a fallen flag.
    pub fn look(&self) {
        let events = tick(&self.table.borrow().room, client::now());
        self.commit(events);
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
        let shown = {
            let Table { game, log, room, .. } = &mut *self.table.borrow_mut();
            let at = client::now().max(room.at);
            for logged in stamp(events, room.seq, at, None) {
                evolve(room, &logged);
                log.push(logged);
            }
            // Until another game has started, the one that was put away stays what is kept.
            if room.game.is_some()
                && let Ok(text) = serde_json::to_string(log)
            {
                storage::save(key(*game), &text);
            }
            room.clone()
        };
        self.session.show(shown);
    }
}
