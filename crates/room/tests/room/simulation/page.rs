//! A page: it drives the client core of the protocol (`room::sync::client`), as the page's online driver is to do.

use room::message::{ClientMessage, ServerMessage};
use room::sync::client::{Client, Effect, Surroundings};
use room::{Command, MemberId, Millis};

use super::Planted;
use super::world::{World, code};
use crate::acts::{foolish, sensible};

/// A command without an answer is sent again after this long.
const RESEND: Millis = 2_500;
/// A ping is sent this long after the last, and the connection is given up if nothing comes for so long.
const PING: Millis = 5_000;
const SILENT: Millis = 9_000;

/// A page: the client core of the protocol, with a connection and a person.
pub struct Page {
    /// Who its person is.
    pub me: MemberId,
    /// Its connection, if it has one.
    line: Option<u64>,
    retry_at: Millis,
    heard: Millis,
    pinged: Millis,
    /// What the real page runs.
    pub client: Client,
    /// The commands that the log has answered.
    pub acknowledged: Vec<u64>,
}

impl Page {
    pub fn new(me: MemberId, number: u64) -> Self {
        let client = Client::new(code(), number << 16);
        Self { me, line: None, retry_at: 0, heard: 0, pinged: 0, client, acknowledged: Vec::new() }
    }
}

impl World {
    fn page_sends(&mut self, page: usize, message: &ClientMessage) {
        if let Some(line) = self.pages[page].line {
            self.send_to_node(line, message);
        }
    }

    fn ping(&mut self, page: usize) {
        self.pages[page].pinged = self.now;
        let ping = self.pages[page].client.ping(1);
        self.page_sends(page, &ping);
    }

    pub fn page_receives(&mut self, page: usize, line: u64, message: ServerMessage) {
        if self.pages[page].line != Some(line) {
            return;
        }
        self.pages[page].heard = self.now;
        let effects = self.pages[page].client.receive(&message, self.now);
        for effect in effects {
            match effect {
                Effect::Send(message) => self.page_sends(page, &message),
                Effect::Gap if self.planted == Some(Planted::GapNotAskedFor) => {}
                Effect::Gap => self.ping(page),
                Effect::Acknowledged(id) => self.pages[page].acknowledged.push(id),
                Effect::Done(_) | Effect::Refused(..) | Effect::SeatHandedOver => {}
            }
        }
        if let ServerMessage::Events { events } = &message {
            let client = &self.pages[page].client;
            let is_gap = client.confirmed().is_some()
                && events.first().is_some_and(|first| first.seq > client.seq() + 1);
            assert!(!is_gap || self.pages[page].pinged == self.now, "page {page} asks for what it lacks");
        }
    }

    pub fn page_is_cut(&mut self, page: usize, line: u64) {
        let wait = 250 + self.chance.below(500) as Millis;
        if self.pages[page].line.take_if(|current| *current == line).is_some() {
            self.pages[page].retry_at = self.now + wait;
        }
    }

    pub fn page_looks(&mut self, page: usize) {
        let now = self.now;
        let Page { line, retry_at, heard, pinged, .. } = self.pages[page];
        match line {
            None if retry_at <= now => {
                let node = self.chance.below(self.nodes.len() as u64) as usize;
                if self.nodes[node].up {
                    let line = self.connect(page, node);
                    (self.pages[page].line, self.pages[page].heard) = (Some(line), now);
                    let hello = self.pages[page].client.hello();
                    self.page_sends(page, &hello);
                }
            }
            Some(line) if now - heard >= SILENT => {
                self.lines.remove(&line);
                for node in &mut self.nodes {
                    node.members.remove(&line);
                }
                self.page_is_cut(page, line);
            }
            Some(_) if now - heard.max(pinged) >= PING => self.ping(page),
            _ => {}
        }
        if self.pages[page].line.is_some() {
            let again = self.pages[page].client.resend(now, RESEND);
            again.iter().for_each(|message| self.page_sends(page, message));
        }
    }

    /// Its person does something that looks possible.
    pub fn page_acts(&mut self, page: usize) {
        let surroundings = Surroundings::default();
        let Some(room) = self.pages[page].client.optimistic(&surroundings) else { return };
        let (me, detail) = (self.pages[page].me, self.chance.number());
        let command = match self.chance.below(10) {
            0 => foolish(&room, 70 + self.chance.below(30) as u8, detail),
            _ => match sensible(&room, me, detail) {
                (by, command) if by == me => command,
                _ => return,
            },
        };
        if matches!(command, Command::Leave) {
            return;
        }
        if let Ok(message) = self.pages[page].client.submit(command, self.now, &surroundings) {
            self.page_sends(page, &message);
        }
    }
}
