//! The mistakes that this device keeps for practice (`drills`): reading and storing them, and whose moves count.

use drills::{Drill, Drills};
use puzzles::Day;
use room::{Game, Room};
use rules::Side;

use super::members::level_at;
use crate::client::{self, storage};

/// What is stored; `None` if it is of a later version.
fn stored() -> Option<Drills> {
    storage::load(storage::keys::MISTAKES).map_or(Some(Drills::default()), |text| Drills::read(&text))
}

/// The drills of this device.
pub fn drills() -> Drills {
    stored().unwrap_or_default()
}

/// Changes the stored drills, and gives them as they are then. They are read first: another tab may have stored some.
/// Those of a later version are left alone.
pub fn change(change: impl FnOnce(&mut Drills)) -> Drills {
    let Some(mut drills) = stored() else { return Drills::default() };
    change(&mut drills);
    storage::save(storage::keys::MISTAKES, &drills.write());
    drills
}

/// Keeps the drills of a review, and gives all of them. `game` is the id of the game if it is looked through.
pub fn keep(found: Vec<Drill>, game: Option<String>) -> Drills {
    change(|drills| {
        for drill in found {
            drills.add(drill);
        }
        if let Some(id) = game {
            drills.add_game(&id);
        }
    })
}

/// The sides that people played in a game of this device, by [`Side::index`].
pub fn played_here(room: &Room, game: &Game) -> [bool; 2] {
    Side::BOTH.map(|side| level_at(room, game.seat_of(side)).is_none())
}

/// Today (UTC).
pub fn today() -> Day {
    Day(client::today())
}
