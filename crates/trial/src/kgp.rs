//! Fuzzes the Kalah Game Protocol: bytes are lines of an agent, between which the server asks it for moves.
//! The first byte chooses the mode; a line that begins with `!` is an act of the server's.

use ::kgp::{Connection, Frame, Hints, Lines, Millis, Output, RequestId, parse, pick};
use rules::mancala::{Position, Setup, Variant};

/// More lines than that show nothing new.
const LONGEST: usize = 200;

/// Has the bytes arrive in one connection, in two pieces.
pub fn run(bytes: &[u8]) {
    let (first, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    let mut agent = Agent::new(if first % 2 == 0 { "freeplay" } else { "simple" });
    let mut lines = Lines::default();
    let (front, back) = bytes.split_at(bytes.len() * usize::from(*first) / 256);
    let mut frames = lines.push(front, 0);
    frames.extend(lines.push(back, 0));
    assert!(frames.iter().all(|frame| !matches!(frame, Frame::Line(line) if line.contains(&b'\n'))));
    for frame in frames.into_iter().take(LONGEST) {
        match &frame {
            Frame::Line(line) if line.first() == Some(&b'!') => agent.act(line),
            Frame::Line(line) => {
                agree(line);
                agent.receive(&frame);
            }
            Frame::TooLong => agent.receive(&frame),
        }
    }
}

/// Checks that a line that can be read is written and read again as the same.
fn agree(line: &[u8]) {
    if let Ok(Some(command)) = parse(line) {
        assert_eq!(parse(command.line().as_bytes()), Ok(Some(command)));
    }
}

/// A connection beside what is known of it from outside.
struct Agent {
    connection: Connection,
    now: Millis,
    position: Position,
    /// The states that are open, and the position of each.
    open: Vec<(RequestId, Position)>,
    last_id: u64,
}

impl Agent {
    fn new(mode: &str) -> Agent {
        let position = Position::start(&Setup::new(Variant::default(), 1));
        let (connection, _) = Connection::open("Duello", 0);
        let mut agent = Agent { connection, now: 0, position, open: Vec::new(), last_id: 0 };
        agent.receive(&Frame::Line(format!("mode {mode}").into_bytes()));
        agent
    }

    fn receive(&mut self, frame: &Frame) {
        let was_over = self.connection.is_over();
        let out = self.connection.receive(frame, self.now);
        assert!(!was_over || out.is_empty(), "nothing is said after the end");
        self.see(out);
    }

    /// `!` and a digit: time passes, a state is asked, or the newest one is withdrawn.
    fn act(&mut self, line: &[u8]) {
        let number = i64::from(line.get(1).copied().unwrap_or_default());
        match number % 4 {
            0 => {
                self.now += number * 100;
                let out = self.connection.tick(self.now);
                self.see(out);
                assert!(self.connection.due().is_none_or(|due| due > self.now), "time has done its part");
            }
            1 => {
                if let Some((id, _)) = self.open.pop() {
                    let out = self.connection.withdraw(id);
                    self.see(out);
                }
            }
            _ => {
                let asked = self.connection.ask(&self.position, Some(self.now + number), &Hints::default());
                if let Ok((id, out)) = asked {
                    self.open.push((id, self.position));
                    self.see(out);
                }
            }
        }
        if self.connection.is_over() {
            self.open.clear();
        }
    }

    fn see(&mut self, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Send(command) => {
                    agree(command.line().as_bytes());
                    assert!(command.id.is_none_or(|id| id > self.last_id), "no number is used twice");
                    self.last_id = command.id.unwrap_or(self.last_id);
                }
                Output::Decided(id, pit) => {
                    let at = self.open.iter().position(|(open, _)| *open == id).expect("it was asked once");
                    let (_, position) = self.open.remove(at);
                    let pit = pit.or_else(|| pick(&position, id.0)).expect("a state has a legal move");
                    assert!(position.legal_pits().any(|legal| legal == pit));
                    let (next, _) =
                        position.play(rules::mancala::Move::Sow(pit)).expect("a legal move is played");
                    let start = Position::start(&Setup::new(Variant::default(), 1));
                    self.position = if next.outcome().is_some() { start } else { next };
                }
                _ => {}
            }
        }
    }
}
