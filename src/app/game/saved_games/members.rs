//! The members of a room on this device: a person or a level of the computer on each seat.

use engine_protocol::Level;
use room::{Event, MemberId, Room, Seat};

use crate::app::Opponent;

/// The member ids of a device: a person's is the seat; the computer's is the seat and its level above this
/// number.
const COMPUTERS: u64 = 16;

/// The computer's level on this seat; `None` for a person.
pub fn level_at(room: &Room, seat: Seat) -> Option<Level> {
    let MemberId(member) = room.occupant(seat)?.member;
    let level = member.checked_sub(COMPUTERS * (1 + seat.index() as u64))?;
    Level::ALL.get(usize::try_from(level).ok()?).copied()
}

/// What a log calls a person: pages have better names.
const PERSON: &str = "person";

/// The event that seats the computer or a person.
pub fn sit(seat: Seat, level: Option<Level>) -> Event {
    let number = seat.index() as u64;
    let (member, name) = match level {
        Some(level) => (COMPUTERS * (1 + number) + level as u64, level.name()),
        None => (1 + number, PERSON),
    };
    Event::Seated { seat, member: MemberId(member), name: name.to_owned() }
}

/// Whether the person on this seat has no name: it is nobody who was read from a text.
pub fn is_unnamed(room: &Room, seat: Seat) -> bool {
    room.occupant(seat).is_some_and(|occupant| occupant.name == PERSON)
}

/// The events that seat the players of a new game, the same as in the game before.
pub fn seated(before: &Room, opponent: Opponent) -> [Event; 2] {
    let usual = match opponent {
        Opponent::Person => [None; 2],
        Opponent::Computer => [None, Some(Level::Easy)],
    };
    Seat::BOTH.map(|seat| {
        let known = before.occupant(seat).is_some();
        sit(seat, if known { level_at(before, seat) } else { usual[seat.index()] })
    })
}
