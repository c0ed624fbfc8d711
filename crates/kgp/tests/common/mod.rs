//! A dialogue as the specification prints them: what the agent says, and what the server answers.

#![allow(dead_code, reason = "each test file uses some of it")]

use kgp::{Connection, Frame, Hints, Millis, Output, Refused, RequestId};
use rules::mancala::notation::read_kgp;
use rules::mancala::{Pit, Position, Setup, Variant};

/// One connection, its time, and what it wants done, as text: lines that are sent begin with `s: `.
pub struct Dialogue {
    pub connection: Connection,
    pub now: Millis,
    pub seen: Vec<String>,
}

impl Dialogue {
    /// A connection whose greeting has been sent.
    pub fn new() -> Dialogue {
        let (connection, out) = Connection::open("Duello", 0);
        let mut dialogue = Dialogue { connection, now: 0, seen: Vec::new() };
        dialogue.see(out);
        dialogue
    }

    /// One in this mode, with nothing seen yet.
    pub fn playing(mode: &str) -> Dialogue {
        let mut dialogue = Dialogue::new();
        dialogue.client(&format!("mode {mode}"));
        dialogue.seen.clear();
        dialogue
    }

    fn see(&mut self, out: Vec<Output>) {
        self.seen.extend(out.into_iter().map(|output| match output {
            Output::Send(command) => format!("s: {command}"),
            Output::Ready(mode) => format!("ready {mode:?}"),
            Output::Option(option) => format!("{option:?}"),
            Output::Decided(RequestId(id), pit) => format!("decided {id}: {:?}", pit.map(kgp::pit_number)),
            Output::Close => "close".to_owned(),
        }));
    }

    /// The agent sends this line.
    pub fn client(&mut self, line: &str) {
        self.bytes(line.as_bytes());
    }

    /// The agent sends these bytes as a line.
    pub fn bytes(&mut self, line: &[u8]) {
        let out = self.connection.receive(&Frame::Line(line.to_vec()), self.now);
        self.see(out);
    }

    /// Its answer to a line, alone.
    pub fn answer(&mut self, line: &str) -> Vec<String> {
        self.seen.clear();
        self.client(line);
        self.take()
    }

    pub fn wait(&mut self, time: Millis) {
        self.now += time;
        let out = self.connection.tick(self.now);
        self.see(out);
    }

    pub fn ask(&mut self, board: &str) -> Result<RequestId, Refused> {
        self.ask_until(board, None)
    }

    pub fn ask_until(&mut self, board: &str, deadline: Option<Millis>) -> Result<RequestId, Refused> {
        let (id, out) = self.connection.ask(&position(board), deadline, &Hints::default())?;
        self.see(out);
        Ok(id)
    }

    pub fn withdraw(&mut self, id: RequestId) {
        let out = self.connection.withdraw(id);
        self.see(out);
    }

    /// What was seen since the last call.
    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.seen)
    }
}

/// A position of Kalah, South to move. The number of stones at its start makes no difference here.
pub fn position(board: &str) -> Position {
    let pits = board.trim_start_matches('<').split(',').next().unwrap().parse().unwrap();
    read_kgp(board, Variant { pits, ..Variant::default() }).unwrap()
}

/// The start of Kalah.
pub fn start(pits: u8, stones: u8) -> Position {
    let variant = Variant { pits, stones, ..Variant::default() };
    Position::start(&Setup::new(variant, 1))
}

/// The first legal pit.
pub fn first_pit(position: &Position) -> Pit {
    position.legal_pits().next().unwrap()
}
