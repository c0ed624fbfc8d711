//! What follows from a command of the agent.

use rules::mancala::{Move, Pit};

use super::requests::Addressed;
use super::{Connection, Mode, Output, RequestId};
use crate::{AgentOption, Argument, Command, Millis, options};

impl Connection {
    pub(super) fn answer(&mut self, command: &Command, now: Millis) -> Vec<Output> {
        match command.name.as_str() {
            "mode" => self.choose_mode(command, now),
            "set" => self.set(command, now),
            "move" => self.propose(command, now),
            "yield" => self.give_up(command, now),
            "ping" => vec![self.numbered(command.id, Command::new("pong"))],
            // A response of the agent changes nothing. That it came is a sign of life.
            "pong" | "ok" | "error" => Vec::new(),
            "goodbye" => self.goodbye(),
            other => {
                let name: String = other.chars().take(32).collect();
                self.fault(command.id, &format!("unknown command {name}"), now)
            }
        }
    }

    fn choose_mode(&mut self, command: &Command, now: Millis) -> Vec<Output> {
        if self.mode.is_some() {
            return self.fault(command.id, "the mode cannot be changed", now);
        }
        let mode = match command.arguments.as_slice() {
            [activity] => activity.as_string(),
            _ => None,
        };
        let mode = match mode {
            Some("freeplay") => Mode::Freeplay,
            Some("simple") => Mode::Simple,
            Some(_) => {
                let error = self.error(command.id, "Unsupported activity");
                let mut out = vec![error];
                out.extend(self.goodbye());
                return out;
            }
            None => return self.fault(command.id, "mode needs one string", now),
        };
        self.mode = Some(mode);
        let ok = Command::new("ok").with(Argument::text("mode"));
        vec![self.numbered(command.id, ok), Output::Ready(mode)]
    }

    fn set(&mut self, command: &Command, now: Millis) -> Vec<Output> {
        match options::read(&command.arguments) {
            // Who it is decides whose games these are, so that is settled before the first.
            Ok(Some(AgentOption::Token(_))) if self.mode.is_some() => {
                self.fault(command.id, "auth:token must be set before mode", now)
            }
            Ok(option) => option.map(Output::Option).into_iter().collect(),
            Err(why) => self.fault(command.id, why, now),
        }
    }

    /// A preliminary decision, which the next one replaces.
    fn propose(&mut self, command: &Command, now: Millis) -> Vec<Output> {
        let [Argument::Integer(number)] = command.arguments.as_slice() else {
            return self.fault(command.id, "move needs the number of a pit", now);
        };
        let id = match self.addressed(command, now) {
            Ok(Some(id)) => id,
            Ok(None) => return Vec::new(),
            Err(out) => return out,
        };
        let Some(request) = self.requests.get_mut(id) else { return Vec::new() };
        let index = number.checked_sub(1).and_then(|index| u8::try_from(index).ok());
        let pit = Pit { side: request.position.to_move(), index: index.unwrap_or(u8::MAX) };
        match request.position.check(Move::Sow(pit)) {
            Ok(()) => {
                request.best = Some(pit);
                Vec::new()
            }
            Err(why) => self.fault(command.id, &format!("illegal move {number}: {why}"), now),
        }
    }

    fn give_up(&mut self, command: &Command, now: Millis) -> Vec<Output> {
        if self.requests.owed_yields > 0 {
            self.requests.owed_yields -= 1;
            return Vec::new();
        }
        match self.addressed(command, now) {
            Ok(id) => id.map(|id| self.decide(id)).unwrap_or_default(),
            Err(out) => out,
        }
    }

    /// The state that a command is for; `None` if it comes too late.
    ///
    /// # Errors
    /// What the agent is told if there is no such state.
    fn addressed(&mut self, command: &Command, now: Millis) -> Result<Option<RequestId>, Vec<Output>> {
        // Before the yield it owes the agent still speaks of the state before.
        if self.requests.owed_yields > 0 {
            return Ok(None);
        }
        // Its states have no numbers.
        let reference = command.reference.filter(|_| self.mode != Some(Mode::Simple));
        match self.requests.find(reference) {
            Addressed::Open(id) => Ok(Some(id)),
            Addressed::Late => Ok(None),
            Addressed::Unknown => Err(self.fault(command.id, "there is no such state", now)),
            Addressed::Several => {
                let why = "several states are open: refer to one by its number, as in @4 move 1";
                Err(self.fault(command.id, why, now))
            }
        }
    }
}
