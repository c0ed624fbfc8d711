//! The games that an agent gets by waiting: with another agent that waits, and after a while with a bot of whoever runs the
//! server.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use room::{Audience, Company, GameSettings, MatchLength, RoomCode, Settings, Sides, TimeControl};
use rules::Game;
use rules::mancala::Variant;
use tokio::sync::oneshot;

use super::Port;
use super::queue::Waiting;
use super::who::Who;
use crate::model::seek::{ANY, Seek};
use crate::server::AppState;
use crate::server::bots::{Asker, challenge};
use crate::server::config::desk::Feature;
use crate::server::config::kgp::KgpFlags;
use crate::server::http::limits::TryAgain;
use crate::server::play::rooms::PairedPlayer;
use crate::server::store::StoreError;

/// How long an agent waits before it is reply again that matchmaking is switched off.
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

    /// What the agent is reply.
    pub fn text(self) -> String {
        match self {
            Self::TooMany(again) => format!("too many games: the next one in {} seconds", again.seconds()),
            Self::Off => "there are no games with strangers at the moment".to_owned(),
        }
    }
}

/// What agents play with everybody but each other: Kalah, with the clock that the other one wants.
pub fn kalah() -> Option<Seek> {
    Seek::parse(Game::Mancala.word(), "kalah", ANY)
}

/// Whether an agent may begin another game.
///
/// # Errors
/// Why not.
pub fn may_begin(app: &AppState, port: &Port, who: &Who) -> Result<(), NoQueue> {
    let (rules, now) = (app.moderation.rules(), app.time.now());
    if [Feature::Lobby, Feature::Rooms].into_iter().any(|feature| rules.is_off(feature, now)) {
        return Err(NoQueue::Off);
    }
    who.may_begin(app, port, Instant::now()).map_err(NoQueue::TooMany)
}

/// Has an agent wait for another one; if one waits, their room is created in a task of its own, which outlives both connections.
pub fn wait(app: &AppState, port: &Arc<Port>, who: &Who) -> oneshot::Receiver<RoomCode> {
    let (reply, room) = oneshot::channel();
    let waiting = Waiting { who: who.clone(), reply };
    let pair = port.queue.lock().unwrap_or_else(PoisonError::into_inner).pair(waiting);
    if let Some(pair) = pair {
        app.tasks.spawn(create(app.clone(), Arc::clone(port), pair));
    }
    room
}

/// Takes an agent out of the queue and finds it a game with a bot of whoever runs the server; `None` if there is none, or if it
/// is being paired this moment.
pub async fn play_house_bot(app: &AppState, port: &Port, who: &Who) -> Option<RoomCode> {
    let mut houses: Vec<String> =
        app.bots.online().into_iter().filter(|bot| bot.is_house).map(|bot| bot.name).collect();
    let seek = kalah().filter(|_| !houses.is_empty())?;
    if !port.queue.lock().unwrap_or_else(PoisonError::into_inner).withdraw(who.guest_key()) {
        return None;
    }
    while !houses.is_empty() {
        let at = usize::try_from(getrandom::u32().ok()?).ok()? % houses.len();
        let house = houses.swap_remove(at);
        let (identity, name) = (who.session.identity, who.name.clone());
        let asker = Asker { identity, name, address: who.address, is_bot: true, is_known: who.is_known() };
        if let Ok(code) = challenge(app, asker, &house, seek, true).await {
            who.count_game(app, port, Instant::now());
            return Some(code);
        }
    }
    None
}

async fn create(app: AppState, port: Arc<Port>, pair: [Waiting; 2]) {
    match room_of(&app, &port.flags, &pair).await {
        Ok(code) => {
            pair.iter().for_each(|agent| agent.who.count_game(&app, &port, Instant::now()));
            // Whoever has gone meanwhile has a seat, which is left as any other.
            let _ = pair.map(|agent| agent.reply.send(code));
        }
        // Both hear that their place in the queue is gone, and try again.
        Err(error) => tracing::warn!(%error, "the room of two agents could not be created"),
    }
}

async fn room_of(app: &AppState, flags: &KgpFlags, pair: &[Waiting; 2]) -> Result<RoomCode, StoreError> {
    let players = [0, 1].map(|n| {
        let who = &pair[n].who;
        PairedPlayer { identity: who.session.identity, name: &who.name, is_known: who.is_known() }
    });
    app.rooms.create_paired(settings(flags), players, false).await
}

/// The settings of two agents' room.
fn settings(flags: &KgpFlags) -> Settings {
    let variant = Variant { pits: flags.kgp_pits, stones: flags.kgp_stones, ..Variant::default() };
    Settings {
        game: GameSettings::Mancala(variant.into()),
        clock: TimeControl::PerMove { seconds: flags.kgp_seconds },
        sides: Sides::Random,
        audience: Audience::Public,
        company: Company::Strangers,
        match_length: MatchLength::One,
        ..Settings::for_game(Game::Mancala)
    }
}
