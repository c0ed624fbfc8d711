//! A simulated spectator: watches a game for a while, then another.

use std::sync::Arc;
use std::time::Duration;

use room::Command;

use super::{Shared, random};
use crate::client::Connection;

/// Watches until the time is over.
pub async fn run(shared: Arc<Shared>, mut seed: u64) {
    while !shared.is_over() {
        tokio::time::sleep(Duration::from_millis(random(&mut seed) % 500)).await;
        let Some(code) = shared.some_room(random(&mut seed)) else { continue };
        let stays = Duration::from_millis(1_000 + random(&mut seed) % 10_000);
        let line = format!("Line {}", random(&mut seed) % 1_000);
        let watched = async {
            let mut connection = Connection::join(&shared.host, code).await?;
            shared.compare(code, connection.seq(), connection.fingerprint());
            shared.count("looked on");
            connection.submit(Command::SendSpectatorChat(line)).await?;
            loop {
                let message = connection.next().await?;
                connection.process(message, |room| shared.compare(code, room.seq, room.fingerprint()))?;
            }
        };
        if let Ok(Err::<(), String>(error)) = tokio::time::timeout(stays, watched).await {
            shared.error(error);
        }
    }
}
