//! Failure detection among the nodes that share a database, by heartbeats in the store and on the bus. When a
//! node dies, one survivor takes ownership of its rooms with running clocks (leader: the lowest id); while a
//! live node is unheard on the bus, rooms poll the store; and a node that is isolated alone sends its players
//! to the others.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use room::Millis;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::AppState;
use super::bus::{Bus, Heard, News, NodeId, Topic, What};
use super::store::{Sign, Store, StoreError};

/// Heartbeat interval.
const EVERY: Duration = Duration::from_secs(1);
/// A node without a heartbeat in the store for so long is dead.
const DEAD: Duration = Duration::from_secs(5);
/// A live node that was not heard on the bus for so long counts as unheard.
const UNHEARD: Duration = Duration::from_secs(3);
/// A node that has been isolated for so long, while another is not, sends its players away.
const CUT_OFF: Duration = Duration::from_secs(5);
/// Heartbeats of this age at a start count as recent, in milliseconds.
const FRESH: Millis = 3_000;
/// How long the heartbeat row of a dead node is kept, in milliseconds.
const KEPT: Millis = 3_600_000;

/// Whether another node has been alive all the time, at the start of this one.
pub async fn others_are_there(bus: &dyn Bus, store: &Store, now: Millis) -> Result<bool, StoreError> {
    let fresh = |sign: &Sign| (now - sign.at).abs() < FRESH;
    if bus.is_alone() {
        return Ok(false);
    }
    let before = store.nodes().await?;
    if !before.iter().any(fresh) {
        return Ok(false);
    }
    // The recent row may be this server's own from before its restart. A live node writes a new heartbeat, at
    // the latest within three seconds if it is slow.
    let mut seen = Ok(false);
    for _ in 0..30 {
        tokio::time::sleep(EVERY / 10).await;
        seen = store.nodes().await.map(|signs| signs.iter().any(|sign| !before.contains(sign)));
        if matches!(seen, Ok(true)) {
            break;
        }
    }
    seen
}

/// Watches the other nodes until the server stops. It begins only when the clocks from before the start are
/// settled, because a node that starts and finds a heartbeat here credits nobody with the downtime.
pub async fn look_after(app: AppState, mut clocks_are_settled: watch::Receiver<bool>) {
    tokio::select! {
        () = app.stop.cancelled() => return,
        _ = clocks_are_settled.wait_for(|settled| *settled) => {}
    }
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut others = Others::new(app.bus.node());
    let mut voices = app.bus.listen(Topic::Nodes);
    let mut connected = app.bus.connected();
    loop {
        tokio::select! {
            () = app.stop.cancelled() => break,
            heard = voices.next() => {
                if let Heard::News(News { node, .. }) = heard {
                    others.hear(node, Instant::now());
                }
                continue;
            }
            _ = ticks.tick() => app.bus.tell(Topic::Nodes, 0, What::Alive),
            // A disconnected node publishes its state in the store at once.
            Ok(()) = connected.changed() => {}
        }
        let now_connected = *connected.borrow_and_update();
        if let Err(error) = look(&app, &mut others, now_connected).await {
            tracing::warn!(%error, "the other nodes could not be looked after");
        }
    }
    if let Err(error) = app.store.remove_node(app.bus.node()).await {
        tracing::warn!(%error, "the other nodes could not be told of the stop");
    }
}

async fn look(app: &AppState, others: &mut Others, connected: bool) -> Result<(), StoreError> {
    let (node, at) = (app.bus.node(), app.time.now());
    // Taken before the store is asked, so that a slow store makes no node look silent.
    let now = Instant::now();
    if *app.cut_off.borrow() {
        // An isolated node has no players any more, so it counts as stopped.
        app.store.remove_node(node).await?;
    } else {
        app.store.sign(Sign { node, at, connected }, at.saturating_sub(KEPT)).await?;
    }
    let signs = app.store.nodes().await?;
    let found = others.look(&signs, connected, now, at);
    app.metrics.bus(connected && !found.unheard);
    let changed = |value: &mut bool, now: bool| std::mem::replace(value, now) != now;
    if app.cut_off.send_if_modified(|cut_off| changed(cut_off, found.cut_off)) {
        match found.cut_off {
            true => tracing::error!("cut off from the other nodes: everybody is sent to them"),
            false => tracing::info!("no longer cut off from the other nodes"),
        }
    }
    if app.rooms.deaf.send_if_modified(|deaf| changed(deaf, found.unheard)) && found.unheard {
        tracing::warn!("another node cannot be heard: rooms ask the store what has happened");
    }
    if found.unattended {
        let clocks = app.store.clocks().await?;
        others.unattended = false;
        tracing::info!(
            clocks = clocks.len(),
            "a node has gone, or this one has come: clocks that nobody looks after are looked after here"
        );
        clocks.into_iter().for_each(|code| app.rooms.look_after(code, at));
    }
    Ok(())
}

/// Waits until this node is isolated.
pub async fn cut_off(cut_off: &mut watch::Receiver<bool>) {
    if cut_off.wait_for(|cut_off| *cut_off).await.is_err() {
        std::future::pending().await
    }
}

/// What this node knows of the others.
#[derive(Debug)]
struct Others {
    own: NodeId,
    known: HashMap<NodeId, Other>,
    /// Since when this node has been disconnected while another is connected.
    cut_off: Option<Instant>,
    /// Ownership of a dead node's clocks is still to be taken. Initially set, for nodes that died before this
    /// one started: the survivors leave them to the lowest id, which may be this node's.
    unattended: bool,
}

/// One other node.
#[derive(Debug)]
struct Other {
    sign: Sign,
    /// When the present heartbeat was first seen, by this node's clock, because the nodes' clocks may differ.
    seen: Instant,
    /// When it was last heard on the bus, or first known.
    heard: Instant,
    alive: bool,
}

/// The outcome of one check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Found {
    /// A node has died or stopped, and this one still has to take ownership of its clocks.
    unattended: bool,
    /// Only this node is isolated.
    cut_off: bool,
    /// A live node is unheard on the bus.
    unheard: bool,
}

impl Others {
    fn new(own: NodeId) -> Self {
        Self { own, known: HashMap::new(), cut_off: None, unattended: true }
    }

    /// Notes a heartbeat on the bus.
    fn hear(&mut self, node: NodeId, now: Instant) {
        if let Some(other) = self.known.get_mut(&node) {
            other.heard = now;
        }
    }

    fn look(&mut self, signs: &[Sign], connected: bool, now: Instant, at: Millis) -> Found {
        for &sign in signs.iter().filter(|sign| sign.node != self.own) {
            let fresh = (at - sign.at).abs() < DEAD.as_millis() as Millis;
            let new = Other { sign, seen: now, heard: now, alive: fresh };
            let known = self.known.entry(sign.node).or_insert(new);
            if known.sign.at != sign.at {
                (known.seen, known.alive) = (now, true);
            }
            known.sign = sign;
        }
        let mut died = false;
        self.known.retain(|node, other| {
            let is_there = signs.iter().any(|sign| sign.node == *node);
            let dies = other.alive && (!is_there || now.saturating_duration_since(other.seen) >= DEAD);
            died |= dies;
            other.alive &= !dies;
            is_there
        });
        let alive = || self.known.values().filter(|other| other.alive);
        let alone = !connected && alive().any(|other| other.sign.connected);
        // One owner is enough for the clocks: the lowest id of the live nodes is the leader.
        let is_first = alive().all(|other| self.own < other.sign.node);
        self.cut_off = alone.then(|| self.cut_off.unwrap_or(now));
        let cut_off = self.cut_off.is_some_and(|since| now.saturating_duration_since(since) >= CUT_OFF);
        let silent = |other: &Other| now.saturating_duration_since(other.heard) >= UNHEARD;
        let unheard = alive().any(|other| !other.sign.connected || silent(other));
        self.unattended |= died && is_first;
        Found { unattended: self.unattended, cut_off, unheard }
    }
}

#[cfg(test)]
mod tests;
