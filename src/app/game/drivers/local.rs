//! Play on one device: the same `decide` and `evolve` as on the server, run in the page, with no network.

use std::cell::RefCell;
use std::rc::Rc;

use room::{
    Command, Event, Logged, MemberId, Room, RoomCode, Seat, Settings, UndoRule, decide, evolve, fold, stamp,
    tick,
};

use crate::app::game::session::{Notice, Session, Viewer, seat_of};
use crate::client::{self, storage};

/// The two players of a device, by [`Seat::index`].
pub const MEMBERS: [MemberId; 2] = [MemberId(1), MemberId(2)];
/// Where the game is kept between visits.
const KEY: &str = "duello.local.2";
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
    log: Vec<Logged>,
    room: Room,
}

impl Local {
    /// Goes on with the game kept on this device, or opens a room with these settings and starts the first game.
    pub fn resume_or_start(session: Session, settings: Settings, names: [String; 2]) -> Self {
        let kept = storage::load(KEY).and_then(|text| serde_json::from_str::<Vec<Logged>>(&text).ok());
        let room = fold(code(), kept.iter().flatten());
        match kept {
            Some(log) if room.game.is_some() => Self::with(session, Table { log, room }),
            _ => Self::start(session, settings, names),
        }
    }

    /// Opens a new room with these settings and starts its first game.
    pub fn start(session: Session, settings: Settings, names: [String; 2]) -> Self {
        let settings = Settings { undo: UndoRule::AtOnce, ..settings };
        let local = Self::with(session, Table { log: Vec::new(), room: Room::new(code()) });
        local.open(settings, names);
        local
    }

    fn open(&self, settings: Settings, [bottom, top]: [String; 2]) {
        self.commit(vec![
            Event::Opened(settings),
            Event::Seated { seat: Seat::Bottom, member: MEMBERS[0], name: bottom },
            Event::Seated { seat: Seat::Top, member: MEMBERS[1], name: top },
            Event::Started { number: 1, setup: settings.game.setup(1), first: Seat::Bottom },
        ]);
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
        if command == Command::Again {
            if self.table.borrow().room.seq > LONG {
                self.start_over();
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

    /// The same people and settings at a new table.
    fn start_over(&self) {
        let (settings, names) = {
            let room = &self.table.borrow().room;
            let name = |seat| room.occupant(seat).map(|o| o.name.clone()).unwrap_or_default();
            (room.settings, Seat::BOTH.map(name))
        };
        self.table.replace(Table { log: Vec::new(), room: Room::new(code()) });
        self.open(settings, names);
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
            let Table { log, room } = &mut *self.table.borrow_mut();
            let at = client::now().max(room.at);
            for logged in stamp(events, room.seq, at, None) {
                evolve(room, &logged);
                log.push(logged);
            }
            if let Ok(text) = serde_json::to_string(log) {
                storage::save(KEY, &text);
            }
            room.clone()
        };
        self.session.show(shown);
    }
}
