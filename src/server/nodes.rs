//! Several servers over one database watch over each other, by signs of life in the store and on the bus: whose sign has stopped has
//! died, and the clocks of its rooms are looked after by another; while somebody lives and is not heard, rooms ask the store; and who
//! alone hears nothing of the others sends everybody to them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use room::Millis;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::AppState;
use super::bus::{Bus, Heard, News, NodeId, Topic, What};
use super::store::{Sign, Store, StoreError};

/// How often a node gives a sign of life.
const EVERY: Duration = Duration::from_secs(1);
/// A node without a sign of life for so long has died.
const DEAD: Duration = Duration::from_secs(5);
/// A node that lives, and was not heard on the bus for so long, cannot be heard.
const UNHEARD: Duration = Duration::from_secs(3);
/// A node that for so long is cut off while another is not sends everybody away.
const CUT_OFF: Duration = Duration::from_secs(5);
/// Whoever gave a sign of life within this time before a start was there all the time, in milliseconds.
const FRESH: Millis = 3_000;
/// How long the last sign of a node that has died is kept, in milliseconds.
const KEPT: Millis = 3_600_000;

/// Whether there is a node that has been there all the time, at the start of this one.
pub async fn others_are_there(bus: &dyn Bus, store: &Store, now: Millis) -> Result<bool, StoreError> {
    let fresh = |sign: &Sign| (now - sign.at).abs() < FRESH;
    if bus.is_alone() {
        return Ok(false);
    }
    let before = store.nodes().await?;
    if !before.iter().any(fresh) {
        return Ok(false);
    }
    // It may have been this one, before it was started anew: who lives gives another sign, within three seconds if it is slow.
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

/// Looks after the others until the server stops, once the clocks that ran before its start are settled: whoever starts and finds a
/// sign of life here gives nobody the time in which no server was there.
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
            // Those who cannot be heard any more say so at once, in the store.
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
    // A store that is slow makes nobody silent.
    let now = Instant::now();
    if *app.cut_off.borrow() {
        // Nobody is here: as good as stopped.
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

/// Waits until everybody is to be sent away.
pub async fn cut_off(cut_off: &mut watch::Receiver<bool>) {
    if cut_off.wait_for(|cut_off| *cut_off).await.is_err() {
        std::future::pending().await
    }
}

/// What is known of the other nodes.
#[derive(Debug)]
struct Others {
    own: NodeId,
    known: HashMap<NodeId, Other>,
    /// Since when this node hears nothing and another does.
    cut_off: Option<Instant>,
    /// The clocks of a node that died are still to be looked after. At first those of whoever died before this one saw him alive: the
    /// others leave them to the first of all, and that may be this one.
    unattended: bool,
}

/// One of them.
#[derive(Debug)]
struct Other {
    sign: Sign,
    /// When that was seen first: clocks of nodes may differ.
    seen: Instant,
    /// When it was heard on the bus, or known first.
    heard: Instant,
    alive: bool,
}

/// What has to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Found {
    /// A node has died or stopped, and it is this one that has to look after its clocks, or still has to.
    unattended: bool,
    /// This node alone is cut off.
    cut_off: bool,
    /// A node that lives cannot be heard.
    unheard: bool,
}

impl Others {
    fn new(own: NodeId) -> Self {
        Self { own, known: HashMap::new(), cut_off: None, unattended: true }
    }

    /// A node is heard on the bus.
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
        // One is enough for the clocks: the first of those that are left.
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
