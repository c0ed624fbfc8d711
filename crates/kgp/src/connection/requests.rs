//! The states that wait for a move, and those that are over.

use std::collections::VecDeque;

use rules::mancala::{Pit, Position};

use super::RequestId;
use crate::Millis;
use crate::limits::REMEMBERED_REQUESTS;

/// A state that the agent was sent.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) id: RequestId,
    pub(super) position: Position,
    /// The last legal move that came.
    pub(super) best: Option<Pit>,
    /// When it is decided at the latest.
    pub(super) deadline: Option<Millis>,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Requests {
    pub(super) open: Vec<Request>,
    /// Those that are over, newest last.
    stopped: VecDeque<RequestId>,
    /// In mode `simple`: for how many of those the agent has not said `yield` yet.
    pub(super) owed_yields: usize,
}

/// Which state a command of the agent is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Addressed {
    /// This one.
    Open(RequestId),
    /// One that is over.
    Late,
    /// One that there has never been.
    Unknown,
    /// The command does not say which of several.
    Several,
}

impl Requests {
    /// Finds the state that a command with this reference is for. Without one it is for the only open state.
    pub(super) fn find(&self, reference: Option<u64>) -> Addressed {
        let was_any = !self.stopped.is_empty();
        match (reference.map(RequestId), self.open.as_slice()) {
            (None, [request]) => Addressed::Open(request.id),
            (None, []) if was_any => Addressed::Late,
            (None, []) => Addressed::Unknown,
            (None, _) => Addressed::Several,
            (Some(id), open) if open.iter().any(|request| request.id == id) => Addressed::Open(id),
            (Some(id), _) if self.is_late(id) => Addressed::Late,
            _ => Addressed::Unknown,
        }
    }

    /// Whether this state is over: one that is remembered, or when some are forgotten, an older one.
    fn is_late(&self, id: RequestId) -> bool {
        let is_older = self.stopped.len() == REMEMBERED_REQUESTS && self.stopped.front() > Some(&id);
        is_older || self.stopped.contains(&id)
    }

    pub(super) fn get_mut(&mut self, id: RequestId) -> Option<&mut Request> {
        self.open.iter_mut().find(|request| request.id == id)
    }

    /// Ends a state; `None` if it is not open.
    pub(super) fn remove(&mut self, id: RequestId) -> Option<Request> {
        let at = self.open.iter().position(|request| request.id == id)?;
        if self.stopped.len() == REMEMBERED_REQUESTS {
            self.stopped.pop_front();
        }
        self.stopped.push_back(id);
        Some(self.open.remove(at))
    }

    /// The states whose time is over.
    pub(super) fn overdue(&self, now: Millis) -> Vec<RequestId> {
        let is_due = |request: &&Request| request.deadline.is_some_and(|deadline| now >= deadline);
        self.open.iter().filter(is_due).map(|request| request.id).collect()
    }

    /// When the time of the next one is over.
    pub(super) fn due(&self) -> Option<Millis> {
        self.open.iter().filter_map(|request| request.deadline).min()
    }
}
