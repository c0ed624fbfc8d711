//! Push notes for players of a room who are absent, that is without an open page at any node.

use room::{Event, Logged, Room, Seat, TimeControl};

use super::host::RoomHost;
use crate::server::push::{GameNote, NoteKind};

impl RoomHost {
    /// Sends the push notes that follow from new events.
    pub(super) fn send_push_notes(&mut self, room: &Room, events: &[Logged]) {
        for Logged { event, .. } in events {
            match event {
                Event::Seated { seat, .. } => self.push_to_seat(room, seat.other(), NoteKind::Arrival),
                Event::Started { .. } | Event::Moved { .. } | Event::Undone(_) => self.push_to_mover(room),
                _ => {}
            }
        }
    }

    /// Notes go to the mover of a correspondence game only; in faster games absences are short, and claims
    /// cover them.
    fn push_to_mover(&mut self, room: &Room) {
        let Some(game) = room.running() else { return };
        if matches!(game.clock.control(), TimeControl::DaysPerMove { .. }) {
            self.push_to_seat(room, game.seat_of(game.position.to_move()), NoteKind::Turn);
        }
    }

    fn push_to_seat(&mut self, room: &Room, seat: Seat, kind: NoteKind) {
        let (Some(occupant), Some(other)) = (room.occupant(seat), room.occupant(seat.other())) else {
            return;
        };
        match self.members.is_there(occupant.member) {
            Some(true) => {}
            Some(false) => {
                let game = room.settings.game.game();
                let progress = room.game.as_ref().map_or((0, 0), |game| (game.number, game.ply()));
                let note = GameNote { kind, code: room.code, seat, who: other.name.clone(), game, progress };
                self.rooms.push.send(note);
            }
            None => self.held_back.push((seat, kind)),
        }
    }

    /// Sends the notes that were held back, once the remote presence is known.
    pub(super) fn send_held_back(&mut self, room: &Room) {
        if !self.members.remote.awaits_answers() {
            for (seat, kind) in std::mem::take(&mut self.held_back) {
                self.push_to_seat(room, seat, kind);
            }
        }
    }
}
