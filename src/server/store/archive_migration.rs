//! One-time migration: archives games that ended before the archive existed, by folding the logs of their
//! rooms.

use room::{EndedGame, Logged, RoomCode};
use rules::Side;

use super::GameId;
use crate::server::database::{Connection, Row, query};

/// Handles every room that is still on the list, each in a transaction of its own: an interrupted start
/// continues with the rest the next time.
pub(super) async fn archive_old_games(connection: &mut Connection) -> Result<(), sqlx::Error> {
    let rooms = query("SELECT room FROM unrecorded").fetch_all(&mut *connection).await?;
    if !rooms.is_empty() {
        tracing::info!(rooms = rooms.len(), "archiving the finished games of old logs");
    }
    for row in rooms {
        archive_games_of_room(connection, row.try_get(0)?).await?;
    }
    Ok(())
}

async fn archive_games_of_room(connection: &mut Connection, room: String) -> Result<(), sqlx::Error> {
    connection.begin().await?;
    let rows = query("SELECT body FROM events WHERE room = $1 ORDER BY seq").bind(&room);
    let rows = rows.fetch_all(&mut *connection).await?;
    let parse = |row: &Row| serde_json::from_str::<Logged>(row.try_get(0).ok()?).ok();
    // An unreadable log yields no games; its room reports the error to visitors.
    let log: Option<Vec<Logged>> = rows.iter().map(parse).collect();
    if let (Some(log), Ok(code)) = (log, room.parse::<RoomCode>()) {
        let (games, room_after) = EndedGame::all(code, &log);
        for ended in games {
            let id = GameId::random().map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))?;
            let body =
                serde_json::to_string(&ended.game).map_err(|error| sqlx::Error::Encode(error.into()))?;
            query("INSERT INTO games (id, room, number, ended, body) VALUES ($1, $2, $3, $4, $5)")
                .bind(id.to_string())
                .bind(&room)
                .bind(i64::from(ended.number))
                .bind(ended.game.ended)
                .bind(body)
                .execute(&mut *connection)
                .await?;
            for side in Side::BOTH {
                let (seat, member) = ended.players[side.index()];
                // The guest of a seat back then is known only if the same member holds it now.
                if room_after.occupant(seat).is_none_or(|occupant| occupant.member != member) {
                    continue;
                }
                query(
                    "INSERT INTO players (game, side, guest, ended) \
                     SELECT $1, $2, guest, $3 FROM seats WHERE room = $4 AND seat = $5",
                )
                .bind(id.to_string())
                .bind(side.index() as i64)
                .bind(ended.game.ended)
                .bind(&room)
                .bind(seat.index() as i64)
                .execute(&mut *connection)
                .await?;
            }
        }
    }
    query("DELETE FROM unrecorded WHERE room = $1").bind(&room).execute(&mut *connection).await?;
    connection.commit().await
}
