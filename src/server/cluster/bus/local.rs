//! In-process pub/sub bus: for a single server, and to join several nodes within a test.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, watch};

use super::{BoxedFuture, Bus, BusEvent, BusMessage, BusPayload, NodeId, QUEUE, Topic, TopicSubscription};

/// The subscribers of each topic.
type Subscribers = Mutex<HashMap<Topic, Vec<(NodeId, mpsc::Sender<BusEvent>)>>>;

/// One node's connection.
#[derive(Debug)]
pub struct LocalBus {
    node: NodeId,
    /// The subscribers that joined nodes share; `None` for a single server.
    subscribers: Option<Arc<Subscribers>>,
    connected: watch::Sender<bool>,
}

impl LocalBus {
    /// The bus of a single server, on which nothing is ever received.
    pub fn single(node: NodeId) -> Self {
        Self { node, subscribers: None, connected: watch::Sender::new(true) }
    }

    /// The connections of several nodes that hear each other.
    #[cfg(test)]
    pub fn connected_nodes<const N: usize>() -> [Arc<Self>; N] {
        let subscribers = Arc::new(Subscribers::default());
        std::array::from_fn(|n| {
            let subscribers = Some(Arc::clone(&subscribers));
            Arc::new(Self { node: NodeId(n as u64 + 1), subscribers, connected: watch::Sender::new(true) })
        })
    }
}

impl Bus for LocalBus {
    fn node(&self) -> NodeId {
        self.node
    }

    fn is_single_node(&self) -> bool {
        self.subscribers.is_none()
    }

    fn publish(&self, topic: Topic, seq: u64, payload: BusPayload) {
        let Some(subscribers) = &self.subscribers else { return };
        let mut subscribers = subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(listeners) = subscribers.get_mut(&topic) else { return };
        listeners.retain(|(_, listener)| !listener.is_closed());
        let message = BusMessage { node: self.node, seq, payload };
        for (_, listener) in listeners.iter().filter(|(node, _)| *node != self.node) {
            let _ = listener.try_send(BusEvent::Message(message.clone()));
        }
    }

    fn subscribe(&self, topic: Topic) -> TopicSubscription {
        let (sender, events) = mpsc::channel(QUEUE);
        let _ = sender.try_send(BusEvent::Connected);
        if let Some(subscribers) = &self.subscribers {
            let mut subscribers = subscribers.lock().unwrap_or_else(PoisonError::into_inner);
            subscribers.entry(topic).or_default().push((self.node, sender));
        }
        TopicSubscription(events)
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.connected.subscribe()
    }

    fn flush(&self) -> BoxedFuture<'_> {
        Box::pin(std::future::ready(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn subscribers_get_events_of_their_topic_but_not_their_own() {
        let [a, b] = LocalBus::connected_nodes();
        let topics = [Topic::Room(room::RoomCode::from_seed(1)), Topic::SessionRevocation];
        let [mut own, mut room] = [a.subscribe(topics[0]), b.subscribe(topics[0])];
        let mut other = b.subscribe(topics[1]);
        a.publish(topics[0], 3, BusPayload::Appended);
        a.publish(topics[1], 0, BusPayload::Hello);
        let message = |seq, payload| BusEvent::Message(BusMessage { node: a.node(), seq, payload });
        assert_eq!(
            [room.next().await, room.next().await],
            [BusEvent::Connected, message(3, BusPayload::Appended)]
        );
        assert_eq!(
            [other.next().await, other.next().await],
            [BusEvent::Connected, message(0, BusPayload::Hello)]
        );
        b.publish(topics[0], 4, BusPayload::Bye);
        assert_eq!(own.next().await, BusEvent::Connected);
        assert!(
            matches!(own.next().await, BusEvent::Message(BusMessage { seq: 4, .. })),
            "only messages of the other node"
        );
        drop(room);
        a.publish(topics[0], 5, BusPayload::Appended);
        assert_eq!(
            a.subscribers.as_ref().unwrap().lock().unwrap()[&topics[0]].len(),
            1,
            "a dropped subscription is removed"
        );
    }
}
