//! Pub/sub bus over NATS: one subject for each room, prefixed with the version of the messages. It reconnects
//! for ever and drops messages while it is disconnected.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot, watch};

use super::{Bus, BusAddress, Heard, Later, Listener, News, NodeId, QUEUE, Topic, What};
use crate::server::error::StartError;

/// Prefix of every subject; its version changes when older servers could not read the messages.
const SUBJECT: &str = "duello.1";
/// The largest message that is sent or read, in bytes.
const BYTES_MOST: usize = 256 * 1024;
/// Capacity of the queue of outgoing messages.
const OUTGOING: usize = 4096;
/// Interval of the protocol's pings; after three without an answer the client reconnects.
const PING_EVERY: Duration = Duration::from_secs(1);
/// Upper bound of the reconnect backoff.
const RETRY_MOST: Duration = Duration::from_secs(1);
/// Timeout of one attempt to connect.
const CONNECT_WITHIN: Duration = Duration::from_secs(2);
/// How long a shutdown waits for the queue to drain.
const FLUSH_WITHIN: Duration = Duration::from_secs(1);
/// Rate limit of repeated warnings in the log.
const COMPLAIN_EVERY: Duration = Duration::from_secs(60);

/// The NATS connection of a node.
#[derive(Debug)]
pub struct Nats {
    node: NodeId,
    client: Client,
    outgoing: mpsc::Sender<Outgoing>,
    connected: Arc<watch::Sender<bool>>,
    complaints: Arc<Complaints>,
}

/// An entry of the outgoing queue.
enum Outgoing {
    News(Topic, Vec<u8>),
    /// Flush barrier: answered when everything before it has been sent.
    Flush(oneshot::Sender<()>),
}

impl Nats {
    /// Starts to connect, without waiting for the connection.
    ///
    /// # Errors
    /// The addresses are not valid for the client library.
    pub async fn start(node: NodeId, addresses: &[BusAddress]) -> Result<Self, StartError> {
        let connected = Arc::new(watch::Sender::new(false));
        let complaints = Arc::new(Complaints::new());
        let (state, told) = (Arc::clone(&connected), Arc::clone(&complaints));
        let options = ConnectOptions::new()
            .name(format!("duello {node}"))
            .retry_on_initial_connect()
            .no_echo()
            .ping_interval(PING_EVERY)
            .connection_timeout(CONNECT_WITHIN)
            .subscription_capacity(4 * QUEUE)
            .reconnect_delay_callback(pause)
            .event_callback(move |event| {
                note(&event, &state, &told);
                std::future::ready(())
            });
        let options = match addresses.iter().find_map(BusAddress::credentials) {
            Some((name, password)) => options.user_and_password(name, password),
            None => options,
        };
        let servers: Vec<ServerAddr> = addresses.iter().map(BusAddress::server).collect();
        let client =
            options.connect(servers).await.map_err(|source| StartError::Bus { source: Box::new(source) })?;
        let (outgoing, waiting) = mpsc::channel(OUTGOING);
        tokio::spawn(send(client.clone(), waiting, connected.subscribe()));
        Ok(Self { node, client, outgoing, connected, complaints })
    }
}

impl Bus for Nats {
    fn node(&self) -> NodeId {
        self.node
    }

    fn is_alone(&self) -> bool {
        false
    }

    fn tell(&self, topic: Topic, seq: u64, what: What) {
        if !*self.connected.borrow() {
            return;
        }
        let sent = serde_json::to_vec(&News { node: self.node, seq, what }).is_ok_and(|news| {
            news.len() <= BYTES_MOST && self.outgoing.try_send(Outgoing::News(topic, news)).is_ok()
        });
        if !sent && self.complaints.may_complain() {
            tracing::warn!(?topic, "there is more to say to the other nodes than leaves");
        }
    }

    fn listen(&self, topic: Topic) -> Listener {
        let (sender, heard) = mpsc::channel(QUEUE);
        let (client, connected) = (self.client.clone(), self.connected.subscribe());
        let (node, complaints) = (self.node, Arc::clone(&self.complaints));
        tokio::spawn(async move {
            let carried = carry(client, topic, node, connected, &sender, &complaints);
            tokio::select! {
                () = carried => {}
                () = sender.closed() => {}
            }
        });
        Listener(heard)
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.connected.subscribe()
    }

    fn flush(&self) -> Later<'_> {
        Box::pin(async {
            let (reply, done) = oneshot::channel();
            let flushed = async {
                if self.outgoing.send(Outgoing::Flush(reply)).await.is_ok() {
                    let _ = done.await;
                }
            };
            let _ = tokio::time::timeout(FLUSH_WITHIN, flushed).await;
        })
    }
}

fn subject(topic: Topic) -> String {
    match topic {
        Topic::Room(code) => format!("{SUBJECT}.room.{code}"),
        Topic::Nodes => format!("{SUBJECT}.nodes"),
        Topic::Farewell => format!("{SUBJECT}.farewell"),
    }
}

/// Exponential reconnect backoff, up to [`RETRY_MOST`].
fn pause(attempts: usize) -> Duration {
    let doubled = u32::try_from(attempts).unwrap_or(u32::MAX).min(10);
    Duration::from_millis(10 * 2_u64.pow(doubled) - 10).min(RETRY_MOST)
}

/// Publishes the connection state that the client library reports.
fn note(event: &Event, connected: &watch::Sender<bool>, complaints: &Complaints) {
    match event {
        Event::Connected => {
            tracing::info!("connected with the other nodes");
            // Sent even if it was connected before: messages in between are lost, and subscribers have to
            // catch up.
            connected.send_replace(true);
        }
        Event::Disconnected | Event::Closed => {
            tracing::warn!("cut off from the other nodes; connecting again");
            connected.send_replace(false);
        }
        other if complaints.may_complain() => tracing::warn!("the bus between the nodes: {other}"),
        _ => {}
    }
}

/// Drains the outgoing queue. Messages are dropped while disconnected, because they are only of use at once.
async fn send(client: Client, mut waiting: mpsc::Receiver<Outgoing>, connected: watch::Receiver<bool>) {
    while let Some(outgoing) = waiting.recv().await {
        match outgoing {
            Outgoing::News(topic, news) if *connected.borrow() => {
                let _ = client.publish(subject(topic), news.into()).await;
            }
            Outgoing::News(..) => {}
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
async fn carry(
    client: Client,
    topic: Topic,
    node: NodeId,
    mut connected: watch::Receiver<bool>,
    listener: &mpsc::Sender<Heard>,
    complaints: &Complaints,
) {
    let Ok(mut subscription) = client.subscribe(subject(topic)).await else { return };
    connected.mark_changed();
    loop {
        let heard = tokio::select! {
            biased;
            changed = connected.changed() => match changed {
                Ok(()) if *connected.borrow_and_update() => Heard::Connected,
                Ok(()) => Heard::Cut,
                Err(_) => return,
            },
            message = subscription.next() => match message.map(|message| read(&message.payload)) {
                Some(Some(news)) if news.node == node => continue,
                Some(Some(news)) => {
                    // A full queue drops the message; later ones make up for it.
                    let _ = listener.try_send(Heard::News(news));
                    continue;
                }
                Some(None) => {
                    if complaints.may_complain() {
                        tracing::warn!(?topic, "what another node says is not understood");
                    }
                    continue;
                }
                None => return,
            },
        };
        if listener.send(heard).await.is_err() {
            return;
        }
    }
}

/// Parses a message; `None` if it is too large or malformed.
fn read(payload: &[u8]) -> Option<News> {
    (payload.len() <= BYTES_MOST).then(|| serde_json::from_slice(payload).ok()).flatten()
}

/// Limits warnings that could repeat to one a minute.
#[derive(Debug)]
struct Complaints {
    since: Instant,
    /// The earliest time of the next warning, in seconds since `since`.
    next: AtomicU64,
}

impl Complaints {
    fn new() -> Self {
        Self { since: Instant::now(), next: AtomicU64::new(0) }
    }

    fn may_complain(&self) -> bool {
        let now = self.since.elapsed().as_secs();
        let next = self.next.load(Ordering::Relaxed);
        let later = now + COMPLAIN_EVERY.as_secs();
        now >= next && self.next.compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_or_oversized_bus_events_are_ignored() {
        let good = br#"{"node":"1","seq":2,"what":"bye"}"#;
        assert_eq!(read(good), Some(News { node: NodeId(1), seq: 2, what: What::Bye }));
        let long = format!(r#"{{"node":"1","seq":2,"what":{{"farewell":"{}"}}}}"#, "a".repeat(BYTES_MOST));
        let bad = [
            &b""[..],
            b"{}",
            b"\xff\xfe",
            br#"{"node":"1","seq":-2,"what":"bye"}"#,
            br#"[[[["#,
            long.as_bytes(),
        ];
        for bytes in bad {
            assert_eq!(read(bytes), None);
        }
    }

    #[test]
    fn the_reconnect_backoff_grows_to_one_second() {
        let waits: Vec<u128> = [0, 1, 2, 5, 7, 1000, usize::MAX].map(|n| pause(n).as_millis()).to_vec();
        assert_eq!(waits, [0, 10, 30, 310, 1_000, 1_000, 1_000]);
    }
}
