//! Archives a finished game: the game and its players, in the transaction of the event that ended it, so that it happens
//! exactly once.

use room::{EndedGame, Millis, RoomCode, Seat};
use rules::Side;

use super::StoreError;
use super::game_id::GameId;
use super::game_kind::GameKind;
use super::rating::Rating;
use crate::server::database::{Connection, Row, query};

/// The row of a finished game; its players are the holders of the room's seats.
pub(super) struct ArchiveEntry {
    id: GameId,
    code: RoomCode,
    number: u32,
    first: Seat,
    at: Millis,
    body: String,
    kind: GameKind,
    winner: Option<Side>,
}

impl ArchiveEntry {
    pub(super) fn new(code: RoomCode, ended: &EndedGame) -> Result<Self, StoreError> {
        let body = serde_json::to_string(&ended.game).map_err(|e| StoreError::Unavailable(e.to_string()))?;
        let id = GameId::random().map_err(|e| StoreError::Unavailable(e.to_string()))?;
        let [(first, _), _] = ended.players;
        let (at, kind, winner) = (ended.game.ended, GameKind::of(&ended.game), ended.game.winner);
        Ok(Self { id, code, number: ended.number, first, at, body, kind, winner })
    }

    pub(super) async fn write(&self, transaction: &mut Connection) -> Result<(), StoreError> {
        query(
            "INSERT INTO games (id, room, number, ended, body, game, way, timed, winner) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(self.id.to_string())
        .bind(self.code.to_string())
        .bind(i64::from(self.number))
        .bind(self.at)
        .bind(self.body.as_str())
        .bind(self.kind.game.word())
        .bind(self.kind.variant)
        .bind(i64::from(self.kind.timed))
        .bind(self.winner.map(|side| side.index() as i64))
        .execute(&mut *transaction)
        .await?;
        query(
            "INSERT INTO players (game, side, guest, ended, adopted) \
             SELECT $1, CASE seat WHEN $2 THEN 0 ELSE 1 END, guest, $3, adopted FROM seats WHERE room = $4",
        )
        .bind(self.id.to_string())
        .bind(self.first.index() as i64)
        .bind(self.at)
        .bind(self.code.to_string())
        .execute(&mut *transaction)
        .await?;
        Ok(())
    }
}

/// Reads a rating from a row of its category's word and the numbers.
pub(super) fn read_rating(row: &Row) -> Result<Rating, sqlx::Error> {
    Ok(Rating {
        points: row.try_get(1)?,
        deviation: row.try_get(2)?,
        volatility: row.try_get(3)?,
        games: u32::try_from(row.try_get::<i64>(4)?).unwrap_or(u32::MAX),
        at: row.try_get(5)?,
    })
}
