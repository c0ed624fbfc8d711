//! `duello tournament`: a tournament as its log tells it, and what is done about it.

use std::fmt;

use ::room::{Millis, RoomCode};
use serde::Serialize;
use tournament::{
    Canceller, Command, Fact, Logged, Phase, Standing, Tournament, decide, fold, stamp, standings,
};

use super::{Act, Desk, TRIES, when};
use crate::server::admin::TaskError;
use crate::server::config::desk::TournamentAction;
use crate::server::store::{Facts, ModerationChange, PhaseWord, StoreError, TournamentChange};

/// How many entrants are shown to people; programs get all.
const SHOWN: usize = 40;

/// A tournament.
#[derive(Serialize)]
struct TournamentCard {
    tournament: RoomCode,
    title: String,
    phase: &'static str,
    starts: Millis,
    entrants: Vec<EntrantLine>,
    pairings: usize,
    open: usize,
}

#[derive(Serialize)]
struct EntrantLine {
    entrant: u32,
    name: String,
    points: u32,
    games: usize,
    left: bool,
    /// Who it is.
    guest: Option<String>,
}

impl Desk<'_> {
    /// Shows a tournament, or does something about it.
    pub(super) async fn tournament(
        &self,
        code: RoomCode,
        action: Option<&TournamentAction>,
    ) -> Result<(), TaskError> {
        let log = self.store.facts(code, 0).await.map_err(|error| self.failed(error))?;
        let Some(tournament) = fold(&log) else {
            return Err(TaskError::Unclear(format!("there is no tournament {code}.")));
        };
        match action {
            None => {
                let card = self.tournament_card(code, &tournament).await?;
                self.answer(&card);
                Ok(())
            }
            Some(TournamentAction::Cancel) => self.cancel_tournament(code, tournament).await,
            Some(TournamentAction::RemoveTitle) => {
                self.redact_tournament(code, 1, "remove_title", &code.to_string()).await
            }
            Some(TournamentAction::RemoveName { entrant }) => {
                let entered = |logged: &&Logged| matches!(logged.fact, Fact::Entered(_));
                let Some(named) = log.iter().filter(entered).nth(*entrant as usize) else {
                    return Err(TaskError::Unclear(format!(
                        "{code} has no entrant {entrant}. `duello tournament {code}` shows the numbers."
                    )));
                };
                let about = format!("{code} entrant {entrant}");
                self.redact_tournament(code, named.seq, "remove_name", &about).await
            }
        }
    }

    async fn cancel_tournament(&self, code: RoomCode, mut tournament: Tournament) -> Result<(), TaskError> {
        for tried in 1.. {
            let cancelled = decide(&tournament, &Command::Cancel(Canceller::Operator), self.now);
            let cancelled = cancelled.map_err(|reason| {
                TaskError::Unclear(format!("{code} cannot be cancelled: {reason} What was played stays."))
            })?;
            if cancelled.is_empty() {
                break;
            }
            let phase = Some((PhaseWord::Cancelled, self.now));
            let facts = Facts { log: stamp(cancelled, tournament.seq, self.now), phase, ..Facts::default() };
            let change = ModerationChange::Tournament(Box::new(TournamentChange::Append { code, facts }));
            let entry = self.entry(Act { action: "cancel_tournament", about: code.to_string(), until: None });
            match self.store.moderate(change, entry).await {
                // Somebody has entered meanwhile.
                Err(StoreError::Conflict) if tried < TRIES => {
                    let log = self.store.facts(code, 0).await.map_err(|error| self.failed(error))?;
                    tournament = fold(&log).unwrap_or(tournament);
                }
                Err(error) => return Err(self.failed(error)),
                Ok(()) => break,
            }
        }
        self.done("cancel_tournament", &code.to_string(), None, &format!("{code} does not take place."));
        Ok(())
    }

    async fn redact_tournament(
        &self,
        code: RoomCode,
        seq: u64,
        action: &'static str,
        about: &str,
    ) -> Result<(), TaskError> {
        let change = ModerationChange::Tournament(Box::new(TournamentChange::Redact { code, seq }));
        self.moderate(change, Act { action, about: about.to_owned(), until: None }).await?;
        self.done(action, about, None, "It is removed, for open pages within five seconds.");
        Ok(())
    }

    async fn tournament_card(
        &self,
        code: RoomCode,
        tournament: &Tournament,
    ) -> Result<TournamentCard, TaskError> {
        let guests = self.store.entrants(code).await.map_err(|error| self.failed(error))?;
        let line = |row: Standing| {
            let entrant = tournament.entrant(row.entrant);
            let guest = guests.iter().find(|(entrant, _)| *entrant == row.entrant);
            EntrantLine {
                entrant: row.entrant.0,
                name: entrant.map(|entrant| entrant.entry.name.clone()).unwrap_or_default(),
                points: row.score.points,
                games: row.played.len(),
                left: entrant.is_some_and(|entrant| entrant.has_left),
                guest: guest.map(|(_, guest)| guest.to_string()),
            }
        };
        let phase = match tournament.phase {
            Phase::Announced if tournament.is_missed(self.now) => "missed",
            phase => PhaseWord::from(phase).word(),
        };
        Ok(TournamentCard {
            tournament: code,
            title: tournament.plan.title.clone(),
            phase,
            starts: tournament.plan.starts_at,
            entrants: standings(tournament).into_iter().map(line).collect(),
            pairings: tournament.pairings.len(),
            open: tournament.open_pairings().count(),
        })
    }
}

impl fmt::Display for TournamentCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tournament, title, phase, starts, entrants, pairings, open } = self;
        writeln!(f, "Tournament {tournament}, {title:?}, {phase}")?;
        writeln!(f, "  start {}, {pairings} pairings, {open} of them without a result", when(*starts))?;
        for EntrantLine { entrant, name, points, games, left, guest } in entrants.iter().take(SHOWN) {
            let left = if *left { ", left" } else { "" };
            let guest = guest.as_deref().unwrap_or("deleted");
            writeln!(f, "  {entrant:>5}  {name:?}, {points} points, {games} games{left}, guest {guest}")?;
        }
        write!(f, "  {} entrants.", entrants.len())
    }
}
