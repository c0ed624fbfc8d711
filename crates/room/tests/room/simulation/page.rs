//! The simulated page, with optimistic update, pending commands, resend and sequence gap as in
//! `src/app/game/drivers/online.rs` and `src/client/socket.rs`.

use room::message::{ClientMessage, Presence, ServerMessage, VERSION};
use room::{Command, Logged, MemberId, Millis, Origin, Room, decide_among, evolve, stamp};

use super::world::{World, code};
use crate::acts::{foolish, sensible};

/// A command without an answer is resent after this long.
const RESEND: Millis = 2_500;
/// The heartbeat: a ping is sent this long after the last, and the connection is given up after the same time
/// of silence.
const PING: Millis = 5_000;
const SILENT: Millis = 9_000;
/// The most pending commands.
const OUTBOX: usize = 16;

/// A simulated page.
pub struct Page {
    pub me: MemberId,
    /// Its connection, if it has one.
    line: Option<u64>,
    retry_at: Millis,
    heard: Millis,
    pinged: Millis,
    pub confirmed: Option<Room>,
    pub outbox: Vec<Waiting>,
    next_id: u64,
    /// The ids of the commands that an event has answered.
    pub acknowledged: Vec<u64>,
}

/// A pending command.
pub struct Waiting {
    id: u64,
    command: Command,
    /// The number of the last event known when the command was made; a resend keeps it.
    after: u64,
    sent_at: Millis,
}

impl Page {
    pub fn new(me: MemberId, number: u64) -> Self {
        Self {
            me,
            line: None,
            retry_at: 0,
            heard: 0,
            pinged: 0,
            confirmed: None,
            outbox: Vec::new(),
            next_id: number << 16,
            acknowledged: Vec::new(),
        }
    }

    fn after(&self) -> u64 {
        self.confirmed.as_ref().map_or(0, |room| room.seq)
    }

    /// Drops the pending commands that the log has answered.
    fn settle(&mut self) {
        let Some(room) = &self.confirmed else { return };
        let (me, acknowledged) = (self.me, &mut self.acknowledged);
        self.outbox.retain(|waiting| {
            let answered = room.has_answered(Origin { member: me, id: waiting.id });
            acknowledged.extend(answered.then_some(waiting.id));
            !answered
        });
    }
}

impl World {
    fn ping(&mut self, page: usize) {
        let (line, after) = (self.pages[page].line, self.pages[page].after());
        self.pages[page].pinged = self.now;
        if let Some(line) = line {
            self.send_to_node(line, &ClientMessage::Ping { n: 1, after });
        }
    }

    /// Folds new events into the confirmed room. After a sequence gap it asks for the missing events instead.
    fn take(&mut self, page: usize, events: &[Logged]) {
        let Some(room) = &mut self.pages[page].confirmed else { return };
        if events.first().is_some_and(|first| first.seq > room.seq + 1) {
            return self.ping(page);
        }
        events.iter().for_each(|logged| evolve(room, logged));
        self.pages[page].settle();
    }

    pub fn page_receives(&mut self, page: usize, line: u64, message: ServerMessage) {
        if self.pages[page].line != Some(line) {
            return;
        }
        self.pages[page].heard = self.now;
        match message {
            ServerMessage::Welcome { log, .. } => {
                if log.first().is_some_and(|first| first.seq == 1) {
                    self.pages[page].confirmed = Some(Room::new(code()));
                }
                self.take(page, &log);
                self.send_again(page, 0);
            }
            ServerMessage::Events { events } => self.take(page, &events),
            ServerMessage::Done(id) => self.pages[page].outbox.retain(|waiting| waiting.id != id),
            ServerMessage::Refused { id, events, .. } => {
                self.take(page, &events);
                self.pages[page].outbox.retain(|waiting| waiting.id != id);
            }
            _ => {}
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
                    let after = self.pages[page].after();
                    self.send_to_node(line, &ClientMessage::Hello { v: VERSION, room: code(), after });
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
        self.send_again(page, RESEND);
    }

    /// Resends the commands that have been pending for so long.
    fn send_again(&mut self, page: usize, for_long: Millis) {
        let (now, Some(line)) = (self.now, self.pages[page].line) else { return };
        let mut messages = Vec::new();
        for waiting in self.pages[page].outbox.iter_mut().filter(|w| now - w.sent_at >= for_long) {
            waiting.sent_at = now;
            let Waiting { id, after, command: ref cmd, .. } = *waiting;
            messages.push(ClientMessage::Cmd { id, after, cmd: cmd.clone() });
        }
        messages.iter().for_each(|message| self.send_to_node(line, message));
    }

    /// The room as the page shows it: the confirmed room and, on top, the pending commands
    /// (optimistic update).
    fn shown(&self, page: usize) -> Option<Room> {
        let page = &self.pages[page];
        let mut room = page.confirmed.clone()?;
        for waiting in &page.outbox {
            let now = self.now.max(room.at);
            if let Ok(events) = decide_among(&room, page.me, &waiting.command, &Presence::default(), now) {
                stamp(events, room.seq, now, None).iter().for_each(|logged| evolve(&mut room, logged));
            }
        }
        Some(room)
    }

    /// The person at the page does something that looks possible.
    pub fn page_acts(&mut self, page: usize) {
        let Some(room) = self.shown(page) else { return };
        let (me, detail) = (self.pages[page].me, self.chance.number());
        let command = match self.chance.below(10) {
            0 => foolish(&room, 70 + self.chance.below(30) as u8, detail),
            _ => match sensible(&room, me, detail) {
                (by, command) if by == me => command,
                _ => return,
            },
        };
        let allowed = decide_among(&room, me, &command, &Presence::default(), self.now.max(room.at)).is_ok();
        if !allowed || self.pages[page].outbox.len() >= OUTBOX || matches!(command, Command::Leave) {
            return;
        }
        let state = &mut self.pages[page];
        let (id, after, sent_at) = (state.next_id, state.after(), self.now);
        state.next_id += 1;
        state.outbox.push(Waiting { id, command: command.clone(), after, sent_at });
        if let Some(line) = state.line {
            self.send_to_node(line, &ClientMessage::Cmd { id, after, cmd: command });
        }
    }
}
