//! One channel of the TV: it chooses a game, follows it in its room, and publishes what is to be seen of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use room::{Reason, RoomCode, TimeControl};
use rules::Game;
use tokio::sync::watch;
use tokio::time::{sleep, sleep_until};

use super::choice::{Candidate, OnAir, next};
use super::ratings::strength;
use super::rendered::Rendered;
use crate::model::lobby::PublicGame;
use crate::model::tv::{SpectatedGame, TvGame};
use crate::server::AppState;
use crate::server::play::room_task::SpectatedFeed;
use crate::server::play::rooms::Mailbox;

/// After a change of the lobby, how long others are waited for before a game is chosen.
const CHOOSE_AFTER: Duration = Duration::from_millis(300);
/// A game with fewer moves than these is not worth seeing when it is over.
const WORTH_SEEING: u32 = 6;
/// The slowest clocks of games that are shown, in seconds: for each move, for the game, and given for each move.
const MOST_PER_MOVE: u32 = 60;
const MOST_BASE: u32 = 15 * 60;
const MOST_INCREMENT: u32 = 15;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Channel {
    shown: watch::Sender<Option<Arc<TvGame>>>,
    pub rendered: Rendered<Option<Arc<TvGame>>>,
}

impl Channel {
    /// The game that is shown.
    pub fn game(&self) -> Option<Arc<TvGame>> {
        self.shown.borrow().clone()
    }

    /// Waits for its changes.
    pub fn subscribe(&self) -> watch::Receiver<Option<Arc<TvGame>>> {
        self.shown.subscribe()
    }

    fn show(&self, game: Option<Arc<TvGame>>) {
        self.shown.send_if_modified(|shown| {
            let is_changed = *shown != game;
            *shown = game;
            is_changed
        });
    }
}

/// Chooses and follows games for ever.
pub(super) async fn run(app: &AppState, filter: Option<Game>) {
    let channel = app.lobby.tv.channel(filter);
    let mut changes = app.lobby.changed.subscribe();
    let mut feed: Option<SpectatedFeed> = None;
    let mut on_air: Option<OnAir> = None;
    // The room of the game stays loaded until its result was seen, even if all its players are at other servers.
    let mut held: Option<Mailbox> = None;
    loop {
        if on_air.is_none_or(|on_air| on_air.leaves_at().is_some_and(|at| at <= Instant::now())) {
            drop(held.take());
        }
        if on_air.is_none_or(|on_air| on_air.ended.is_some()) {
            changes.mark_unchanged();
            if let Some(chosen) = choose(app, filter, on_air).await {
                held = load(app, chosen.code).await;
                feed = app.rooms.follow(chosen.code).await;
                on_air =
                    feed.is_some().then_some(OnAir { code: chosen.code, number: chosen.number, ended: None });
                let seen = feed.as_mut().and_then(|feed| feed.borrow_and_update().clone());
                on_air = show(app, channel, on_air, seen);
            } else if on_air.and_then(|on_air| on_air.leaves_at()).is_some_and(|at| at <= Instant::now())
                && !channel.game().is_some_and(|game| is_worth_seeing(&game.seen))
            {
                (feed, on_air) = (None, None);
                channel.show(None);
            }
        }
        let may_change = on_air.is_none_or(|on_air| on_air.ended.is_some());
        let leaves = on_air.and_then(|on_air| on_air.leaves_at()).filter(|at| *at > Instant::now());
        tokio::select! {
            seen = hear(&mut feed) => match seen {
                Some(seen) => on_air = show(app, channel, on_air, seen),
                // The room is unloaded or closed, or something in it was hidden.
                None => {
                    (feed, on_air) = (None, None);
                    channel.show(None);
                }
            },
            Ok(()) = changes.changed(), if may_change => sleep(CHOOSE_AFTER).await,
            () = sleep_until(leaves.unwrap_or_else(Instant::now).into()), if leaves.is_some() => {}
        }
    }
}

/// The room of a game, which is loaded if it is not here yet.
async fn load(app: &AppState, code: RoomCode) -> Option<Mailbox> {
    let loaded = app.rooms.get_or_load(code).await;
    loaded
        .inspect_err(|error| tracing::warn!(%code, %error, "the game for the TV could not be loaded"))
        .ok()?
}

/// The next value of the feed; `None` when it has closed.
async fn hear(feed: &mut Option<SpectatedFeed>) -> Option<Option<Arc<SpectatedGame>>> {
    let Some(feed) = feed else { return std::future::pending().await };
    feed.changed().await.ok()?;
    Some(feed.borrow_and_update().clone())
}

/// Shows what was seen of the game that is on the air, and gives what is on the air then. What the room does after the game is
/// not shown.
fn show(
    app: &AppState,
    channel: &Channel,
    on_air: Option<OnAir>,
    seen: Option<Arc<SpectatedGame>>,
) -> Option<OnAir> {
    let Some(on_air) = on_air else {
        channel.show(None);
        return None;
    };
    // The room may have been closed to others since.
    if on_air.ended.is_some() && seen.is_some() {
        return Some(on_air);
    }
    let is_same =
        |seen: &Arc<SpectatedGame>| seen.game.number == on_air.number && seen.game.put_away.is_none();
    let Some(seen) = seen.filter(is_same) else {
        channel.show(None);
        return None;
    };
    let ended = seen.game.ending.is_some().then(Instant::now);
    let ratings = app.lobby.tv.ratings.get((on_air.code, on_air.number)).unwrap_or_default();
    channel.show(Some(Arc::new(TvGame { seen, ratings })));
    Some(OnAir { ended, ..on_air })
}

/// Whether a game has an end that can be waited for: what is on the air is not replaced before it is over.
fn is_quick(clock: TimeControl) -> bool {
    match clock {
        TimeControl::PerMove { seconds } => seconds <= MOST_PER_MOVE,
        TimeControl::Increment { base, increment } => base <= MOST_BASE && increment <= MOST_INCREMENT,
        TimeControl::None | TimeControl::DaysPerMove { .. } => false,
    }
}

/// Whether a game that is over is shown until there is another one.
fn is_worth_seeing(seen: &SpectatedGame) -> bool {
    let is_played = seen.game.ending.is_some_and(|ending| ending.reason != Reason::CalledOff);
    is_played && seen.game.ply() >= WORTH_SEEING
}

/// The game that is to be shown in the place of this one.
async fn choose(app: &AppState, filter: Option<Game>, on_air: Option<OnAir>) -> Option<Candidate> {
    // Without a look at the games, as long as none may follow.
    let is_early = |on_air: OnAir| on_air.leaves_at().is_none_or(|at| Instant::now() < at);
    if on_air.is_some_and(is_early) {
        return None;
    }
    let mut listed = app.lobby.listed_games();
    listed.sort_unstable_by_key(|(since, _)| std::cmp::Reverse(*since));
    let rules = app.moderation.rules();
    let is_fit = |game: &PublicGame| {
        is_quick(game.clock)
            && filter.is_none_or(|filter| game.game.game() == filter)
            && !rules.is_shut(game.code)
    };
    let fit: Vec<PublicGame> =
        listed.iter().map(|(_, game)| game).filter(|game| is_fit(game)).cloned().collect();
    let known: HashMap<(RoomCode, u32), Instant> =
        listed.iter().map(|(since, game)| ((game.code, game.number), *since)).collect();
    let ratings = &app.lobby.tv.ratings;
    ratings.look_up(app, &fit, |key| known.contains_key(&key)).await;
    let candidate = |game: &PublicGame| {
        let key = (game.code, game.number);
        let strength = ratings.get(key).and_then(strength);
        let since = known.get(&key).copied()?;
        let PublicGame { code, number, is_rated, watching, .. } = *game;
        Some(Candidate { code, number, is_rated, strength, watching, since })
    };
    let candidates: Vec<Candidate> = fit.iter().filter_map(candidate).collect();
    next(on_air, &candidates, Instant::now())
}
