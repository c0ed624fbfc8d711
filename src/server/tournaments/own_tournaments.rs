//! The tournaments of a visitor: those that are running or ahead, and the last results.

use tournament::Phase;

use super::loading::find;
use super::views::guests_of;
use crate::model::tournaments::{OwnResult, OwnTournaments, TournamentLine};
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::store::StoreError;

/// The most that are listed of both kinds.
const AHEAD: usize = 5;
const RESULTS: usize = 3;
/// How many tournaments are looked at for that: in some nothing was played.
const LOOKED_AT: u32 = 12;

/// See the module.
pub async fn own_tournaments(app: &AppState, session: &Session) -> Result<OwnTournaments, StoreError> {
    let (now, guests) = (app.time.now(), guests_of(Some(session)));
    let mut ahead: Vec<TournamentLine> = Vec::new();
    for live in app.tournaments.all() {
        let tournament = live.tournament();
        let is_on =
            matches!(tournament.phase, Phase::Announced | Phase::Running(_)) && !tournament.is_missed(now);
        let own = live.entrant_of(guests.iter().copied()).and_then(|own| tournament.entrant(own));
        if is_on && own.is_some_and(|entrant| !entrant.has_left) {
            ahead.push(TournamentLine { is_own: true, ..live.shown().line.clone() });
        }
    }
    ahead.sort_by_key(|line| (line.phase == Phase::Announced, line.plan.starts_at, line.code));
    ahead.truncate(AHEAD);
    let mut results = Vec::new();
    for code in app.store.finished_tournaments_of(&guests, LOOKED_AT).await? {
        if results.len() == RESULTS {
            break;
        }
        let Some(live) = find(app, code).await? else { continue };
        let shown = live.shown();
        let Some(entrant) = live.entrant_of(guests.iter().copied()) else { continue };
        if let Some(standing) = shown.standing(entrant).filter(|standing| !standing.played.is_empty()) {
            let (rank, points) = (standing.rank, standing.score.points);
            results.push(OwnResult { line: shown.line.clone(), entrant, rank, points });
        }
    }
    Ok(OwnTournaments { now, ahead, results })
}
