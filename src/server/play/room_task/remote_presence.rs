//! Remote presence: the members that other nodes report for a room (heartbeats over the bus), and how
//! reliable that knowledge is. Pure: messages and times are arguments.

use std::time::{Duration, Instant};

use room::{MemberId, Millis};

use super::presence::Seen;
use crate::server::cluster::bus::{NodeId, PlayerPresence};

/// Interval at which presence is published while other nodes have the room …
const HEARTBEAT: Duration = Duration::from_secs(2);
/// … and while none is known, in case a message was lost.
const HEARTBEAT_ALONE: Duration = Duration::from_secs(10);
/// A node unheard for so long has unloaded the room or died: three heartbeats and a bit.
const NODE_TIMEOUT: Duration = Duration::from_secs(7);
/// How soon other nodes answer a node that has loaded the room.
const ANSWER_TIME: Duration = Duration::from_millis(300);
/// Interval of polling the store while the bus is unreliable.
const POLL: Duration = Duration::from_secs(1);
/// Throttle of changes in the number of spectators.
const SPECTATORS_DELAY: Duration = Duration::from_millis(250);
/// Reported lags above this are discarded, in milliseconds.
const MAX_LAG: Millis = 60_000;
/// The most nodes that are tracked, as a bound against bad messages.
const MAX_NODES: usize = 64;

/// The last report of a node.
#[derive(Debug)]
struct Node {
    id: NodeId,
    heard: Instant,
    /// The same moment in server time.
    at: Millis,
    there: Vec<PlayerPresence>,
    watching: u32,
}

/// Remote presence of one room.
#[derive(Debug)]
pub struct RemotePresence {
    /// This is the only node, so there is no remote presence.
    alone: bool,
    /// The bus is disconnected.
    cut: bool,
    /// The bus is connected, but a live node is unheard.
    isolated: bool,
    /// Next poll of the store while the bus is unreliable.
    poll_at: Instant,
    /// Until then other nodes may not have answered yet.
    answers: Option<Instant>,
    nodes: Vec<Node>,
    /// Members at nodes that have timed out, and when those were last heard; kept until processed.
    lost: Vec<(MemberId, Millis)>,
    /// The presence last published, and when.
    published: Option<(Vec<PlayerPresence>, u32)>,
    published_at: Instant,
    /// When it is published next.
    publish_at: Option<Instant>,
}

/// Whether a node was known; a new one is sent the presence here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKnown {
    Before,
    New,
}

impl RemotePresence {
    /// Remote presence of a room that was just loaded.
    pub fn new(alone: bool, cut: bool, now: Instant) -> Self {
        Self {
            alone,
            cut,
            isolated: false,
            poll_at: now + POLL,
            answers: (!alone).then_some(now + ANSWER_TIME),
            nodes: Vec::new(),
            lost: Vec::new(),
            published: None,
            published_at: now,
            publish_at: None,
        }
    }

    /// Whether there is no other node to publish to.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// The bus is connected (again). After an outage the other nodes reconnect one after the other, so their
    /// answers may take longer.
    pub fn connected(&mut self, now: Instant, at: Millis) {
        self.wait_for_answers(now, if self.cut { NODE_TIMEOUT } else { ANSWER_TIME });
        self.published = None;
        if std::mem::take(&mut self.cut) {
            for node in &mut self.nodes {
                (node.heard, node.at) = (now, at);
            }
        }
    }

    /// The bus is disconnected.
    pub fn cut(&mut self, now: Instant) {
        (self.cut, self.poll_at) = (true, now);
    }

    /// A live node is unheard, or no longer.
    pub fn isolated(&mut self, isolated: bool, now: Instant) {
        self.isolated = isolated;
        if isolated {
            self.poll_at = now;
        } else {
            self.wait_for_answers(now, ANSWER_TIME);
        }
    }

    fn wait_for_answers(&mut self, now: Instant, patience: Duration) {
        self.answers = self.answers.max(Some(now + patience));
    }

    /// A message of a node, with its presence if that was the content.
    pub fn note_message(
        &mut self,
        id: NodeId,
        here: Option<(Vec<PlayerPresence>, u32)>,
        now: Instant,
        at: Millis,
    ) -> NodeKnown {
        let known = self.nodes.iter().position(|node| node.id == id);
        let place = match known {
            Some(place) => place,
            None if self.nodes.len() >= MAX_NODES => return NodeKnown::Before,
            None => {
                self.nodes.push(Node { id, heard: now, at, there: Vec::new(), watching: 0 });
                self.nodes.len() - 1
            }
        };
        let node = &mut self.nodes[place];
        (node.heard, node.at) = (now, at);
        if let Some((there, watching)) = here {
            (node.there, node.watching) = (there, watching);
        }
        if known.is_some() { NodeKnown::Before } else { NodeKnown::New }
    }

    /// A node has unloaded the room.
    pub fn remove_node(&mut self, id: NodeId) {
        self.nodes.retain(|node| node.id != id);
    }

    /// What the sockets of a member at other nodes say; `None` if no node has reported any.
    pub fn seen(&self, member: MemberId, now: Millis) -> Option<Seen> {
        let theirs = || self.nodes.iter().flat_map(|node| &node.there).filter(|there| there.member == member);
        if !self.is_reliable() || theirs().any(|there| !there.leaving) {
            Some(Seen::Here)
        } else if theirs().next().is_some() {
            Some(Seen::Gone { heard: now, left: true })
        } else {
            let lost = self.lost.iter().filter(|(of, _)| *of == member).map(|(_, at)| *at).max();
            lost.map(|heard| Seen::Gone { heard, left: false })
        }
    }

    /// Whether a node reports an open socket of the member.
    pub fn is_there(&self, member: MemberId) -> bool {
        let mut all = self.nodes.iter().flat_map(|node| &node.there);
        all.any(|there| there.member == member && !there.leaving)
    }

    /// Whether the bus is unreliable: disconnected, or a live node is unheard.
    pub fn is_unreliable(&self) -> bool {
        self.cut || self.isolated
    }

    /// Whether answers are still due, so that the presence will be known in a moment.
    pub fn awaits_answers(&self) -> bool {
        !self.is_unreliable() && self.answers.is_some()
    }

    /// Whether the absence of a report means absence.
    fn is_reliable(&self) -> bool {
        !self.is_unreliable() && self.answers.is_none()
    }

    /// The lag of a member that other nodes have measured, in milliseconds.
    pub fn lag(&self, member: MemberId) -> Option<Millis> {
        let theirs = self.nodes.iter().flat_map(|node| &node.there).filter(|there| there.member == member);
        // Implausible values are discarded.
        theirs.filter_map(|there| there.lag).filter(|lag| (0..=MAX_LAG).contains(lag)).min()
    }

    /// Spectators at other nodes.
    pub fn watching(&self) -> u32 {
        self.nodes.iter().fold(0, |sum, node| sum.saturating_add(node.watching))
    }

    /// Whether another node has any member or spectator.
    pub fn has_anybody(&self) -> bool {
        self.nodes.iter().any(|node| node.watching > 0 || !node.there.is_empty())
    }

    /// Times out nodes that were unheard for too long. Their members stay in `lost` until
    /// [`RemotePresence::forget_lost`].
    pub fn time_nodes_out(&mut self, now: Instant) {
        if !self.is_unreliable() {
            self.answers.take_if(|until| *until <= now);
        }
        // While the bus is unreliable, silence is no sign of absence.
        if self.is_reliable() {
            for node in
                self.nodes.extract_if(.., |node| now.saturating_duration_since(node.heard) >= NODE_TIMEOUT)
            {
                self.lost.extend(node.there.iter().map(|there| (there.member, node.at)));
            }
        }
    }

    /// The lost members were processed.
    pub fn forget_lost(&mut self) {
        self.lost.clear();
    }

    /// Whether to poll the store now.
    pub fn take_poll(&mut self, now: Instant) -> bool {
        let polls = self.is_unreliable() && self.poll_at <= now;
        if polls {
            self.poll_at = now + POLL;
        }
        polls
    }

    /// The presence here, if it is to be published now: changes at once, the number of spectators throttled,
    /// heartbeats.
    pub fn take_due(
        &mut self,
        here: (Vec<PlayerPresence>, u32),
        now: Instant,
    ) -> Option<(Vec<PlayerPresence>, u32)> {
        self.publish_at = None;
        if self.is_alone() {
            return None;
        }
        let seats = |(there, _): &(Vec<PlayerPresence>, u32)| -> Vec<_> {
            there.iter().map(|there| (there.member, there.leaving)).collect()
        };
        let nothing = (Vec::new(), 0);
        let published = self.published.as_ref().unwrap_or(&nothing);
        let due = if seats(published) != seats(&here) {
            Some(now)
        } else if published.1 != here.1 {
            Some(self.published_at + SPECTATORS_DELAY)
        } else {
            self.heartbeat_at(here != nothing)
        };
        if due.is_some_and(|due| due <= now) {
            self.note_published(&here, now);
            return Some(here);
        }
        self.publish_at = due;
        None
    }

    /// Notes that this presence is published now.
    pub fn note_published(&mut self, here: &(Vec<PlayerPresence>, u32), now: Instant) {
        self.published = Some(here.clone());
        self.published_at = now;
        self.publish_at = self.heartbeat_at(*here != (Vec::new(), 0));
    }

    /// When the next heartbeat is due.
    fn heartbeat_at(&self, somebody: bool) -> Option<Instant> {
        match (self.nodes.is_empty(), somebody) {
            (false, _) => Some(self.published_at + HEARTBEAT),
            (true, true) => Some(self.published_at + HEARTBEAT_ALONE),
            (true, false) => None,
        }
    }

    /// When there is something to do without a message; `somebody`: whether this node has members in the
    /// room.
    pub fn wake_at(&self, somebody: bool) -> Option<Instant> {
        if self.alone {
            return None;
        }
        let poll = (self.is_unreliable() && somebody).then_some(self.poll_at);
        let answers = self.answers.filter(|_| !self.is_unreliable());
        let lost =
            self.nodes.iter().map(|node| node.heard + NODE_TIMEOUT).min().filter(|_| self.is_reliable());
        [poll, answers, lost, self.publish_at].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests;
