//! Each guest's projection of the finished games: counts by kind and opponent, and ratings (Glicko-2).

#[cfg(test)]
pub(super) mod tests;

use room::{Millis, RoomCode};
use rules::Game;

use super::games::{OwnGame, read_own_game};
use super::ladder::Ladder;
use super::rating::Rating;
use super::{GameId, Store, StoreError, archive_game};
use crate::model::rating::RatingCategory;
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;

/// Results of finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

/// A guest's finished games of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The game.
    pub game: Game,
    /// Rule preset or board, as in [`super::GameKind::variant`].
    pub variant: String,
    /// Whether they had a clock.
    pub timed: bool,
    /// Their results.
    pub score: Score,
}

/// An opponent of a guest.
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentScore {
    /// The last game with that opponent, which also identifies the pair in links.
    pub last: OwnGame,
    /// The results from the guest's side.
    pub score: Score,
}

/// Columns: won, drawn and number of a guest's games.
const SCORE_COLUMNS: &str = "SUM(CASE WHEN games.winner = me.side THEN 1 ELSE 0 END), \
                       SUM(CASE WHEN games.winner IS NULL THEN 1 ELSE 0 END), COUNT(*)";
/// Join of a guest's games with the opponent's side.
const OPPONENT_JOIN: &str = "players AS me JOIN players AS other ON other.game = me.game AND other.side <> me.side \
                        JOIN games ON games.id = me.game";

impl Store {
    /// Results by kind, the kind with most games first.
    pub async fn tallies(&self, guest: GuestKey) -> Result<Vec<Tally>, StoreError> {
        let sql = format!(
            "SELECT {SCORE_COLUMNS}, games.game, games.way, games.timed FROM players AS me \
             JOIN games ON games.id = me.game WHERE me.guest = $1 \
             GROUP BY games.game, games.way, games.timed ORDER BY COUNT(*) DESC, games.way, games.timed"
        );
        let rows = query(sql).bind(guest.to_string());
        let tally = |row: &Row| {
            let Some(game) = Game::from_word(row.try_get(3)?) else { return Ok(None) };
            let (variant, timed) = (row.try_get(4)?, row.try_get::<i64>(5)? != 0);
            Ok(Some(Tally { game, variant, timed, score: read_score(row)? }))
        };
        rows.fetch_all(&self.database).await?.iter().filter_map(|row| tally(row).transpose()).collect()
    }

    /// A guest's called-off games, by game.
    pub async fn called_off(&self, guest: GuestKey) -> Result<Vec<(Game, u32)>, StoreError> {
        let rows = query("SELECT game, number FROM called_off WHERE guest = $1").bind(guest.to_string());
        let rows = rows.fetch_all(&self.database).await?;
        let row = |row: &Row| Some((Game::from_word(row.try_get(0).ok()?)?, count(row.try_get(1).ok()?)));
        Ok(rows.iter().filter_map(row).collect())
    }

    /// A guest's ratings on the ladder of people, as of the last rated game.
    pub async fn ratings(&self, guest: GuestKey) -> Result<Vec<(RatingCategory, Rating)>, StoreError> {
        self.ratings_on(Ladder::People, guest).await
    }

    /// A guest's ratings on a ladder, as of the last rated game.
    pub async fn ratings_on(
        &self,
        ladder: Ladder,
        guest: GuestKey,
    ) -> Result<Vec<(RatingCategory, Rating)>, StoreError> {
        let table = ladder.table();
        let rows = query(format!(
            "SELECT game, points, deviation, volatility, games, at FROM {table} WHERE guest = $1 ORDER BY game"
        ))
        .bind(guest.to_string());
        let rows = rows.fetch_all(&self.database).await?;
        let mut ratings = Vec::new();
        for row in &rows {
            if let Some(category) = RatingCategory::from_word(row.try_get(0)?) {
                ratings.push((category, archive_game::read_rating(row)?));
            }
        }
        Ok(ratings)
    }

    /// What a guest's last rated games of a category, between people, have brought, in points: at most `most`, the latest
    /// first.
    pub async fn last_rating_changes(
        &self,
        guest: GuestKey,
        category: RatingCategory,
        most: u32,
    ) -> Result<Vec<f64>, StoreError> {
        let rows = query(
            "SELECT change FROM rated_games WHERE guest = $1 AND kind = $2 AND undone IS NULL \
             ORDER BY at DESC, game LIMIT $3",
        )
        .bind(guest.to_string())
        .bind(Ladder::People.kind(category))
        .bind(i64::from(most));
        let rows = rows.fetch_all(&self.database).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// The ratings of those on a room's seats in a category, by [`room::Seat::index`], on the ladder of the room's games: those
    /// of new players for guests without rated games, `None` for free seats.
    pub async fn ratings_at_table(
        &self,
        code: RoomCode,
        category: RatingCategory,
        now: Millis,
    ) -> Result<[Option<Rating>; 2], StoreError> {
        let table = self.ladder_of_room(code).await?.table();
        let rows = query(format!(
            "SELECT rated.game, points, deviation, volatility, games, at, seat FROM seats \
             LEFT JOIN {table} AS rated ON rated.guest = seats.guest AND rated.game = $2 WHERE room = $1"
        ))
        .bind(code.to_string())
        .bind(category.word());
        let mut seats = [None; 2];
        for row in &rows.fetch_all(&self.database).await? {
            let rated = row.try_get::<Option<String>>(0)?.is_some();
            let rating = if rated { archive_game::read_rating(row)? } else { Rating::new_player(now) };
            if let Some(seat) = usize::try_from(row.try_get::<i64>(6)?).ok().and_then(|at| seats.get_mut(at))
            {
                *seat = Some(rating.decayed_to(now));
            }
        }
        Ok(seats)
    }

    /// What a room's game, or the match that it has ended, has brought each side of it, in points; `None` if it has ended
    /// nothing that is rated.
    pub async fn rating_changes(&self, code: RoomCode, number: u32) -> Result<Option<[f64; 2]>, StoreError> {
        let rows = query(
            // A match whose second game has no moves is noted at its first, in which each had the other side. It has
            // ended later than that game.
            "SELECT change FROM rated_games JOIN games ON games.id = rated_games.game \
             WHERE games.room = $1 AND undone IS NULL AND (games.number = $2 AND rated_games.at <= games.ended \
             OR games.number = $2 - 1 AND rated_games.at > games.ended) \
             ORDER BY CASE WHEN games.number = $2 THEN rated_games.side ELSE 1 - rated_games.side END",
        )
        .bind(code.to_string())
        .bind(i64::from(number));
        let changes = rows.fetch_all(&self.database).await?;
        let changes: Vec<f64> = changes.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        Ok(changes.try_into().ok())
    }

    /// A guest's opponents, the latest first: at most `most`.
    pub async fn opponents(&self, guest: GuestKey, most: u32) -> Result<Vec<OpponentScore>, StoreError> {
        let sql = format!(
            "SELECT won, drawn, played, id, side, body FROM (\
             SELECT SUM(CASE WHEN games.winner = me.side THEN 1 ELSE 0 END) OVER theirs AS won, \
             SUM(CASE WHEN games.winner IS NULL THEN 1 ELSE 0 END) OVER theirs AS drawn, \
             COUNT(*) OVER theirs AS played, games.id AS id, me.side AS side, games.body AS body, me.ended AS ended, \
             ROW_NUMBER() OVER (PARTITION BY other.guest ORDER BY me.ended DESC, games.id) AS nth \
             FROM {OPPONENT_JOIN} WHERE me.guest = $1 AND other.guest <> $1 \
             WINDOW theirs AS (PARTITION BY other.guest)) AS met WHERE nth = 1 ORDER BY ended DESC, id LIMIT $2"
        );
        let rows = query(sql).bind(guest.to_string()).bind(i64::from(most));
        let met = |row: &Row| Ok(OpponentScore { last: read_own_game(row, 3)?, score: read_score(row)? });
        rows.fetch_all(&self.database).await?.iter().map(met).collect()
    }

    /// The results of a guest against the opponent of this game; `None` if it is not the guest's game, or the
    /// opponent is unknown (deleted).
    pub async fn score_against(&self, guest: GuestKey, game: GameId) -> Result<Option<Score>, StoreError> {
        let sql = format!(
            "SELECT {SCORE_COLUMNS} FROM {OPPONENT_JOIN} WHERE me.guest = $1 AND other.guest = ({OPPONENT_OF_GAME})"
        );
        let row = query(sql).bind(guest.to_string()).bind(game.to_string());
        let row = row.fetch_one(&self.database).await?;
        let none = row.try_get::<i64>(2)? == 0;
        Ok(if none { None } else { Some(read_score(&row)?) })
    }

    /// The opponent in a guest's game; `None` if it is not the guest's, or the opponent is unknown (deleted).
    pub async fn opponent_of_game(
        &self,
        guest: GuestKey,
        game: GameId,
    ) -> Result<Option<GuestKey>, StoreError> {
        let row = query(OPPONENT_OF_GAME).bind(guest.to_string()).bind(game.to_string());
        let Some(row) = row.fetch_optional(&self.database).await? else { return Ok(None) };
        Ok(GuestKey::from_text(row.try_get(0)?))
    }

    /// A guest's games against the opponent of this game, the latest first: at most `most`, after skipping
    /// `after`.
    pub async fn games_with(
        &self,
        guest: GuestKey,
        game: GameId,
        after: u32,
        most: u32,
    ) -> Result<Vec<OwnGame>, StoreError> {
        let sql = format!(
            "SELECT games.id, me.side, games.body FROM {OPPONENT_JOIN} \
             WHERE me.guest = $1 AND other.guest = ({OPPONENT_OF_GAME}) ORDER BY me.ended DESC, games.id LIMIT $3 OFFSET $4"
        );
        let rows = query(sql)
            .bind(guest.to_string())
            .bind(game.to_string())
            .bind(i64::from(most))
            .bind(i64::from(after));
        rows.fetch_all(&self.database).await?.iter().map(|row| read_own_game(row, 0)).collect()
    }
}

/// Subquery: the opponent in a guest's game; empty if it is not the guest's.
const OPPONENT_OF_GAME: &str = "SELECT theirs.guest FROM players AS mine JOIN players AS theirs \
                     ON theirs.game = mine.game AND theirs.side <> mine.side \
                     WHERE mine.guest = $1 AND mine.game = $2 AND theirs.guest <> $1";

/// Reads a score from a row of won, drawn and total.
fn read_score(row: &Row) -> Result<Score, sqlx::Error> {
    let number = |column: usize| row.try_get::<Option<i64>>(column).map(|number| number.unwrap_or(0));
    let (won, drawn, all) = (number(0)?, number(1)?, number(2)?);
    Ok(Score { won: count(won), drawn: count(drawn), lost: count(all - won - drawn) })
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}
