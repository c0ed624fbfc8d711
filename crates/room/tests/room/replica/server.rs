//! A server of the replica's tests, and the log that it shares with others: both do what the test says.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use room::message::Presence;
use room::sync::replica::{Host, Log, NotAppended, Replica, Source};
use room::{Event, Logged, MemberId, Millis, Room, evolve};

use crate::common::Table;

/// A log that two servers share, with what happened to it.
#[derive(Default)]
pub struct Shared {
    pub log: Vec<Logged>,
    pub now: Millis,
    /// What the next appends come to: nothing is written, or it is written and reported as a failure.
    pub faults: Vec<Fault>,
    pub appends: usize,
    pub reads: usize,
    pub conflicts: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    NotWritten,
    AnswerLost,
}

/// A server of a test.
pub struct Server {
    pub shared: Rc<RefCell<Shared>>,
    /// The members who are connected.
    pub here: Presence,
    pub lag: Option<Millis>,
    pub downtime: [Millis; 2],
    /// The room as those who are told have it, and where the events came from.
    told: Room,
    pub sources: Vec<Source>,
    /// Events that another server appends just before the next appends of this one.
    pub overtaken_by: Vec<Vec<Event>>,
}

impl Server {
    pub fn new(table: &Table) -> (Self, Replica) {
        let shared = Shared { log: table.log.clone(), now: table.now, ..Shared::default() };
        Self::beside(&Rc::new(RefCell::new(shared)), table)
    }

    pub fn beside(shared: &Rc<RefCell<Shared>>, table: &Table) -> (Self, Replica) {
        let server = Self {
            shared: Rc::clone(shared),
            here: Presence::default(),
            lag: None,
            downtime: [0; 2],
            told: table.room.clone(),
            sources: Vec::new(),
            overtaken_by: Vec::new(),
        };
        (server, Replica::new(table.room.clone()))
    }

    fn overtake(&mut self) {
        if self.overtaken_by.is_empty() {
            return;
        }
        let events = self.overtaken_by.remove(0);
        let mut shared = self.shared.borrow_mut();
        let (seq, at) = (shared.log.len() as u64, shared.now);
        shared.log.extend(room::stamp(events, seq, at, None));
    }
}

impl Log for Server {
    type Error = Fault;

    async fn append(&mut self, _: &Room, events: &[Logged]) -> Result<(), NotAppended<Fault>> {
        pause().await;
        self.overtake();
        let fault = {
            let mut shared = self.shared.borrow_mut();
            shared.appends += 1;
            let fault = shared.faults.pop();
            if fault == Some(Fault::NotWritten) {
                return Err(NotAppended::Failed(Fault::NotWritten));
            }
            if shared.log.len() as u64 + 1 != events[0].seq {
                shared.conflicts += 1;
                return Err(NotAppended::Conflict);
            }
            shared.log.extend(events.iter().cloned());
            fault
        };
        pause().await;
        fault.map_or(Ok(()), |fault| Err(NotAppended::Failed(fault)))
    }

    async fn since(&mut self, room: &Room) -> Result<Vec<Logged>, Fault> {
        pause().await;
        let mut shared = self.shared.borrow_mut();
        shared.reads += 1;
        Ok(shared.log[room.seq as usize..].to_vec())
    }
}

impl Host for Server {
    fn now(&self) -> Millis {
        self.shared.borrow().now
    }

    fn downtime(&self) -> [Millis; 2] {
        self.downtime
    }

    fn presence(&self, _: &Room) -> Presence {
        self.here
    }

    fn lag(&self, _: MemberId) -> Option<Millis> {
        self.lag
    }

    fn folded(&mut self, room: &Room, events: Vec<Logged>, source: Source) {
        events.iter().for_each(|event| evolve(&mut self.told, event));
        assert_eq!(&self.told, room, "who is told of all events has the room");
        self.sources.push(source);
    }
}

/// Lets the other server go on, if somebody polls it.
pub async fn pause() {
    let mut paused = false;
    poll_fn(|_| if std::mem::replace(&mut paused, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

/// Runs a future to its end, alone.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}
