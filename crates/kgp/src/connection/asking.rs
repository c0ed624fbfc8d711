//! What the server asks of an agent: states to decide on, with hints of the game they are from.

use core::fmt;

use rules::mancala::notation::write_kgp;
use rules::mancala::{Position, Variant};

use super::requests::Request;
use super::{Connection, Mode, Output, RequestId};
use crate::limits::{MAX_OWED_YIELDS, MAX_REQUESTS};
use crate::{Argument, Command, Millis, TimeMode};

/// What an agent is told about the game before a state. All of it is optional, as all `set` is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// `game:id`: states with the same one are of one game, in their order.
    pub game: Option<String>,
    /// `game:uri`: where the game can be watched.
    pub uri: Option<String>,
    /// `game:opponent`: the opponent's name.
    pub opponent: Option<String>,
    /// `time:mode`: how time is counted. It is told when it changes.
    pub time_mode: Option<TimeMode>,
    /// `time:clock`: how many seconds the agent has left.
    pub clock: Option<i64>,
    /// `time:opclock`: how many seconds the opponent has left.
    pub opponent_clock: Option<i64>,
}

/// How a game ended for the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It won.
    Win,
    /// It lost.
    Loss,
    /// Neither did.
    Draw,
    /// The game came to no result.
    Aborted,
}

/// Why an agent cannot be asked for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It has not chosen a mode yet, or the connection is over.
    NotReady,
    /// As many states wait for its moves as may.
    Busy,
    /// The protocol plays Kalah only, with any number of pits and stones.
    OtherRules,
    /// There is no legal move.
    NoMove,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::NotReady => "the agent takes no states",
            Refused::Busy => "too many states wait for the agent's moves",
            Refused::OtherRules => "the protocol plays Kalah only",
            Refused::NoMove => "the position has no legal move",
        })
    }
}

impl core::error::Error for Refused {}

impl Connection {
    /// Asks the agent for a move of whoever is to move in this position, until the deadline.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub fn ask(
        &mut self,
        position: &Position,
        deadline: Option<Millis>,
        hints: &Hints,
    ) -> Result<(RequestId, Vec<Output>), Refused> {
        let most = match self.mode.filter(|_| !self.is_over).ok_or(Refused::NotReady)? {
            Mode::Freeplay => MAX_REQUESTS,
            Mode::Simple => 1,
        };
        // Which side began makes no difference to a position.
        let Variant { pits, stones, first_move, .. } = *position.variant();
        if *position.variant() != (Variant { pits, stones, first_move, ..Variant::default() }) {
            return Err(Refused::OtherRules);
        }
        if position.legal_pits().next().is_none() {
            return Err(Refused::NoMove);
        }
        if self.requests.open.len() >= most {
            return Err(Refused::Busy);
        }
        let mut out = self.hints(hints);
        let id = RequestId(self.take_id());
        self.requests.open.push(Request { id, position: *position, best: None, deadline });
        out.push(Output::Send(Command {
            id: self.number_of(id),
            reference: None,
            name: "state".to_owned(),
            arguments: vec![board(position)],
        }));
        Ok((id, out))
    }

    /// Stops a state without a decision: the game has gone on without this move.
    pub fn withdraw(&mut self, id: RequestId) -> Vec<Output> {
        if self.is_over || self.requests.remove(id).is_none() {
            return Vec::new();
        }
        let mut out = vec![self.stop(id)];
        out.extend(self.owe_yield());
        out
    }

    /// Tells the agent how a game ended (`game:result`, an option of ours): the protocol itself says only that
    /// no more states come.
    #[must_use]
    pub fn tell_result(&self, game: &str, result: GameResult) -> Vec<Output> {
        if self.is_over {
            return Vec::new();
        }
        let result = match result {
            GameResult::Win => "win",
            GameResult::Loss => "loss",
            GameResult::Draw => "draw",
            GameResult::Aborted => "aborted",
        };
        let game = Command::set("game:id", Argument::text(game));
        let result = Command::set("game:result", Argument::Word(result.to_owned()));
        vec![Output::Send(game), Output::Send(result)]
    }

    /// Decides the states whose time is over.
    pub(super) fn time_out(&mut self, now: Millis) -> Vec<Output> {
        let mut out = Vec::new();
        for id in self.requests.overdue(now) {
            out.extend(self.decide(id));
            out.extend(self.owe_yield());
        }
        out
    }

    /// Ends a state with the last move that came.
    pub(super) fn decide(&mut self, id: RequestId) -> Vec<Output> {
        let Some(request) = self.requests.remove(id) else { return Vec::new() };
        vec![self.stop(id), Output::Decided(id, request.best)]
    }

    /// In mode `simple` the agent has to say `yield` for a state that the server has stopped. One that never
    /// does would have all its moves taken as late.
    fn owe_yield(&mut self) -> Vec<Output> {
        if self.mode != Some(Mode::Simple) {
            return Vec::new();
        }
        self.requests.owed_yields += 1;
        if self.requests.owed_yields > MAX_OWED_YIELDS {
            self.close("no yield after stop")
        } else {
            Vec::new()
        }
    }

    fn stop(&mut self, id: RequestId) -> Output {
        let reference = self.number_of(id);
        match self.mode {
            Some(Mode::Freeplay) => self.numbered(reference, Command::new("stop")),
            _ => Output::Send(Command::new("stop")),
        }
    }

    /// The number of a state as it is written: mode `simple` has none.
    fn number_of(&self, id: RequestId) -> Option<u64> {
        (self.mode == Some(Mode::Freeplay)).then_some(id.0)
    }

    fn hints(&mut self, hints: &Hints) -> Vec<Output> {
        let time_mode = hints.time_mode.filter(|_| hints.time_mode != self.time_mode);
        self.time_mode = hints.time_mode.or(self.time_mode);
        let text = |name, value: &Option<String>| Some(Command::set(name, Argument::text(value.as_ref()?)));
        let seconds = |name, value: Option<i64>| Some(Command::set(name, Argument::Integer(value?)));
        let commands = [
            text("game:id", &hints.game),
            text("game:uri", &hints.uri),
            text("game:opponent", &hints.opponent),
            time_mode.map(|mode| Command::set("time:mode", Argument::Word(mode.word().to_owned()))),
            seconds("time:clock", hints.clock),
            seconds("time:opclock", hints.opponent_clock),
        ];
        commands.into_iter().flatten().map(Output::Send).collect()
    }
}

/// The position as the side to move sees it.
fn board(position: &Position) -> Argument {
    let text = write_kgp(position);
    let numbers = text.trim_matches(['<', '>']).split(',').filter_map(|number| number.parse().ok());
    Argument::Board(numbers.collect())
}
