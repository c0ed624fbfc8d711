//! What players show in public: the best ratings of those who are on the leaderboards, and a player's last rated games.

use super::archive_game::read_rating;
use super::games::{OwnGame, read_own_game};
use super::rating::Rating;
use super::{Store, StoreError};
use crate::model::rating::RatingCategory;
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;
use room::Millis;

/// The most rows that are read to find those that are shown: provisional ratings are skipped.
const MAX_READ: i64 = 500;

/// A player on a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedPlayer {
    /// The claimed name, without its mark.
    pub name: String,
    /// Who it is.
    pub guest: GuestKey,
    /// The rating, as of the last rated game.
    pub rating: Rating,
}

impl Store {
    /// The ratings in a category of listed players who have had a rated game since then, the highest first.
    pub async fn leaders(
        &self,
        category: RatingCategory,
        since: Millis,
    ) -> Result<Vec<ListedPlayer>, StoreError> {
        let rows = query(
            "SELECT game, points, deviation, volatility, games, at, name, claimed_names.guest FROM claimed_names \
             JOIN ratings ON ratings.guest = claimed_names.guest \
             WHERE released = 0 AND listed = 1 AND ratings.game = $1 AND ratings.at >= $2 \
             ORDER BY points DESC, look LIMIT $3",
        );
        let rows = rows.bind(category.word()).bind(since).bind(MAX_READ);
        let mut leaders = Vec::new();
        for row in &rows.fetch_all(&self.database).await? {
            let (rating, name) = (read_rating(row)?, row.try_get(6)?);
            let guest = GuestKey::from_text(row.try_get(7)?);
            leaders.extend(guest.map(|guest| ListedPlayer { name, guest, rating }));
        }
        Ok(leaders)
    }

    /// A guest's last rated games with people, the latest first, each with the change of the rating in points; at most `most`.
    pub async fn last_rated_games(
        &self,
        guest: GuestKey,
        most: u32,
    ) -> Result<Vec<(OwnGame, f64)>, StoreError> {
        let rows = query(
            "SELECT games.id, rated_games.side, games.body, rated_games.change FROM rated_games \
             JOIN games ON games.id = rated_games.game WHERE rated_games.guest = $1 AND undone IS NULL AND kind NOT LIKE '% bots' \
             ORDER BY rated_games.at DESC, games.id LIMIT $2",
        );
        let rows = rows.bind(guest.to_string()).bind(i64::from(most)).fetch_all(&self.database).await?;
        let game = |row: &Row| Ok((read_own_game(row, 0)?, row.try_get(3)?));
        rows.iter().map(game).collect()
    }
}
