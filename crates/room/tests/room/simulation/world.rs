//! The simulated world: servers, pages, connections and store, and the queue of what happens next.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use room::message::{ClientMessage, ServerMessage};
use room::{Event, Logged, MemberId, Millis, RoomCode, Settings, UndoRule, stamp};

use super::chance::Chance;
use super::node::{Letter, Node, Task, step};
use super::page::Page;
use super::{Planted, Reached};
use crate::acts::settings;

/// How long faults happen, and how long the system then has to recover, in milliseconds.
const FAULTY: Millis = 120_000;
const MENDED: Millis = 90_000;
/// How often a page polls its timers, and how often a server announces the length of its log.
const LOOK: Millis = 250;
const BEAT: Millis = 2_000;

/// An event of the simulation.
pub enum Happens {
    /// A message of a page arrives at the server of its connection.
    ToNode(u64, ClientMessage),
    /// A message of a server arrives at the page of its connection.
    ToPage(u64, ServerMessage),
    /// A connection breaks, and its page notices.
    Cut(u64),
    /// A server hears the length of the log.
    News(usize, u64),
    /// A server announces the length of its log.
    Beat(usize),
    /// Something may be due at a server.
    Wake(usize),
    /// A server has letters, or its store has answered.
    Step(usize),
    /// A server starts again.
    Start(usize),
    /// A page polls its timers, or its person does something.
    Look(usize),
    Act(usize),
}

/// A connection between a page and a server; it ends with the server's current life.
pub struct Line {
    pub page: usize,
    pub node: usize,
    life: u32,
    /// When the last message in each direction arrives: later messages arrive later, unless a fault reorders
    /// them.
    last: [Millis; 2],
}

/// The world, which the running servers share.
pub type Shared = Rc<RefCell<World>>;

/// The simulated world.
pub struct World {
    pub now: Millis,
    pub chance: Chance,
    queue: BTreeMap<(Millis, u64), Happens>,
    next: u64,
    pub store: Vec<Logged>,
    pub nodes: Vec<Node>,
    pub pages: Vec<Page>,
    pub lines: HashMap<u64, Line>,
    /// Whether faults happen at the moment.
    pub faulty: bool,
    pub reached: Reached,
    pub planted: Option<Planted>,
    /// A hash over everything that has happened, in order.
    pub trace: u64,
}

/// The room.
pub fn code() -> RoomCode {
    RoomCode::from_seed(14)
}

impl World {
    pub fn new(seed: u64, planted: Option<Planted>) -> Self {
        let mut chance = Chance::of(seed);
        let drawn = chance.number();
        let valid = (drawn..).map(settings).find(|settings| settings.check().is_ok()).unwrap();
        let settings = Settings { undo: UndoRule::Consent, audience: room::Audience::Invited, ..valid };
        let now = 1_000_000;
        let nodes: Vec<Node> =
            (0..1 + chance.below(3)).map(|_| Node::new(chance.below(100) as i64 - 50)).collect();
        // Two players, one of them with two tabs, and a spectator.
        let members = [1, 2, 1, 3].map(MemberId);
        let pages = members.iter().zip(0..).map(|(&me, n)| Page::new(me, n)).collect();
        let mut world = Self {
            now,
            chance,
            queue: BTreeMap::new(),
            next: 0,
            store: stamp(vec![Event::Opened(settings)], 0, now, None),
            nodes,
            pages,
            lines: HashMap::new(),
            faulty: true,
            reached: Reached::default(),
            planted,
            trace: 0,
        };
        for page in 0..world.pages.len() {
            world.later(page as Millis, Happens::Look(page));
            world.later(1_000, Happens::Act(page));
        }
        for node in 0..world.nodes.len() {
            world.later(BEAT, Happens::Beat(node));
        }
        world
    }

    /// Lets faults happen for a while, and then lets the system recover; the world at the end.
    pub fn run(self) -> Self {
        let mend = self.now + FAULTY;
        let end = mend + MENDED;
        let mut tasks: Vec<Option<Task>> = self.nodes.iter().map(|_| None).collect();
        let world = Rc::new(RefCell::new(self));
        loop {
            let next = world.borrow_mut().next_until(mend, end);
            match next {
                None => break,
                Some(Happens::Step(node)) => step(&world, node, &mut tasks[node]),
                Some(happens) => world.borrow_mut().happen(happens),
            }
        }
        drop(tasks);
        Rc::into_inner(world).unwrap().into_inner()
    }

    /// What happens next, unless the end has come. Until `mend` faults happen.
    fn next_until(&mut self, mend: Millis, end: Millis) -> Option<Happens> {
        let ((at, _), happens) = self.queue.pop_first()?;
        self.now = at;
        self.faulty = at < mend;
        (at <= end).then_some(happens)
    }

    /// The events of the log after sequence number `seq`, as servers read them.
    pub fn read(&self, seq: u64) -> Vec<Logged> {
        let lost = self.planted == Some(Planted::LostAckAppliedTwice);
        let events = self.store.iter().filter(|logged| logged.seq > seq).cloned();
        // With the planted fault nobody can tell from the log which commands it has answered.
        events.map(|logged| Logged { by: logged.by.filter(|_| !lost), ..logged }).collect()
    }

    /// Whose page is at the end of a connection.
    pub fn member_at(&self, line: u64) -> Option<MemberId> {
        self.lines.get(&line).map(|line| self.pages[line.page].me)
    }

    /// Schedules an event so many milliseconds from now.
    pub fn later(&mut self, after: Millis, happens: Happens) {
        self.next += 1;
        self.queue.insert((self.now + after, self.next), happens);
    }

    fn happen(&mut self, happens: Happens) {
        match happens {
            Happens::ToNode(line, message) => {
                self.note(&format!("{line} > {message:?}"));
                if let Some(node) = self.lives(line) {
                    self.post(node, Letter::Message(line, message));
                }
            }
            Happens::ToPage(line, message) => {
                self.note(&format!("{line} < {message:?}"));
                if let Some(page) = self.lines.get(&line).map(|line| line.page) {
                    self.page_receives(page, line, message);
                }
            }
            Happens::Cut(line) => {
                if let Some(ended) = self.lines.remove(&line) {
                    self.nodes[ended.node].members.remove(&line);
                    self.page_is_cut(ended.page, line);
                }
            }
            Happens::News(node, seq) => self.post(node, Letter::Told(seq)),
            Happens::Beat(node) => {
                self.node_tells(node);
                self.later(BEAT, Happens::Beat(node));
            }
            Happens::Wake(node) => {
                let now = self.now;
                self.nodes[node].wakes_at.take_if(|at| *at <= now);
                self.post(node, Letter::Wake);
            }
            Happens::Step(_) => {}
            Happens::Start(node) => self.nodes[node].up = true,
            Happens::Look(page) => {
                self.page_looks(page);
                self.later(LOOK, Happens::Look(page));
            }
            Happens::Act(page) => {
                let after = 100 + self.chance.below(700) as Millis;
                self.later(after, Happens::Act(page));
                if self.faulty {
                    self.page_acts(page);
                }
            }
        }
    }

    fn note(&mut self, what: &str) {
        let mut hasher = DefaultHasher::new();
        (self.trace, self.now, what).hash(&mut hasher);
        self.trace = hasher.finish();
        if std::env::var_os("DUELLO_SEED").is_some() {
            println!("{} {what}", self.now);
        }
    }

    /// The server at the end of a connection, unless it has crashed since.
    fn lives(&self, line: u64) -> Option<usize> {
        let Line { node, life, .. } = *self.lines.get(&line)?;
        (self.nodes[node].up && self.nodes[node].life == life).then_some(node)
    }

    /// A new connection to a server.
    pub fn connect(&mut self, page: usize, node: usize) -> u64 {
        self.next += 1;
        let life = self.nodes[node].life;
        self.lines.insert(self.next, Line { page, node, life, last: [self.now; 2] });
        self.next
    }

    pub fn send_to_node(&mut self, line: u64, message: &ClientMessage) {
        let sent = serde_json::to_string(message).unwrap();
        self.carry(line, 0, || Happens::ToNode(line, serde_json::from_str(&sent).unwrap()));
    }

    pub fn send_to_page(&mut self, line: u64, message: &ServerMessage) {
        let sent = serde_json::to_string(message).unwrap();
        self.carry(line, 1, || Happens::ToPage(line, serde_json::from_str(&sent).unwrap()));
    }

    /// Delivers a message over a connection: in order, unless a fault happens.
    fn carry(&mut self, line: u64, way: usize, mut what: impl FnMut() -> Happens) {
        let mut delay = self.chance.delay(self.faulty);
        let Some(Line { last, .. }) = self.lines.get_mut(&line) else { return };
        if self.faulty && self.chance.once_in(150) {
            // Messages on their way are lost with the connection.
            self.reached.cuts += 1;
            return self.later(delay, Happens::Cut(line));
        }
        if !(self.faulty && self.chance.once_in(40)) {
            delay = delay.max(last[way] - self.now);
            last[way] = self.now + delay;
        }
        let again = self.faulty && self.chance.once_in(25);
        self.later(delay, what());
        if again {
            self.reached.twice += 1;
            let delay = self.chance.delay(true);
            self.later(delay, what());
        }
    }
}
