//! What the operator has decided, in memory: sanctions, blocked networks, switches, shut rooms. Each node looks every
//! two seconds whether something has changed, and reads it then, so that no request asks the store (ADR 0058).

pub(in crate::server) mod blocks;

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use room::{Millis, RoomCode};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use self::blocks::Blocks;
use super::config::desk::Feature;
use super::identity::GuestKey;
use super::store::{ModerationRows, ModerationVersion, SanctionKind, Store, StoreError};

/// How often it is looked whether something has changed. What is said has to take effect within five seconds.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// What is in force at this node.
#[derive(Debug)]
pub struct Moderation(watch::Sender<Arc<Rules>>);

/// What was in force when the store was read. Everything but what is shut ends at its time by itself.
#[derive(Debug, Default)]
pub struct Rules {
    version: Option<ModerationVersion>,
    sanctions: HashMap<(GuestKey, SanctionKind), Millis>,
    blocks: Blocks,
    off: HashMap<Feature, Option<Millis>>,
    shut: HashSet<RoomCode>,
}

impl Moderation {
    /// Reads what is in force.
    pub async fn start(store: &Store) -> Result<Arc<Self>, StoreError> {
        let moderation = Self(watch::Sender::default());
        moderation.refresh(store).await?;
        Ok(Arc::new(moderation))
    }

    /// What is in force.
    pub fn rules(&self) -> Arc<Rules> {
        self.0.borrow().clone()
    }

    /// Hears of each change.
    pub fn subscribe(&self) -> watch::Receiver<Arc<Rules>> {
        self.0.subscribe()
    }

    /// Reads what is in force, if it has changed.
    pub async fn refresh(&self, store: &Store) -> Result<(), StoreError> {
        // The version first: what is written meanwhile is read again the next time.
        let version = store.moderation_version().await?;
        if self.0.borrow().version != Some(version) {
            let rules = Rules::new(version, store.moderation().await?);
            self.0.send_replace(Arc::new(rules));
        }
        Ok(())
    }

    /// Keeps it up to date until the server stops.
    pub async fn run(self: Arc<Self>, store: Store, stop: CancellationToken) {
        let mut looks = tokio::time::interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failed = false;
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = looks.tick() => {}
            }
            let outcome = self.refresh(&store).await;
            // Once, not every two seconds for as long as the store fails.
            if let Err(error) = &outcome
                && !failed
            {
                tracing::warn!(%error, "sanctions, blocks and switches could not be read");
            }
            failed = outcome.is_err();
        }
    }
}

impl Rules {
    fn new(version: ModerationVersion, rows: ModerationRows) -> Self {
        let sanctions = rows.sanctions.into_iter();
        let off = rows.switched_off.into_iter();
        Self {
            version: Some(version),
            sanctions: sanctions.map(|it| ((it.guest, it.kind), it.until)).collect(),
            blocks: Blocks::new(rows.key.as_deref().unwrap_or_default(), &rows.blocks),
            off: off.map(|it| (it.feature, it.until)).collect(),
            shut: rows.shut.into_iter().collect(),
        }
    }

    /// Until when a guest is muted or suspended; `None` if not.
    pub fn sanctioned_until(&self, guest: GuestKey, kind: SanctionKind, now: Millis) -> Option<Millis> {
        self.sanctions.get(&(guest, kind)).copied().filter(|until| *until > now)
    }

    /// Until when an address is blocked; `None` if it is not.
    pub fn blocked_until(&self, address: IpAddr, now: Millis) -> Option<Millis> {
        self.blocks.until(address, now)
    }

    /// Whether something is switched off.
    pub fn is_off(&self, feature: Feature, now: Millis) -> bool {
        self.off.get(&feature).is_some_and(|until| until.is_none_or(|until| until > now))
    }

    /// Whether nobody may enter a room.
    pub fn is_shut(&self, code: RoomCode) -> bool {
        self.shut.contains(&code)
    }

    /// The rooms that nobody may enter.
    pub fn shut(&self) -> impl Iterator<Item = RoomCode> {
        self.shut.iter().copied()
    }
}
