//! Archives a finished game: the game, its players, and their new ratings (Glicko-2), in the transaction of
//! the event that ended it, so that it happens exactly once.

use room::{EndedGame, Millis, RoomCode, Seat};
use rules::Side;

use super::StoreError;
use super::game_id::GameId;
use super::game_kind::{GameKind, game_word};
use super::rating::{Rating, after_game};
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
    rated: bool,
}

impl ArchiveEntry {
    pub(super) fn new(code: RoomCode, ended: &EndedGame, rated: bool) -> Result<Self, StoreError> {
        let body = serde_json::to_string(&ended.game).map_err(|e| StoreError::Unavailable(e.to_string()))?;
        let id = GameId::random().map_err(|e| StoreError::Unavailable(e.to_string()))?;
        let [(first, _), _] = ended.players;
        let (at, kind, winner) = (ended.game.ended, GameKind::of(&ended.game), ended.game.winner);
        Ok(Self { id, code, number: ended.number, first, at, body, kind, winner, rated })
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
        .bind(game_word(self.kind.game))
        .bind(self.kind.variant)
        .bind(i64::from(self.kind.timed))
        .bind(self.winner.map(|side| side.index() as i64))
        .execute(&mut *transaction)
        .await?;
        query(
            "INSERT INTO players (game, side, guest, ended) \
             SELECT $1, CASE seat WHEN $2 THEN 0 ELSE 1 END, guest, $3 FROM seats WHERE room = $4",
        )
        .bind(self.id.to_string())
        .bind(self.first.index() as i64)
        .bind(self.at)
        .bind(self.code.to_string())
        .execute(&mut *transaction)
        .await?;
        if self.rated { self.update_ratings(transaction).await } else { Ok(()) }
    }

    /// Updates both ratings; not if one guest held both seats, or a player is unknown (deleted).
    async fn update_ratings(&self, connection: &mut Connection) -> Result<(), StoreError> {
        let players = query("SELECT guest FROM players WHERE game = $1 ORDER BY side")
            .bind(self.id.to_string())
            .fetch_all(&mut *connection)
            .await?;
        let [first, second] = players.as_slice() else { return Ok(()) };
        let guests: [String; 2] = [first.try_get(0)?, second.try_get(0)?];
        if guests[0] == guests[1] {
            return Ok(());
        }
        let mut before = [Rating::new_player(self.at); 2];
        for (rating, guest) in before.iter_mut().zip(&guests) {
            let row = query(
                "SELECT game, points, deviation, volatility, games, at FROM ratings WHERE guest = $1 AND game = $2",
            )
            .bind(guest)
            .bind(game_word(self.kind.game))
            .fetch_optional(&mut *connection)
            .await?;
            if let Some(row) = row {
                *rating = read_rating(&row)?;
            }
        }
        let after = after_game(before, self.winner.map(Side::index), self.at);
        for (rating, guest) in after.iter().zip(&guests) {
            query(
                "INSERT INTO ratings (guest, game, points, deviation, volatility, games, at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (guest, game) DO UPDATE SET \
                 points = excluded.points, deviation = excluded.deviation, volatility = excluded.volatility, \
                 games = excluded.games, at = excluded.at",
            )
            .bind(guest)
            .bind(game_word(self.kind.game))
            .bind(rating.points)
            .bind(rating.deviation)
            .bind(rating.volatility)
            .bind(i64::from(rating.games))
            .bind(rating.at)
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }
}

/// Reads a rating from a row of the game's word and the numbers.
pub(super) fn read_rating(row: &Row) -> Result<Rating, sqlx::Error> {
    Ok(Rating {
        points: row.try_get(1)?,
        deviation: row.try_get(2)?,
        volatility: row.try_get(3)?,
        games: u32::try_from(row.try_get::<i64>(4)?).unwrap_or(u32::MAX),
        at: row.try_get(5)?,
    })
}
