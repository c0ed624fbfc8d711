//! Play on one device: the same `decide` and `evolve` as on the server, run in the page, with no network.

use std::cell::RefCell;
use std::rc::Rc;

use room::{Command, Event, MemberId, Room, RoomCode, Seat, Settings, UndoRule, decide, evolve, stamp, tick};

use crate::app::game::session::{Notice, Session, Viewer, seat_of};
use crate::client::{self, storage};

/// The two players of a device, by [`Seat::index`].
pub const MEMBERS: [MemberId; 2] = [MemberId(1), MemberId(2)];
/// Where the game is kept between visits.
const KEY: &str = "duello.local.1";

/// A room in this page.
#[derive(Clone)]
pub struct Local {
    session: Session,
    room: Rc<RefCell<Room>>,
}

impl Local {
    /// Goes on with the game kept on this device, or opens a room with these settings and starts the first game.
    pub fn resume_or_start(session: Session, settings: Settings, names: [String; 2]) -> Self {
        let kept = storage::load(KEY).and_then(|text| serde_json::from_str::<Room>(&text).ok());
        match kept.filter(|room| room.game.is_some()) {
            Some(room) => Self::with(session, room),
            None => Self::start(session, settings, names),
        }
    }

    /// Opens a new room with these settings and starts its first game.
    pub fn start(session: Session, settings: Settings, names: [String; 2]) -> Self {
        let settings = Settings { undo: UndoRule::AtOnce, ..settings };
        let local = Self::with(session, Room::new(RoomCode::from_seed(client::now() as u64)));
        let [bottom, top] = names;
        let first = Seat::Bottom;
        local.commit(vec![
            Event::Opened(settings),
            Event::Seated { seat: Seat::Bottom, member: MEMBERS[0], name: bottom },
            Event::Seated { seat: Seat::Top, member: MEMBERS[1], name: top },
            Event::Started { number: 1, setup: settings.game.setup(1), first },
        ]);
        local
    }

    fn with(session: Session, room: Room) -> Self {
        session.change(|shown| {
            shown.viewer = Viewer::Both;
            shown.link = client::socket::Link::Open;
        });
        session.show(room.clone());
        Self { session, room: Rc::new(RefCell::new(room)) }
    }

    /// Carries out a command of the player whose turn it is; to play again both agree at once.
    pub fn send(&self, command: Command) {
        self.look();
        if command == Command::Again {
            MEMBERS.iter().for_each(|&member| self.carry_out(member, &command));
            return;
        }
        let seat = seat_of(Viewer::Both, &self.room.borrow()).unwrap_or(Seat::Bottom);
        self.carry_out(MEMBERS[seat.index()], &command);
    }

    /// Lets time do its part: a fallen flag.
    pub fn look(&self) {
        let events = tick(&self.room.borrow(), client::now());
        self.commit(events);
    }

    fn carry_out(&self, member: MemberId, command: &Command) {
        let decided = decide(&self.room.borrow(), member, command, client::now());
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
            let mut room = self.room.borrow_mut();
            let at = client::now().max(room.at);
            stamp(events, room.seq, at, None).iter().for_each(|logged| evolve(&mut room, logged));
            room.clone()
        };
        if let Ok(text) = serde_json::to_string(&shown) {
            storage::save(KEY, &text);
        }
        self.session.show(shown);
    }
}
