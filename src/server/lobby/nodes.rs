//! What the servers of one database tell each other over the bus for the pages of the lobby: their public games, so that each
//! lists the games of all, and who is online at them, so that friends at any table are seen. Messages are hints: what is lost
//! is told again. A challenge is told once: a page that missed it has it when it is opened.

use std::time::{Duration, Instant};

use tokio::time::MissedTickBehavior;

use super::running_games::TOLD;
use super::{Lobby, newest};
use crate::model::lobby::PublicGame;
use crate::server::AppState;
use crate::server::cluster::bus::{Bus, BusEvent, BusMessage, BusPayload, Topic};
use crate::server::identity::GuestKey;
use crate::server::presence::Changes;

/// How often it is looked whether there is something to tell.
const EVERY: Duration = Duration::from_secs(1);
/// How often a list that has not changed is told again.
const AGAIN: Duration = Duration::from_secs(8);
/// The most guests of one message, which then has some 150 kB.
const GUESTS: usize = 4_000;

/// Tells the games and guests of this server and hears those of others until the server stops.
pub async fn run(app: AppState) {
    let mut messages = app.bus.subscribe(Topic::Lobby);
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut told: Option<(Instant, Vec<PublicGame>)> = None;
    let mut told_all_online: Option<Instant> = None;
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            event = messages.next() => match event {
                BusEvent::Message(BusMessage { node, payload: BusPayload::PublicGames(games), .. }) => {
                    app.lobby.change_games(|known| known.hear(node, games, Instant::now()));
                }
                BusEvent::Message(BusMessage { node, payload: BusPayload::Online { here, gone }, .. }) => {
                    let keys = |texts: Vec<String>| texts.iter().filter_map(|text| GuestKey::from_text(text)).collect();
                    app.presence.hear(node, Changes { here: keys(here), gone: keys(gone) }, Instant::now());
                }
                BusEvent::Message(BusMessage { payload: BusPayload::Challenged(guest), .. }) => {
                    GuestKey::from_text(&guest).inspect(|guest| app.lobby.wake_challenged(*guest));
                }
                // Others may have missed the last list.
                BusEvent::Connected => (told, told_all_online) = (None, None),
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
                app.presence.expire(Instant::now());
                let mut changes = app.presence.take_changes();
                if told_all_online.is_none_or(|at| at.elapsed() >= AGAIN) {
                    changes.here = app.presence.all_here();
                    told_all_online = Some(Instant::now());
                }
                tell_online(&*app.bus, &changes);
            }
        }
    }
}

impl Lobby {
    /// Tells the lobby pages of a guest, at whichever server they are, that they are challenged, or that a challenge was
    /// declined or blocked.
    pub fn notify_of_challenge(&self, bus: &dyn Bus, guest: GuestKey) {
        self.wake_challenged(guest);
        bus.publish(Topic::Lobby, 0, BusPayload::Challenged(guest.to_string()));
    }
}

/// Tells who is online here and who is not any more, in as many messages as it takes.
fn tell_online(bus: &dyn Bus, Changes { here, gone }: &Changes) {
    let texts = |keys: &[GuestKey]| keys.iter().map(GuestKey::to_string).collect();
    for here in here.chunks(GUESTS) {
        bus.publish(Topic::Lobby, 0, BusPayload::Online { here: texts(here), gone: Vec::new() });
    }
    for gone in gone.chunks(GUESTS) {
        bus.publish(Topic::Lobby, 0, BusPayload::Online { here: Vec::new(), gone: texts(gone) });
    }
}

/// The newest public games of rooms at this server.
fn own_games(lobby: &Lobby) -> Vec<PublicGame> {
    let state = lobby.lock();
    newest(state.games.public_here(), TOLD).into_iter().cloned().collect()
}
