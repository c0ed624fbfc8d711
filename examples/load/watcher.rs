//! A simulated spectator: watches a game for a while, then another.

use std::sync::Arc;
use std::time::Duration;

use room::message::ServerMessage;
use room::{Command, Room};

use super::{Shared, chance};
use crate::client::{Client, new_guest};

/// Watches until the time is over.
pub async fn run(shared: Arc<Shared>, mut seed: u64) {
    while shared.goes_on() {
        tokio::time::sleep(Duration::from_millis(chance(&mut seed) % 500)).await;
        let Some(code) = shared.some_room(chance(&mut seed)) else { continue };
        let stays = Duration::from_millis(1_000 + chance(&mut seed) % 10_000);
        let line = format!("Line {}", chance(&mut seed) % 1_000);
        let watched = async {
            let mut client = Client::enter(&shared.host, Room::new(code), &new_guest()).await?;
            shared.holds(code, client.room.seq, client.room.fingerprint());
            shared.count("looked on");
            client.command(Command::Aside(line)).await?;
            loop {
                match client.next().await? {
                    ServerMessage::Events { events } => {
                        for event in
                            events.iter().filter(|event| event.seq > client.room.seq).collect::<Vec<_>>()
                        {
                            let fingerprint = client.take(event);
                            shared.holds(code, event.seq, fingerprint);
                        }
                    }
                    ServerMessage::Fault(fault) => return Err(format!("fault: {fault:?}")),
                    _ => {}
                }
            }
        };
        if let Ok(Err::<(), String>(error)) = tokio::time::timeout(stays, watched).await {
            shared.error(error);
        }
    }
}
