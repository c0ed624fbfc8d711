//! Results against the computer, counted on this device for the profile (`src/app/profile.js`).

use room::{Ending, Reason, Room, Seat};

use super::members::level_at;
use crate::client::storage::{self, keys};

/// Counts a game that has ended as won, drawn or lost, if a person played it against a level.
pub fn count(room: &Room) {
    let counts = |ending: &Ending| ending.reason != Reason::CalledOff;
    let Some(game) = room.game.as_ref().filter(|game| game.ply() > 0) else { return };
    let Some(ending) = game.ending.filter(counts) else { return };
    for seat in Seat::BOTH {
        if let (None, Some(level)) = (level_at(room, seat), level_at(room, seat.other())) {
            let end = match ending.winner {
                None => 1,
                Some(winner) if winner == game.side_of(seat) => 0,
                Some(_) => 2,
            };
            let key = keys::result(game.setup.game(), level as u32, end);
            let before = storage::load(&key).and_then(|text| text.parse::<u32>().ok());
            storage::save(&key, &(before.unwrap_or(0) + 1).to_string());
        }
    }
}
