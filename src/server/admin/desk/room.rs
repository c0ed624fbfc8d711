//! `duello room`: a room as its log tells it, and what is done about it.

use std::fmt;

use ::room::{
    Event, Logged, MemberId, Millis, Reason, Redaction, Room, RoomCode, Seat, Settings, TimeControl, fold,
    stamp, with_earlier_devices,
};
use serde::Serialize;

use super::{Act, Desk, when};
use crate::server::admin::TaskError;
use crate::server::config::desk::RoomAction;
use crate::server::store::{ModerationChange, Projections, StoreError};

/// How many of the last events are shown to people; programs get all.
const SHOWN: usize = 40;
/// How often closing is tried while the room goes on.
const TRIES: u32 = 20;

/// A room.
#[derive(Serialize)]
struct RoomCard {
    room: RoomCode,
    opened: Option<Millis>,
    /// Whether it was closed by the operator.
    closed: bool,
    /// What is done in it: `empty`, `waiting`, `playing`, `over`.
    state: &'static str,
    settings: Settings,
    members: Vec<SeatedMember>,
    events: Vec<Logged>,
}

#[derive(Serialize)]
struct SeatedMember {
    seat: Seat,
    member: String,
    name: String,
    /// The guest who holds the seat.
    guest: Option<String>,
}

impl Desk<'_> {
    /// Shows a room, or does something about it.
    pub(super) async fn room(&self, code: RoomCode, action: Option<&RoomAction>) -> Result<(), TaskError> {
        let log = self.store.log(code).await.map_err(|error| self.failed(error))?;
        if log.is_empty() {
            return Err(TaskError::Unclear(format!(
                "there is no room {code}, or it was removed because of its age: `duello recover {code}` brings one back that \
                 was removed in the last week."
            )));
        }
        match action {
            None => {
                let card = self.room_card(code, log).await?;
                self.answer(&card);
                Ok(())
            }
            Some(RoomAction::Close) => self.close_room(code).await,
            Some(RoomAction::RemoveLine { event }) => {
                let is_line = |logged: &&Logged| matches!(logged.event, Event::ChatSent { .. });
                let Some(line) = log.iter().filter(is_line).find(|logged| logged.seq == *event) else {
                    return Err(TaskError::Unclear(format!(
                        "event {event} of {code} is no line of chat. `duello room {code}` shows the numbers."
                    )));
                };
                let author = line.by.map(|by| by.member.to_string()).unwrap_or_default();
                self.hide(code, &[*event], &author, "remove_line").await
            }
            Some(RoomAction::RemoveName { member }) => {
                let sat = |logged: &Logged| match logged.event {
                    Event::Seated { member, .. } | Event::SeatTransferred { member, .. } => Some(member),
                    _ => None,
                };
                let found =
                    log.iter().filter_map(sat).find(|other| other.to_string() == member.to_lowercase());
                let Some(found) = found else {
                    return Err(TaskError::Unclear(format!(
                        "nobody called {member} has had a seat in {code}. `duello room {code}` shows the members."
                    )));
                };
                self.hide(code, &names_of(&log, found), &found.to_string(), "remove_name").await
            }
        }
    }

    /// Hides texts of a member in a room, and rewrites what is stored of them. Servers that have the room loaded see
    /// that in the store.
    async fn hide(
        &self,
        code: RoomCode,
        events: &[u64],
        member: &str,
        action: &'static str,
    ) -> Result<(), TaskError> {
        let all = events.iter().copied().map(Redaction::Event).collect();
        let change = ModerationChange::Hide { code, all, at: self.now };
        let numbers = events.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let about = format!("{code} event {numbers} of member {member}");
        self.moderate(change, Act { action, about, until: None }).await?;
        self.store.rewrite_hidden(code, Millis::MIN).await.map_err(|error| self.failed(error))?;
        self.done(action, &code.to_string(), None, "It is removed, for open pages within five seconds.");
        Ok(())
    }

    /// Ends the game without a result, and shuts the room.
    async fn close_room(&self, code: RoomCode) -> Result<(), TaskError> {
        let mut tries = 0;
        loop {
            let log = self.store.log(code).await.map_err(|error| self.failed(error))?;
            let room = fold(code, &log);
            let (events, projections) = calling_off(&room, self.now);
            let change = ModerationChange::Shut { code, since: self.now };
            let entry = self.entry(Act { action: "close_room", about: code.to_string(), until: None });
            match self.store.moderate_room(change, entry, code, &events, &projections).await {
                // Somebody has made a move meanwhile.
                Err(StoreError::Conflict) if tries < TRIES => tries += 1,
                Err(error) => return Err(self.failed(error)),
                Ok(()) => break,
            }
        }
        self.done(
            "close_room",
            &code.to_string(),
            None,
            &format!("{code} is closed. Nobody can enter it any more."),
        );
        Ok(())
    }

    async fn room_card(&self, code: RoomCode, log: Vec<Logged>) -> Result<RoomCard, TaskError> {
        let holders = self.store.holders(code).await.map_err(|error| self.failed(error))?;
        let closed = self.store.moderation().await.map_err(|error| self.failed(error))?.shut.contains(&code);
        let room = fold(code, &log);
        let member = |seat: Seat| {
            let occupant = room.occupant(seat)?;
            let guest = holders[seat.index()].clone();
            Some(SeatedMember {
                seat,
                member: occupant.member.to_string(),
                name: occupant.name.clone(),
                guest,
            })
        };
        let members: Vec<SeatedMember> = Seat::BOTH.into_iter().filter_map(member).collect();
        let state = match &room.game {
            _ if room.running().is_some() => "playing",
            Some(_) => "over",
            None if members.is_empty() => "empty",
            None => "waiting",
        };
        let opened = log.first().map(|first| first.at);
        Ok(RoomCard { room: code, opened, closed, state, settings: room.settings, members, events: log })
    }
}

/// The events that give a member their name, which may have been chosen on an earlier device. They are hidden one by one:
/// a hidden member is somebody who was deleted, and could not play on.
fn names_of(log: &[Logged], member: MemberId) -> Vec<u64> {
    let members = with_earlier_devices(log, &[member]);
    let is_name = |logged: &&Logged| match &logged.event {
        Event::Seated { member, .. } => members.contains(member),
        Event::Renamed { .. } => logged.by.is_some_and(|by| members.contains(&by.member)),
        _ => false,
    };
    log.iter().filter(is_name).map(|logged| logged.seq).collect()
}

/// The events that end a running game without a result, and what changes with them beside the log.
fn calling_off(room: &Room, now: Millis) -> (Vec<Logged>, Projections) {
    let Some(game) = room.running() else { return (Vec::new(), Projections::default()) };
    let ended = Event::Ended { winner: None, reason: Reason::CalledOff };
    let had_clock = game.clock.control() != TimeControl::None;
    let projections = Projections { clock: had_clock.then_some(false), ..Projections::default() };
    (stamp(vec![ended], room.seq, now.max(room.at), None), projections)
}

impl fmt::Display for RoomCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = if self.closed { ", closed by the operator" } else { "" };
        writeln!(f, "Room {}, {}{closed}", self.room, self.state)?;
        if let Some(opened) = self.opened {
            writeln!(f, "  opened {}", when(opened))?;
        }
        writeln!(f, "  settings: {}", serde_json::to_string(&self.settings).unwrap_or_default())?;
        for SeatedMember { seat, member, name, guest } in &self.members {
            let guest = guest.as_deref().unwrap_or("unknown");
            writeln!(f, "  {seat:?}: {name:?}, member {member}, guest {guest}")?;
        }
        let skipped = self.events.len().saturating_sub(SHOWN);
        if skipped > 0 {
            writeln!(f, "  {skipped} earlier events are in the answer to --json.")?;
        }
        for logged in &self.events[skipped..] {
            let event = serde_json::to_string(&logged.event).unwrap_or_default();
            let by = logged.by.map(|by| format!(" by member {}", by.member)).unwrap_or_default();
            writeln!(f, "  {:>5}  {}{by}  {event}", logged.seq, when(logged.at))?;
        }
        write!(f, "  {} events.", self.events.len())
    }
}
