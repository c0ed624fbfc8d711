//! Who is in the room at other nodes, as they say, and how well that is known at the moment. Pure: news and moments come in.

use std::time::{Duration, Instant};

use room::{MemberId, Millis};

use super::attendance::Seen;
use crate::server::bus::{NodeId, There};

/// How often it is said who is here, while other nodes have the room too …
const BEAT: Duration = Duration::from_secs(2);
/// … and while none is known, in case that what one said was lost.
const BEAT_ALONE: Duration = Duration::from_secs(10);
/// A node that was not heard for so long has the room no more: three beats, and a moment.
const LOST: Duration = Duration::from_secs(7);
/// How soon others answer whoever has loaded a room.
const ANSWER: Duration = Duration::from_millis(300);
/// While nothing is heard, how often the store is asked what has happened.
const POLL: Duration = Duration::from_secs(1);
/// Comings and goings of watchers are told so long after the last that was told.
const CROWD_WAIT: Duration = Duration::from_millis(250);
/// A longer way there and back is no measure, in milliseconds.
const LAG_MOST: Millis = 60_000;
/// So many nodes are believed to be there.
const NODES_MOST: usize = 64;

/// What a node has said last.
#[derive(Debug)]
struct Node {
    id: NodeId,
    heard: Instant,
    /// The same moment in the server's time.
    at: Millis,
    there: Vec<There>,
    watching: u32,
}

/// The other nodes that have the room.
#[derive(Debug)]
pub struct Elsewhere {
    /// There is no elsewhere.
    alone: bool,
    /// Nothing is heard of others.
    cut: bool,
    /// Somebody cannot be heard, though others can.
    deaf: bool,
    /// While it is so, when the store is asked.
    poll_at: Instant,
    /// Until then others may not have said yet who is there.
    answers: Option<Instant>,
    nodes: Vec<Node>,
    /// Who was at a node that was not heard any more, and when it was heard last; until that is taken in.
    lost: Vec<(MemberId, Millis)>,
    /// What was told of who is here, and when.
    told: Option<(Vec<There>, u32)>,
    told_at: Instant,
    /// When it is told next.
    tell_at: Option<Instant>,
}

/// Whoever has said something for the first time wants to know who is here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    Before,
    New,
}

impl Elsewhere {
    /// Of a room that is loaded now; alone, or else cut off or not.
    pub fn new(alone: bool, cut: bool, now: Instant) -> Self {
        Self {
            alone,
            cut,
            deaf: false,
            poll_at: now + POLL,
            answers: (!alone).then_some(now + ANSWER),
            nodes: Vec::new(),
            lost: Vec::new(),
            told: None,
            told_at: now,
            tell_at: None,
        }
    }

    /// Whether there is nobody to tell anything.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// From now on others are heard, or again. If the bus was gone they come back within a while, one after the other.
    pub fn connected(&mut self, now: Instant, at: Millis) {
        self.wait_for_answers(now, if self.cut { LOST } else { ANSWER });
        self.told = None;
        if std::mem::take(&mut self.cut) {
            for node in &mut self.nodes {
                (node.heard, node.at) = (now, at);
            }
        }
    }

    /// Nobody is heard any more.
    pub fn cut(&mut self, now: Instant) {
        (self.cut, self.poll_at) = (true, now);
    }

    /// From now on somebody is not heard who lives, or everybody is.
    pub fn deaf(&mut self, deaf: bool, now: Instant) {
        self.deaf = deaf;
        if deaf {
            self.poll_at = now;
        } else {
            self.wait_for_answers(now, ANSWER);
        }
    }

    fn wait_for_answers(&mut self, now: Instant, patience: Duration) {
        self.answers = self.answers.max(Some(now + patience));
    }

    /// A node has said something, and who is there if that was it.
    pub fn heard(&mut self, id: NodeId, here: Option<(Vec<There>, u32)>, now: Instant, at: Millis) -> Known {
        let known = self.nodes.iter().position(|node| node.id == id);
        let place = match known {
            Some(place) => place,
            None if self.nodes.len() >= NODES_MOST => return Known::Before,
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
        if known.is_some() { Known::Before } else { Known::New }
    }

    /// A node has the room no more.
    pub fn gone(&mut self, id: NodeId) {
        self.nodes.retain(|node| node.id != id);
    }

    /// What the sockets of a member at other nodes say; `None` if nothing is known of any.
    pub fn sees(&self, member: MemberId, now: Millis) -> Option<Seen> {
        let theirs = || self.nodes.iter().flat_map(|node| &node.there).filter(|there| there.member == member);
        if !self.knows() || theirs().any(|there| !there.leaving) {
            Some(Seen::Here)
        } else if theirs().next().is_some() {
            Some(Seen::Gone { heard: now, left: true })
        } else {
            let lost = self.lost.iter().filter(|(of, _)| *of == member).map(|(_, at)| *at).max();
            lost.map(|heard| Seen::Gone { heard, left: false })
        }
    }

    /// Whether a node has said that somebody has a socket there.
    pub fn is_there(&self, member: MemberId) -> bool {
        let mut all = self.nodes.iter().flat_map(|node| &node.there);
        all.any(|there| there.member == member && !there.leaving)
    }

    /// Whether there is somebody who is not heard.
    pub fn is_blind(&self) -> bool {
        self.cut || self.deaf
    }

    /// Whether it will be known in a moment who is there.
    pub fn waits(&self) -> bool {
        !self.is_blind() && self.answers.is_some()
    }

    /// Whether somebody who is not seen is not there.
    fn knows(&self) -> bool {
        !self.is_blind() && self.answers.is_none()
    }

    /// How long it takes to a member and back, as another node has measured.
    pub fn lag(&self, member: MemberId) -> Option<Millis> {
        let theirs = self.nodes.iter().flat_map(|node| &node.there).filter(|there| there.member == member);
        // What can be no measure is none.
        theirs.filter_map(|there| there.lag).filter(|lag| (0..=LAG_MOST).contains(lag)).min()
    }

    /// How many watch.
    pub fn watching(&self) -> u32 {
        self.nodes.iter().fold(0, |sum, node| sum.saturating_add(node.watching))
    }

    /// Whether another node has somebody there.
    pub fn has_somebody(&self) -> bool {
        self.nodes.iter().any(|node| node.watching > 0 || !node.there.is_empty())
    }

    /// Time has passed: whoever was not heard for too long has gone. What is said of them holds until
    /// [`Elsewhere::taken_in`].
    pub fn pass(&mut self, now: Instant) {
        if !self.is_blind() {
            self.answers.take_if(|until| *until <= now);
        }
        // Who cannot hear misses nobody.
        if self.knows() {
            for node in self.nodes.extract_if(.., |node| now.saturating_duration_since(node.heard) >= LOST) {
                self.lost.extend(node.there.iter().map(|there| (there.member, node.at)));
            }
        }
    }

    /// What was lost has been seen.
    pub fn taken_in(&mut self) {
        self.lost.clear();
    }

    /// Whether the store is to be asked now what has happened.
    pub fn polls(&mut self, now: Instant) -> bool {
        let polls = self.is_blind() && self.poll_at <= now;
        if polls {
            self.poll_at = now + POLL;
        }
        polls
    }

    /// What is to be told now, of those who are here.
    pub fn due_to_tell(&mut self, here: (Vec<There>, u32), now: Instant) -> Option<(Vec<There>, u32)> {
        self.tell_at = None;
        if self.is_alone() {
            return None;
        }
        let seats = |(there, _): &(Vec<There>, u32)| -> Vec<_> {
            there.iter().map(|there| (there.member, there.leaving)).collect()
        };
        let nothing = (Vec::new(), 0);
        let told = self.told.as_ref().unwrap_or(&nothing);
        let due = if seats(told) != seats(&here) {
            Some(now)
        } else if told.1 != here.1 {
            Some(self.told_at + CROWD_WAIT)
        } else {
            self.beat(here != nothing)
        };
        if due.is_some_and(|due| due <= now) {
            self.tells(&here, now);
            return Some(here);
        }
        self.tell_at = due;
        None
    }

    /// This is told now, asked for or not.
    pub fn tells(&mut self, here: &(Vec<There>, u32), now: Instant) {
        self.told = Some(here.clone());
        self.told_at = now;
        self.tell_at = self.beat(*here != (Vec::new(), 0));
    }

    /// When it is said again who is here.
    fn beat(&self, somebody: bool) -> Option<Instant> {
        match (self.nodes.is_empty(), somebody) {
            (false, _) => Some(self.told_at + BEAT),
            (true, true) => Some(self.told_at + BEAT_ALONE),
            (true, false) => None,
        }
    }

    /// When there is something to do though nothing is heard; `somebody`: whether somebody is here.
    pub fn due(&self, somebody: bool) -> Option<Instant> {
        if self.alone {
            return None;
        }
        let poll = (self.is_blind() && somebody).then_some(self.poll_at);
        let answers = self.answers.filter(|_| !self.is_blind());
        let lost = self.nodes.iter().map(|node| node.heard + LOST).min().filter(|_| self.knows());
        [poll, answers, lost, self.tell_at].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests;
