//! The leaderboards: the best ratings of players who have chosen to be listed, among people.

use room::{Millis, Speed};

use crate::model::players::{Leader, Leaderboards};
use crate::model::rating::RatingCategory;
use crate::server::AppState;
use crate::server::identity::GuestKey;
use crate::server::profile::shown_rating;
use crate::server::store::StoreError;

/// How many players a leaderboard has.
const PLACES: usize = 50;
/// Who has had no rated game for so long is not on it, in milliseconds: 90 days.
const AWAY: Millis = 90 * 24 * 3600 * 1000;

/// The leaderboards, with the visitor's own rows marked. Speeds at which nobody is listed are left out, except rapid.
pub async fn leaderboards(app: &AppState, visitor: Option<GuestKey>) -> Result<Leaderboards, StoreError> {
    let now = app.time.now();
    let mut boards = Vec::new();
    for category in RatingCategory::all() {
        let leaders = app.store.leaders(category, now.saturating_sub(AWAY)).await?.into_iter();
        let leaders = leaders.filter_map(|player| {
            let rating = shown_rating(player.rating.decayed_to(now));
            let is_own = visitor == Some(player.guest);
            let leader = Leader { name: player.name, rating, games: player.rating.games, is_own };
            (!rating.provisional).then_some(leader)
        });
        let leaders: Vec<Leader> = leaders.take(PLACES).collect();
        if category.speed == Speed::Rapid || !leaders.is_empty() {
            boards.push((category, leaders));
        }
    }
    Ok(Leaderboards(boards))
}
