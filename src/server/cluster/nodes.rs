//! Failure detection among the nodes that share a database, by heartbeats in the store and on the bus. When a
//! node dies, one survivor takes ownership of its rooms with running clocks (leader: the lowest id); while a
//! live node is unheard on the bus, rooms poll the store; and a node that is isolated alone sends its players
//! to the others.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use room::Millis;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::bus::{Bus, BusEvent, BusMessage, BusPayload, NodeId, Topic};
use crate::server::AppState;
use crate::server::store::{NodeHeartbeat, Store, StoreError};

/// Heartbeat interval.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(1);
/// A node without a heartbeat in the store for so long is dead.
const DEAD_AFTER: Duration = Duration::from_secs(5);
/// A live node that was not heard on the bus for so long counts as unheard.
const UNHEARD_AFTER: Duration = Duration::from_secs(3);
/// A node that has been isolated for so long, while another is not, sends its players away.
const ISOLATED_AFTER: Duration = Duration::from_secs(5);
/// Heartbeats of this age at a start count as recent, in milliseconds: a live node that is slow writes the next one within
/// that time.
const RECENT: Millis = 3_000;
/// For so long at least a node that starts waits for the next heartbeat, in milliseconds, so that it sees that of a live
/// node even if the nodes' clocks differ.
const WAITS_AT_LEAST: Millis = 1_500;
/// How long the heartbeat row of a dead node is kept, in milliseconds.
const HEARTBEAT_RETENTION: Millis = 3_600_000;

/// Whether another node has been alive all the time, at the start of this one.
pub async fn other_node_is_alive(bus: &dyn Bus, store: &Store, now: Millis) -> Result<bool, StoreError> {
    if bus.is_single_node() {
        return Ok(false);
    }
    let before = store.nodes().await?;
    let Some(wait) = wait_for_next(&before, now) else { return Ok(false) };
    // The recent row may be this server's own from before its restart.
    let begun = Instant::now();
    let mut alive = Ok(false);
    while begun.elapsed() < wait {
        tokio::time::sleep(HEARTBEAT_EVERY / 10).await;
        alive = store
            .nodes()
            .await
            .map(|heartbeats| heartbeats.iter().any(|heartbeat| !before.contains(heartbeat)));
        if matches!(alive, Ok(true)) {
            break;
        }
    }
    alive
}

/// How long to wait for the next heartbeat of a node of which one of these is the last; `None` if none is recent.
fn wait_for_next(heartbeats: &[NodeHeartbeat], now: Millis) -> Option<Duration> {
    let ages = heartbeats.iter().map(|heartbeat| (now - heartbeat.at).abs()).filter(|age| *age < RECENT);
    let left = RECENT - ages.min()?;
    Some(Duration::from_millis(left.max(WAITS_AT_LEAST).unsigned_abs()))
}

/// Watches the other nodes until the server stops. It begins only when the clocks from before the start are
/// settled, because a node that starts and finds a heartbeat here credits nobody with the downtime.
pub async fn run(app: AppState, mut downtime_recorded: watch::Receiver<bool>) {
    tokio::select! {
        () = app.stop.cancelled() => return,
        _ = downtime_recorded.wait_for(|recorded| *recorded) => {}
    }
    let mut ticks = tokio::time::interval(HEARTBEAT_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut peers = Peers::new(app.bus.node());
    let mut messages = app.bus.subscribe(Topic::Nodes);
    let mut connected = app.bus.connected();
    loop {
        tokio::select! {
            () = app.stop.cancelled() => break,
            event = messages.next() => {
                if let BusEvent::Message(BusMessage { node, .. }) = event {
                    peers.heard_on_bus(node, Instant::now());
                }
                continue;
            }
            _ = ticks.tick() => app.bus.publish(Topic::Nodes, 0, BusPayload::Heartbeat),
            // A disconnected node publishes its state in the store at once.
            Ok(()) = connected.changed() => {}
        }
        let now_connected = *connected.borrow_and_update();
        if let Err(error) = check_peers(&app, &mut peers, now_connected).await {
            tracing::warn!(%error, "the heartbeats of the nodes could not be written or read");
        }
    }
    if let Err(error) = app.store.remove_node(app.bus.node()).await {
        tracing::warn!(%error, "the heartbeat of this node could not be removed");
    }
}

/// Writes this node's heartbeat, reads those of the others, and acts on what has changed.
async fn check_peers(app: &AppState, peers: &mut Peers, connected: bool) -> Result<(), StoreError> {
    let (node, at) = (app.bus.node(), app.time.now());
    // Taken before the store is asked, so that a slow store makes no node look silent.
    let now = Instant::now();
    if *app.isolated.borrow() {
        // An isolated node has no players any more, so it counts as stopped.
        app.store.remove_node(node).await?;
    } else {
        app.store
            .write_node_heartbeat(
                NodeHeartbeat { node, at, connected },
                at.saturating_sub(HEARTBEAT_RETENTION),
            )
            .await?;
    }
    let heartbeats = app.store.nodes().await?;
    let check = peers.update(&heartbeats, connected, now, at);
    app.metrics.bus(connected && !check.unheard);
    let changed = |value: &mut bool, now: bool| std::mem::replace(value, now) != now;
    if app.isolated.send_if_modified(|isolated| changed(isolated, check.isolated)) {
        match check.isolated {
            true => tracing::error!("this node is isolated: its players are sent to the other nodes"),
            false => tracing::info!("this node is no longer isolated"),
        }
    }
    if app.rooms.peer_unheard.send_if_modified(|peer_unheard| changed(peer_unheard, check.unheard))
        && check.unheard
    {
        tracing::warn!("another node cannot be heard: rooms poll the store");
    }
    if check.takes_ownership {
        let clocks = app.store.rooms_with_clock().await?;
        peers.takes_ownership = false;
        tracing::info!(
            clocks = clocks.len(),
            "a node has gone, or this one has started: this node takes ownership of the running clocks"
        );
        clocks.into_iter().for_each(|code| app.rooms.take_ownership(code, at));
    }
    Ok(())
}

/// Waits until this node is isolated.
pub async fn until_isolated(isolated: &mut watch::Receiver<bool>) {
    if isolated.wait_for(|isolated| *isolated).await.is_err() {
        std::future::pending().await
    }
}

/// What this node knows of the other nodes.
#[derive(Debug)]
struct Peers {
    own: NodeId,
    known: HashMap<NodeId, Peer>,
    /// Since when this node has been disconnected while another is connected.
    isolated: Option<Instant>,
    /// Ownership of a dead node's clocks is still to be taken. Initially set, for nodes that died before this
    /// one started: the survivors leave them to the lowest id, which may be this node's.
    takes_ownership: bool,
}

/// Another node.
#[derive(Debug)]
struct Peer {
    heartbeat: NodeHeartbeat,
    /// When the present heartbeat was first seen, by this node's clock, because the nodes' clocks may differ.
    seen: Instant,
    /// When it was last heard on the bus, or first known.
    heard: Instant,
    alive: bool,
}

/// The outcome of one check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PeerCheck {
    /// A node has died or stopped, and this one still has to take ownership of its clocks.
    takes_ownership: bool,
    /// Only this node is isolated.
    isolated: bool,
    /// A live node is unheard on the bus.
    unheard: bool,
}

impl Peers {
    fn new(own: NodeId) -> Self {
        Self { own, known: HashMap::new(), isolated: None, takes_ownership: true }
    }

    /// Notes a heartbeat on the bus.
    fn heard_on_bus(&mut self, node: NodeId, now: Instant) {
        if let Some(peer) = self.known.get_mut(&node) {
            peer.heard = now;
        }
    }

    /// Compares the heartbeats in the store with the last ones.
    fn update(
        &mut self,
        heartbeats: &[NodeHeartbeat],
        connected: bool,
        now: Instant,
        at: Millis,
    ) -> PeerCheck {
        for &heartbeat in heartbeats.iter().filter(|heartbeat| heartbeat.node != self.own) {
            let is_recent = (at - heartbeat.at).abs() < DEAD_AFTER.as_millis() as Millis;
            let new = Peer { heartbeat, seen: now, heard: now, alive: is_recent };
            let known = self.known.entry(heartbeat.node).or_insert(new);
            if known.heartbeat.at != heartbeat.at {
                (known.seen, known.alive) = (now, true);
            }
            known.heartbeat = heartbeat;
        }
        let mut peer_died = false;
        self.known.retain(|node, peer| {
            let is_listed = heartbeats.iter().any(|heartbeat| heartbeat.node == *node);
            let has_died =
                peer.alive && (!is_listed || now.saturating_duration_since(peer.seen) >= DEAD_AFTER);
            peer_died |= has_died;
            peer.alive &= !has_died;
            is_listed
        });
        let alive = || self.known.values().filter(|peer| peer.alive);
        let is_isolated = !connected && alive().any(|peer| peer.heartbeat.connected);
        // One owner is enough for the clocks: the lowest id of the live nodes is the leader.
        let is_leader = alive().all(|peer| self.own < peer.heartbeat.node);
        self.isolated = is_isolated.then(|| self.isolated.unwrap_or(now));
        let isolated =
            self.isolated.is_some_and(|since| now.saturating_duration_since(since) >= ISOLATED_AFTER);
        let is_silent = |peer: &Peer| now.saturating_duration_since(peer.heard) >= UNHEARD_AFTER;
        let unheard = alive().any(|peer| !peer.heartbeat.connected || is_silent(peer));
        self.takes_ownership |= peer_died && is_leader;
        PeerCheck { takes_ownership: self.takes_ownership, isolated, unheard }
    }
}

#[cfg(test)]
mod tests;
