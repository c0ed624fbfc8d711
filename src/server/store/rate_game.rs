//! Rates a finished game or match (Glicko-2), if both players have not had too many in the last day, so that nobody can
//! win points from themselves. What it was worth is noted for each player, at one archived game: a match counts once, at
//! the last of its games that is archived.

use room::{Millis, RoomCode};
use rules::Side;

use super::StoreError;
use super::archive_game::read_rating;
use super::ladder::Ladder;
use super::rating::{Rating, after_game};
use crate::model::rating::RatingCategory;
use crate::server::database::{Connection, query};

/// A day, in milliseconds.
const DAY: Millis = 24 * 3600 * 1000;

/// A game or a match that is rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedResult {
    /// The game that was played, and how fast.
    pub category: RatingCategory,
    /// The number, in its room, of the archived game at which the change is noted.
    pub number: u32,
    /// Who has won, as the side of that game; `None` for a draw.
    pub winner: Option<Side>,
    /// When it ended.
    pub at: Millis,
    /// The limits within which it is rated.
    pub limits: RatedLimits,
}

/// How many games and matches are rated in a day; 0 for any number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedLimits {
    /// Of a guest against guests from the same network address.
    pub same_address: u32,
    /// Of the same two guests.
    pub same_pair: u32,
}

/// Updates both ratings; not if one guest held both seats, a player is unknown (deleted), or over the limits.
pub(super) async fn rate(
    connection: &mut Connection,
    code: RoomCode,
    result: &RatedResult,
) -> Result<(), StoreError> {
    let &RatedResult { category, number, winner, at, limits } = result;
    let players = query(
        "SELECT players.guest, players.game FROM players JOIN games ON games.id = players.game \
         WHERE games.room = $1 AND games.number = $2 ORDER BY players.side",
    )
    .bind(code.to_string())
    .bind(i64::from(number));
    let players = players.fetch_all(&mut *connection).await?;
    let [first, second] = players.as_slice() else { return Ok(()) };
    let guests: [String; 2] = [first.try_get(0)?, second.try_get(0)?];
    let id: String = first.try_get(1)?;
    let same_address = query("SELECT same_address FROM rooms WHERE code = $1").bind(code.to_string());
    let same_address = same_address.fetch_one(&mut *connection).await?.try_get::<i64>(0)? != 0;
    if guests[0] == guests[1] {
        return Ok(());
    }
    let ladder = Ladder::of_guests(connection, &guests).await?;
    // A program plays as often as it likes, and from where it likes: nothing is gained by it on the ladder of people.
    if ladder == Ladder::People && is_over(connection, &guests, at, same_address, limits).await? {
        return Ok(());
    }
    let (kind, table, word) = (ladder.kind(category), ladder.table(), category.word());
    let mut before = [Rating::new_player(at); 2];
    for (rating, guest) in before.iter_mut().zip(&guests) {
        let sql = format!(
            "SELECT game, points, deviation, volatility, games, at FROM {table} WHERE guest = $1 AND game = $2"
        );
        let row = query(sql).bind(guest).bind(&word).fetch_optional(&mut *connection).await?;
        if let Some(row) = row {
            *rating = read_rating(&row)?;
        }
    }
    let after = after_game(before, winner.map(Side::index), at);
    for player in [0, 1] {
        let rating = after[player];
        let sql = format!(
            "INSERT INTO {table} (guest, game, points, deviation, volatility, games, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (guest, game) DO UPDATE SET \
             points = excluded.points, deviation = excluded.deviation, volatility = excluded.volatility, \
             games = excluded.games, at = excluded.at"
        );
        query(sql)
            .bind(&guests[player])
            .bind(&word)
            .bind(rating.points)
            .bind(rating.deviation)
            .bind(rating.volatility)
            .bind(i64::from(rating.games))
            .bind(rating.at)
            .execute(&mut *connection)
            .await?;
        query(
            "INSERT INTO rated_games (game, side, guest, opponent, kind, at, same_address, change) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&id)
        .bind(player as i64)
        .bind(&guests[player])
        .bind(&guests[1 - player])
        .bind(&kind)
        .bind(at)
        .bind(i64::from(same_address))
        .bind(rating.points - before[player].points)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Whether one of two guests has had all rated games and matches of this kind that a day allows.
async fn is_over(
    connection: &mut Connection,
    guests: &[String; 2],
    now: Millis,
    same_address: bool,
    limits: RatedLimits,
) -> Result<bool, StoreError> {
    let since = now.saturating_sub(DAY);
    let pair = query("SELECT COUNT(*) FROM rated_games WHERE guest = $1 AND at > $2 AND opponent = $3")
        .bind(&guests[0])
        .bind(since)
        .bind(&guests[1]);
    let is_over = |number: i64, limit: u32| limit > 0 && number >= i64::from(limit);
    if is_over(pair.fetch_one(&mut *connection).await?.try_get(0)?, limits.same_pair) {
        return Ok(true);
    }
    if !same_address {
        return Ok(false);
    }
    for guest in guests {
        let own = query("SELECT COUNT(*) FROM rated_games WHERE guest = $1 AND at > $2 AND same_address = 1")
            .bind(guest)
            .bind(since);
        if is_over(own.fetch_one(&mut *connection).await?.try_get(0)?, limits.same_address) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use rules::Game;

    use super::*;
    use crate::server::store::profile::tests::{End, guest, played, played_from, store};

    #[tokio::test]
    async fn a_guest_wins_no_more_than_two_games_a_day_from_their_own_address() {
        let (store, _folder) = store().await;
        let game = async |seed, opponent, at| {
            let end = (End::Resigned, at);
            played_from(&store, seed, Game::Mancala, [1, opponent], end, true).await;
            store.ratings(guest(1)).await.unwrap()[0].1.games
        };
        // Each time against somebody else, who are made up.
        assert_eq!(game(1, 2, 1_000).await, 1);
        assert_eq!(game(2, 3, 2_000).await, 2);
        assert_eq!(game(3, 4, 3_000).await, 2);
        assert!(store.ratings(guest(4)).await.unwrap().is_empty());
        assert_eq!(game(4, 5, DAY + 1_000).await, 3, "a day later");
        // Against others the games of that day count.
        played(&store, 5, Game::Mancala, [1, 6], End::Resigned, DAY + 1_001).await;
        assert_eq!(store.ratings(guest(1)).await.unwrap()[0].1.games, 4);
    }

    #[tokio::test]
    async fn two_guests_have_ten_rated_games_a_day_and_each_is_noted() {
        let (store, _folder) = store().await;
        for seed in 1..=12 {
            // In turn, so that it does not matter who sits where.
            let guests = if seed % 2 == 0 { [1, 2] } else { [2, 1] };
            played_from(&store, seed, Game::Mancala, guests, (End::Resigned, seed as Millis), false).await;
        }
        let rating = store.ratings(guest(1)).await.unwrap()[0].1;
        assert_eq!(rating.games, 10);
        let games = store.games_after(guest(1), None, 99).await.unwrap();
        let changes: Vec<f64> = games.iter().filter_map(|(_, change)| *change).collect();
        assert_eq!((games.len(), changes.len()), (12, 10));
        assert!((1_500.0 + changes.iter().sum::<f64>() - rating.points).abs() < 1e-6);
    }
}
