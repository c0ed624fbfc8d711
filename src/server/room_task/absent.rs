//! Push notes for players of a room who are absent, that is without an open page at any node.

use room::{Event, Logged, Seat, TimeControl};

use super::RoomTask;
use crate::server::push::{Note, NoteKind};

impl RoomTask {
    /// Sends the push notes that follow from new events.
    pub(super) fn tell_absent(&mut self, events: &[Logged]) {
        for Logged { event, .. } in events {
            match event {
                Event::Seated { seat, .. } => self.tell_seat(seat.other(), NoteKind::Arrival),
                Event::Started { .. } | Event::Moved { .. } | Event::Undone(_) => self.tell_mover(),
                _ => {}
            }
        }
    }

    /// Notes go to the mover of a correspondence game only; in faster games absences are short, and claims
    /// cover them.
    fn tell_mover(&mut self) {
        let Some(game) = self.room.running() else { return };
        if matches!(game.clock.control(), TimeControl::DaysPerMove { .. }) {
            self.tell_seat(game.seat_of(game.position.to_move()), NoteKind::Turn);
        }
    }

    fn tell_seat(&mut self, seat: Seat, kind: NoteKind) {
        let (Some(occupant), Some(other)) = (self.room.occupant(seat), self.room.occupant(seat.other()))
        else {
            return;
        };
        match self.members.is_there(occupant.member) {
            Some(true) => {}
            Some(false) => {
                let game = self.room.settings.game.game();
                self.rooms.push.send(Note {
                    kind,
                    code: self.room.code,
                    seat,
                    who: other.name.clone(),
                    game,
                });
            }
            None => self.put_off.push((seat, kind)),
        }
    }

    /// Sends the notes that were held back, once the remote presence is known.
    pub(super) fn tell_put_off(&mut self) {
        if !self.members.elsewhere.waits() {
            std::mem::take(&mut self.put_off).into_iter().for_each(|(seat, kind)| self.tell_seat(seat, kind));
        }
    }
}
