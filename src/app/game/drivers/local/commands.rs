//! The commands of a game on this device: those of a room, and those that only a device has.

use room::{Command, Event, Seat, Settings, TimeControl, fold, tick};

use super::{Adjourned, Local, LocalRoom, MAX_EVENTS};
use crate::app::Opponent;
use crate::app::game::saved_games::continued::log_from;
use crate::app::game::saved_games::members::{named, rename, seated, sit};
use crate::app::game::saved_games::slot::code;
use crate::app::game::view::driver::{DeviceActions, Driver};
use crate::client;

impl Driver for Local {
    /// A rematch is agreed to by both at once, and the computer grants every takeback.
    fn send(&self, command: Command) {
        self.poll_clock();
        if command == Command::RequestUndo && self.session.is_computer_only() {
            return;
        }
        if matches!(command, Command::Rematch | Command::SameBoardRematch) {
            if self.table.borrow().room.seq > MAX_EVENTS {
                let last =
                    self.table.borrow().room.game.as_ref().map(|game| (game.setup, game.opening, game.first));
                self.adjourn();
                match last {
                    Some((setup, opening, first)) if command == Command::SameBoardRematch => {
                        self.begin_game(setup, opening, first.other())
                    }
                    _ => self.start_game(),
                }
            } else {
                if command == Command::Rematch {
                    self.correct_levels();
                }
                for seat in Seat::BOTH {
                    self.execute(self.member_at(seat), &command);
                }
            }
            return;
        }
        self.execute(self.acting_member(), &command);
        let asked = self.table.borrow().room.running().and_then(|game| game.undo_request);
        if let Some(seat) = asked {
            self.execute(self.member_at(seat.other()), &Command::AnswerUndo(true));
        }
    }

    fn device_actions(&self) -> Option<&dyn DeviceActions> {
        Some(self)
    }
}

impl DeviceActions for Local {
    fn start_game(&self) {
        let settings = self.table.borrow().room.next_settings();
        if self.session.is_computer_only() && settings.clock != TimeControl::None {
            // Spectators of a game of the computer may pause it for as long as they like, so it has no clock.
            let settings = Settings { clock: TimeControl::None, ..settings };
            self.commit(vec![Event::Configured { seat: Seat::Bottom, settings }]);
        }
        if let Some(setup) = settings.game.setup(1) {
            let first = match (self.opponent, settings.sides) {
                (Opponent::Person, _) | (_, room::Sides::Bottom) => Seat::Bottom,
                (_, room::Sides::Top) => Seat::Top,
                (_, room::Sides::Random) if client::random_below(2) == 0 => Seat::Bottom,
                (_, room::Sides::Random) => Seat::Top,
            };
            self.begin_game(setup, settings.game.opening(), first);
        }
    }

    fn poll_clock(&self) {
        let events = tick(&self.table.borrow().room, client::now());
        self.commit(events);
    }

    fn adjourn(&self) {
        let (settings, seated, named) = {
            let table = &mut *self.table.borrow_mut();
            let LocalRoom { id, log, room: before, .. } = std::mem::replace(table, LocalRoom::empty());
            table.adjourned = Some(Adjourned { id, log, at: client::now() });
            (before.next_settings(), seated(&before, self.opponent), named(&before))
        };
        self.open_room(settings, seated);
        self.commit(named);
    }

    fn resume_adjourned(&self) {
        {
            let table = &mut *self.table.borrow_mut();
            let Some(Adjourned { id, log, at }) = table.adjourned.take() else { return };
            *table = LocalRoom { id, room: fold(code(), &log), log, adjourned: None };
            table.excuse_downtime(at);
        }
        if self.table.borrow().room.running().is_some() {
            self.save();
        }
        self.show();
    }

    fn has_adjourned_game(&self) -> bool {
        self.table.borrow().adjourned.is_some()
    }

    fn continue_from(&self, position: &room::Game) {
        let named = named(&self.table.borrow().room);
        {
            // The game that it comes from stays as it is.
            let table = &mut *self.table.borrow_mut();
            let log = log_from(&table.room, position, self.opponent, None, client::now());
            *table = LocalRoom { room: fold(code(), &log), log, ..LocalRoom::empty() };
        }
        self.session.change(|state| {
            state.reset_analysis();
            state.replay = None;
        });
        self.show();
        self.commit(named);
        self.save();
        self.name_address(true);
    }

    fn seat_player(&self, seat: Seat, level: Option<engine_protocol::Level>) {
        self.commit(vec![sit(seat, level)]);
    }

    fn rename(&self, seat: Seat, name: &str) {
        self.commit(vec![rename(seat, name)]);
    }

    fn let_computer_move(&self) {
        Local::let_computer_move(self);
    }
}
