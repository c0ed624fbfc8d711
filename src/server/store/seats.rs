//! The rooms in which a guest holds a seat.

use room::{Millis, RoomCode, Seat};

use super::{Store, StoreError};
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;

/// How many of a guest's rooms are compared to find those that are wanted: for each it is looked up what was last in its log.
const COMPARED: i64 = 1_000;

/// How far a log is: the number and the time of its last event. Another log of the same length, of a later room with the code of
/// one that was removed, has another time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version {
    /// The number.
    pub seq: u64,
    /// The time.
    pub at: Millis,
}

/// A room in which a guest sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sits {
    /// The room.
    pub code: RoomCode,
    /// Where.
    pub seat: Seat,
    /// How far its log is.
    pub log: Version,
}

impl Store {
    /// The rooms in which a guest holds a seat, those he came to last first.
    pub async fn rooms_of(&self, guest: GuestKey, most: u32) -> Result<Vec<(RoomCode, Seat)>, StoreError> {
        let rooms = self.rooms_after(guest, None, most).await?;
        Ok(rooms.into_iter().map(|(code, seat, _)| (code, seat)).collect())
    }

    /// The same, with since when he holds it: at most `most`, from behind one that was held since then.
    pub async fn rooms_after(
        &self,
        guest: GuestKey,
        after: Option<(Millis, RoomCode)>,
        most: u32,
    ) -> Result<Vec<(RoomCode, Seat, Millis)>, StoreError> {
        let rows = query(
            "SELECT room, seat, since FROM seats WHERE guest = $1 AND since <= $2 AND (since < $2 OR room > $3) \
             ORDER BY since DESC, room LIMIT $4",
        )
        .bind(guest.to_string())
        .bind(after.map_or(Millis::MAX, |(since, _)| since))
        .bind(after.map_or(String::new(), |(_, code)| code.to_string()))
        .bind(i64::from(most));
        let mut rooms = Vec::new();
        for row in rows.fetch_all(&self.database).await? {
            if let Some(code) = code(&row)? {
                rooms.push((code, seat(&row)?, row.try_get(2)?));
            }
        }
        Ok(rooms)
    }

    /// Of the rooms in which a guest holds a seat those that matter most: where a clock runs, then where something happened last.
    pub async fn latest_of(&self, guest: GuestKey, most: u32) -> Result<Vec<Sits>, StoreError> {
        let rows = query(
            "SELECT room, seat, seq, at FROM (\
               SELECT room, seat, \
                 (SELECT seq FROM events WHERE events.room = held.room ORDER BY seq DESC LIMIT 1) AS seq, \
                 (SELECT at FROM events WHERE events.room = held.room ORDER BY seq DESC LIMIT 1) AS at, \
                 CASE WHEN EXISTS (SELECT 1 FROM clocks WHERE clocks.room = held.room) THEN 0 ELSE 1 END AS still \
               FROM (SELECT room, seat FROM seats WHERE guest = $1 ORDER BY since DESC LIMIT $2) AS held\
             ) AS compared WHERE at IS NOT NULL ORDER BY still, at DESC, room LIMIT $3",
        )
        .bind(guest.to_string())
        .bind(COMPARED)
        .bind(i64::from(most));
        let mut rooms = Vec::new();
        for row in rows.fetch_all(&self.database).await? {
            if let Some(code) = code(&row)? {
                let log = Version { seq: row.try_get::<i64>(2)? as u64, at: row.try_get(3)? };
                rooms.push(Sits { code, seat: seat(&row)?, log });
            }
        }
        Ok(rooms)
    }
}

/// The room of a row that begins with it.
fn code(row: &Row) -> Result<Option<RoomCode>, sqlx::Error> {
    Ok(row.try_get::<&str>(0)?.parse().ok())
}

/// The seat behind it.
fn seat(row: &Row) -> Result<Seat, sqlx::Error> {
    Ok(if row.try_get::<i64>(1)? == 0 { Seat::Bottom } else { Seat::Top })
}

#[cfg(test)]
mod tests;
