//! The local storage of games on this device, and the members who sit at them: persons and levels of the
//! computer.

use engine_protocol::Level;
use room::{
    Ending, Event, Finished, Game as Played, Logged, MemberId, Millis, Reason, Room, RoomCode, Seat,
    Settings, TimeControl, UndoRule, fold, stamp,
};
use rules::{Game, Side};
use serde::Serialize;

use crate::app::Opponent;
use crate::client::{self, json, storage};

/// The key in local storage for a game.
pub fn key(opponent: Opponent, game: Game) -> &'static str {
    match (opponent, game) {
        (Opponent::Person, Game::Mancala) => "duello.local.2",
        (Opponent::Person, Game::Mapello) => "duello.local.mapello",
        (Opponent::Computer, Game::Mancala) => "duello.computer",
        (Opponent::Computer, Game::Mapello) => "duello.computer.mapello",
    }
}

/// The stored log, if there is one.
pub(super) fn kept(opponent: Opponent, game: Game) -> Option<Vec<Logged>> {
    json::parse(&storage::load(key(opponent, game))?)
}

/// Stores a log until the next visit.
pub(super) fn keep(opponent: Opponent, game: Game, log: &[Logged]) {
    if let Ok(text) = serde_json::to_string(log) {
        storage::save(key(opponent, game), &text);
    }
}

/// The first event of a room. The computer agrees to every takeback, but only the person's own turns are
/// taken back.
pub(super) fn opened(settings: Settings, opponent: Opponent) -> Event {
    let undo = match opponent {
        Opponent::Person => UndoRule::AtOnce,
        Opponent::Computer => UndoRule::Consent,
    };
    Event::Opened(Settings { undo, ..settings })
}

/// Whether a running game is stored.
pub fn is_going_on(opponent: Opponent, game: Game) -> bool {
    let room = fold(code(), kept(opponent, game).iter().flatten());
    room.running().is_some_and(|running| running.ply() > 0)
}

/// Stores the score of a game that has ended, for the list "my games" (`public/kept.js`), which knows no
/// rules. A game between a person and a level is also counted as won, drawn or lost, for the profile
/// (`app/profile.js`).
pub(super) fn count(opponent: Opponent, room: &Room) {
    let Some(game) = &room.game else { return };
    let [first, second] = game.position.score();
    let score = format!("{}.score", key(opponent, game.setup.game()));
    storage::save(&score, &format!("{first} {second}"));
    let counts = |ending: &Ending| ending.reason != Reason::CalledOff && game.ply() > 0;
    let Some(ending) = game.ending.filter(counts) else { return };
    for seat in Seat::BOTH {
        if let (None, Some(level)) = (level_at(room, seat), level_at(room, seat.other())) {
            let end = match ending.winner {
                None => 1,
                Some(winner) if winner == game.side_of(seat) => 0,
                Some(_) => 2,
            };
            let game = game.setup.game() as u32;
            let key = format!("duello.met.{game}.{}.{end}", level as u32);
            let before = storage::load(&key).and_then(|text| text.parse::<u32>().ok());
            storage::save(&key, &(before.unwrap_or(0) + 1).to_string());
        }
    }
}

/// The code of a device's room: always the same, because there is only one.
pub(super) fn code() -> RoomCode {
    RoomCode::from_seed(0)
}

/// The member ids of a device: a person's is the seat; the computer's is the seat and its level above this
/// number.
const COMPUTERS: u64 = 16;

/// The computer's level on this seat; `None` for a person.
pub fn level_at(room: &Room, seat: Seat) -> Option<Level> {
    let MemberId(member) = room.occupant(seat)?.member;
    let level = member.checked_sub(COMPUTERS * (1 + seat.index() as u64))?;
    Level::ALL.get(usize::try_from(level).ok()?).copied()
}

/// The event that seats the computer or a person. Its names are never shown: the page has better ones.
pub(super) fn sit(seat: Seat, level: Option<Level>) -> Event {
    let number = seat.index() as u64;
    let (member, name) = match level {
        Some(level) => (COMPUTERS * (1 + number) + level as u64, level.name()),
        None => (1 + number, "person"),
    };
    Event::Seated { seat, member: MemberId(member), name: name.to_owned() }
}

/// The events that seat the players of a new game, the same as in the game before.
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

/// The log of a game that continues from a position of another game: with the same players, or, if they are
/// not at this device, with a person as `own` against the computer.
pub(super) fn log_from(
    room: &Room,
    game: &Played,
    opponent: Opponent,
    own: Option<Side>,
    now: Millis,
) -> Vec<Logged> {
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
    stamp(events, 0, now, None)
}

/// Stores a game of another room as a game against the computer that continues from this position.
pub fn keep_from(room: &Room, game: &Played, own: Side) {
    keep(
        Opponent::Computer,
        game.setup.game(),
        &log_from(room, game, Opponent::Computer, Some(own), client::now()),
    );
}

/// The parts from which the log of a finished game on this device is put together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Parts {
    /// The log's beginning: with two persons; with a person on the first side against the computer; with a
    /// person on the second.
    pub begins: [Vec<Logged>; 3],
    /// Its moves.
    pub moves: Vec<Logged>,
    /// Its end, if it has ended.
    pub end: Option<Logged>,
}

/// Splits a finished game into the parts of a log of this device.
pub fn parts(game: &Finished) -> Option<Parts> {
    let room = game.room();
    let played = room.game.as_ref()?;
    let start = played.at(0);
    let begin = |opponent, own| log_from(&room, &start, opponent, own, game.ended);
    let begins = [
        begin(Opponent::Person, None),
        begin(Opponent::Computer, Some(Side::First)),
        begin(Opponent::Computer, Some(Side::Second)),
    ];
    let moves = played.events().into_iter().skip(1).collect();
    let moves = stamp(moves, begins[0].len() as u64, game.ended, None);
    let last = moves.last().map_or(0, |last| last.seq);
    // A game that was only written down may stop short of its end.
    let is_over = game.reason != Reason::Played || played.position.outcome().is_some();
    let end = Event::Ended { winner: game.winner, reason: game.reason };
    let end = stamp(vec![end], last, game.ended, None).pop().filter(|_| is_over);
    Some(Parts { begins, moves, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::GameSettings;
    use rules::Record;

    #[test]
    fn a_finished_game_becomes_one_of_this_device_whole_or_to_a_move() {
        for game in [Game::Mancala, Game::Mapello] {
            let setup = GameSettings::setup(&Settings::for_game(game).game, 1).unwrap();
            let mut record = Record::new(setup);
            while let Some(&mv) = record.replay().unwrap().legal_moves().first() {
                record.moves.push(mv);
            }
            let whole = Finished::written(["a".to_owned(), "b".to_owned()], record.clone()).unwrap();
            let Parts { begins, moves, end } = parts(&whole).unwrap();
            let log: Vec<_> = begins[0].iter().chain(&moves).chain(&end).cloned().collect();
            let room = fold(code(), &log);
            assert_eq!((room.seq, room.running()), (log.len() as u64, None));
            assert_eq!(room.game.unwrap().moves, record.moves);
            for (begin, side) in begins[1..].iter().zip(Side::BOTH) {
                let room = fold(code(), begin.iter().chain(&moves[..3]));
                let seat = room.running().unwrap().seat_of(side);
                assert_eq!((level_at(&room, seat), room.seq), (None, 7), "a person");
                assert_eq!(level_at(&room, seat.other()), Some(Level::Easy));
            }
            let resigned = Finished { reason: Reason::Resigned, ..whole.clone() };
            assert!(parts(&resigned).unwrap().end.is_some());
            record.moves.truncate(4);
            let cut = Finished::written(whole.names, record).unwrap();
            assert_eq!(parts(&cut).unwrap().end, None, "it can be played on");
        }
    }
}
