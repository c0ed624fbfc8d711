//! The server's side of one agent's connection as a state machine: version, options, mode, then states and
//! moves. It gets lines and the time, and says what to send and what has been decided. It knows no game but
//! the positions that it is asked to show.
//!
//! A state is open until the agent yields, its time is over, or the game goes on without the agent; then the
//! agent is told `stop`. The last legal move that it has sent until then is its decision, and without one the
//! server draws by lot ([`pick`]), as the protocol wants it. What comes later is passed over in silence, as
//! it wants as well.

mod answers;
mod asking;
mod requests;

use std::collections::VecDeque;

use rules::mancala::{Pit, Position};

use crate::limits::{
    FAULT_WINDOW, MAX_FAULTS, MAX_LINE, MODE_PATIENCE, PING_AFTER, PONG_PATIENCE, REMEMBERED_IDS,
};
use crate::{AgentOption, Argument, Command, Frame, Millis, TimeMode, VERSION, parse};
pub use asking::{GameResult, Hints, Refused};
use requests::Requests;

/// What an agent wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Answers states, of which several may be open at once, by their numbers.
    Freeplay,
    /// Answers one state at a time, without numbers, and says `yield` for each that ended.
    Simple,
}

/// A state that waits for a move: the number of its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(pub u64);

/// What a connection wants done, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Send this.
    Send(Command),
    /// The agent has chosen its mode, so it can be asked for moves.
    Ready(Mode),
    /// The agent has said something about itself.
    Option(AgentOption),
    /// This move is decided; `None`: draw one by lot.
    Decided(RequestId, Option<Pit>),
    /// Close the connection, when all has been sent.
    Close,
}

/// The server's side of a connection.
#[derive(Debug)]
pub struct Connection {
    mode: Option<Mode>,
    is_over: bool,
    opened: Millis,
    /// When the agent's last line came.
    heard: Millis,
    /// When a `ping` was sent that nothing has followed.
    pinged: Option<Millis>,
    /// The number of the next command: even ones, so that a log of both sides shows whose they are.
    next_id: u64,
    /// The agent's own numbers, newest last.
    used_ids: VecDeque<u64>,
    /// Faulty lines, and since when they have been counted.
    faults: (usize, Millis),
    /// What the agent was told of how its time is counted.
    time_mode: Option<TimeMode>,
    requests: Requests,
}

/// A legal pit, by a random number; `None` if there is none.
#[must_use]
pub fn pick(position: &Position, random: u64) -> Option<Pit> {
    let pits: Vec<Pit> = position.legal_pits().collect();
    let count = u64::try_from(pits.len()).ok().filter(|count| *count > 0)?;
    pits.get(usize::try_from(random % count).ok()?).copied()
}

/// The number by which the protocol calls a pit: from 1, in the order in which its owner sows.
#[must_use]
pub fn pit_number(pit: Pit) -> i64 {
    i64::from(pit.index) + 1
}

impl Connection {
    /// A connection that has just been made, and the server's first lines.
    #[must_use]
    pub fn open(server: &str, now: Millis) -> (Connection, Vec<Output>) {
        let connection = Connection {
            mode: None,
            is_over: false,
            opened: now,
            heard: now,
            pinged: None,
            next_id: 2,
            used_ids: VecDeque::new(),
            faults: (0, now),
            time_mode: None,
            requests: Requests::default(),
        };
        let version = VERSION.into_iter().map(Argument::Integer).fold(Command::new("kgp"), Command::with);
        let name = Command::set("info:name", Argument::text(server));
        (connection, vec![Output::Send(version), Output::Send(name)])
    }

    /// The mode that the agent has chosen.
    #[must_use]
    pub fn mode(&self) -> Option<Mode> {
        self.mode
    }

    /// Whether the connection is to be closed; then nothing is answered any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes a line of the agent.
    pub fn receive(&mut self, frame: &Frame, now: Millis) -> Vec<Output> {
        if self.is_over {
            return Vec::new();
        }
        (self.heard, self.pinged) = (now, None);
        let Frame::Line(line) = frame else {
            return self.fault(None, &format!("a line may have {MAX_LINE} characters"), now);
        };
        match parse(line) {
            Ok(None) => Vec::new(),
            Ok(Some(command)) if command.id.is_some_and(|id| self.used_ids.contains(&id)) => {
                self.fault(command.id, "this number was used before", now)
            }
            Ok(Some(command)) => {
                self.remember(command.id);
                self.answer(&command, now)
            }
            Err(malformed) => {
                self.remember(malformed.id);
                self.fault(malformed.id, &malformed.fault.to_string(), now)
            }
        }
    }

    /// Lets time do its part.
    pub fn tick(&mut self, now: Millis) -> Vec<Output> {
        if self.is_over {
            return Vec::new();
        }
        if self.mode.is_none() && now >= self.opened + MODE_PATIENCE {
            return self.close("no mode was requested");
        }
        if self.pinged.is_some_and(|pinged| now >= pinged + PONG_PATIENCE) {
            return self.close("no answer to ping");
        }
        let mut out = self.time_out(now);
        if !self.is_over && self.pinged.is_none() && now >= self.heard + PING_AFTER {
            self.pinged = Some(now);
            // The published client for Python answers a ping only if it has an argument.
            let ping = Command::new("ping").with(Argument::text("Are you there?"));
            out.push(self.numbered(None, ping));
        }
        out
    }

    /// When time has something to do next; `None` for a connection that is over.
    #[must_use]
    pub fn due(&self) -> Option<Millis> {
        let mode = self.mode.is_none().then_some(self.opened + MODE_PATIENCE);
        let silence = self.pinged.map_or(self.heard + PING_AFTER, |pinged| pinged + PONG_PATIENCE);
        (!self.is_over).then(|| [mode, Some(silence), self.requests.due()].into_iter().flatten().min())?
    }

    /// Tells the agent of something that is not as it should be, and that is about none of its lines.
    pub fn complain(&mut self, why: &str) -> Vec<Output> {
        if self.is_over { Vec::new() } else { vec![self.error(None, why)] }
    }

    /// Ends the connection with an error.
    pub fn close(&mut self, why: &str) -> Vec<Output> {
        if self.is_over {
            return Vec::new();
        }
        let error = self.error(None, why);
        let mut out = vec![error];
        out.extend(self.goodbye());
        out
    }

    /// Ends the connection without one.
    pub fn goodbye(&mut self) -> Vec<Output> {
        if std::mem::replace(&mut self.is_over, true) {
            return Vec::new();
        }
        vec![Output::Send(Command::new("goodbye")), Output::Close]
    }

    /// Tells the agent that a line of it was wrong; too many of them end the connection.
    fn fault(&mut self, id: Option<u64>, why: &str, now: Millis) -> Vec<Output> {
        if now >= self.faults.1 + FAULT_WINDOW {
            self.faults = (0, now);
        }
        self.faults.0 += 1;
        if self.faults.0 > MAX_FAULTS {
            return self.close("too many errors");
        }
        vec![self.error(id, why)]
    }

    fn error(&mut self, id: Option<u64>, why: &str) -> Output {
        self.numbered(id, Command::new("error").with(Argument::text(why)))
    }

    /// A command with the next number.
    fn numbered(&mut self, reference: Option<u64>, command: Command) -> Output {
        Output::Send(Command { id: Some(self.take_id()), reference, ..command })
    }

    fn take_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 2;
        id
    }

    fn remember(&mut self, id: Option<u64>) {
        self.used_ids.extend(id);
        if self.used_ids.len() > REMEMBERED_IDS {
            self.used_ids.pop_front();
        }
    }
}
