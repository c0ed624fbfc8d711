//! Whoever has everything deleted leaves all tournaments. Their logs are rewritten in the store.

use super::Tournaments;
use super::forms::leave_as;
use super::loading::live_or_load;
use crate::model::tournaments::TournamentProblem;
use crate::server::AppState;
use crate::server::identity::GuestKey;
use crate::server::store::StoreError;

impl Tournaments {
    /// Has guests leave what they have entered.
    pub async fn leave_all(&self, app: &AppState, guests: &[GuestKey]) -> Result<(), StoreError> {
        for guest in guests {
            let stored = app.store.tournaments_of(*guest).await?;
            for code in stored.iter().filter_map(|row| row.tournament.parse().ok()) {
                let Some(live) = live_or_load(app, code).await? else { continue };
                if let Err(TournamentProblem::Unavailable) = leave_as(app, &live, *guest).await {
                    return Err(StoreError::Unavailable("a tournament could not be left".to_owned()));
                }
            }
        }
        Ok(())
    }

    /// Somebody is known as several guests now: of several who take part in a tournament, one stays.
    pub async fn leave_doubles(&self, app: &AppState, guests: &[GuestKey]) {
        for live in self.all() {
            let tournament = live.tournament();
            let takes_part = |guest: &&GuestKey| {
                let entrant = live.entrant_of([**guest]).and_then(|entrant| tournament.entrant(entrant));
                entrant.is_some_and(|entrant| !entrant.has_left)
            };
            for guest in guests.iter().filter(takes_part).skip(1) {
                if let Err(problem) = leave_as(app, &live, *guest).await {
                    tracing::warn!(code = %live.code, ?problem, "a second entrant of a person could not leave");
                }
            }
        }
    }
}
