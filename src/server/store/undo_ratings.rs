//! Takes back what rated games have changed, once: the points of both players move back by what the game gave and
//! took, and the game counts as unrated. A rating without any game left is deleted, as of a new player. Deviation and
//! volatility stay: of them it is not stored what a game has changed.

use room::Millis;
use serde::Serialize;

use super::ladder::Ladder;
use super::{Store, StoreError};
use crate::server::database::{Connection, Row, query};
use crate::server::identity::GuestKey;

/// Which games are looked for.
#[derive(Clone, Debug)]
pub struct RatedRange {
    /// When they ended, from and to.
    pub from: Millis,
    pub to: Millis,
    /// Only those of this guest …
    pub guest: Option<GuestKey>,
    /// … against this one.
    pub opponent: Option<GuestKey>,
}

/// What a game has changed of a player's rating.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatedChange {
    pub game: String,
    pub at: Millis,
    pub kind: String,
    pub guest: String,
    pub change: f64,
}

impl Store {
    /// What rated games have changed that were not taken back: of both players of each game.
    pub async fn rated_changes(&self, range: &RatedRange) -> Result<Vec<RatedChange>, StoreError> {
        let text = |guest: Option<GuestKey>| guest.map(|guest| guest.to_string()).unwrap_or_default();
        let rows = query(
            "SELECT game, at, kind, guest, change FROM rated_games WHERE undone IS NULL AND at BETWEEN $1 AND $2 \
             AND ($3 = '' OR guest = $3 OR opponent = $3) AND ($4 = '' OR guest = $4 OR opponent = $4) \
             ORDER BY at, game, side",
        )
        .bind(range.from)
        .bind(range.to)
        .bind(text(range.guest))
        .bind(text(range.opponent));
        let read = |row: &Row| {
            Ok(RatedChange {
                game: row.try_get(0)?,
                at: row.try_get(1)?,
                kind: row.try_get(2)?,
                guest: row.try_get(3)?,
                change: row.try_get(4)?,
            })
        };
        rows.fetch_all(&self.database).await?.iter().map(read).collect()
    }
}

/// Takes back one game, unless that was done before.
pub(super) async fn undo_game(
    transaction: &mut Connection,
    game: &str,
    at: Millis,
) -> Result<(), StoreError> {
    let mark = "UPDATE rated_games SET undone = $2 WHERE game = $1 AND undone IS NULL RETURNING side, guest, kind, change";
    let mut marked = query(mark).bind(game).bind(at).fetch_all(&mut *transaction).await?;
    // In the order of all who change ratings, so that two of them wait for one another in one direction only.
    marked.sort_by_key(|row| row.try_get::<i64>(0).unwrap_or(0));
    for row in &marked {
        let (side, guest, kind): (i64, &str, &str) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if is_of_another_rating(transaction, game, side).await? {
            continue;
        }
        let (ladder, word) = Ladder::of_kind(kind);
        let table = ladder.table();
        query(format!(
            "UPDATE {table} SET points = points - $3, games = games - 1 WHERE guest = $1 AND game = $2"
        ))
        .bind(guest)
        .bind(word)
        .bind(row.try_get::<f64>(3)?)
        .execute(&mut *transaction)
        .await?;
        query(format!("DELETE FROM {table} WHERE guest = $1 AND game = $2 AND games < 1"))
            .bind(guest)
            .bind(word)
            .execute(&mut *transaction)
            .await?;
    }
    Ok(())
}

/// Whether a game was rated before its player came along into an account: that rating is not the account's.
async fn is_of_another_rating(
    transaction: &mut Connection,
    game: &str,
    side: i64,
) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM rated_games \
               JOIN players ON players.game = rated_games.game AND players.side = rated_games.side \
               JOIN adopted ON adopted.guest = players.adopted AND adopted.guest <> rated_games.guest \
               WHERE rated_games.game = $1 AND rated_games.side = $2 AND rated_games.at < adopted.since";
    let row = query(sql).bind(game).bind(side).fetch_optional(transaction).await?;
    Ok(row.is_some())
}
