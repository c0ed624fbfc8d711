//! Between games: seats, names, settings, ready, the start.

use rules::Setup;

use super::{between_games, nothing_begun};
use crate::Millis;
use crate::code::RoomCode;
use crate::event::{Event, Logged, stamp};
use crate::evolve::fold;
use crate::name::clean_name;
use crate::rejection::Rejection;
use crate::seat::{MemberId, Seat};
use crate::settings::Settings;
use crate::state::{COUNTDOWN_MS, Room};

pub(super) fn sit(room: &Room, member: MemberId, name: &str) -> Result<Vec<Event>, Rejection> {
    if room.seat_of(member).is_some() {
        return Ok(Vec::new());
    }
    // Who has only been away finds his own score.
    let own = |seat: &Seat| room.left[seat.index()] == Some(member) && room.occupant(*seat).is_none();
    let seat = Seat::BOTH.into_iter().find(own).or(room.free_seat()).ok_or(Rejection::Full)?;
    let name = clean_name(name).ok_or(Rejection::BadName)?;
    Ok(vec![Event::Seated { seat, member, name }])
}

pub(super) fn rename(room: &Room, seat: Seat, name: &str) -> Result<Vec<Event>, Rejection> {
    // A name is words of one's own as well: while strangers play who have not allowed those, nobody says any by it.
    if !room.may_talk() {
        between_games(room)?;
    }
    let name = clean_name(name).ok_or(Rejection::BadName)?;
    if room.occupant(seat).is_some_and(|occupant| occupant.name == name) {
        return Ok(Vec::new());
    }
    Ok(vec![Event::Renamed { seat, name }])
}

pub(super) fn leave(room: &Room, seat: Seat) -> Result<Vec<Event>, Rejection> {
    between_games(room)?;
    Ok(vec![Event::Left(seat)])
}

pub(super) fn configure(room: &Room, seat: Seat, settings: &Settings) -> Result<Vec<Event>, Rejection> {
    between_games(room)?;
    settings.check()?;
    // Settled when the room is opened: a person online must always be asked before a move is taken back, and those who do
    // not know each other do not become friends by a setting.
    if (settings.undo, settings.company) != (room.settings.undo, room.settings.company) {
        return Err(Rejection::BadSettings);
    }
    if *settings == room.next_settings() {
        return Ok(Vec::new());
    }
    Ok(vec![Event::Configured { seat, settings: *settings }])
}

pub(super) fn ready(room: &Room, seat: Seat, ready: bool, now: Millis) -> Result<Vec<Event>, Rejection> {
    nothing_begun(room)?;
    if room.occupant(seat).is_some_and(|occupant| occupant.ready == ready) {
        return Ok(Vec::new());
    }
    let mut events = vec![Event::Readied { seat, ready }];
    let other_ready = room.occupant(seat.other()).is_some_and(|occupant| occupant.ready);
    if ready && other_ready {
        events.push(Event::CountingDown(now.saturating_add(COUNTDOWN_MS)));
    }
    Ok(events)
}

/// The whole log of a room for two who have agreed elsewhere: both sit, the first at the bottom, and the first game has
/// begun, or the draft of its board. Which of them begins is as the settings say.
///
/// # Errors
/// Games may not be played so, or a name has nothing that can be shown.
pub fn begun(
    code: RoomCode,
    settings: Settings,
    players: [(MemberId, &str); 2],
    now: Millis,
) -> Result<Vec<Logged>, Rejection> {
    settings.check()?;
    let mut events = vec![Event::Opened(settings)];
    for (seat, (member, name)) in Seat::BOTH.into_iter().zip(players) {
        let name = clean_name(name).ok_or(Rejection::BadName)?;
        events.push(Event::Seated { seat, member, name });
    }
    let mut log = stamp(events, 0, now, None);
    let room = fold(code, &log);
    log.extend(stamp(vec![next(&room, now)], room.seq, now, None));
    Ok(log)
}

/// The next game by the settings begins, or the draft of its board. The players build in turn.
pub(super) fn next(room: &Room, now: Millis) -> Event {
    match room.next_settings().game.setup(room.next_number()) {
        Some(setup) => start(room, setup, now),
        None => Event::DraftBegan(room.last_builder.map_or(Seat::Bottom, Seat::other)),
    }
}

/// The next game begins with this setup. The sides of the game before are swapped.
pub(super) fn start(room: &Room, setup: Setup, now: Millis) -> Event {
    let first = match &room.game {
        Some(game) => game.first.other(),
        // Which millisecond the countdown ends in is chance enough for the colour of one game.
        None => room.settings.sides.first(room.fingerprint() ^ now as u64 ^ (now as u64 >> 7)),
    };
    Event::Started { number: room.next_number(), setup, first }
}
