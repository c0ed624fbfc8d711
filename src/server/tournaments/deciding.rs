//! Commands of a tournament are decided in the order in which they come, as many together as wait, and their facts appended in
//! one transaction. If another server has appended meanwhile, what it has is read, and all is decided anew.

use std::sync::{Arc, PoisonError};

use room::Millis;
use tokio::sync::oneshot;
use tournament::{
    Command, EntrantId, Entry, Fact, Rejection, Tournament, decide, evolve, interruption, stamp, tick,
};

use super::live::{Live, paired_rooms};
use super::loading::read_on;
use super::{nodes, rooms};
use crate::server::AppState;
use crate::server::identity::GuestKey;
use crate::server::store::{Facts, PhaseWord, StoreError, TournamentChange};

/// How often is decided anew after a conflict. Of several servers one always succeeds.
const TRIES: u32 = 10;

/// Why a command did nothing.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The tournament does not allow it.
    Rejected(Rejection),
    /// The database does not answer.
    Unavailable(StoreError),
}

/// A command that waits to be decided.
#[derive(Debug)]
pub(super) struct Waiting {
    command: Command,
    /// Who sends it, if it makes an entrant.
    guest: Option<GuestKey>,
    reply: oneshot::Sender<Result<(), Refusal>>,
}

/// Has somebody enter.
pub(super) async fn enter(
    app: &AppState,
    live: &Arc<Live>,
    guest: GuestKey,
    entry: Entry,
) -> Result<(), Refusal> {
    submit(app, live, Command::Enter(entry), Some(guest)).await
}

/// Has a command decided, with all that is due by time.
pub(super) async fn command(app: &AppState, live: &Arc<Live>, command: Command) -> Result<(), Refusal> {
    submit(app, live, command, None).await
}

async fn submit(
    app: &AppState,
    live: &Arc<Live>,
    command: Command,
    guest: Option<GuestKey>,
) -> Result<(), Refusal> {
    // An outage is noted before anything else: by it an arena may not be over yet.
    if !app.tournaments.is_loaded().await {
        return Err(Refusal::Unavailable(StoreError::Unavailable(
            "the tournaments are not read yet".to_owned(),
        )));
    }
    let (reply, answer) = oneshot::channel();
    let waiting = Waiting { command, guest, reply };
    live.queue.lock().unwrap_or_else(PoisonError::into_inner).push(waiting);
    // A task of its own: whoever decides does so for others as well, and must not be aborted with a request.
    let (app, live) = (app.clone(), Arc::clone(live));
    let tasks = app.tasks.clone();
    tasks.spawn(async move { work(&app, &live).await });
    let stopped = || Refusal::Unavailable(StoreError::Unavailable("the server stops".to_owned()));
    answer.await.unwrap_or_else(|_| Err(stopped()))
}

/// Decides what waits, and what is due by time.
pub(super) async fn work(app: &AppState, live: &Arc<Live>) {
    let _turn = live.turn.lock().await;
    let mut batch = std::mem::take(&mut *live.queue.lock().unwrap_or_else(PoisonError::into_inner));
    for _ in 0..TRIES {
        let (tournament, now) = (live.tournament(), app.time.now());
        // A round of a Swiss tournament takes a fifth of a second to pair, for which no other task is to wait.
        let decided = tokio::task::spawn_blocking(move || decide_all(&tournament, batch, now)).await;
        let Ok((draft, outcomes, decided)) = decided else { return };
        batch = decided;
        match append(app, live, draft).await {
            Ok(()) => return answer(batch, outcomes),
            Err(StoreError::Conflict) => {
                if let Err(error) = read_on(app, live).await {
                    return fail(batch, error);
                }
            }
            Err(error) => return fail(batch, error),
        }
    }
    fail(batch, StoreError::SerializationFailure);
}

/// Decides commands one after the other, and what is due by time before and after them.
fn decide_all(
    tournament: &Tournament,
    batch: Vec<Waiting>,
    now: Millis,
) -> (Draft, Vec<Outcome>, Vec<Waiting>) {
    let mut draft = Draft::new(tournament);
    draft.tick(now);
    let decide = |waiting: &Waiting| draft.decide(&waiting.command, waiting.guest, now);
    let outcomes = batch.iter().map(decide).collect();
    draft.tick(now);
    (draft, outcomes, batch)
}

/// What became of a command.
type Outcome = Result<(), Rejection>;

fn answer(batch: Vec<Waiting>, outcomes: Vec<Outcome>) {
    for (waiting, outcome) in batch.into_iter().zip(outcomes) {
        // Who has asked may have gone; the decision stands.
        let _ = waiting.reply.send(outcome.map_err(Refusal::Rejected));
    }
}

fn fail(batch: Vec<Waiting>, error: StoreError) {
    tracing::warn!(%error, "the facts of a tournament could not be written");
    for waiting in batch {
        let error = StoreError::Unavailable(error.to_string());
        let _ = waiting.reply.send(Err(Refusal::Unavailable(error)));
    }
}

/// What is decided and not written yet.
struct Draft {
    tournament: Tournament,
    facts: Facts,
}

impl Draft {
    fn new(tournament: &Tournament) -> Self {
        Self { tournament: tournament.clone(), facts: Facts::default() }
    }

    fn tick(&mut self, now: Millis) {
        // Without randomness nothing is paired now; it is tried again.
        let facts = getrandom::u64().map(|seed| tick(&self.tournament, seed, now));
        self.add(facts.unwrap_or_default(), now);
    }

    fn decide(&mut self, command: &Command, guest: Option<GuestKey>, now: Millis) -> Result<(), Rejection> {
        let known = self.tournament.entrants.len();
        let facts = decide(&self.tournament, command, now)?;
        self.add(facts, now);
        if self.tournament.entrants.len() > known {
            let entrant = EntrantId(known as u32);
            self.facts.entrants.extend(guest.map(|guest| (entrant, guest)));
        }
        Ok(())
    }

    fn add(&mut self, facts: Vec<Fact>, now: Millis) {
        let before = PhaseWord::from(self.tournament.phase);
        let log = stamp(facts, self.tournament.seq, now);
        log.iter().for_each(|logged| evolve(&mut self.tournament, logged));
        let phase = PhaseWord::from(self.tournament.phase);
        if phase != before {
            self.facts.phase = Some((phase, now));
        }
        self.facts.log.extend(log);
    }
}

/// Appends what was decided, folds it, and does what follows.
async fn append(app: &AppState, live: &Arc<Live>, draft: Draft) -> Result<(), StoreError> {
    let facts = draft.facts;
    if facts.log.is_empty() {
        return Ok(());
    }
    let rooms = paired_rooms(&facts.log);
    if !app.store.existing_rooms(&rooms).await?.is_empty() {
        return Err(StoreError::Conflict);
    }
    app.store.change_tournament(TournamentChange::Append { code: live.code, facts: facts.clone() }).await?;
    live.fold(&facts.log, &facts.entrants);
    nodes::tell_appended(app, live);
    if !rooms.is_empty() {
        app.tasks.spawn(rooms::open_rooms(app.clone(), Arc::clone(live), rooms));
    }
    Ok(())
}

/// Notes that no server ran between these two moments: a running arena lasts longer by that, and a Swiss tournament has its pause
/// once more.
pub(super) async fn interrupt(
    app: &AppState,
    live: &Arc<Live>,
    from: Millis,
    until: Millis,
) -> Result<(), StoreError> {
    let _turn = live.turn.lock().await;
    for _ in 0..TRIES {
        let mut draft = Draft::new(&live.tournament());
        draft.add(interruption(&draft.tournament, from, until), app.time.now());
        match append(app, live, draft).await {
            Err(StoreError::Conflict) => read_on(app, live).await?,
            appended => return appended,
        }
    }
    Err(StoreError::SerializationFailure)
}
