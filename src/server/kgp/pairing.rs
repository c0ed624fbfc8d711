//! The rooms of agents that play each other.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use room::{Audience, Company, GameSettings, MatchLength, RoomCode, Settings, Sides, TimeControl};
use rules::Game;
use rules::mancala::Variant;
use tokio::sync::oneshot;

use super::Port;
use super::queue::Waiting;
use super::who::Who;
use crate::server::AppState;
use crate::server::config::desk::Feature;
use crate::server::config::kgp::KgpFlags;
use crate::server::http::limits::TryAgain;
use crate::server::store::StoreError;

/// How long an agent waits before it is told again that matchmaking is switched off.
const SWITCHED_OFF: Duration = Duration::from_secs(60);

/// Why an agent does not wait for another one now.
#[derive(Clone, Copy, Debug)]
pub enum NoQueue {
    /// Too many games have begun.
    TooMany(TryAgain),
    /// Whoever runs the server has switched matchmaking off.
    Off,
}

impl NoQueue {
    /// When it may try again.
    pub fn again(self) -> Duration {
        match self {
            Self::TooMany(TryAgain(wait)) => wait,
            Self::Off => SWITCHED_OFF,
        }
    }

    /// What the agent is told.
    pub fn text(self) -> String {
        match self {
            Self::TooMany(again) => format!("too many games: the next one in {} seconds", again.seconds()),
            Self::Off => "there are no games with strangers at the moment".to_owned(),
        }
    }
}

/// Has an agent wait for another one; if one waits, their room is created in a task of its own, which outlives both connections.
///
/// # Errors
/// Why it may not.
pub fn wait(app: &AppState, port: &Arc<Port>, who: &Who) -> Result<oneshot::Receiver<RoomCode>, NoQueue> {
    if app.moderation.rules().is_off(Feature::Lobby, app.time.now()) {
        return Err(NoQueue::Off);
    }
    may_begin(app, who).map_err(NoQueue::TooMany)?;
    let (told, room) = oneshot::channel();
    let waiting = Waiting { who: who.clone(), told };
    let pair = port.queue.lock().unwrap_or_else(PoisonError::into_inner).pair(waiting);
    if let Some(pair) = pair {
        app.tasks.spawn(create(app.clone(), Arc::clone(port), pair));
    }
    Ok(room)
}

/// Finished games are kept for ever, so there is a limit of those that begin.
fn may_begin(app: &AppState, who: &Who) -> Result<(), TryAgain> {
    let now = Instant::now();
    app.rooms.games.check(who.guest_key(), now)?;
    who.address.map_or(Ok(()), |address| app.limits.games.check(address, now))
}

fn count_game(app: &AppState, pair: &[Waiting; 2]) {
    let now = Instant::now();
    let addresses = [0, 1].map(|n| pair[n].who.address);
    for (n, agent) in pair.iter().enumerate() {
        let _ = app.rooms.games.take(agent.who.guest_key(), now);
        // Two of one address are one game of it.
        if let Some(address) = addresses[n].filter(|_| n == 0 || addresses[0] != addresses[1]) {
            app.limits.games.owe(address, Duration::ZERO, now);
        }
    }
}

async fn create(app: AppState, port: Arc<Port>, pair: [Waiting; 2]) {
    match room_of(&app, &port.flags, &pair).await {
        Ok(code) => {
            count_game(&app, &pair);
            // Whoever has gone meanwhile has a seat, which is left as any other.
            let _ = pair.map(|agent| agent.told.send(code));
        }
        // Both hear that their place in the queue is gone, and try again.
        Err(error) => tracing::warn!(%error, "the room of two agents could not be created"),
    }
}

async fn room_of(app: &AppState, flags: &KgpFlags, pair: &[Waiting; 2]) -> Result<RoomCode, StoreError> {
    let is_rated = pair.iter().all(|agent| agent.who.is_rated);
    let players = [0, 1].map(|n| (pair[n].who.session.identity, pair[n].who.name.as_str()));
    app.rooms.create_paired(settings(flags, is_rated), players, false).await
}

/// The settings of two agents' room. Games of friends are not rated.
fn settings(flags: &KgpFlags, is_rated: bool) -> Settings {
    let variant = Variant { pits: flags.kgp_pits, stones: flags.kgp_stones, ..Variant::default() };
    Settings {
        game: GameSettings::Mancala(variant.into()),
        clock: TimeControl::PerMove { seconds: flags.kgp_seconds },
        sides: Sides::Random,
        audience: Audience::Public,
        company: if is_rated { Company::Strangers } else { Company::Friends },
        match_length: MatchLength::One,
        ..Settings::for_game(Game::Mancala)
    }
}
