//! Everything there is, and what happens next.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use room::message::{ClientMessage, ServerMessage};
use room::{Event, Logged, MemberId, Millis, RoomCode, Settings, UndoRule, stamp};

use super::Reached;
use super::chance::Chance;
use super::node::Node;
use super::page::Page;
use crate::acts::settings;

/// How long things go wrong, and how long they then have to come right, in milliseconds.
const FAULTY: Millis = 120_000;
const MENDED: Millis = 90_000;
/// How often a page looks at the time, and how often a server says how far it is.
const LOOK: Millis = 250;
const BEAT: Millis = 2_000;

/// What happens at a moment.
pub enum Happens {
    /// A page's message arrives at the server of its connection.
    ToNode(u64, ClientMessage),
    /// A server's message arrives at the page of its connection.
    ToPage(u64, ServerMessage),
    /// A connection breaks, and its page notices.
    Cut(u64),
    /// A server hears how far the log is.
    News(usize, u64),
    /// A server says how far it is.
    Beat(usize),
    /// Something may be due at a server.
    Wake(usize),
    /// A server is there again.
    Start(usize),
    /// A page looks at the time, or its person does something.
    Look(usize),
    Act(usize),
}

/// A connection between a page and a server; it ends with the life of the server that it began in.
pub struct Line {
    pub page: usize,
    pub node: usize,
    life: u32,
    /// When the last that was sent arrives, in each direction: what is sent later comes later, unless something is wrong.
    last: [Millis; 2],
}

/// See the module.
pub struct World {
    pub now: Millis,
    pub chance: Chance,
    queue: BTreeMap<(Millis, u64), Happens>,
    next: u64,
    pub store: Vec<Logged>,
    pub nodes: Vec<Node>,
    pub pages: Vec<Page>,
    pub lines: HashMap<u64, Line>,
    /// Whether things go wrong at the moment.
    pub faulty: bool,
    pub reached: Reached,
    /// A number for everything that has happened, in its order.
    pub trace: u64,
}

/// The room.
pub fn code() -> RoomCode {
    RoomCode::from_seed(14)
}

impl World {
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::of(seed);
        let drawn = chance.number();
        let valid = (drawn..).map(settings).find(|settings| settings.check().is_ok()).unwrap();
        let settings = Settings { undo: UndoRule::Consent, audience: room::Audience::Invited, ..valid };
        let now = 1_000_000;
        let nodes: Vec<Node> =
            (0..1 + chance.below(3)).map(|_| Node::new(chance.below(100) as i64 - 50)).collect();
        // Two players, one of them with two tabs, and somebody who watches.
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

    /// Lets things go wrong for a while, and then come right.
    pub fn run(&mut self) {
        let mend = self.now + FAULTY;
        let end = mend + MENDED;
        while let Some(((at, _), happens)) = self.queue.pop_first() {
            if at > end {
                break;
            }
            self.now = at;
            self.faulty = at < mend;
            self.happen(happens);
        }
    }

    /// Something happens so many milliseconds from now.
    pub fn later(&mut self, after: Millis, happens: Happens) {
        self.next += 1;
        self.queue.insert((self.now + after, self.next), happens);
    }

    fn happen(&mut self, happens: Happens) {
        match happens {
            Happens::ToNode(line, message) => {
                self.note(&format!("{line} > {message:?}"));
                if let Some(node) = self.lives(line) {
                    self.node_receives(node, line, message);
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
            Happens::News(node, seq) => self.node_hears(node, seq),
            Happens::Beat(node) => {
                self.node_tells(node);
                self.later(BEAT, Happens::Beat(node));
            }
            Happens::Wake(node) => self.node_wakes(node),
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

    /// The server at the end of a line, if it still is the one that it began with.
    fn lives(&self, line: u64) -> Option<usize> {
        let Line { node, life, .. } = *self.lines.get(&line)?;
        (self.nodes[node].up && self.nodes[node].life == life).then_some(node)
    }

    /// A new line to a server.
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

    /// A line carries something: in order, unless something is wrong.
    fn carry(&mut self, line: u64, way: usize, mut what: impl FnMut() -> Happens) {
        let mut delay = self.chance.delay(self.faulty);
        let Some(Line { last, .. }) = self.lines.get_mut(&line) else { return };
        if self.faulty && self.chance.once_in(150) {
            // What is on its way is lost with the line.
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
