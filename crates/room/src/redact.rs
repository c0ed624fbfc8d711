//! Redaction: a log as everybody may see it when names or lines were removed, because their author has had
//! everything deleted, or by whoever runs the server. Numbers, times and moves stay, so a redacted log folds into
//! the same game.

use std::collections::HashSet;

use crate::event::{Event, Logged};
use crate::seat::{MemberId, Seat};

/// The name of a player whose name was removed. It is nobody's by choice, because a chosen name has at least two
/// characters; pages show a phrase for it.
pub const REMOVED_NAME: &str = "?";

/// Something that is hidden in one room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Redaction {
    /// All names and lines of a member.
    Member(MemberId),
    /// The name or the line of the event with this number.
    Event(u64),
}

/// All that is hidden in one room.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Redactions(HashSet<Redaction>);

impl FromIterator<Redaction> for Redactions {
    fn from_iter<I: IntoIterator<Item = Redaction>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

impl Redactions {
    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether everything of this member is hidden.
    pub fn hides(&self, member: MemberId) -> bool {
        self.0.contains(&Redaction::Member(member))
    }

    /// Whether the name or the line of the event with this number is hidden, by itself or with everything of its author.
    pub fn hides_event(&self, seq: u64, author: Option<MemberId>) -> bool {
        self.0.contains(&Redaction::Event(seq)) || author.is_some_and(|author| self.hides(author))
    }
}

/// Removes from an event what is hidden; whether there was anything. A name becomes [`REMOVED_NAME`], a line
/// becomes empty, which no line can be by choice, and pages do not show it.
pub fn redact(logged: &mut Logged, hidden: &Redactions) -> bool {
    if hidden.is_empty() {
        return false;
    }
    let (seq, author) = (logged.seq, logged.by.map(|by| by.member));
    let (text, author, removed) = match &mut logged.event {
        Event::Seated { member, name, .. } => (name, Some(*member), REMOVED_NAME),
        Event::Renamed { name, .. } => (name, author, REMOVED_NAME),
        Event::ChatSent { text, .. } => (text, author, ""),
        _ => return false,
    };
    let changes = hidden.hides_event(seq, author) && text != removed;
    if changes {
        removed.clone_into(text);
    }
    changes
}

/// These members, and those from whom they have got a seat, one device from another: they are the same person, who
/// has chosen the seat's name under the earlier id.
pub fn with_earlier_devices(log: &[Logged], members: &[MemberId]) -> Vec<MemberId> {
    let mut holders: [Vec<MemberId>; 2] = [Vec::new(), Vec::new()];
    let mut found = members.to_vec();
    let of = |seat: &Seat| seat.index();
    for Logged { event, .. } in log {
        match event {
            Event::Seated { seat, member, .. } => holders[of(seat)] = vec![*member],
            Event::Left(seat) => holders[of(seat)].clear(),
            Event::SeatTransferred { seat, member } => {
                let chain = &mut holders[of(seat)];
                if members.contains(member) {
                    found.extend(chain.iter());
                }
                chain.push(*member);
            }
            _ => {}
        }
    }
    found.sort_unstable_by_key(|member| member.0);
    found.dedup();
    found
}
