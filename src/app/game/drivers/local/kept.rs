//! What is kept of the games of this device, and who sits at them.

use engine::Level;
use room::{
    Event, Game as Played, Logged, MemberId, Room, RoomCode, Seat, Settings, TimeControl, UndoRule, fold,
    stamp,
};
use rules::{Game, Side};

use crate::app::Opponent;
use crate::client::{self, json, storage};

/// Where a game is kept between visits.
fn key(opponent: Opponent, game: Game) -> &'static str {
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

/// Keeps a log until the next visit.
pub(super) fn keep(opponent: Opponent, game: Game, log: &[Logged]) {
    if let Ok(text) = serde_json::to_string(log) {
        storage::save(key(opponent, game), &text);
    }
}

/// The first event of a room. The computer agrees to everything, but only one's own turns are taken back.
pub(super) fn opened(settings: Settings, opponent: Opponent) -> Event {
    let undo = match opponent {
        Opponent::Person => UndoRule::AtOnce,
        Opponent::Computer => UndoRule::Consent,
    };
    Event::Opened(Settings { undo, ..settings })
}

/// Whether a game against the computer is kept that has begun and is not over.
pub fn is_going_on(game: Game) -> bool {
    let room = fold(code(), kept(Opponent::Computer, game).iter().flatten());
    room.running().is_some_and(|running| running.ply() > 0)
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

/// The computer, or a person, takes a seat. Nobody at this device is called by these names: the page knows better ones.
pub(super) fn sit(seat: Seat, level: Option<Level>) -> Event {
    let number = seat.index() as u64;
    let (member, name) = match level {
        Some(level) => (COMPUTERS * (1 + number) + level as u64, level.name()),
        None => (1 + number, "person"),
    };
    Event::Seated { seat, member: MemberId(member), name: name.to_owned() }
}

/// Who sits down at a new game: whoever sat at the one before.
pub(super) fn seated(before: &Room, opponent: Opponent) -> [Event; 2] {
    let usual = match opponent {
        Opponent::Person => [None; 2],
        Opponent::Computer => [None, Some(Level::Easy)],
    };
    Seat::BOTH.map(|seat| {
        let known = before.occupant(seat).is_some();
        sit(seat, if known { level_at(before, seat) } else { usual[seat.index()] })
    })
}

/// The log of a game that goes on from a position of another one: with the same players, or, where they are not at this
/// device, with `own` against the computer.
pub(super) fn log_from(room: &Room, game: &Played, opponent: Opponent, own: Option<Side>) -> Vec<Logged> {
    let settings = Settings { clock: TimeControl::None, ..room.next_settings() };
    let mut played = game.clone();
    played.number = 1;
    let elsewhere = Room::new(code());
    let [bottom, top] = seated(if own.is_some() { &elsewhere } else { room }, opponent);
    match own {
        Some(Side::First) => played.first = Seat::Bottom,
        Some(Side::Second) => played.first = Seat::Top,
        None => {}
    }
    let events = [opened(settings, opponent), bottom, top].into_iter().chain(played.events()).collect();
    stamp(events, 0, client::now(), None)
}

/// Keeps a game of a room elsewhere as one against the computer, to be gone on with from this position.
pub fn keep_from(room: &Room, game: &Played, own: Side) {
    keep(Opponent::Computer, game.setup.game(), &log_from(room, game, Opponent::Computer, Some(own)));
}
