//! The commands of a game on this device: those of a room, and those that only a device has.

use room::{Command, Event, Room, Seat, Settings, TimeControl, fold, tick};

use super::{Local, LocalRoom, MAX_EVENTS};
use crate::app::Opponent;
use crate::app::game::saved_games::continued::log_from;
use crate::app::game::saved_games::log::is_going_on;
use crate::app::game::saved_games::members::{seated, sit};
use crate::app::game::saved_games::slot::code;
use crate::app::game::view::driver::{DeviceActions, Driver};
use crate::app::text::words;
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
                let last = self.table.borrow().room.game.as_ref().map(|game| (game.setup, game.first));
                self.adjourn();
                match last {
                    Some((setup, first)) if command == Command::SameBoardRematch => {
                        self.begin_game(setup, first.other())
                    }
                    _ => self.start_game(),
                }
            } else {
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
        // Another running game on this device would be overwritten.
        let game = settings.game.game();
        let elsewhere = game != self.table.borrow().game && is_going_on(self.opponent, game);
        if elsewhere && !client::confirm(&words::lose_going_game()) {
            return;
        }
        if let Some(setup) = settings.game.setup(1) {
            let first = match (self.opponent, settings.sides) {
                (Opponent::Person, _) | (_, room::Sides::Bottom) => Seat::Bottom,
                (_, room::Sides::Top) => Seat::Top,
                (_, room::Sides::Random) if client::random_below(2) == 0 => Seat::Bottom,
                (_, room::Sides::Random) => Seat::Top,
            };
            self.begin_game(setup, first);
        }
    }

    fn poll_clock(&self) {
        let events = tick(&self.table.borrow().room, client::now());
        self.commit(events);
    }

    fn adjourn(&self) {
        let (settings, seated) = {
            let LocalRoom { log, room, adjourned, adjourned_at, .. } = &mut *self.table.borrow_mut();
            *adjourned_at = client::now();
            *adjourned = std::mem::take(log);
            let before = std::mem::replace(room, Room::new(code()));
            (before.next_settings(), seated(&before, self.opponent))
        };
        self.open_room(settings, seated);
    }

    fn resume_adjourned(&self) {
        {
            let table = &mut *self.table.borrow_mut();
            table.log = std::mem::take(&mut table.adjourned);
            table.room = fold(code(), &table.log);
            table.excuse_downtime(table.adjourned_at);
        }
        self.save();
        self.show();
    }

    fn has_adjourned_game(&self) -> bool {
        !self.table.borrow().adjourned.is_empty()
    }

    fn continue_from(&self, position: &room::Game) {
        {
            let LocalRoom { log, room, adjourned, .. } = &mut *self.table.borrow_mut();
            *log = log_from(room, position, self.opponent, None, client::now());
            *room = fold(code(), &*log);
            adjourned.clear();
        }
        self.session.change(|state| {
            state.reset_analysis();
            state.replay = None;
        });
        self.show();
        self.save();
    }

    fn seat_player(&self, seat: Seat, level: Option<engine_protocol::Level>) {
        self.commit(vec![sit(seat, level)]);
    }

    fn let_computer_move(&self) {
        Local::let_computer_move(self);
    }
}
