//! Retention sweep in the store: finds the rooms that are due by an index, removes abandoned ones, which can
//! be recovered for a while, and then deletes them. The archive of finished games is separate and stays.

use room::{Millis, RoomCode};

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, Query, Row, query};

/// When a new room is first looked at, from its creation, in milliseconds: no room is abandoned earlier.
pub(super) const FIRST_LOOK: Millis = 24 * 3_600_000;
/// For rooms of which only the code is left, because archived games are found by it.
const NEVER: Millis = Millis::MAX;

/// Found by the index on `look_at`. What is compared of a log is read by its primary key, room by room: each
/// sub-query has a LIMIT, because PostgreSQL would otherwise read all events once and hash them.
const DUE: &str = "SELECT code, created_at, removed_at, \
       (SELECT at FROM events WHERE room = code ORDER BY seq DESC LIMIT 1), \
       (SELECT seq FROM events WHERE room = code AND body LIKE '%\"event\":{\"started\":%' ORDER BY seq LIMIT 1), \
       (SELECT room FROM clocks WHERE room = code LIMIT 1) \
     FROM rooms WHERE look_at <= $1 ORDER BY look_at LIMIT $2";

/// A room that the sweep has to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueRoom {
    pub code: RoomCode,
    /// When it was created, or last marked as in use.
    pub used_at: Millis,
    /// Since when it has been removed.
    pub removed_at: Option<Millis>,
    /// Time of its last event; `None` if only the code is left.
    pub last_at: Option<Millis>,
    /// Whether a game ever began.
    pub played: bool,
    /// Whether its clock runs.
    pub has_clock: bool,
}

/// When a room is removed.
#[derive(Clone, Copy, Debug)]
pub struct Removal {
    /// Only if it was not used from this time on.
    pub unless_since: Millis,
    /// Now.
    pub now: Millis,
    /// When its rows may be deleted.
    pub delete_at: Millis,
}

impl Store {
    /// The rooms whose time to be looked at has come, at most `most`, the longest overdue first.
    pub async fn due_rooms(&self, now: Millis, most: u32) -> Result<Vec<DueRoom>, StoreError> {
        let rows = query(DUE).bind(now).bind(i64::from(most)).fetch_all(&self.database).await?;
        let room = |row: &Row| -> Result<Option<DueRoom>, sqlx::Error> {
            let Ok(code) = row.try_get::<&str>(0)?.parse() else { return Ok(None) };
            Ok(Some(DueRoom {
                code,
                used_at: row.try_get(1)?,
                removed_at: row.try_get(2)?,
                last_at: row.try_get(3)?,
                played: row.try_get::<Option<i64>>(4)?.is_some(),
                has_clock: row.try_get::<Option<&str>>(5)?.is_some(),
            }))
        };
        Ok(rows.iter().filter_map(|row| room(row).transpose()).collect::<Result<_, _>>()?)
    }

    /// How many rooms there are, without those that are removed.
    pub async fn count_rooms(&self) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM rooms WHERE removed_at IS NULL AND look_at < $1";
        Ok(query(sql).bind(NEVER).fetch_one(&self.database).await?.try_get(0)?)
    }

    /// Sets when rooms are looked at again; `None` for never.
    pub async fn look_again(&self, rooms: &[(RoomCode, Option<Millis>)]) -> Result<(), StoreError> {
        let look = |&(code, at): &(_, Option<_>)| Write::LookAt { code, at: at.unwrap_or(NEVER) };
        self.write(rooms.iter().map(look).collect()).await
    }

    /// Marks a room without events as in use, so that no node's sweep takes it for abandoned.
    pub async fn touch_room(&self, code: RoomCode, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::Touch { code, at }]).await
    }

    /// Removes a room, unless it has been used meanwhile: nobody finds it from now on. The caller ensures that
    /// nobody enters it at this server.
    pub async fn remove_room(&self, code: RoomCode, removal: Removal) -> Result<(), StoreError> {
        self.write(vec![Write::RemoveRoom { code, removal }]).await
    }

    /// Deletes a room that was removed.
    pub async fn delete_room(&self, code: RoomCode) -> Result<(), StoreError> {
        self.write(vec![Write::DeleteRoom { code }]).await
    }

    /// Makes removed rooms visible again, all of them or one, as if they had been visited at `now`; gives
    /// their codes.
    pub async fn recover_rooms(
        &self,
        only: Option<RoomCode>,
        now: Millis,
    ) -> Result<Vec<RoomCode>, StoreError> {
        let removed = query("SELECT code FROM rooms WHERE removed_at IS NOT NULL ORDER BY code");
        let rows = removed.fetch_all(&self.database).await?;
        let codes = rows.iter().filter_map(|row| row.try_get::<&str>(0).ok()?.parse().ok());
        let codes: Vec<RoomCode> = codes.filter(|code| only.is_none_or(|only| only == *code)).collect();
        for some in codes.chunks(500) {
            self.write(some.iter().map(|&code| Write::RecoverRoom { code, now }).collect()).await?;
        }
        Ok(codes)
    }
}

/// Sets when a room is looked at again, unless it has been removed meanwhile by another node's sweep.
pub(super) fn look_at(code: RoomCode, at: Millis) -> Query {
    query("UPDATE rooms SET look_at = $2 WHERE code = $1 AND removed_at IS NULL")
        .bind(code.to_string())
        .bind(at)
}

/// Makes a removed room visible again.
pub(super) fn recover_room(code: RoomCode, now: Millis) -> Query {
    let sql = "UPDATE rooms SET removed_at = NULL, look_at = 0, created_at = $2 WHERE code = $1 AND removed_at IS NOT NULL";
    query(sql).bind(code.to_string()).bind(now)
}

/// Removes a room, unless it has been used since. The update takes a row lock, so that this and a visitor at
/// another server are serialized.
pub(super) fn remove_room(code: RoomCode, removal: Removal) -> Query {
    let Removal { unless_since, now, delete_at } = removal;
    let sql = "UPDATE rooms SET removed_at = $3, look_at = $4 \
               WHERE code = $1 AND created_at < $2 AND removed_at IS NULL \
                 AND NOT EXISTS (SELECT 1 FROM events WHERE room = $1 AND at >= $2)";
    query(sql).bind(code.to_string()).bind(unless_since).bind(now).bind(delete_at)
}

/// Deletes a removed room from every table, unless it was recovered meanwhile.
pub(super) async fn delete_room(transaction: &mut Connection, code: RoomCode) -> Result<(), StoreError> {
    // The row lock serializes this and a recovery. The code of a room with archived games stays reserved.
    let lock = "UPDATE rooms SET look_at = $2 WHERE code = $1 AND removed_at IS NOT NULL RETURNING 1";
    let removed = query(lock).bind(code.to_string()).bind(NEVER).fetch_optional(&mut *transaction).await?;
    if removed.is_none() {
        return Ok(());
    }
    for table in [
        "DELETE FROM seats WHERE room = $1",
        "DELETE FROM clocks WHERE room = $1",
        "DELETE FROM unrecorded WHERE room = $1",
        "DELETE FROM handovers WHERE room = $1",
        "DELETE FROM redactions WHERE room = $1",
        "DELETE FROM joined WHERE room = $1",
        "DELETE FROM former_members WHERE room = $1",
        "DELETE FROM unlisted WHERE room = $1",
        "DELETE FROM push_rooms WHERE room = $1",
        "DELETE FROM challenges WHERE room = $1",
        "DELETE FROM shut_rooms WHERE room = $1",
        "DELETE FROM events WHERE room = $1",
        "DELETE FROM rooms WHERE code = $1 AND NOT EXISTS (SELECT 1 FROM games WHERE room = $1)",
        "UPDATE rooms SET removed_at = NULL WHERE code = $1",
    ] {
        query(table).bind(code.to_string()).execute(&mut *transaction).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
