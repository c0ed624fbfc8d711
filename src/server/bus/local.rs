//! In-process pub/sub bus: for a single server, and to join several nodes within a test.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, watch};

use super::{Bus, Heard, Later, Listener, News, NodeId, QUEUE, Topic, What};

/// The subscribers of each topic.
type Wire = Mutex<HashMap<Topic, Vec<(NodeId, mpsc::Sender<Heard>)>>>;

/// One node's connection.
#[derive(Debug)]
pub struct Local {
    node: NodeId,
    /// The subscribers that joined nodes share; `None` for a single server.
    wire: Option<Arc<Wire>>,
    connected: watch::Sender<bool>,
}

impl Local {
    /// The bus of a single server, on which nothing is ever received.
    pub fn alone(node: NodeId) -> Self {
        Self { node, wire: None, connected: watch::Sender::new(true) }
    }

    /// The connections of several nodes that hear each other.
    #[cfg(test)]
    pub fn joined<const N: usize>() -> [Arc<Self>; N] {
        let wire = Arc::new(Wire::default());
        std::array::from_fn(|n| {
            let wire = Some(Arc::clone(&wire));
            Arc::new(Self { node: NodeId(n as u64 + 1), wire, connected: watch::Sender::new(true) })
        })
    }
}

impl Bus for Local {
    fn node(&self) -> NodeId {
        self.node
    }

    fn is_alone(&self) -> bool {
        self.wire.is_none()
    }

    fn tell(&self, topic: Topic, seq: u64, what: What) {
        let Some(wire) = &self.wire else { return };
        let mut wire = wire.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(listeners) = wire.get_mut(&topic) else { return };
        listeners.retain(|(_, listener)| !listener.is_closed());
        let news = News { node: self.node, seq, what };
        for (_, listener) in listeners.iter().filter(|(node, _)| *node != self.node) {
            let _ = listener.try_send(Heard::News(news.clone()));
        }
    }

    fn listen(&self, topic: Topic) -> Listener {
        let (sender, heard) = mpsc::channel(QUEUE);
        let _ = sender.try_send(Heard::Connected);
        if let Some(wire) = &self.wire {
            let mut wire = wire.lock().unwrap_or_else(PoisonError::into_inner);
            wire.entry(topic).or_default().push((self.node, sender));
        }
        Listener(heard)
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.connected.subscribe()
    }

    fn flush(&self) -> Later<'_> {
        Box::pin(std::future::ready(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn subscribers_get_events_of_their_topic_but_not_their_own() {
        let [a, b] = Local::joined();
        let topics = [Topic::Room(room::RoomCode::from_seed(1)), Topic::Farewell];
        let [mut own, mut room] = [a.listen(topics[0]), b.listen(topics[0])];
        let mut other = b.listen(topics[1]);
        a.tell(topics[0], 3, What::Appended);
        a.tell(topics[1], 0, What::Hello);
        let news = |seq, what| Heard::News(News { node: a.node(), seq, what });
        assert_eq!([room.next().await, room.next().await], [Heard::Connected, news(3, What::Appended)]);
        assert_eq!([other.next().await, other.next().await], [Heard::Connected, news(0, What::Hello)]);
        b.tell(topics[0], 4, What::Bye);
        assert_eq!(own.next().await, Heard::Connected);
        assert!(matches!(own.next().await, Heard::News(News { seq: 4, .. })), "only what the other said");
        drop(room);
        a.tell(topics[0], 5, What::Appended);
        assert_eq!(
            a.wire.as_ref().unwrap().lock().unwrap()[&topics[0]].len(),
            1,
            "who listens no more is let go"
        );
    }
}
