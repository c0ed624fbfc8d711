//! A server node's side of the protocol: a replica of the room, kept in step with the room's log by optimistic
//! concurrency (compare and append).
//!
//! Several nodes may run the same room, and the log is the only thing that they share. A replica decides on the
//! events that it knows, and appends what it has decided with the sequence number that has to come next. If
//! another node has taken that number (a conflict), the replica reads what it missed, folds it, and decides anew.
//! Commands are idempotent by their [`Origin`]: a command that the log has answered is not carried out again.
//!
//! The log, the clock and the connected members are arguments ([`Log`], [`Host`]), so the room task of the server
//! and the simulation run this same code.

use std::ops::Deref;

use crate::message::Presence;
use crate::{
    Event, IncomingCommand, Logged, MemberId, Millis, Origin, Rejection, Room, Verdict, downtime_event,
    evolve, judge, stamp, tick,
};

/// How often a replica decides before it gives up because other nodes have always appended first.
const TRIES: usize = 4;
/// A player's lag is logged again when it differs by more than this plus an eighth of the last value, in
/// milliseconds.
const LAG_STEP_MS: Millis = 20;

/// The log of one room, which may be shared with other nodes.
pub trait Log {
    /// Why the log cannot be read or written.
    type Error;

    /// Appends events to the log from which `room` was folded: all of them or none.
    ///
    /// # Errors
    /// [`NotAppended::Conflict`] if the log holds another event under one of the numbers.
    fn append(
        &mut self,
        room: &Room,
        events: &[Logged],
    ) -> impl Future<Output = Result<(), NotAppended<Self::Error>>>;

    /// Reads the events of the log that `room` lacks, in order and without gaps.
    fn since(&mut self, room: &Room) -> impl Future<Output = Result<Vec<Logged>, Self::Error>>;
}

/// The node that a replica runs on: what decisions depend on besides the room, and who has to learn of events.
pub trait Host: Log {
    /// The time now, on the clock of this node.
    fn now(&self) -> Millis;

    /// The last time without any node, from its beginning to its end: nobody's clock is charged for it.
    fn downtime(&self) -> [Millis; 2];

    /// The members who are connected, to whichever node.
    fn presence(&self, room: &Room) -> Presence;

    /// The measured round-trip time to a member, if there is one.
    fn lag(&self, member: MemberId) -> Option<Millis>;

    /// Called whenever the replica has folded events into `room`, in the order of the log and before anything
    /// else is decided.
    fn folded(&mut self, room: &Room, events: Vec<Logged>, source: Source);
}

/// Which node has appended events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// This one.
    Own,
    /// Another one.
    Other,
}

/// Why events were not appended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAppended<E> {
    /// Another node has appended first. From a method of [`Replica`]: it has done so after each new decision.
    Conflict,
    /// The log could not be read or written. Whether the events are in the log may be unknown.
    Failed(E),
}

impl<E> From<E> for NotAppended<E> {
    fn from(error: E) -> Self {
        Self::Failed(error)
    }
}

/// The outcome of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Its events were appended.
    Appended,
    /// The log holds its events already (a repetition).
    AlreadyDone,
    /// The room already is as asked, so there is nothing to append.
    NoEffect,
    /// It is refused.
    Refused(Rejection),
}

/// What is to be done with a decision about the room.
enum Decision {
    /// Append these events, unless another node appends first.
    Append(Vec<Event>),
    /// Nothing is to be appended, whatever the log holds besides.
    Final(Outcome),
    /// Nothing is to be appended if the log holds no more than the replica knows.
    IfUpToDate(Outcome),
}

/// A room as its log says as far as this node has read it. Only events that stand in the log change it.
#[derive(Clone, Debug)]
pub struct Replica {
    room: Room,
}

impl Deref for Replica {
    type Target = Room;

    fn deref(&self) -> &Room {
        &self.room
    }
}

impl Replica {
    /// A replica with a room that was folded from the log.
    pub fn new(room: Room) -> Self {
        Self { room }
    }

    /// Carries out a member's command, at most once for each origin.
    ///
    /// # Errors
    /// Nothing was appended, or whether it was is unknown: the member may send the command again.
    pub async fn execute<H: Host>(
        &mut self,
        host: &mut H,
        asked: IncomingCommand<'_>,
    ) -> Result<Outcome, NotAppended<H::Error>> {
        // The sender knows events that this node has not read yet.
        self.read_up_to(host, asked.after).await?;
        let decide = |room: &Room, host: &H, now| match judge(room, asked, &host.presence(room), now) {
            Verdict::Append(events) => Decision::Append(with_lag(room, events, host)),
            Verdict::AlreadyDone => Decision::Final(Outcome::AlreadyDone),
            // Another node may have carried the command out, or have made it possible.
            Verdict::Nothing => Decision::IfUpToDate(Outcome::NoEffect),
            Verdict::Refused(reason) => Decision::IfUpToDate(Outcome::Refused(reason)),
        };
        self.commit(host, Some(asked.origin), decide).await
    }

    /// Appends what the server itself decides, which no command has asked for; whether there was anything.
    ///
    /// # Errors
    /// As [`Replica::execute`].
    pub async fn append<H: Host>(
        &mut self,
        host: &mut H,
        decide: impl Fn(&Room, Millis) -> Vec<Event>,
    ) -> Result<bool, NotAppended<H::Error>> {
        let decide = |room: &Room, _: &H, now| match decide(room, now) {
            events if events.is_empty() => Decision::Final(Outcome::NoEffect),
            events => Decision::Append(events),
        };
        Ok(self.commit(host, None, decide).await? == Outcome::Appended)
    }

    /// Appends what is due: first the consequences of a downtime, then those of the clocks.
    ///
    /// # Errors
    /// As [`Replica::execute`]; what is due stays due.
    pub async fn tick<H: Host>(&mut self, host: &mut H) -> Result<(), NotAppended<H::Error>> {
        // A tick can make another due: a countdown starts a game whose time has long run out.
        for _ in 0..TRIES {
            let now = host.now();
            let [from, until] = host.downtime();
            let mut events = downtime_event(&self.room, from, until);
            if events.is_empty() {
                events = tick(&self.room, now);
            }
            if events.is_empty() {
                return Ok(());
            }
            self.append_or_read(host, events, now, None).await?;
        }
        Ok(())
    }

    /// Reads what other nodes have appended; whether there was anything.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn read<H: Host>(&mut self, host: &mut H) -> Result<bool, H::Error> {
        let events = host.since(&self.room).await?;
        let any = !events.is_empty();
        if any {
            self.fold(host, events, Source::Other);
        }
        Ok(any)
    }

    /// Reads what other nodes have appended if the log is known to reach to `seq`, and the replica does not.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn read_up_to<H: Host>(&mut self, host: &mut H, seq: u64) -> Result<(), H::Error> {
        if seq > self.room.seq {
            self.read(host).await?;
        }
        Ok(())
    }

    /// Decides until the log takes the decision.
    async fn commit<H: Host>(
        &mut self,
        host: &mut H,
        by: Option<Origin>,
        decide: impl Fn(&Room, &H, Millis) -> Decision,
    ) -> Result<Outcome, NotAppended<H::Error>> {
        for _ in 0..TRIES {
            self.tick(host).await?;
            let now = host.now();
            match decide(&self.room, host, now) {
                Decision::Append(events) => {
                    if self.append_or_read(host, events, now, by).await? {
                        return Ok(Outcome::Appended);
                    }
                }
                Decision::Final(outcome) => return Ok(outcome),
                Decision::IfUpToDate(outcome) => {
                    if !self.read(host).await? {
                        return Ok(outcome);
                    }
                }
            }
        }
        Err(NotAppended::Conflict)
    }

    /// Appends events if no other node has appended since the replica was last read, else reads what others
    /// have appended; whether the events were appended.
    async fn append_or_read<H: Host>(
        &mut self,
        host: &mut H,
        events: Vec<Event>,
        now: Millis,
        by: Option<Origin>,
    ) -> Result<bool, NotAppended<H::Error>> {
        let events = stamp(events, self.room.seq, now.max(self.room.at), by);
        match host.append(&self.room, &events).await {
            Ok(()) => {
                self.fold(host, events, Source::Own);
                Ok(true)
            }
            Err(NotAppended::Conflict) => {
                self.read(host).await?;
                Ok(false)
            }
            Err(failed) => Err(failed),
        }
    }

    fn fold<H: Host>(&mut self, host: &mut H, events: Vec<Logged>, source: Source) {
        events.iter().for_each(|logged| evolve(&mut self.room, logged));
        host.folded(&self.room, events, source);
    }
}

/// Precedes a move in a live game by the lag of the player who is to think next, if it has changed from the log's
/// value.
fn with_lag<H: Host>(room: &Room, mut events: Vec<Event>, host: &H) -> Vec<Event> {
    if let Some(lag) = changed_lag(room, &events, host) {
        events.insert(0, lag);
    }
    events
}

fn changed_lag<H: Host>(room: &Room, events: &[Event], host: &H) -> Option<Event> {
    let [Event::Moved { side, .. }] = events else { return None };
    let game = room.running().filter(|game| game.clock.control().is_live())?;
    let side = side.other();
    let ms = host.lag(room.occupant(game.seat_of(side))?.member)?;
    let known = game.clock.lag(side);
    ((ms - known).abs() > LAG_STEP_MS + known / 8).then_some(Event::Lag { side, ms })
}
