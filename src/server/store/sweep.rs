//! Retention sweep in the store: finds abandoned rooms by the time of their last event, and deletes them with
//! their logs. The archive of finished games is separate and stays.

use room::{Millis, RoomCode};

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, Row, query};

impl Store {
    /// Rooms without an event since `played`, or since `unplayed` if no game ever began; at most `most`, in
    /// the order of their codes, from behind `after`.
    pub async fn abandoned_rooms(
        &self,
        [played, unplayed]: [Millis; 2],
        after: Option<RoomCode>,
        most: u32,
    ) -> Result<Vec<RoomCode>, StoreError> {
        let rows = query(
            "SELECT code FROM rooms \
             WHERE code > $1 AND created_at < $2 AND code NOT IN (SELECT room FROM clocks) \
               AND (SELECT at FROM events WHERE room = code ORDER BY seq DESC LIMIT 1) < $2 \
               AND ((SELECT at FROM events WHERE room = code ORDER BY seq DESC LIMIT 1) < $3 \
                 OR NOT EXISTS (SELECT 1 FROM events WHERE room = code AND body LIKE '%\"event\":{\"started\":%')) \
             ORDER BY code LIMIT $4",
        )
        .bind(after.map(|code| code.to_string()).unwrap_or_default())
        .bind(unplayed)
        .bind(played)
        .bind(i64::from(most));
        let code = |row: &Row| row.try_get::<&str>(0).ok()?.parse().ok();
        Ok(rows.fetch_all(&self.database).await?.iter().filter_map(code).collect())
    }

    /// Marks a room without events as in use, so that no node's sweep takes it for abandoned.
    pub async fn touch_room(&self, code: RoomCode, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::Touch { code, at }]).await
    }

    /// Deletes a room, unless it has been used since `unless_since`. The caller ensures that nobody enters it
    /// at this server.
    pub async fn remove_room(&self, code: RoomCode, unless_since: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::RemoveRoom { code, unless_since }]).await
    }
}

/// Deletes a room from every table.
pub(super) async fn remove_room(
    transaction: &mut Connection,
    code: RoomCode,
    unless_since: Millis,
) -> Result<(), StoreError> {
    // A no-op update takes a row lock, so that this deletion and a visitor at another server are serialized.
    let unused = "UPDATE rooms SET created_at = created_at WHERE code = $1 AND created_at < $2 \
                 AND NOT EXISTS (SELECT 1 FROM events WHERE room = $1 AND at >= $2) RETURNING 1";
    let unused = query(unused).bind(code.to_string()).bind(unless_since);
    if unused.fetch_optional(&mut *transaction).await?.is_none() {
        return Ok(());
    }
    for table in [
        "DELETE FROM seats WHERE room = $1",
        "DELETE FROM clocks WHERE room = $1",
        "DELETE FROM unrecorded WHERE room = $1",
        "DELETE FROM handovers WHERE room = $1",
        "DELETE FROM events WHERE room = $1",
        // The code of a room with archived games stays reserved, because they are found by code and number.
        "DELETE FROM rooms WHERE code = $1 AND NOT EXISTS (SELECT 1 FROM games WHERE room = $1)",
    ] {
        query(table).bind(code.to_string()).execute(&mut *transaction).await?;
    }
    Ok(())
}
