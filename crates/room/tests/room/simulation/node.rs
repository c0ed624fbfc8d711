//! The simulated server that holds the room, as `src/server/room_task/` does it.

use std::collections::BTreeMap;

use room::message::{ClientMessage, Fault, Presence, ServerMessage};
use room::{
    Command, Event, IncomingCommand, Logged, MemberId, Millis, Origin, Rejection, Room, Verdict, decide,
    evolve, fold, judge, stamp, tick,
};

use super::Planted;
use super::world::{Happens, World, code};

/// How often a command is judged anew because another server was faster (compare and append).
const TRIES: usize = 4;
/// How many events are sent at a time to a page that has fallen behind.
const AT_A_TIME: usize = 200;

/// A simulated server.
pub struct Node {
    pub up: bool,
    /// How often it has crashed.
    pub life: u32,
    /// By how much its clock is ahead.
    ahead: Millis,
    /// The room, if it is in memory.
    pub room: Option<Room>,
    /// The connections that it has welcomed, with their members.
    pub members: BTreeMap<u64, MemberId>,
}

/// Why events were not written.
enum Failed {
    /// The number is taken.
    Conflict,
    /// The store does not answer.
    Unavailable,
    /// The server has crashed.
    Dead,
}

impl Node {
    pub fn new(ahead: Millis) -> Self {
        Self { up: true, life: 0, ahead, room: None, members: BTreeMap::new() }
    }
}

impl World {
    /// The room, loaded into the server's memory.
    fn room(&mut self, node: usize) -> &mut Room {
        let store = &self.store;
        self.nodes[node].room.get_or_insert_with(|| fold(code(), store))
    }

    pub fn node_receives(&mut self, node: usize, line: u64, message: ClientMessage) {
        let me = self.pages[self.lines[&line].page].me;
        match message {
            ClientMessage::Hello { after, .. } => {
                self.go_along(node, after);
                if !matches!(self.sit_if_free(node, me), Err(Failed::Dead)) {
                    self.welcome(node, line, me, after);
                }
            }
            // Messages before the welcome are ignored.
            _ if !self.nodes[node].members.contains_key(&line) => {}
            ClientMessage::Ping { n, after } => {
                self.catch_up(node, line, after);
                let now = self.now;
                self.send_to_page(line, &ServerMessage::Pong { n, now });
            }
            ClientMessage::Cmd { id, after, cmd } => self.command(node, line, id, after, &cmd),
            ClientMessage::Leaving => {}
        }
        self.wake_when_due(node);
    }

    fn welcome(&mut self, node: usize, line: u64, me: MemberId, after: u64) {
        let seq = self.room(node).seq;
        let log = self.missing(node, if after > seq { 0 } else { after }, usize::MAX);
        self.nodes[node].members.insert(line, me);
        let welcome = ServerMessage::Welcome { you: me, now: self.now, log, here: Presence::default() };
        self.send_to_page(line, &welcome);
    }

    fn missing(&mut self, node: usize, after: u64, most: usize) -> Vec<Logged> {
        let seq = self.room(node).seq;
        let events = self.store.iter().filter(|logged| logged.seq > after && logged.seq <= seq);
        events.take(most).cloned().collect()
    }

    fn catch_up(&mut self, node: usize, line: u64, after: u64) {
        let events = self.missing(node, after, AT_A_TIME);
        if !events.is_empty() {
            self.send_to_page(line, &ServerMessage::Events { events });
        }
    }

    fn command(&mut self, node: usize, line: u64, id: u64, after: u64, command: &Command) {
        let origin = Origin { member: self.nodes[node].members[&line], id };
        match self.carry_out(node, origin, after, command) {
            Ok(None) => {}
            Ok(Some(Verdict::Refused(reason))) => {
                let happened = self.store.iter().any(|logged| logged.by == Some(origin));
                let stale = reason == Rejection::Stale;
                assert!(stale || !happened, "{origin:?} has happened, and is refused: {reason:?}");
                self.reached.stale += usize::from(stale);
                let events = self.missing(node, after, AT_A_TIME);
                self.send_to_page(line, &ServerMessage::Refused { id, reason, events });
            }
            Ok(Some(judged)) => {
                self.reached.known += usize::from(judged == Verdict::AlreadyDone);
                self.assert_done(origin, command);
                self.catch_up(node, line, after);
                self.send_to_page(line, &ServerMessage::Done(id));
            }
            Err(Failed::Dead) => {}
            Err(_) => self.send_to_page(line, &ServerMessage::Fault(Fault::Busy)),
        }
    }

    /// Judges and appends a command; returns what to answer if nothing was appended.
    fn carry_out(
        &mut self,
        node: usize,
        origin: Origin,
        after: u64,
        command: &Command,
    ) -> Result<Option<Verdict>, Failed> {
        self.go_along(node, after);
        for _ in 0..TRIES {
            self.tick(node)?;
            let now = self.now + self.nodes[node].ahead;
            let known_by = match self.planted {
                Some(Planted::LostAckAppliedTwice) => Origin { id: origin.id | 1 << 50, ..origin },
                _ => origin,
            };
            let asked = IncomingCommand { origin: known_by, after, command };
            let judged = judge(self.room(node), asked, &Presence::default(), now);
            if matches!(judged, Verdict::Refused(_) | Verdict::Nothing) && self.reload(node) {
                continue;
            }
            match judged {
                Verdict::Append(events) => match self.append(node, events, Some(origin)) {
                    Err(Failed::Conflict) if self.planted == Some(Planted::ConflictDropsCommand) => {
                        return Ok(Some(Verdict::Nothing));
                    }
                    Err(Failed::Conflict) => {
                        self.reload(node);
                    }
                    result => return result.map(|()| None),
                },
                judged => return Ok(Some(judged)),
            }
        }
        Err(Failed::Conflict)
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

    fn sit_if_free(&mut self, node: usize, me: MemberId) -> Result<(), Failed> {
        for _ in 0..TRIES {
            self.tick(node)?;
            let now = self.now + self.nodes[node].ahead;
            let room = self.room(node);
            if room.seat_of(me).is_some() || room.free_seat().is_none() {
                return Ok(());
            }
            let sit = Command::Sit { name: format!("Member {}", me.0) };
            let events = decide(room, me, &sit, now).unwrap_or_default();
            match self.append(node, events, None) {
                Err(Failed::Conflict) => {
                    self.reload(node);
                }
                result => return result,
            }
        }
        Err(Failed::Conflict)
    }

    fn tick(&mut self, node: usize) -> Result<(), Failed> {
        for _ in 0..TRIES {
            let now = self.now + self.nodes[node].ahead;
            let due = tick(self.room(node), now);
            if due.is_empty() {
                return Ok(());
            }
            match self.append(node, due, None) {
                Err(Failed::Conflict) => {
                    self.reload(node);
                }
                result => result?,
            }
        }
        Ok(())
    }

    fn append(&mut self, node: usize, events: Vec<Event>, by: Option<Origin>) -> Result<(), Failed> {
        if events.is_empty() {
            return Ok(());
        }
        let now = self.now + self.nodes[node].ahead;
        let room = self.room(node);
        let events = stamp(events, room.seq, now.max(room.at), by);
        if self.faulty && self.chance.once_in(250) {
            self.die(node);
            return Err(Failed::Dead);
        }
        if self.faulty && self.chance.once_in(80) {
            self.reached.unwritten += 1;
            return Err(Failed::Unavailable);
        }
        if self.store.len() as u64 + 1 != events[0].seq {
            self.reached.conflicts += 1;
            return Err(Failed::Conflict);
        }
        self.store.extend(events.iter().cloned());
        if self.faulty && self.chance.once_in(80) {
            // The events are written, but the server does not learn of it.
            self.reached.lost_answers += 1;
            return Err(Failed::Unavailable);
        }
        if self.faulty && self.chance.once_in(400) {
            self.die(node);
            return Err(Failed::Dead);
        }
        self.happened(node, events);
        self.node_tells(node);
        Ok(())
    }

    fn happened(&mut self, node: usize, events: Vec<Logged>) {
        let room = self.room(node);
        events.iter().for_each(|event| evolve(room, event));
        let message = ServerMessage::Events { events };
        let lines: Vec<u64> = self.nodes[node].members.keys().copied().collect();
        lines.into_iter().for_each(|line| self.send_to_page(line, &message));
    }

    /// Loads the events that the store has and this server lacks; returns whether there were any.
    fn reload(&mut self, node: usize) -> bool {
        let seq = self.room(node).seq;
        let events: Vec<Logged> = self.store.iter().filter(|logged| logged.seq > seq).cloned().collect();
        let any = !events.is_empty();
        if any {
            self.happened(node, events);
        }
        any
    }

    fn go_along(&mut self, node: usize, after: u64) {
        if after > self.room(node).seq {
            self.reload(node);
        }
    }

    /// Announces the length of the log to the other servers; some announcements are lost.
    pub fn node_tells(&mut self, node: usize) {
        let Some(seq) = self.nodes[node].room.as_ref().map(|room| room.seq) else { return };
        for other in (0..self.nodes.len()).filter(|&other| other != node) {
            if !(self.faulty && self.chance.once_in(5)) {
                let delay = self.chance.delay(self.faulty);
                self.later(delay, Happens::News(other, seq));
            }
        }
    }

    pub fn node_hears(&mut self, node: usize, seq: u64) {
        if self.nodes[node].up && self.nodes[node].room.is_some() {
            self.go_along(node, seq);
            self.wake_when_due(node);
        }
    }

    fn wake_when_due(&mut self, node: usize) {
        if !self.nodes[node].up {
            return;
        }
        let ahead = self.nodes[node].ahead;
        if let Some(due) = self.room(node).due() {
            let after = (due - ahead - self.now).max(1);
            self.later(after, Happens::Wake(node));
        }
    }

    pub fn node_wakes(&mut self, node: usize) {
        if !self.nodes[node].up || self.nodes[node].room.is_none() {
            return;
        }
        match self.tick(node) {
            Ok(()) | Err(Failed::Dead) => {}
            // It stays due.
            Err(_) => self.later(250, Happens::Wake(node)),
        }
    }

    /// Crashes the server: its memory is lost, and its connections break.
    fn die(&mut self, node: usize) {
        self.reached.crashes += 1;
        let dead = &mut self.nodes[node];
        (dead.up, dead.room, dead.life) = (false, None, dead.life + 1);
        dead.members.clear();
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
