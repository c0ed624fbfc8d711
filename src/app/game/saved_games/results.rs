//! Results against the computer, counted on this device for the profile (`src/app/profile.js`).

use room::{Ending, Reason, Room, Seat};

use super::members::level_at;
use crate::client::storage::{self, keys};

/// Counts a game that has ended as won, drawn or lost, if a person played it against a level.
pub fn count(room: &Room) {
    let counts = |ending: &Ending| ending.reason != Reason::CalledOff;
    let Some(game) = room.game.as_ref().filter(|game| game.own_ply() > 0) else { return };
    let Some(ending) = game.ending.filter(counts) else { return };
    for seat in Seat::BOTH {
        if let (None, Some(level)) = (level_at(room, seat), level_at(room, seat.other())) {
            let end = match ending.winner {
                None => 1,
                Some(winner) if winner == game.side_of(seat) => 0,
                Some(_) => 2,
            };
            let count = |key: &str| storage::load(key).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
            let key = keys::result(game.setup.game(), level as u32, end);
            storage::save(&key, &(count(&key) + 1).to_string());
            let streak = if end == 0 { count(keys::STREAK) + 1 } else { 0 };
            storage::save(keys::STREAK, &streak.to_string());
        }
    }
}
