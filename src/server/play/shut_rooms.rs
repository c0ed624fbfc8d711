//! Rooms that the operator closes while they are loaded: their tasks are told, and end all connections.

use std::collections::HashSet;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::room_task::Letter;
use super::rooms::Rooms;

/// Tells the tasks of rooms that are closed from now on, until the server stops.
pub async fn run(rooms: Arc<Rooms>, stop: CancellationToken) {
    let mut changes = rooms.moderation.subscribe();
    let mut told = HashSet::new();
    loop {
        let rules = changes.borrow_and_update().clone();
        told.retain(|code| rules.is_shut(*code));
        for code in rules.shut().filter(|code| told.insert(*code)) {
            let mailbox = rooms.lock().get(&code).and_then(|cell| cell.get().cloned());
            if let Some(mailbox) = mailbox {
                // In a task of its own, because a full mailbox must not hold up the others.
                tokio::spawn(async move { mailbox.send(Box::new(Letter::Shut)).await });
            }
        }
        tokio::select! {
            () = stop.cancelled() => return,
            changed = changes.changed() => if changed.is_err() { return },
        }
    }
}
