//! What is kept of the games of this device, and who sits at them.

use engine::Level;
use room::{Event, Game as Played, Logged, MemberId, Room, RoomCode, Seat, Settings, TimeControl, stamp};
use rules::{Game, Side};

use crate::app::Opponent;
use crate::client::{self, json, storage};

/// Where a game is kept between visits.
pub(super) fn key(opponent: Opponent, game: Game) -> &'static str {
    match (opponent, game) {
        (Opponent::Person, Game::Mancala) => "duello.local.2",
        (Opponent::Person, Game::Mapello) => "duello.local.mapello",
        (Opponent::Computer, Game::Mancala) => "duello.computer",
        (Opponent::Computer, Game::Mapello) => "duello.computer.mapello",
    }
}

/// The log that was kept, if there is one.
pub(super) fn kept(opponent: Opponent, game: Game) -> Option<Vec<Logged>> {
    json::read(&storage::load(key(opponent, game))?)
}

/// The room of a device needs no name of its own: there is one.
pub(super) fn code() -> RoomCode {
    RoomCode::from_seed(0)
}

/// Members of a device: a person by the seat, the computer by the seat and its level behind it.
const COMPUTERS: u64 = 16;

/// The level at which the computer plays in this seat; none for a person.
pub fn level_at(room: &Room, seat: Seat) -> Option<Level> {
    let MemberId(member) = room.occupant(seat)?.member;
    let level = member.checked_sub(COMPUTERS * (1 + seat.index() as u64))?;
    Level::ALL.get(usize::try_from(level).ok()?).copied()
}

/// The computer, or a person, takes a seat. Two persons at one device are called by their sides, not by these names.
pub(super) fn sit(seat: Seat, level: Option<Level>) -> Event {
    let number = seat.index() as u64;
    let (member, name) = match level {
        Some(level) => (COMPUTERS * (1 + number) + level as u64, level.name()),
        None => (1 + number, "You"),
    };
    Event::Seated { seat, member: MemberId(member), name: name.to_owned() }
}

/// Who sits down at a new game: whoever sat at the one before.
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

/// Keeps a game that goes on from a position of another one, as the one to be gone on with: with the same players, or,
/// where they are not at this device, with `own` against the computer.
pub fn from_position(room: &Room, game: &Played, opponent: Option<Opponent>, own: Side) {
    let at_device = opponent.is_some();
    let opponent = opponent.unwrap_or(Opponent::Computer);
    let settings = Settings { clock: TimeControl::None, ..room.next_settings() };
    let undo = match opponent {
        Opponent::Person => room::UndoRule::AtOnce,
        Opponent::Computer => room::UndoRule::Consent,
    };
    let empty = Room::new(code());
    let [bottom, top] = seated(if at_device { room } else { &empty }, opponent);
    let first = if at_device {
        game.first
    } else if own == Side::First {
        Seat::Bottom
    } else {
        Seat::Top
    };
    let opened = Event::Opened(Settings { undo, ..settings });
    let mut played = game.clone();
    (played.number, played.first) = (1, first);
    let events = [opened, bottom, top].into_iter().chain(played.events()).collect();
    let log = stamp(events, 0, client::now(), None);
    if let Ok(text) = serde_json::to_string(&log) {
        storage::save(key(opponent, game.setup.game()), &text);
    }
}
