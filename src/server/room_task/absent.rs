//! Who is to be told of what has happened in the room because no page of theirs is here.

use room::{Event, Logged, Seat, TimeControl};

use super::RoomTask;
use crate::server::push::{Kind, Note};

impl RoomTask {
    /// Has those told who are away, of events that have just happened.
    pub(super) fn tell_absent(&mut self, events: &[Logged]) {
        for Logged { event, .. } in events {
            match event {
                Event::Seated { seat, .. } => self.tell_seat(seat.other(), Kind::Arrival),
                Event::Started { .. } | Event::Moved { .. } | Event::Undone(_) => self.tell_mover(),
                _ => {}
            }
        }
    }

    /// Whoever is to move in a game of days. In faster ones nobody is away for long, and claims take care of it.
    fn tell_mover(&mut self) {
        let Some(game) = self.room.running() else { return };
        if matches!(game.clock.control(), TimeControl::DaysPerMove { .. }) {
            self.tell_seat(game.seat_of(game.position.to_move()), Kind::Turn);
        }
    }

    fn tell_seat(&mut self, seat: Seat, kind: Kind) {
        let (Some(occupant), Some(other)) = (self.room.occupant(seat), self.room.occupant(seat.other()))
        else {
            return;
        };
        match self.members.is_there(occupant.member) {
            Some(true) => {}
            Some(false) => {
                let game = self.room.settings.game.game();
                self.rooms.push.tell(Note {
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

    /// Has those told of whom it was not known whether a page of theirs is open at another node, as soon as it is.
    pub(super) fn tell_put_off(&mut self) {
        if !self.members.elsewhere.waits() {
            std::mem::take(&mut self.put_off).into_iter().for_each(|(seat, kind)| self.tell_seat(seat, kind));
        }
    }
}
