//! The decider of event sourcing: `decide` turns a room, a member's command and the time into events or a
//! rejection. It is the only place where the rules of a room are decided.

mod absent;
mod between_games;
mod draft;
mod offers;
mod play;

pub use absent::{may_transfer_seat, transfer_seat};
pub use between_games::{opened_room_log, paired_room_log};
use rules::{Outcome, Side};

use crate::Millis;
use crate::chat::ChatMessage;
use crate::clock::TimeOut;
use crate::command::Command;
use crate::event::Event;
use crate::game::{Game, Reason};
use crate::matches::{MATCH_BREAK_MS, MatchGame};
use crate::message::Presence;
use crate::rejection::Rejection;
use crate::seat::{MemberId, Seat};
use crate::settings::Company;
use crate::state::Room;

/// The longest log of a room, apart from the end of its last game or match and of its players' stay. Every newcomer is
/// sent the whole log, so it must be bounded; a game has some fifty events.
pub(crate) const MAX_LOG: u64 = 4_000;

/// In a correspondence game a server outage is logged if it lasted this long, or if as little time is left.
const LONG_DOWNTIME_MS: Millis = 10 * 60_000;
const LAST_HOUR_MS: Millis = 60 * 60_000;

/// Decides the events when `by` sends `command` at `now`. An empty list means that the room already is as
/// asked.
///
/// # Errors
/// The reason, if the room does not allow it; the room is unchanged.
pub fn decide(room: &Room, by: MemberId, command: &Command, now: Millis) -> Result<Vec<Event>, Rejection> {
    decide_among(room, by, command, &Presence::default(), now)
}

/// As [`decide`], with presence: only then can a player claim the game because the opponent is gone.
///
/// # Errors
/// As [`decide`].
pub fn decide_among(
    room: &Room,
    by: MemberId,
    command: &Command,
    here: &Presence,
    now: Millis,
) -> Result<Vec<Event>, Rejection> {
    let now = now.max(room.at);
    Ok(with_match_break(room, decide_command(room, by, command, here, now)?, now))
}

fn decide_command(
    room: &Room,
    by: MemberId,
    command: &Command,
    here: &Presence,
    now: Millis,
) -> Result<Vec<Event>, Rejection> {
    if let Command::Sit { name } = command {
        // Seats are given up in a full log as well, so nobody may take one there: it would never end.
        let is_full = room.seq >= MAX_LOG && room.seat_of(by).is_none();
        return if is_full { Err(Rejection::RoomFull) } else { between_games::sit(room, by, name) };
    }
    match (command, room.seat_of(by)) {
        // Spectator chat and reports do not enter the log.
        (Command::SendSpectatorChat(_) | Command::SendSpectatorPreset(_), None) => return Ok(Vec::new()),
        (Command::SendSpectatorChat(_) | Command::SendSpectatorPreset(_), Some(_)) => {
            return Err(Rejection::SpectatorsOnly);
        }
        (Command::Report(about), _) if *about == by => return Err(Rejection::NoOpponent),
        (Command::Report(_), _) => return Ok(Vec::new()),
        _ => {}
    }
    let seat = room.seat_of(by).ok_or(Rejection::NotSeated)?;
    if room.seq >= MAX_LOG && !fits_a_full_log(command) {
        return Err(Rejection::RoomFull);
    }
    match command {
        Command::Sit { .. }
        | Command::SendSpectatorChat(_)
        | Command::SendSpectatorPreset(_)
        | Command::Report(_) => Ok(Vec::new()),
        Command::Rename { name } => between_games::rename(room, seat, name),
        Command::Close(close) => between_games::close(room, seat, *close),
        Command::Leave => between_games::leave(room, seat, now),
        Command::Configure(settings) => between_games::configure(room, seat, settings),
        Command::Ready(ready) => between_games::ready(room, seat, *ready, now),
        Command::Play { game, ply, mv } => play::play(room, seat, *game, *ply, *mv, now),
        Command::Resign => play::resign(room, seat),
        Command::RequestUndo => offers::ask_undo(room, seat, now),
        Command::AnswerUndo(give) => offers::answer_undo(room, seat, *give),
        Command::GiveTime => offers::give_time(room, seat, now),
        Command::GoBerserk => play::go_berserk(room, seat),
        Command::OfferDraw => offers::offer_draw(room, seat),
        Command::AnswerDraw(agree) => offers::answer_draw(room, seat, *agree),
        Command::Rematch => offers::again(room, seat, false, now),
        Command::SameBoardRematch => offers::again(room, seat, true, now),
        Command::Build(board) => draft::build(room, seat, *board),
        Command::Pick(side) => draft::pick(room, seat, *side),
        Command::LeaveDraft => draft::leave(room, seat),
        Command::ClaimWin => absent::claim(room, seat, true, here, now),
        Command::ClaimDraw => absent::claim(room, seat, false, here, now),
        Command::Adjourn => absent::put_away(room, seat, here, now),
        Command::AnswerAdjourn(agree) => absent::answer_put_away(room, seat, *agree),
        Command::Resume => absent::take_up(room, seat),
        Command::SendChat(text) => say(room, seat, &ChatMessage::Text(text.clone()), now),
        Command::SendPreset(preset) => say(room, seat, &ChatMessage::Preset(*preset), now),
        Command::AllowChat(allowed) => allow_chat(room, seat, *allowed, now),
    }
}

fn say(room: &Room, seat: Seat, said: &ChatMessage, now: Millis) -> Result<Vec<Event>, Rejection> {
    Ok(match room.accept_from_seat(seat, said, now)? {
        ChatMessage::Text(text) => vec![Event::ChatSent { seat, text }],
        ChatMessage::Preset(preset) => vec![Event::PresetSent { seat, preset }],
    })
}

/// Allows or withdraws free text; among friends it is allowed anyway.
fn allow_chat(room: &Room, seat: Seat, allowed: bool, now: Millis) -> Result<Vec<Event>, Rejection> {
    if room.settings.company == Company::Friends || room.talk[seat.index()] == allowed {
        return Ok(Vec::new());
    }
    room.may_draw_attention(seat, now)?;
    Ok(vec![Event::ChatAllowed { seat, allowed }])
}

/// Whether the command is still accepted when the log is full: a running game can come to its end, no other
/// begins but the second of a match, the room can be closed, and whoever wants to be gone is gone.
fn fits_a_full_log(command: &Command) -> bool {
    use Command::{AnswerDraw, ClaimDraw, ClaimWin, Close, Leave, OfferDraw, Play, Resign};
    let ends_a_game =
        matches!(command, Play { .. } | Resign | OfferDraw | AnswerDraw(_) | ClaimWin | ClaimDraw);
    ends_a_game || matches!(command, Close(true) | Leave)
}

/// The first game of a match, once it has ended and counts, is followed by the break: the second one starts by itself.
fn with_match_break(room: &Room, mut events: Vec<Event>, now: Millis) -> Vec<Event> {
    let is_first = room.running().is_some_and(|game| game.match_game == Some(MatchGame::First));
    let counts = matches!(events.last(), Some(Event::Ended { reason, .. }) if *reason != Reason::CalledOff);
    if is_first && counts {
        events.push(Event::CountingDown(now.saturating_add(MATCH_BREAK_MS)));
    }
    events
}

/// Decides what time alone brings about at `now`: the end of the countdown, a fallen flag, a game called off.
/// Whoever runs a room calls it when [`Room::due`] is reached, and before every command.
pub fn tick(room: &Room, now: Millis) -> Vec<Event> {
    if room.due().is_none_or(|due| now < due) {
        return Vec::new();
    }
    match room.running() {
        None => vec![between_games::next_game(room, now)],
        Some(game) => {
            let thinking = game.position.to_move();
            let (winner, reason) = match game.timeout {
                // Nobody may escape from a match by not beginning its second game.
                _ if game.clock.in_grace(thinking) && game.match_game != Some(MatchGame::Second) => {
                    (None, Reason::CalledOff)
                }
                TimeOut::Loses => (Some(thinking.other()), Reason::TimeOut),
                TimeOut::Score => (winner(Outcome::of_scores(game.position.score())), Reason::TimeOut),
            };
            with_match_break(room, vec![Event::Ended { winner, reason }], now.max(room.at))
        }
    }
}

/// Decides how a server outage between two moments is excused, for the server that runs the room next. It
/// must be called before [`tick`], so that no flag falls for time in which nobody could play. The break of a match
/// begins anew after it. Idempotent: once the outage is in the log, it yields nothing.
pub fn downtime_event(room: &Room, from: Millis, until: Millis) -> Vec<Event> {
    if room.is_match_break() {
        let falls_into = room.at < until && room.countdown.is_some_and(|end| from < end);
        let anew = Event::CountingDown(until.saturating_add(MATCH_BREAK_MS));
        return if falls_into { vec![anew] } else { Vec::new() };
    }
    let clock = room.running().map(|game| &game.clock);
    let Some((clock, due)) = clock.and_then(|clock| Some((clock, clock.deadline()?))) else {
        return Vec::new();
    };
    if room.at >= until {
        return Vec::new();
    }
    let from = from.clamp(room.at, until);
    // A correspondence game is affected by minutes only near its deadline; the log need not note every server
    // restart.
    let matters = until.saturating_sub(from) >= LONG_DOWNTIME_MS || due <= until.saturating_add(LAST_HOUR_MS);
    if clock.control().is_live() || matters { vec![Event::Interrupted { from, until }] } else { Vec::new() }
}

/// The winner of an outcome; `None` for a draw.
fn winner(outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::Win(side) => Some(side),
        Outcome::Draw => None,
    }
}

/// The game, which must be running.
fn require_running(room: &Room) -> Result<&Game, Rejection> {
    room.running().ok_or(Rejection::NoGame)
}

/// Fails with [`Rejection::GameRunning`] while a game is running.
fn require_between_games(room: &Room) -> Result<(), Rejection> {
    if room.running().is_some() { Err(Rejection::GameRunning) } else { Ok(()) }
}

/// Fails with [`Rejection::MatchRunning`] between the two games of a match.
fn require_no_match_break(room: &Room) -> Result<(), Rejection> {
    if room.is_match_break() { Err(Rejection::MatchRunning) } else { Ok(()) }
}

/// Fails while a game is running or a board is being built: the sender of a rematch offer has not seen that
/// yet.
fn require_setup(room: &Room) -> Result<(), Rejection> {
    require_between_games(room)?;
    if room.draft.is_some() { Err(Rejection::Stale) } else { Ok(()) }
}

/// Fails if the opponent's seat is empty.
fn require_opponent(room: &Room, seat: Seat) -> Result<(), Rejection> {
    if room.occupant(seat.other()).is_some() { Ok(()) } else { Err(Rejection::NoOpponent) }
}
