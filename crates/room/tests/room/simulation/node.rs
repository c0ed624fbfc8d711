//! A simulated server: it handles one letter at a time with the replica of the room, and answers pages as the room
//! task of the server does.

use std::collections::{BTreeMap, VecDeque};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Waker};

use room::message::{ClientMessage, Fault, Presence, ServerMessage};
use room::sync::replica::{NotAppended, Outcome, Replica};
use room::{Command, IncomingCommand, MemberId, Millis, Origin, Rejection, decide, fold};

use super::log::{LogError, SimulatedHost};
use super::world::{Happens, Shared, World, code};

/// How many events are sent at a time to a page that has fallen behind.
const PAGE: usize = 200;

/// What a server has to handle.
pub enum Letter {
    /// A message of the page at the other end of a connection.
    Message(u64, ClientMessage),
    /// Another server says how long the log is.
    Told(u64),
    /// Something may be due.
    Wake,
}

/// A simulated server.
pub struct Node {
    pub up: bool,
    /// How often it has crashed.
    pub life: u32,
    /// By how much its clock is ahead.
    pub ahead: Millis,
    /// What it has not handled yet.
    pub mailbox: VecDeque<Letter>,
    /// The room, if it is in memory and nothing is being handled.
    pub replica: Option<Replica>,
    /// The number of the last event that it knows, if the room is in memory.
    pub seq: Option<u64>,
    /// When it is to wake because something is due.
    pub wakes_at: Option<Millis>,
    /// The connections that it has welcomed, with their members.
    pub members: BTreeMap<u64, MemberId>,
}

impl Node {
    pub fn new(ahead: Millis) -> Self {
        let (mailbox, members) = (VecDeque::new(), BTreeMap::new());
        Self { up: true, life: 0, ahead, mailbox, replica: None, seq: None, wakes_at: None, members }
    }
}

/// A server that handles its letters, in one of its lives.
pub struct Task {
    life: u32,
    work: Pin<Box<dyn Future<Output = ()>>>,
}

/// Lets a server go on with its letters, until it waits for the store or has none left.
pub fn step(world: &Shared, node: usize, task: &mut Option<Task>) {
    let life = world.borrow().nodes[node].life;
    task.take_if(|task| task.life != life);
    if task.is_none() && world.borrow().nodes[node].mailbox.is_empty() {
        return;
    }
    let new = || Task { life, work: Box::pin(work(SimulatedHost { world: Rc::clone(world), node })) };
    let running = task.get_or_insert_with(new);
    if running.work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
        *task = None;
    }
}

async fn work(mut host: SimulatedHost) {
    while let Some(letter) = host.next_letter() {
        let mut replica = match (host.take_replica(), &letter) {
            (Some(replica), _) => replica,
            (None, Letter::Message(..)) => host.load(),
            // The room is not in memory, so there is nothing to do.
            (None, _) => continue,
        };
        let mut pause = 1;
        match letter {
            Letter::Message(line, message) => host.receive(&mut replica, line, message).await,
            Letter::Told(seq) => drop(replica.read_up_to(&mut host, seq).await),
            // What is due stays due.
            Letter::Wake => pause = if replica.tick(&mut host).await.is_err() { 250 } else { 1 },
        }
        host.put_back(replica, pause);
    }
}

impl SimulatedHost {
    fn next_letter(&self) -> Option<Letter> {
        self.world.borrow_mut().nodes[self.node].mailbox.pop_front()
    }

    fn take_replica(&self) -> Option<Replica> {
        self.world.borrow_mut().nodes[self.node].replica.take()
    }

    fn load(&self) -> Replica {
        let mut world = self.world.borrow_mut();
        let room = fold(code(), &world.read(0));
        world.nodes[self.node].seq = Some(room.seq);
        Replica::new(room)
    }

    /// Puts the room back, and has the server wake when something is due in it, after a pause at least.
    fn put_back(&self, replica: Replica, pause: Millis) {
        let mut world = self.world.borrow_mut();
        let Node { ahead, wakes_at, .. } = world.nodes[self.node];
        if let Some(due) = replica.due() {
            let at = (due - ahead).max(world.now + pause);
            if wakes_at.is_none_or(|wakes| wakes > at) {
                world.nodes[self.node].wakes_at = Some(at);
                let after = at - world.now;
                world.later(after, Happens::Wake(self.node));
            }
        }
        world.nodes[self.node].replica = Some(replica);
    }

    async fn receive(&mut self, replica: &mut Replica, line: u64, message: ClientMessage) {
        let Some(me) = self.world.borrow().member_at(line) else { return };
        let is_welcomed = self.world.borrow().nodes[self.node].members.contains_key(&line);
        match message {
            ClientMessage::Hello { after, .. } => {
                let _ = replica.read_up_to(self, after).await;
                self.welcome(replica, line, me, after);
            }
            // Messages before the welcome are ignored.
            _ if !is_welcomed => {}
            ClientMessage::Ping { n, after } => {
                let mut world = self.world.borrow_mut();
                world.catch_up(replica, line, after);
                let now = world.now;
                world.send_to_page(line, &ServerMessage::Pong { n, now });
            }
            ClientMessage::Cmd { id, after, cmd } => {
                let origin = Origin { member: me, id };
                let outcome = replica.execute(self, IncomingCommand { origin, after, command: &cmd }).await;
                self.world.borrow_mut().answer(replica, line, origin, after, &cmd, outcome);
            }
            ClientMessage::Leaving => {}
        }
    }

    fn welcome(&self, replica: &Replica, line: u64, me: MemberId, after: u64) {
        let mut world = self.world.borrow_mut();
        if world.member_at(line).is_none() {
            // The connection has broken meanwhile.
            return;
        }
        let log = world.missing(replica, if after > replica.seq { 0 } else { after }, usize::MAX);
        world.nodes[self.node].members.insert(line, me);
        let welcome = ServerMessage::Welcome { you: me, now: world.now, log, here: Presence::default() };
        world.send_to_page(line, &welcome);
    }
}

impl World {
    /// Puts a letter into a server's mailbox.
    pub fn post(&mut self, node: usize, letter: Letter) {
        if self.nodes[node].up {
            self.nodes[node].mailbox.push_back(letter);
            self.later(0, Happens::Step(node));
        }
    }

    fn missing(&self, replica: &Replica, after: u64, most: usize) -> Vec<room::Logged> {
        let events = self.store.iter().filter(|logged| logged.seq > after && logged.seq <= replica.seq);
        events.take(most).cloned().collect()
    }

    fn catch_up(&mut self, replica: &Replica, line: u64, after: u64) {
        let events = self.missing(replica, after, PAGE);
        if !events.is_empty() {
            self.send_to_page(line, &ServerMessage::Events { events });
        }
    }

    /// Answers a command.
    fn answer(
        &mut self,
        replica: &Replica,
        line: u64,
        origin: Origin,
        after: u64,
        command: &Command,
        outcome: Result<Outcome, NotAppended<LogError>>,
    ) {
        let id = origin.id;
        match outcome {
            Ok(Outcome::Appended) => {}
            Ok(Outcome::Refused(reason)) => {
                let happened = self.store.iter().any(|logged| logged.by == Some(origin));
                let stale = reason == Rejection::Stale;
                assert!(stale || !happened, "{origin:?} has happened, and is refused: {reason:?}");
                self.reached.stale += usize::from(stale);
                let events = self.missing(replica, after, PAGE);
                self.send_to_page(line, &ServerMessage::Refused { id, reason, events });
            }
            Ok(Outcome::AlreadyDone | Outcome::NoEffect) => {
                self.reached.known += usize::from(outcome.is_ok_and(|of| of == Outcome::AlreadyDone));
                self.assert_done(origin, command);
                self.catch_up(replica, line, after);
                self.send_to_page(line, &ServerMessage::Done(id));
            }
            Err(NotAppended::Failed(LogError::Dropped)) => {
                self.assert_done(origin, command);
                self.send_to_page(line, &ServerMessage::Done(id));
            }
            Err(_) => self.send_to_page(line, &ServerMessage::Fault(Fault::Busy)),
        }
    }

    /// What is said to be done stands in the log, or would change nothing there.
    fn assert_done(&self, origin: Origin, command: &Command) {
        let happened = self.store.iter().any(|logged| logged.by == Some(origin));
        let decided = || decide(&fold(code(), &self.store), origin.member, command, self.now);
        assert!(
            happened || decided().is_ok_and(|events| events.is_empty()),
            "{origin:?} is done: {command:?}"
        );
    }

    /// Announces the length of the log to the other servers; some announcements are lost.
    pub fn node_tells(&mut self, node: usize) {
        let Some(seq) = self.nodes[node].seq else { return };
        for other in (0..self.nodes.len()).filter(|&other| other != node) {
            if !(self.faulty && self.chance.once_in(5)) {
                let delay = self.chance.delay(self.faulty);
                self.later(delay, Happens::News(other, seq));
            }
        }
    }

    /// Crashes the server: its memory is lost, and its connections break.
    pub fn crash(&mut self, node: usize) {
        self.reached.crashes += 1;
        let dead = &mut self.nodes[node];
        *dead = Node { up: false, life: dead.life + 1, ..Node::new(dead.ahead) };
        let mut lines: Vec<u64> =
            self.lines.iter().filter(|(_, line)| line.node == node).map(|(&line, _)| line).collect();
        lines.sort_unstable();
        for line in lines {
            let delay = self.chance.delay(false);
            self.later(delay, Happens::Cut(line));
        }
        let back = 500 + self.chance.below(5_000) as Millis;
        self.later(back, Happens::Start(node));
    }
}
