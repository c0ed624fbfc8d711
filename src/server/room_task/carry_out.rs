//! Command execution with optimistic concurrency: decide, append, then fold and broadcast. On a conflict
//! (another node was faster) the room task reads the events it missed and decides again (conflict retry).
//! Commands are idempotent by their origin.

use room::message::ServerMessage;
use room::{
    Command, Company, EndedGame, Event, Game, IncomingCommand, Logged, MemberId, Millis, Origin, Reason,
    Rejection, Room, TimeControl, Verdict, clean_line, clean_name, decide, evolve, judge, stamp,
};

use super::{HandOver, RoomTask, Visitor};
use crate::server::bus::BusPayload;
use crate::server::metrics::CommandOutcome;
use crate::server::store::{Projections, SeatHolder, StoreError};
use crate::server::{guest_name, manners};

/// A player's lag is logged again when it differs by more than this plus an eighth of the last value, in
/// milliseconds.
const LAG_STEP_MS: Millis = 20;
/// How often a command is decided again after conflicts.
const TRIES: usize = 4;

/// The outcome of a command.
pub(super) enum Carried {
    /// Its events were appended and broadcast.
    Happened,
    /// Nothing to do: idempotent repetition, or no effect.
    Nothing,
    /// It was rejected.
    Refused(Rejection),
}

impl RoomTask {
    /// Executes a command of a client that has the events up to `after`, at most once for each `origin`
    /// (idempotent).
    pub(super) async fn carry_out(
        &mut self,
        visitor: Visitor,
        origin: Origin,
        after: u64,
        command: &Command,
    ) -> Result<Carried, StoreError> {
        self.go_along(after).await?;
        for _ in 0..TRIES {
            self.tick().await?;
            let Some(guest) = visitor.guest else { return Ok(Carried::Refused(Rejection::NotSeated)) };
            let now = self.rooms.time.now();
            let here = self.members.presence(&self.room);
            let command = &polite(command);
            let judged = judge(&self.room, IncomingCommand { origin, after, command }, &here, now);
            if matches!(judged, Verdict::Refused(_) | Verdict::Nothing) && self.reload().await? {
                // The command may have been executed at another node already, or be possible since.
                continue;
            }
            let events = match judged {
                Verdict::AlreadyDone => return Ok(Carried::Nothing),
                Verdict::Refused(reason) => return Ok(Carried::Refused(reason)),
                Verdict::Nothing => {
                    let beside = self.carry_out_beside(visitor, guest, origin, command).await?;
                    return Ok(beside.unwrap_or(Carried::Nothing));
                }
                Verdict::Append(events) => self.new_lag(&events).into_iter().chain(events).collect(),
            };
            match self.append(events, now, Some(origin), visitor).await {
                Ok(()) => return Ok(Carried::Happened),
                Err(StoreError::Conflict) => {
                    self.reload().await?;
                }
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::Conflict)
    }

    /// Gives up a seat for good. The opponent's consent is not needed, because resigning first ends the game
    /// that would hold the seat.
    pub(super) async fn give_up(&mut self, visitor: Visitor) -> Result<(), StoreError> {
        for command in [Command::Resign, Command::Leave] {
            let drawn = getrandom::u32().map_err(|error| StoreError::Unavailable(error.to_string()))?;
            // Ids of this size are used by no page, so they cannot collide.
            let origin = Origin { member: visitor.member, id: u64::from(drawn) | 1 << 52 };
            // Without a game to resign, or a seat, there is nothing to do.
            self.carry_out(visitor, origin, self.room.seq, &command).await?;
        }
        Ok(())
    }

    /// With a move in a live game: the lag of the player who is to think next, if it has changed from the
    /// log's value.
    fn new_lag(&self, events: &[Event]) -> Option<Event> {
        let [Event::Moved { side, .. }] = events else { return None };
        let game = self.room.running().filter(|game| game.clock.control().is_live())?;
        let side = side.other();
        let ms = self.members.lag(self.room.occupant(game.seat_of(side))?.member)?;
        let known = game.clock.lag(side);
        ((ms - known).abs() > LAG_STEP_MS + known / 8).then_some(Event::Lag { side, ms })
    }

    /// Seats a newcomer, if a seat is free and the rules of the room allow it.
    pub(super) async fn sit_if_free(&mut self, visitor: Visitor) -> Result<(), StoreError> {
        for _ in 0..TRIES {
            self.tick().await?;
            let Some(guest) = visitor.guest else { return Ok(()) };
            if self.room.seat_of(visitor.member).is_some() || self.room.free_seat().is_none() {
                return Ok(());
            }
            let chosen = self.rooms.store.guest_name(guest).await?;
            let name = chosen.unwrap_or_else(|| guest_name::generated_name(guest));
            let sit = Command::Sit { name };
            let now = self.rooms.time.now();
            let events = decide(&self.room, visitor.member, &sit, now).unwrap_or_default();
            match self.append(events, now, None, visitor).await {
                Err(StoreError::Conflict) => {
                    self.reload().await?;
                }
                result => return result,
            }
        }
        Err(StoreError::Conflict)
    }

    /// Transfers a member's seat to another device of the same person.
    pub(super) async fn hand_over(&mut self, from: MemberId, to: Visitor) -> Result<HandOver, StoreError> {
        for _ in 0..TRIES {
            self.tick().await?;
            let Some(event) = room::transfer_seat(&self.room, from, to.member) else {
                let sits = self.room.seat_of(to.member).is_some();
                return Ok(if sits { HandOver::Sits } else { HandOver::NoSeat });
            };
            match self.append(vec![event], self.rooms.time.now(), None, to).await {
                Err(StoreError::Conflict) => {
                    self.reload().await?;
                }
                result => return result.map(|()| HandOver::Done),
            }
        }
        Err(StoreError::Conflict)
    }

    /// Appends what is due: first the consequences of a server downtime, then those of the clocks.
    pub(super) async fn tick(&mut self) -> Result<(), StoreError> {
        // A tick can make another due: a countdown starts a game whose time has long run out.
        for _ in 0..TRIES {
            let now = self.rooms.time.now();
            let mut events =
                room::downtime_event(&self.room, self.rooms.downtime.from, self.rooms.downtime.until);
            if events.is_empty() {
                events = room::tick(&self.room, now);
            }
            if events.is_empty() {
                return Ok(());
            }
            match self.append_as(events, now, None, Vec::new()).await {
                Err(StoreError::Conflict) => {
                    self.reload().await?;
                }
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
            Event::Seated { seat, .. } | Event::HandedOver { seat, .. } => {
                Some(SeatHolder { seat: *seat, guest: visitor.guest })
            }
            Event::Left(seat) => Some(SeatHolder { seat: *seat, guest: None }),
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
        holders: Vec<SeatHolder>,
    ) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        let at = now.max(self.room.at);
        let events = stamp(events, self.room.seq, at, by);
        let beside = self.beside(&events, holders);
        // A member who gives up a seat becomes a spectator.
        let left = events.iter().filter_map(|logged| match logged.event {
            Event::Left(seat) => Some(self.room.occupant(seat)?.member),
            _ => None,
        });
        let gone: Vec<_> = left.collect();
        self.rooms.store.append(self.room.code, &events, &beside).await?;
        if let Some(ended) = &beside.ended {
            self.rooms.metrics.game(&ended.game);
        }
        let events = self.happened(events);
        self.tell(BusPayload::Appended);
        self.tell_absent(&events);
        self.history.extend(events);
        if !beside.holders.is_empty() {
            self.members.assign_roles(&self.room);
        }
        for member in gone {
            self.tell_asides(member);
        }
        Ok(())
    }

    /// The projections that change together with these events (seats, running clocks, finished games,
    /// ratings).
    fn beside(&self, events: &[Logged], holders: Vec<SeatHolder>) -> Projections {
        let has = |so: fn(&Event) -> bool| events.iter().any(|logged| so(&logged.event));
        let ends = has(|event| matches!(event, Event::Ended { .. }));
        if !ends && !has(|event| matches!(event, Event::Started { .. })) {
            return Projections { holders, ..Projections::default() };
        }
        let mut after = self.room.clone();
        events.iter().for_each(|event| evolve(&mut after, event));
        let timed = |game: &Game| game.clock.control() != TimeControl::None;
        let runs = |room: &Room| room.running().is_some_and(timed);
        let clock = (runs(&after) != runs(&self.room)).then(|| runs(&after));
        let ended = EndedGame::of(&after).filter(|_| ends);
        let strangers = after.settings.company == Company::Strangers;
        let rated = strangers && ended.as_ref().is_some_and(|ended| ended.game.clock.is_live());
        let off = |game: &&Game| game.ending.is_some_and(|ending| ending.reason == Reason::CalledOff);
        let called_off = after.game.as_ref().filter(off).map(|game| game.setup.game()).filter(|_| ends);
        Projections { holders, clock, ended, rated, called_off }
    }

    /// Catches up with a client that has the events up to `after`: if they are news to this task, another
    /// node has appended them.
    pub(super) async fn go_along(&mut self, after: u64) -> Result<(), StoreError> {
        if after > self.room.seq {
            self.reload().await?;
        }
        Ok(())
    }

    /// Reads events that other nodes have appended; whether there were any.
    pub(super) async fn reload(&mut self) -> Result<bool, StoreError> {
        let events = self.rooms.store.events(self.room.code, self.room.seq, u32::MAX).await?;
        let any = !events.is_empty();
        if any {
            if self.members.elsewhere.is_alone() {
                tracing::info!(code = %self.room.code, seq = self.room.seq, "the log has gone on without us");
            }
            for logged in &events {
                if let Some(by) = logged.by {
                    self.members.acted(by.member, logged.at);
                }
            }
            let moved = |event: &Event| {
                matches!(event, Event::Seated { .. } | Event::HandedOver { .. } | Event::Left(_))
            };
            let seats = events.iter().any(|logged| moved(&logged.event));
            let events = self.happened(events);
            self.history.extend(events);
            if seats {
                self.members.assign_roles(&self.room);
            }
        }
        Ok(any)
    }

    /// Folds committed events into the state and broadcasts them; returns them for the history.
    fn happened(&mut self, events: Vec<Logged>) -> Vec<Logged> {
        events.iter().for_each(|event| evolve(&mut self.room, event));
        let message = ServerMessage::Events { events };
        self.members.send_all(&message);
        self.members.dismiss(&self.room);
        if let ServerMessage::Events { events } = message { events } else { Vec::new() }
    }
}

/// The command with cleaned texts and masked profanity; the original is neither decided on, stored nor sent.
fn polite(command: &Command) -> Command {
    let masked = |text: &str| manners::mask_profanity(&clean_line(text));
    // Shortened before masking: a cut may hide part of a bad word from the filter, or remove it.
    let name = |name: &str| clean_name(name).map_or_else(String::new, |name| manners::mask_profanity(&name));
    match command {
        Command::Sit { name: asked } => Command::Sit { name: name(asked) },
        Command::Rename { name: asked } => Command::Rename { name: name(asked) },
        Command::Say(text) => Command::Say(masked(text)),
        Command::Aside(text) => Command::Aside(masked(text)),
        other => other.clone(),
    }
}

/// The outcome as a metrics label.
pub(super) fn became(carried: &Result<Carried, StoreError>) -> CommandOutcome {
    match carried {
        Ok(Carried::Happened) => CommandOutcome::Appended,
        Ok(Carried::Nothing) => CommandOutcome::Nothing,
        Ok(Carried::Refused(_)) => CommandOutcome::Refused,
        Err(_) => CommandOutcome::Failed,
    }
}
