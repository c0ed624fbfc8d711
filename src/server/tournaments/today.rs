//! The tournaments of today, which everybody finds: those that are running, and those that start soon.

use room::Millis;
use tournament::{Phase, Visibility};

use crate::model::tv::TodaysTournaments;
use crate::server::AppState;

/// How far ahead a tournament of today starts, in milliseconds: no visitor's midnight is known here.
const AHEAD_MS: Millis = 24 * 3_600_000;
/// The most that are listed, running and announced.
const RUNNING: usize = 6;
const ANNOUNCED: usize = 6;

/// See the module.
pub fn todays_tournaments(app: &AppState) -> TodaysTournaments {
    let now = app.time.now();
    let mut tournaments = TodaysTournaments::default();
    for live in app.tournaments.all() {
        let tournament = live.tournament();
        if tournament.plan.visibility != Visibility::Listed || tournament.is_missed(now) {
            continue;
        }
        match tournament.phase {
            Phase::Running(_) => tournaments.running.push(live.shown().line.clone()),
            Phase::Announced if tournament.plan.starts_at.saturating_sub(now) <= AHEAD_MS => {
                tournaments.upcoming.push(live.shown().line.clone());
            }
            Phase::Announced | Phase::Finished(_) | Phase::Cancelled => {}
        }
    }
    // Those with most players first: they are the ones to watch.
    tournaments.running.sort_by_key(|line| (std::cmp::Reverse(line.entrants), line.code));
    tournaments.upcoming.sort_by_key(|line| (line.plan.starts_at, line.code));
    tournaments.running.truncate(RUNNING);
    tournaments.upcoming.truncate(ANNOUNCED);
    tournaments
}
