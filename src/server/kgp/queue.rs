//! The agents that wait for another one, in the order in which they came. Pure.

use room::RoomCode;
use tokio::sync::oneshot;

use super::who::Who;
use crate::server::identity::GuestKey;

/// An agent that waits.
#[derive(Debug)]
pub struct Waiting {
    /// Who it is.
    pub who: Who,
    /// Told of the room; closed when the agent does not wait any more.
    pub reply: oneshot::Sender<RoomCode>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Queue(Vec<Waiting>);

impl Queue {
    /// Adds an agent, and gives it with the one that has waited longest, if that is another one.
    pub fn pair(&mut self, agent: Waiting) -> Option<[Waiting; 2]> {
        self.0.retain(|waiting| !waiting.reply.is_closed());
        let is_other = |waiting: &Waiting| waiting.who.guest_key() != agent.who.guest_key();
        match self.0.iter().position(is_other) {
            Some(at) => Some([self.0.remove(at), agent]),
            None => {
                self.0.push(agent);
                None
            }
        }
    }

    /// Takes an agent out of the queue; false if it is not there, because it is being paired.
    pub fn withdraw(&mut self, guest: GuestKey) -> bool {
        let before = self.0.len();
        self.0.retain(|waiting| waiting.who.guest_key() != guest);
        self.0.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::identity::Identity;

    fn agent(n: u8) -> (Waiting, oneshot::Receiver<RoomCode>) {
        let (reply, room) = oneshot::channel();
        (Waiting { who: Who::guest(Identity::of_test(n), None, None), reply }, room)
    }

    fn guests(pair: Option<[Waiting; 2]>) -> Option<[u8; 2]> {
        let number = |waiting: &Waiting| {
            (0..9).find(|n| Identity::of_test(*n).guest() == waiting.who.guest_key()).unwrap()
        };
        pair.map(|pair| [0, 1].map(|n| number(&pair[n])))
    }

    #[test]
    fn the_agent_that_waited_longest_is_paired_but_never_with_itself() {
        let mut queue = Queue::default();
        let all: Vec<_> = [1, 1, 2, 3].map(agent).into_iter().collect();
        let mut rooms = Vec::new();
        let mut pairs = Vec::new();
        for (waiting, room) in all {
            pairs.push(guests(queue.pair(waiting)));
            rooms.push(room);
        }
        assert_eq!(pairs, [None, None, Some([1, 2]), Some([1, 3])]);
    }

    #[test]
    fn an_agent_that_has_gone_is_not_paired() {
        let mut queue = Queue::default();
        let (gone, room) = agent(1);
        assert!(queue.pair(gone).is_none());
        drop(room);
        let (next, _room) = agent(2);
        assert!(queue.pair(next).is_none());
        let (last, _other) = agent(3);
        let (other, _third) = agent(4);
        assert!(!queue.withdraw(other.who.guest_key()));
        assert_eq!(guests(queue.pair(last)), Some([2, 3]));
        assert!(queue.pair(other).is_none());
        assert!(queue.withdraw(Identity::of_test(4).guest()));
        let (late, _room) = agent(5);
        assert!(queue.pair(late).is_none(), "whoever has left the queue is not paired");
    }
}
