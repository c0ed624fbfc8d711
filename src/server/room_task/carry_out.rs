//! From a command to what has happened: decide, append, and only then evolve and tell. If the store has gone on without
//! this task (another server of the same database), it reads what it missed and decides again.

use room::message::ServerMessage;
use room::{
    Command, Ended, Event, Game, Logged, Millis, Origin, Rejection, TimeControl, decide, evolve, stamp,
};

use super::{RoomTask, Visitor};
use crate::server::guest_name;
use crate::server::store::{Beside, Holder, StoreError};

/// Lag is noted anew when it has changed by more than this and an eighth of what it was, in milliseconds.
const LAG_STEP_MS: Millis = 20;
/// How often a command is decided anew because somebody else was faster.
const TRIES: usize = 4;

/// What became of a command.
pub(super) enum Carried {
    /// It happened, and everybody was told.
    Happened,
    /// It had happened before, or nothing had to happen.
    Nothing,
    /// It may not be.
    Refused(Rejection),
}

impl RoomTask {
    /// Carries out a command of somebody with the events up to `after`, at most once for every `origin`.
    pub(super) async fn carry_out(
        &mut self,
        visitor: Visitor,
        origin: Origin,
        after: u64,
        command: &Command,
    ) -> Result<Carried, StoreError> {
        for _ in 0..TRIES {
            self.tick().await?;
            if self.room.has_answered(origin) {
                return Ok(Carried::Nothing);
            }
            if visitor.guest.is_none() {
                return Ok(Carried::Refused(Rejection::NotSeated));
            }
            let seat = self.room.seat_of(visitor.member);
            if agrees(command) && seat.is_some_and(|seat| !self.room.knows_terms(seat, after)) {
                // The settings or the board changed while this was on its way: nobody agrees to what they have not seen.
                return Ok(Carried::Refused(Rejection::Stale));
            }
            let now = self.rooms.time.now();
            let events = match decide(&self.room, visitor.member, command, now) {
                Ok(events) if events.is_empty() => return Ok(Carried::Nothing),
                Ok(events) => self.new_lag(&events).into_iter().chain(events).collect(),
                Err(reason) => return Ok(Carried::Refused(reason)),
            };
            match self.append(events, now, Some(origin), visitor).await {
                Ok(()) => return Ok(Carried::Happened),
                Err(StoreError::Conflict) => self.reload().await?,
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::Conflict)
    }

    /// With a move in a game with a clock, how long it takes to whoever thinks next, if that is no longer what the log says.
    fn new_lag(&self, events: &[Event]) -> Option<Event> {
        let [Event::Moved { side, .. }] = events else { return None };
        let game = self.room.running().filter(|game| game.clock.control().is_live())?;
        let side = side.other();
        let ms = self.members.lag(self.room.occupant(game.seat_of(side))?.member)?;
        let known = game.clock.lag(side);
        ((ms - known).abs() > LAG_STEP_MS + known / 8).then_some(Event::Lag { side, ms })
    }

    /// Gives a newcomer a seat, if there is one and he may have it.
    pub(super) async fn sit_if_free(&mut self, visitor: Visitor) -> Result<(), StoreError> {
        for _ in 0..TRIES {
            self.tick().await?;
            let Some(guest) = visitor.guest else { return Ok(()) };
            if self.room.seat_of(visitor.member).is_some() || self.room.free_seat().is_none() {
                return Ok(());
            }
            let chosen = self.rooms.store.guest_name(guest).await?;
            let name = chosen.unwrap_or_else(|| guest_name::made_up(guest));
            let sit = Command::Sit { name };
            let now = self.rooms.time.now();
            let events = decide(&self.room, visitor.member, &sit, now).unwrap_or_default();
            match self.append(events, now, None, visitor).await {
                Err(StoreError::Conflict) => self.reload().await?,
                result => return result,
            }
        }
        Err(StoreError::Conflict)
    }

    /// Brings about what time has brought about, and before it what it means that no server was there for a while.
    pub(super) async fn tick(&mut self) -> Result<(), StoreError> {
        // One tick can make another due: a countdown ends, and the game it starts has been over for long.
        for _ in 0..TRIES {
            let now = self.rooms.time.now();
            let mut events = room::interruption(&self.room, self.rooms.away.from, self.rooms.away.until);
            if events.is_empty() {
                events = room::tick(&self.room, now);
            }
            if events.is_empty() {
                return Ok(());
            }
            match self.append_as(events, now, None, Vec::new()).await {
                Err(StoreError::Conflict) => self.reload().await?,
                result => result?,
            }
        }
        Ok(())
    }

    async fn append(
        &mut self,
        events: Vec<Event>,
        now: Millis,
        by: Option<Origin>,
        visitor: Visitor,
    ) -> Result<(), StoreError> {
        let holder = |event: &Event| match event {
            Event::Seated { seat, .. } => Some(Holder { seat: *seat, guest: visitor.guest }),
            Event::Left(seat) => Some(Holder { seat: *seat, guest: None }),
            _ => None,
        };
        let holders = events.iter().filter_map(holder).collect();
        self.append_as(events, now, by, holders).await
    }

    async fn append_as(
        &mut self,
        events: Vec<Event>,
        now: Millis,
        by: Option<Origin>,
        holders: Vec<Holder>,
    ) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        let at = now.max(self.room.at);
        let events = stamp(events, self.room.seq, at, by);
        let beside = self.beside(&events, holders);
        self.rooms.store.append(self.room.code, &events, &beside).await?;
        let events = self.happened(events);
        self.tell_absent(&events);
        self.history.extend(events);
        if !beside.holders.is_empty() {
            self.members.assign_roles(&self.room);
        }
        Ok(())
    }

    /// What changes beside the log with these events.
    fn beside(&self, events: &[Logged], holders: Vec<Holder>) -> Beside {
        let has = |so: fn(&Event) -> bool| events.iter().any(|logged| so(&logged.event));
        let ends = has(|event| matches!(event, Event::Ended { .. }));
        if !ends && !has(|event| matches!(event, Event::Started { .. })) {
            return Beside { holders, ..Beside::default() };
        }
        let mut after = self.room.clone();
        events.iter().for_each(|event| evolve(&mut after, event));
        let timed = |game: &Game| game.clock.control() != TimeControl::None;
        let clock = Some(after.running().is_some_and(timed));
        Beside { holders, clock, ended: Ended::of(&after).filter(|_| ends) }
    }

    /// Reads what the store has and this task has not.
    async fn reload(&mut self) -> Result<(), StoreError> {
        tracing::info!(code = %self.room.code, seq = self.room.seq, "the log has gone on without us");
        let events = self.rooms.store.events(self.room.code, self.room.seq, u32::MAX).await?;
        if !events.is_empty() {
            let events = self.happened(events);
            self.history.extend(events);
            self.members.assign_roles(&self.room);
        }
        Ok(())
    }

    /// Takes in what stands in the store, and tells everybody; gives it back for the history.
    fn happened(&mut self, events: Vec<Logged>) -> Vec<Logged> {
        events.iter().for_each(|event| evolve(&mut self.room, event));
        let message = ServerMessage::Events { events };
        self.members.send_all(&message);
        self.members.dismiss(&self.room);
        if let ServerMessage::Events { events } = message { events } else { Vec::new() }
    }
}

/// Whether a command agrees to the settings, or to the board that somebody has built, as they are.
fn agrees(command: &Command) -> bool {
    matches!(command, Command::Ready(true) | Command::Pick(_) | Command::Again | Command::SameBoard)
}
