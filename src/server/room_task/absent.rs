//! Who is to be told of what has happened in the room because no page of theirs is here.

use room::{Event, Logged, Seat, TimeControl};

use super::RoomTask;
use crate::server::push::{Kind, Note};

impl RoomTask {
    /// Has those told who are away, of events that have just happened.
    pub(super) fn tell_absent(&self, events: &[Logged]) {
        for Logged { event, .. } in events {
            match event {
                Event::Seated { seat, .. } => self.tell_seat(seat.other(), Kind::Arrival),
                Event::Started { .. } | Event::Moved { .. } | Event::Undone(_) => self.tell_mover(),
                _ => {}
            }
        }
    }

    /// Whoever is to move in a game of days. In faster ones nobody is away for long, and claims take care of it.
    fn tell_mover(&self) {
        let Some(game) = self.room.running() else { return };
        if matches!(game.clock.control(), TimeControl::DaysPerMove { .. }) {
            self.tell_seat(game.seat_of(game.position.to_move()), Kind::Turn);
        }
    }

    fn tell_seat(&self, seat: Seat, kind: Kind) {
        let (Some(_), Some(other)) = (self.room.occupant(seat), self.room.occupant(seat.other())) else {
            return;
        };
        if self.members.presence(&self.room).seats[seat.index()] {
            return;
        }
        let game = self.room.settings.game.game();
        self.rooms.push.tell(Note { kind, code: self.room.code, seat, who: other.name.clone(), game });
    }
}
