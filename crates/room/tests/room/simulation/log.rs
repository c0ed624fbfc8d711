//! The simulated log behind a server: it takes its time, refuses numbers that are taken, fails before or after it has
//! written, and its server crashes meanwhile.

use std::future::{pending, poll_fn};
use std::task::Poll;

use room::message::{Presence, ServerMessage};
use room::sync::replica::{Host, Log, NotAppended, Source};
use room::{Logged, MemberId, Millis, Room};

use super::Planted;
use super::world::{Happens, Shared};

/// A server as its replica sees it.
pub struct SimulatedHost {
    pub world: Shared,
    pub node: usize,
}

/// Why the log was not read or written.
#[derive(Debug)]
pub enum LogError {
    /// The store does not answer.
    Unavailable,
    /// The planted fault: the store drops what came second, and nobody tries again.
    Dropped,
}

impl SimulatedHost {
    /// Waits for the store, mostly for a few milliseconds.
    async fn wait(&self) {
        let until = {
            let mut world = self.world.borrow_mut();
            let most = match world.chance.below(100) {
                0 if world.faulty => 3_000,
                1..20 => 60,
                _ => 8,
            };
            let delay = world.chance.below(most) as Millis;
            world.later(delay, Happens::Step(self.node));
            world.now + delay
        };
        poll_fn(|_| if self.world.borrow().now < until { Poll::Pending } else { Poll::Ready(()) }).await;
    }

    /// Whether a fault with a chance of one in so many happens.
    fn fails(&self, once_in: u64) -> bool {
        let mut world = self.world.borrow_mut();
        world.faulty && world.chance.once_in(once_in)
    }

    /// Crashes the server: whoever runs it drops this future.
    async fn crash(&self) {
        self.world.borrow_mut().crash(self.node);
        pending().await
    }

    /// Writes events, if their numbers are free.
    fn write(&self, events: &[Logged]) -> Result<(), NotAppended<LogError>> {
        let mut world = self.world.borrow_mut();
        if world.store.len() as u64 + 1 != events[0].seq {
            world.reached.conflicts += 1;
            return Err(match world.planted {
                Some(Planted::ConflictDropsCommand) => NotAppended::Failed(LogError::Dropped),
                _ => NotAppended::Conflict,
            });
        }
        world.store.extend(events.iter().cloned());
        Ok(())
    }
}

impl Log for SimulatedHost {
    type Error = LogError;

    async fn append(&mut self, _: &Room, events: &[Logged]) -> Result<(), NotAppended<LogError>> {
        self.wait().await;
        if self.fails(250) {
            self.crash().await;
        }
        if self.fails(80) {
            self.world.borrow_mut().reached.unwritten += 1;
            return Err(NotAppended::Failed(LogError::Unavailable));
        }
        self.write(events)?;
        // From here on other servers see the events, and this one does not know yet that they are written.
        self.wait().await;
        if self.fails(80) {
            self.world.borrow_mut().reached.lost_answers += 1;
            return Err(NotAppended::Failed(LogError::Unavailable));
        }
        if self.fails(400) {
            self.crash().await;
        }
        Ok(())
    }

    async fn since(&mut self, room: &Room) -> Result<Vec<Logged>, LogError> {
        self.wait().await;
        if self.fails(200) {
            self.world.borrow_mut().reached.unread += 1;
            return Err(LogError::Unavailable);
        }
        Ok(self.world.borrow().read(room.seq))
    }
}

impl Host for SimulatedHost {
    fn now(&self) -> Millis {
        let world = self.world.borrow();
        world.now + world.nodes[self.node].ahead
    }

    fn downtime(&self) -> [Millis; 2] {
        [0; 2]
    }

    fn presence(&self, _: &Room) -> Presence {
        Presence::default()
    }

    fn lag(&self, member: MemberId) -> Option<Millis> {
        Some(100 * member.0 as Millis)
    }

    fn folded(&mut self, room: &Room, events: Vec<Logged>, source: Source) {
        let mut world = self.world.borrow_mut();
        world.nodes[self.node].seq = Some(room.seq);
        let message = ServerMessage::Events { events };
        let lines: Vec<u64> = world.nodes[self.node].members.keys().copied().collect();
        lines.into_iter().for_each(|line| world.send_to_page(line, &message));
        if source == Source::Own {
            world.node_tells(self.node);
        }
    }
}
