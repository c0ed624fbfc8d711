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
/// What logs of earlier versions call a person.
const FORMER_PERSON: &str = "You";

/// The event that seats the computer or a person.
pub fn sit(seat: Seat, level: Option<Level>) -> Event {
    let number = seat.index() as u64;
    let (member, name) = match level {
        Some(level) => (COMPUTERS * (1 + number) + level as u64, level.name()),
        None => (1 + number, PERSON),
    };
    Event::Seated { seat, member: MemberId(member), name: name.to_owned() }
}

/// The event that names the person on this seat; an empty name takes it away again.
pub fn rename(seat: Seat, name: &str) -> Event {
    let name = if name.is_empty() { PERSON } else { name };
    Event::Renamed { seat, name: name.to_owned() }
}

/// Whether the person on this seat has no name: it is nobody who was read from a text or has given one.
pub fn is_unnamed(room: &Room, seat: Seat) -> bool {
    room.occupant(seat).is_some_and(|occupant| [PERSON, FORMER_PERSON].contains(&occupant.name.as_str()))
}

/// The name that the person on this seat has given.
pub fn given_name(room: &Room, seat: Seat) -> Option<&str> {
    let is_named = level_at(room, seat).is_none() && !is_unnamed(room, seat);
    room.occupant(seat).filter(|_| is_named).map(|occupant| occupant.name.as_str())
}

/// The events that give the people of a new game the names that they had in the game before.
pub fn named(before: &Room) -> Vec<Event> {
    let named = |seat: Seat| given_name(before, seat).map(|name| rename(seat, name));
    Seat::BOTH.into_iter().filter_map(named).collect()
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
