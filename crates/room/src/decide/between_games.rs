//! Decides the room setup between games: seats, names, settings, ready, and the start of a game.

use rules::{Setup, Side};

use super::{require_between_games, require_no_match_break, require_setup};
use crate::Millis;
use crate::code::RoomCode;
use crate::event::{Event, Logged, stamp};
use crate::evolve::fold;
use crate::game::Reason;
use crate::name::clean_name;
use crate::rejection::Rejection;
use crate::seat::{MemberId, Seat};
use crate::settings::Settings;
use crate::state::{COUNTDOWN_MS, Room};

pub(super) fn sit(room: &Room, member: MemberId, name: &str) -> Result<Vec<Event>, Rejection> {
    if room.seat_of(member).is_some() {
        return Ok(Vec::new());
    }
    if room.closed {
        return Err(Rejection::Closed);
    }
    // A player who comes back gets the same seat, and so the same score.
    let own = |seat: &Seat| room.left[seat.index()] == Some(member) && room.occupant(*seat).is_none();
    let seat = Seat::BOTH.into_iter().find(own).or(room.free_seat()).ok_or(Rejection::Full)?;
    Ok(vec![seated(seat, member, name)?])
}

fn seated(seat: Seat, member: MemberId, name: &str) -> Result<Event, Rejection> {
    let name = clean_name(name).ok_or(Rejection::BadName)?;
    Ok(Event::Seated { seat, member, name })
}

pub(super) fn rename(room: &Room, seat: Seat, name: &str) -> Result<Vec<Event>, Rejection> {
    // A name is free text as well: during a game it may change only where free text is allowed.
    if !room.may_chat() {
        require_between_games(room)?;
    }
    let name = clean_name(name).ok_or(Rejection::BadName)?;
    if room.occupant(seat).is_some_and(|occupant| occupant.name == name) {
        return Ok(Vec::new());
    }
    Ok(vec![Event::Renamed { seat, name }])
}

pub(super) fn close(room: &Room, seat: Seat, close: bool) -> Result<Vec<Event>, Rejection> {
    if room.host() != Some(seat) {
        return Err(Rejection::NotHost);
    }
    Ok(if room.closed == close { Vec::new() } else { vec![Event::Closed(close)] })
}

/// Gives up a seat. Whoever does so in the break of a match forfeits its second game: that begins, and is resigned.
pub(super) fn leave(room: &Room, seat: Seat, now: Millis) -> Result<Vec<Event>, Rejection> {
    require_between_games(room)?;
    let second = match_setup(room).map(|setup| start_game(room, setup, None, now));
    let Some(started @ Event::Started { first, .. }) = second else { return Ok(vec![Event::Left(seat)]) };
    let winner = Some(if first == seat { Side::Second } else { Side::First });
    Ok(vec![started, Event::Ended { winner, reason: Reason::Resigned }, Event::Left(seat)])
}

pub(super) fn configure(room: &Room, seat: Seat, settings: &Settings) -> Result<Vec<Event>, Rejection> {
    require_between_games(room)?;
    require_no_match_break(room)?;
    settings.check()?;
    // Undo rule, company and rating mode are fixed when the room is opened: an online player must always be asked before
    // a takeback, strangers do not become friends by a setting, and casual games never become rated ones. Berserk is for
    // tournaments.
    let fixed = |settings: &Settings| (settings.undo, settings.company, settings.mode, settings.berserk);
    if fixed(settings) != fixed(&room.settings) {
        return Err(Rejection::BadSettings);
    }
    // The same settings, sent first after a game, say that this player is about to change them: the other one is told.
    if *settings == room.next_settings() && !room.is_settled() {
        return Ok(Vec::new());
    }
    Ok(vec![Event::Configured { seat, settings: *settings }])
}

pub(super) fn ready(room: &Room, seat: Seat, ready: bool, now: Millis) -> Result<Vec<Event>, Rejection> {
    require_setup(room)?;
    if room.occupant(seat).is_some_and(|occupant| occupant.ready == ready) {
        return Ok(Vec::new());
    }
    if !ready {
        // The second game of a match begins in any case.
        require_no_match_break(room)?;
    }
    let mut events = vec![Event::Readied { seat, ready }];
    let other_ready = room.occupant(seat.other()).is_some_and(|occupant| occupant.ready);
    if ready && other_ready {
        let until = now.saturating_add(COUNTDOWN_MS);
        // In the break of a match a countdown runs already.
        events.push(Event::CountingDown(room.countdown.map_or(until, |end| end.min(until))));
    }
    Ok(events)
}

/// The log of a room that is opened with these settings: the host, if known, sits at the bottom.
///
/// # Errors
/// [`Rejection::BadName`] for a name without visible characters.
pub fn opened_room_log(
    settings: Settings,
    host: Option<(MemberId, &str)>,
    now: Millis,
) -> Result<Vec<Logged>, Rejection> {
    let mut events = vec![Event::Opened(settings)];
    if let Some((member, name)) = host {
        events.push(seated(Seat::Bottom, member, name)?);
    }
    Ok(stamp(events, 0, now, None))
}

/// The whole log of a room for two players whom matchmaking has paired: both sit, the first at the bottom,
/// and the first game or the draft of its board has begun. The settings say who begins.
///
/// # Errors
/// [`Rejection::BadBoard`] or [`Rejection::BadSettings`] for invalid settings, [`Rejection::BadName`] for a
/// name without visible characters.
pub fn paired_room_log(
    code: RoomCode,
    settings: Settings,
    players: [(MemberId, &str); 2],
    now: Millis,
) -> Result<Vec<Logged>, Rejection> {
    settings.check()?;
    let mut events = vec![Event::Opened(settings)];
    for (seat, (member, name)) in Seat::BOTH.into_iter().zip(players) {
        events.push(seated(seat, member, name)?);
    }
    let mut log = stamp(events, 0, now, None);
    let room = fold(code, &log);
    log.extend(stamp(vec![next_game(&room, now)], room.seq, now, None));
    Ok(log)
}

/// Starts the next game by the settings, or the draft of its board. The players take turns at building. The second game
/// of a match begins as its first one did.
pub(super) fn next_game(room: &Room, now: Millis) -> Event {
    let settings = room.next_settings().game;
    match match_setup(room).or_else(|| settings.setup(room.next_number())) {
        Some(setup) => start_game(room, setup, settings.opening(), now),
        None => Event::DraftBegan(room.last_builder.map_or(Seat::Bottom, Seat::other)),
    }
}

/// In the break of a match, the setup of its second game: the same start, and the same side has the first move.
fn match_setup(room: &Room) -> Option<Setup> {
    room.game.as_ref().filter(|_| room.is_match_break()).map(|first| first.setup)
}

/// Starts the next game with this setup, from the opening of this number if there is one. The sides of the previous game
/// are swapped.
pub(super) fn start_game(room: &Room, setup: Setup, opening: Option<u32>, now: Millis) -> Event {
    let first = match &room.game {
        Some(game) => game.first.other(),
        // The millisecond in which the countdown ends is random enough for the colour of one game.
        None => room.settings.sides.first(room.fingerprint() ^ now as u64 ^ (now as u64 >> 7)),
    };
    Event::started_from(opening, room.next_number(), setup, first)
}
