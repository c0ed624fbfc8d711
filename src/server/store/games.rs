//! Archive of finished games: by id, by room, and by guest.

use room::{Finished, Millis, RoomCode};
use rules::Side;

use super::{GameId, Store, StoreError};
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;

/// Finished games on one page of a list.
pub const GAMES_PER_PAGE: u32 = 20;
/// The last page of a list: no more is skipped than costs little. The export has all games.
pub const MAX_PAGE: u32 = 1_000;

/// A finished game of a guest.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnGame {
    /// Its id in the archive.
    pub id: GameId,
    /// The guest's side.
    pub side: Side,
    /// The game.
    pub game: Finished,
}

impl OwnGame {
    /// What the opponent was called.
    pub fn opponent_name(&self) -> &str {
        &self.game.names[self.side.other().index()]
    }
}

impl Store {
    /// The finished game of this id.
    pub async fn game(&self, id: GameId) -> Result<Option<Finished>, StoreError> {
        let row = query("SELECT body FROM games WHERE id = $1").bind(id.to_string());
        row.fetch_optional(&self.database).await?.map(|row| parse_game(&row, 0)).transpose()
    }

    /// The archive id of a room's game.
    pub async fn game_of_room(&self, code: RoomCode, number: u32) -> Result<Option<GameId>, StoreError> {
        let row = query("SELECT id FROM games WHERE room = $1 AND number = $2")
            .bind(code.to_string())
            .bind(i64::from(number));
        let row = row.fetch_optional(&self.database).await?;
        row.map(|row| parse_game_id(&row, 0)).transpose()
    }

    /// A guest's finished games, the latest first: at most `most`, after skipping `after`.
    pub async fn games_of(&self, guest: GuestKey, after: u32, most: u32) -> Result<Vec<OwnGame>, StoreError> {
        let rows = query(
            // Games are long, so none is read that is skipped.
            "SELECT games.id, own.side, games.body FROM (SELECT game, side, ended FROM players WHERE guest = $1 \
             ORDER BY ended DESC, game LIMIT $2 OFFSET $3) AS own JOIN games ON games.id = own.game \
             ORDER BY own.ended DESC, games.id",
        )
        .bind(guest.to_string())
        .bind(i64::from(most))
        .bind(i64::from(after));
        rows.fetch_all(&self.database).await?.iter().map(|row| read_own_game(row, 0)).collect()
    }

    /// How many finished games a guest has, counted up to the most.
    pub async fn game_count(&self, guest: GuestKey, most: u32) -> Result<u32, StoreError> {
        let sql = "SELECT COUNT(*) FROM (SELECT 1 FROM players WHERE guest = $1 LIMIT $2) AS own";
        let row = query(sql).bind(guest.to_string()).bind(i64::from(most)).fetch_one(&self.database).await?;
        Ok(u32::try_from(row.try_get::<i64>(0)?).unwrap_or(most))
    }

    /// As [`Store::games_of`], with by how many points each has changed the guest's rating, and keyset pagination:
    /// continues behind the given game, so that games which end meanwhile shift nothing.
    pub async fn games_after(
        &self,
        guest: GuestKey,
        after: Option<(Millis, GameId)>,
        most: u32,
    ) -> Result<Vec<(OwnGame, Option<f64>)>, StoreError> {
        let rows = query(
            "SELECT games.id, players.side, games.body, rated_games.change \
             FROM players JOIN games ON games.id = players.game \
             LEFT JOIN rated_games ON rated_games.game = games.id AND rated_games.side = players.side \
               AND rated_games.undone IS NULL \
             WHERE players.guest = $1 AND players.ended <= $2 AND (players.ended < $2 OR games.id > $3) \
             ORDER BY players.ended DESC, games.id LIMIT $4",
        )
        .bind(guest.to_string())
        .bind(after.map_or(Millis::MAX, |(ended, _)| ended))
        .bind(after.map_or(String::new(), |(_, id)| id.to_string()))
        .bind(i64::from(most));
        let game = |row: &Row| Ok((read_own_game(row, 0)?, row.try_get(3)?));
        rows.fetch_all(&self.database).await?.iter().map(game).collect()
    }
}

/// Reads a guest's game from a row with id, side and body from this column on.
pub(super) fn read_own_game(row: &Row, column: usize) -> Result<OwnGame, StoreError> {
    let side = if row.try_get::<i64>(column + 1)? == 0 { Side::First } else { Side::Second };
    Ok(OwnGame { id: parse_game_id(row, column)?, side, game: parse_game(row, column + 2)? })
}

fn parse_game(row: &Row, column: usize) -> Result<Finished, StoreError> {
    serde_json::from_str(row.try_get::<&str>(column)?)
        .map_err(|error| StoreError::Unavailable(format!("a game is unreadable: {error}")))
}

fn parse_game_id(row: &Row, column: usize) -> Result<GameId, StoreError> {
    let text = row.try_get::<&str>(column)?;
    text.parse().map_err(|_| StoreError::Unavailable(format!("{text:?} is no id of a game")))
}
