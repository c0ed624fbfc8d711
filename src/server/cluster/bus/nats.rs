//! Pub/sub bus over NATS: one subject for each room, prefixed with the version of the messages. It reconnects
//! for ever and drops messages while it is disconnected.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot, watch};

use super::incoming::{Incoming, MAX_BYTES};
use super::signature::{LastSent, Signing};
use super::warning_limit::WarningLimit;
use super::{
    BoxedFuture, Bus, BusAddress, BusEvent, BusMessage, BusPayload, NodeId, QUEUE, Topic, TopicSubscription,
};
use crate::server::error::StartError;
use crate::server::time::system_time;

/// Prefix of every subject; its version changes when older servers could not read the messages.
const SUBJECT: &str = "duello.1";
/// Capacity of the queue of outgoing messages.
const OUTGOING: usize = 4096;
/// Interval of the protocol's pings; after three without an answer the client reconnects.
const PING_EVERY: Duration = Duration::from_secs(1);
/// Upper bound of the reconnect backoff.
const MAX_BACKOFF: Duration = Duration::from_secs(1);
/// Timeout of one attempt to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a shutdown waits for the queue to drain.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// The NATS connection of a node.
#[derive(Debug)]
pub struct NatsBus {
    node: NodeId,
    client: Client,
    outgoing: mpsc::Sender<Outgoing>,
    signing: Signing,
    connected: Arc<watch::Sender<bool>>,
    warnings: Arc<WarningLimit>,
}

/// An entry of the outgoing queue.
enum Outgoing {
    Message(Topic, Vec<u8>),
    /// Flush barrier: answered when everything before it has been sent.
    Flush(oneshot::Sender<()>),
}

impl NatsBus {
    /// Starts to connect, without waiting for the connection.
    ///
    /// # Errors
    /// The addresses are not valid for the client library.
    pub async fn start(node: NodeId, addresses: &[BusAddress], signing: Signing) -> Result<Self, StartError> {
        let connected = Arc::new(watch::Sender::new(false));
        let warnings = Arc::new(WarningLimit::new());
        let (state, limit) = (Arc::clone(&connected), Arc::clone(&warnings));
        let options = ConnectOptions::new()
            .name(format!("duello {node}"))
            .retry_on_initial_connect()
            .no_echo()
            .ping_interval(PING_EVERY)
            .connection_timeout(CONNECT_TIMEOUT)
            .subscription_capacity(4 * QUEUE)
            .reconnect_delay_callback(backoff)
            .event_callback(move |event| {
                track_connection(&event, &state, &limit);
                std::future::ready(())
            });
        let options = match addresses.iter().find_map(BusAddress::credentials) {
            Some((name, password)) => options.user_and_password(name, password),
            None => options,
        };
        let servers: Vec<ServerAddr> = addresses.iter().map(BusAddress::server).collect();
        let client =
            options.connect(servers).await.map_err(|source| StartError::Bus { source: Box::new(source) })?;
        let (outgoing, queue) = mpsc::channel(OUTGOING);
        tokio::spawn(send(client.clone(), queue, signing.clone(), connected.subscribe()));
        Ok(Self { node, client, outgoing, signing, connected, warnings })
    }
}

impl Bus for NatsBus {
    fn node(&self) -> NodeId {
        self.node
    }

    fn is_single_node(&self) -> bool {
        false
    }

    fn publish(&self, topic: Topic, seq: u64, payload: BusPayload) {
        if !*self.connected.borrow() {
            return;
        }
        let sent = serde_json::to_vec(&BusMessage { node: self.node, seq, payload }).is_ok_and(|message| {
            message.len() <= MAX_BYTES && self.outgoing.try_send(Outgoing::Message(topic, message)).is_ok()
        });
        if !sent && self.warnings.allows() {
            tracing::warn!(
                ?topic,
                "a message to the other nodes was dropped: the queue is full, or the message too large"
            );
        }
    }

    fn subscribe(&self, topic: Topic) -> TopicSubscription {
        let (sender, events) = mpsc::channel(QUEUE);
        let (client, connected) = (self.client.clone(), self.connected.subscribe());
        let incoming = Incoming { node: self.node, subject: subject(topic), signing: self.signing.clone() };
        let warnings = Arc::clone(&self.warnings);
        tokio::spawn(async move {
            let forwarding = forward(client, incoming, connected, &sender, &warnings);
            tokio::select! {
                () = forwarding => {}
                () = sender.closed() => {}
            }
        });
        TopicSubscription(events)
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.connected.subscribe()
    }

    fn flush(&self) -> BoxedFuture<'_> {
        Box::pin(async {
            let (reply, done) = oneshot::channel();
            let flush = async {
                if self.outgoing.send(Outgoing::Flush(reply)).await.is_ok() {
                    let _ = done.await;
                }
            };
            let _ = tokio::time::timeout(FLUSH_TIMEOUT, flush).await;
        })
    }
}

fn subject(topic: Topic) -> String {
    match topic {
        Topic::Room(code) => format!("{SUBJECT}.room.{code}"),
        Topic::Nodes => format!("{SUBJECT}.nodes"),
        Topic::SessionRevocation => format!("{SUBJECT}.farewell"),
        Topic::Tournaments => format!("{SUBJECT}.tournaments"),
        Topic::Lobby => format!("{SUBJECT}.lobby"),
    }
}

/// Exponential reconnect backoff, up to [`MAX_BACKOFF`].
fn backoff(attempts: usize) -> Duration {
    let doubled = u32::try_from(attempts).unwrap_or(u32::MAX).min(10);
    Duration::from_millis(10 * 2_u64.pow(doubled) - 10).min(MAX_BACKOFF)
}

/// Publishes the connection state that the client library reports to the subscribers.
fn track_connection(event: &Event, connected: &watch::Sender<bool>, warnings: &WarningLimit) {
    match event {
        Event::Connected => {
            tracing::info!("connected with the other nodes");
            // Sent even if it was connected before: messages in between are lost, and subscribers have to
            // catch up.
            connected.send_replace(true);
        }
        Event::Disconnected | Event::Closed => {
            tracing::warn!("disconnected from the other nodes; reconnecting");
            connected.send_replace(false);
        }
        other if warnings.allows() => tracing::warn!("the bus between the nodes: {other}"),
        _ => {}
    }
}

/// Drains the outgoing queue. Messages are dropped while disconnected, because they are only of use at once.
async fn send(
    client: Client,
    mut queue: mpsc::Receiver<Outgoing>,
    signing: Signing,
    connected: watch::Receiver<bool>,
) {
    while let Some(outgoing) = queue.recv().await {
        match outgoing {
            Outgoing::Message(topic, message) if *connected.borrow() => {
                let subject = subject(topic);
                let headers = signing.headers(&subject, &message, system_time());
                let _ = client.publish_with_headers(subject, headers, message.into()).await;
            }
            Outgoing::Message(..) => {}
            Outgoing::Flush(reply) => {
                if *connected.borrow() {
                    let _ = client.flush().await;
                }
                let _ = reply.send(());
            }
        }
    }
}

/// Forwards a topic's messages and the changes of the connection state to a subscriber.
async fn forward(
    client: Client,
    incoming: Incoming,
    mut connected: watch::Receiver<bool>,
    listener: &mpsc::Sender<BusEvent>,
    warnings: &WarningLimit,
) {
    let Ok(mut subscription) = client.subscribe(incoming.subject.clone()).await else { return };
    let mut last_sent = LastSent::default();
    connected.mark_changed();
    loop {
        let event = tokio::select! {
            biased;
            changed = connected.changed() => match changed {
                Ok(()) if *connected.borrow_and_update() => BusEvent::Connected,
                Ok(()) => BusEvent::Disconnected,
                Err(_) => return,
            },
            message = subscription.next() => match message.map(|it| incoming.parse(it.headers.as_ref(), &it.payload)) {
                Some(Ok((message, _))) if message.node == incoming.node => continue,
                // A copy of an older message.
                Some(Ok((message, sent))) if !last_sent.note(message.node, sent) => continue,
                Some(Ok((message, _))) => {
                    // A full queue drops the message; later ones make up for it.
                    let _ = listener.try_send(BusEvent::Message(message));
                    continue;
                }
                Some(Err(why)) => {
                    if warnings.allows() {
                        tracing::warn!(subject = incoming.subject, "a message of another node is not believed: {why}");
                    }
                    continue;
                }
                None => return,
            },
        };
        if listener.send(event).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reconnect_backoff_grows_to_one_second() {
        let waits: Vec<u128> = [0, 1, 2, 5, 7, 1000, usize::MAX].map(|n| backoff(n).as_millis()).to_vec();
        assert_eq!(waits, [0, 10, 30, 310, 1_000, 1_000, 1_000]);
    }
}
