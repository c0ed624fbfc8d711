//! What the servers of one database tell each other of their public games over the bus, so that each lists the games of all.
//! Messages are hints: what is lost is told again.

use std::time::{Duration, Instant};

use tokio::time::MissedTickBehavior;

use super::running_games::TOLD;
use super::{Lobby, newest};
use crate::model::lobby::PublicGame;
use crate::server::AppState;
use crate::server::cluster::bus::{BusEvent, BusMessage, BusPayload, Topic};

/// How often it is looked whether there is something to tell.
const EVERY: Duration = Duration::from_secs(1);
/// How often a list that has not changed is told again.
const AGAIN: Duration = Duration::from_secs(8);

/// Tells the games of this server and hears those of others until the server stops.
pub async fn run(app: AppState) {
    let mut messages = app.bus.subscribe(Topic::Lobby);
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut told: Option<(Instant, Vec<PublicGame>)> = None;
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            event = messages.next() => match event {
                BusEvent::Message(BusMessage { node, payload: BusPayload::PublicGames(games), .. }) => {
                    app.lobby.change_games(|known| known.hear(node, games, Instant::now()));
                }
                // Others may have missed the last list.
                BusEvent::Connected => told = None,
                BusEvent::Message(_) | BusEvent::Disconnected => {}
            },
            _ = ticks.tick() => {
                app.lobby.change_games(|known| known.expire(Instant::now()));
                let games = own_games(&app.lobby);
                let is_known = |(at, known): &(Instant, Vec<PublicGame>)| {
                    *known == games && (games.is_empty() || at.elapsed() < AGAIN)
                };
                if !told.as_ref().is_some_and(is_known) {
                    app.bus.publish(Topic::Lobby, 0, BusPayload::PublicGames(games.clone()));
                    told = Some((Instant::now(), games));
                }
            }
        }
    }
}

/// The newest public games of rooms at this server.
fn own_games(lobby: &Lobby) -> Vec<PublicGame> {
    let state = lobby.lock();
    newest(state.games.public_here(), TOLD).into_iter().cloned().collect()
}
