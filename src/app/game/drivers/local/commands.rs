//! The commands of a game on this device: those of a room, and those that only a device has.

use room::{Command, Event, Room, Seat, Settings, TimeControl, fold, tick};

use super::continued::log_from;
use super::members::{seated, sit};
use super::stored_log::{code, is_going_on};
use super::{LONG, Local, Table};
use crate::app::Opponent;
use crate::app::game::drivers::{Driver, OnDevice};
use crate::app::text::words;
use crate::client;

impl Driver for Local {
    /// A rematch is agreed to by both at once, and the computer grants every takeback.
    fn send(&self, command: Command) {
        self.look();
        if command == Command::AskUndo && self.session.is_watched() {
            return;
        }
        if matches!(command, Command::Again | Command::SameBoard) {
            if self.table.borrow().room.seq > LONG {
                let last = self.table.borrow().room.game.as_ref().map(|game| (game.setup, game.first));
                self.put_away();
                match last {
                    Some((setup, first)) if command == Command::SameBoard => self.start(setup, first.other()),
                    _ => self.begin(),
                }
            } else {
                for seat in Seat::BOTH {
                    self.carry_out(self.member(seat), &command);
                }
            }
            return;
        }
        self.carry_out(self.me(), &command);
        let asked = self.table.borrow().room.running().and_then(|game| game.undo_request);
        if let Some(seat) = asked {
            self.carry_out(self.member(seat.other()), &Command::AnswerUndo(true));
        }
    }

    fn on_device(&self) -> Option<&dyn OnDevice> {
        Some(self)
    }
}

impl OnDevice for Local {
    fn begin(&self) {
        let settings = self.table.borrow().room.next_settings();
        if self.session.is_watched() && settings.clock != TimeControl::None {
            // Spectators of a game of the computer may pause it for as long as they like, so it has no clock.
            let settings = Settings { clock: TimeControl::None, ..settings };
            self.commit(vec![Event::Configured { seat: Seat::Bottom, settings }]);
        }
        // Another running game on this device would be overwritten.
        let game = settings.game.game();
        let elsewhere = game != self.table.borrow().game && is_going_on(self.opponent, game);
        if elsewhere && !client::is_agreed(&words::lose_going_game()) {
            return;
        }
        if let Some(setup) = settings.game.setup(1) {
            let first = match (self.opponent, settings.sides) {
                (Opponent::Person, _) | (_, room::Sides::Bottom) => Seat::Bottom,
                (_, room::Sides::Top) => Seat::Top,
                (_, room::Sides::Random) if client::chance(2) == 0 => Seat::Bottom,
                (_, room::Sides::Random) => Seat::Top,
            };
            self.start(setup, first);
        }
    }

    fn look(&self) {
        let events = tick(&self.table.borrow().room, client::now());
        self.commit(events);
    }

    fn put_away(&self) {
        let (settings, seated) = {
            let Table { log, room, put_away, away_since, .. } = &mut *self.table.borrow_mut();
            *away_since = client::now();
            *put_away = std::mem::take(log);
            let before = std::mem::replace(room, Room::new(code()));
            (before.next_settings(), seated(&before, self.opponent))
        };
        self.open(settings, seated);
    }

    fn take_up(&self) {
        {
            let table = &mut *self.table.borrow_mut();
            table.log = std::mem::take(&mut table.put_away);
            table.room = fold(code(), &table.log);
            table.interrupt(table.away_since);
        }
        self.save();
        self.show();
    }

    fn has_put_away(&self) -> bool {
        !self.table.borrow().put_away.is_empty()
    }

    fn go_on_from(&self, position: &room::Game) {
        {
            let Table { log, room, put_away, .. } = &mut *self.table.borrow_mut();
            *log = log_from(room, position, self.opponent, None, client::now());
            *room = fold(code(), &*log);
            put_away.clear();
        }
        self.session.change(|shown| {
            shown.forget();
            shown.back = None;
        });
        self.show();
        self.save();
    }

    fn seat(&self, seat: Seat, level: Option<engine_protocol::Level>) {
        self.commit(vec![sit(seat, level)]);
    }

    fn consider(&self) {
        Local::consider(self);
    }
}
