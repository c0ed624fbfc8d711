//! The ratings of those who play the listed games, by which the best game is found: looked up once for each game, and only when
//! one is to be chosen.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use room::RoomCode;

use crate::model::lobby::PublicGame;
use crate::model::rating::{Rating, RatingCategory};
use crate::server::AppState;
use crate::server::profile;

/// The most games that are looked up for one choice, the newest first: others count as not known until the next one.
const LOOK_UPS: usize = 64;

/// Ratings by seat.
pub(super) type Ratings = [Option<Rating>; 2];

type Key = (RoomCode, u32);

/// See the module.
#[derive(Debug, Default)]
pub(super) struct KnownRatings(Mutex<HashMap<Key, Ratings>>);

impl KnownRatings {
    /// The ratings in a game, if they were looked up.
    pub fn get(&self, key: Key) -> Option<Ratings> {
        self.lock().get(&key).copied()
    }

    /// Looks up the ratings in these games, the newest first, and forgets those in games that are not listed any more.
    pub async fn look_up(&self, app: &AppState, games: &[PublicGame], is_listed: impl Fn(Key) -> bool) {
        self.lock().retain(|key, _| is_listed(*key));
        let is_unknown = |game: &&PublicGame| game.is_rated && self.get((game.code, game.number)).is_none();
        let unknown: Vec<_> = games.iter().filter(is_unknown).take(LOOK_UPS).collect();
        for game in unknown {
            let Some(category) = RatingCategory::of(game.game.game(), game.clock) else { continue };
            match app.store.ratings_at_table(game.code, category, app.time.now()).await {
                Ok(seats) => {
                    let seats = seats.map(|rating| rating.map(profile::shown_rating));
                    self.lock().insert((game.code, game.number), seats);
                }
                Err(error) => {
                    tracing::warn!(code = %game.code, %error, "the ratings of a game could not be loaded");
                    return;
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Ratings>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sum of both ratings.
pub(super) fn strength(ratings: Ratings) -> Option<u32> {
    let [one, other] = ratings;
    Some(one?.points.saturating_add(other?.points))
}
