//! Runs the tournaments of this server: what is due by time, pairing, rooms, bots and reminders.

use std::sync::Arc;
use std::time::{Duration, Instant};

use room::Millis;
use tokio::time::{MissedTickBehavior, interval};
use tournament::{
    Command, EntrantId, Format, PAIRING_INTERVAL_MS, Phase, Present, Rejection, Tournament, due,
};

use super::deciding::{Refusal, command, interrupt, work};
use super::live::Live;
use super::loading::refresh;
use super::{bots, calendar, nodes, reminders, results, rooms};
use crate::server::AppState;
use crate::server::store::{StoreError, TournamentChange};

/// How often is looked at each tournament.
const STEP: Duration = Duration::from_secs(1);
/// How often the store is asked for what other processes have written, and pairings are looked after.
const LOOK: Duration = Duration::from_secs(3);
/// By how much longer a server waits with a round of pairings for each one with a lower number, so that mostly one pairs.
const TURN_MS: Millis = 1_000;
/// How often the calendar is looked at.
const CALENDAR: Duration = Duration::from_secs(60);
/// From how long before its start on the servers tell each other who is at the page of a tournament, in milliseconds.
const BEFORE_START_MS: Millis = 60_000;
/// How long a tournament that does not take place is kept, in milliseconds: 30 days.
const DROPPED_MS: Millis = 30 * 24 * 3_600_000;

/// Runs until the server stops.
pub async fn run(app: AppState) {
    if let Some(ended) = app.tournaments.take_ended() {
        tokio::spawn(results::listen(app.clone(), ended));
    }
    if !app.bus.is_single_node() {
        tokio::spawn(nodes::listen(app.clone()));
    }
    let mut ticks = interval(STEP);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut looked, mut dated): (Option<Instant>, Option<Instant>) = (None, None);
    let is_due = |last: Option<Instant>, every: Duration| last.is_none_or(|last| last.elapsed() >= every);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        let looks = is_due(looked, LOOK);
        if looks {
            match look(&app).await {
                Ok(()) => looked = Some(Instant::now()),
                Err(error) => {
                    tracing::warn!(%error, "the tournaments could not be read");
                    continue;
                }
            }
        }
        if is_due(dated, CALENDAR) {
            dated = Some(Instant::now());
            calendar::open_due(&app).await;
            if let Err(error) = delete_dropped(&app).await {
                tracing::warn!(%error, "tournaments that do not take place could not be deleted");
            }
        }
        for live in app.tournaments.all() {
            // A slow database must not have steps of one tournament pile up.
            let Ok(stepping) = Arc::clone(&live.stepping).try_lock_owned() else { continue };
            let app = app.clone();
            let tasks = app.tasks.clone();
            tasks.spawn(async move {
                let mut state = stepping;
                if let Err(error) = step(&app, &live, &mut state, looks).await {
                    tracing::warn!(code = %live.code, %error, "a tournament could not be looked after");
                }
            });
        }
    }
}

/// Reads what has changed in the store. The first time, tournaments are told of the time in which no server ran.
async fn look(app: &AppState) -> Result<(), StoreError> {
    let listed = refresh(app).await?;
    if !*app.tournaments.loaded.borrow() {
        let downtime = app.rooms.downtime;
        if downtime.from > 0 {
            for live in app.tournaments.all() {
                if let Err(error) = interrupt(app, &live, downtime.from, downtime.until).await {
                    tracing::warn!(code = %live.code, %error, "an outage could not be noted");
                }
            }
        }
        app.tournaments.loaded.send_replace(true);
    }
    for one in listed {
        if let Some(live) = app.tournaments.live(one.code)
            && let Err(error) = reminders::send_due(app, &live, one.reminded).await
        {
            tracing::warn!(code = %live.code, %error, "a reminder could not be sent");
        }
    }
    Ok(())
}

async fn delete_dropped(app: &AppState) -> Result<(), StoreError> {
    for code in app.store.dropped_tournaments(app.time.now().saturating_sub(DROPPED_MS)).await? {
        app.store.change_tournament(TournamentChange::Delete { code }).await?;
    }
    Ok(())
}

/// What a tournament's steps remember.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// When it was tried to pair.
    paired: Option<Millis>,
    /// How long the log was when the archive was last told of the end.
    summarised: Option<u64>,
}

async fn step(app: &AppState, live: &Arc<Live>, steps: &mut Steps, looks: bool) -> Result<(), StoreError> {
    let (tournament, now) = (live.tournament(), app.time.now());
    if due(&tournament, now).is_some_and(|due| due <= now) {
        work(app, live).await;
    }
    if looks {
        rooms::look_after(app, live).await?;
    }
    let tournament = live.tournament();
    if matches!(tournament.phase, Phase::Finished(_)) && steps.summarised != Some(tournament.seq) {
        results::summarise(app, live).await?;
        steps.summarised = Some(tournament.seq);
    }
    if !tournament.is_running() && tournament.plan.starts_at - now > BEFORE_START_MS {
        return Ok(());
    }
    let free_bots = bots::look_after(app, live).await;
    if !app.bus.is_single_node() {
        let here = live.presence.here().into_iter().chain(free_bots.iter().copied()).collect();
        nodes::tell_presence(app, live, here);
    }
    pair(app, live, &tournament, steps, free_bots).await
}

/// Pairs whoever is free in an arena.
async fn pair(
    app: &AppState,
    live: &Arc<Live>,
    tournament: &Tournament,
    steps: &mut Steps,
    free_bots: Vec<(EntrantId, Millis)>,
) -> Result<(), StoreError> {
    let now = app.time.now();
    let ends = tournament.ends_at.filter(|end| now < *end && tournament.is_running());
    if ends.is_none() || !matches!(tournament.plan.format, Format::Arena { .. }) {
        return Ok(());
    }
    let turn = PAIRING_INTERVAL_MS + TURN_MS * live.presence.rank(app.bus.node()) as Millis;
    let last = tournament.pairings.last().map(|pairing| pairing.at);
    if last.is_some_and(|at| (at..at + turn).contains(&now))
        || steps.paired.is_some_and(|at| now < at + PAIRING_INTERVAL_MS)
    {
        return Ok(());
    }
    let mut present = live.presence.everywhere();
    present.extend(free_bots.into_iter().map(|(entrant, since)| Present { entrant, since }));
    let is_free =
        |one: &Present| tournament.entrant(one.entrant).is_some_and(|e| !e.has_left && e.playing.is_none());
    present.retain(is_free);
    if present.len() < 2 {
        return Ok(());
    }
    steps.paired = Some(now);
    let seed = getrandom::u64().map_err(|error| StoreError::Unavailable(error.to_string()))?;
    match command(app, live, Command::Pair { seed, present }).await {
        Ok(())
        | Err(Refusal::Rejected(Rejection::NobodyToPair | Rejection::Wait(_) | Rejection::NotRunning)) => {
            Ok(())
        }
        Err(Refusal::Rejected(reason)) => {
            tracing::warn!(code = %live.code, %reason, "nobody was paired");
            Ok(())
        }
        Err(Refusal::Unavailable(error)) => Err(error),
    }
}
