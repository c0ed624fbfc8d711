//! Seats in the store: the rooms in which a guest holds a seat.

use room::{Millis, RoomCode, Seat};

use super::{Store, StoreError};
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;

/// The most rooms of a guest that are compared to find the wanted ones; each costs a look-up of its last
/// event.
const MAX_COMPARED: i64 = 1_000;

/// Version of a log: number and time of its last event. The time distinguishes a later room that reuses the
/// code of a removed one and has a log of the same length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogVersion {
    /// Sequence number.
    pub seq: u64,
    /// Time in milliseconds since 1970.
    pub at: Millis,
    /// How much of it is hidden.
    pub hidden: i64,
}

/// A seat that a guest holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldSeat {
    /// The room.
    pub code: RoomCode,
    /// The seat.
    pub seat: Seat,
    /// Version of the room's log.
    pub log: LogVersion,
}

impl Store {
    /// The rooms in which a guest holds a seat, the latest taken first.
    pub async fn rooms_of(&self, guest: GuestKey, most: u32) -> Result<Vec<(RoomCode, Seat)>, StoreError> {
        let rows = query(
            "SELECT room, seat FROM seats JOIN rooms ON rooms.code = seats.room AND removed_at IS NULL \
             WHERE guest = $1 ORDER BY since DESC, room LIMIT $2",
        );
        let rows = rows.bind(guest.to_string()).bind(i64::from(most)).fetch_all(&self.database).await?;
        let mut rooms = Vec::new();
        for row in rows {
            if let Some(code) = read_code(&row)? {
                rooms.push((code, read_seat(&row)?));
            }
        }
        Ok(rooms)
    }

    /// Whether one of these guests holds a seat in a room.
    pub async fn holds_seat(&self, code: RoomCode, guests: &[GuestKey]) -> Result<bool, StoreError> {
        let rows = query("SELECT guest FROM seats WHERE room = $1").bind(code.to_string());
        let rows = rows.fetch_all(&self.database).await?;
        let holders: Result<Vec<String>, _> = rows.iter().map(|row| row.try_get(0)).collect();
        Ok(holders?.iter().any(|holder| guests.iter().any(|guest| *holder == guest.to_string())))
    }

    /// A guest's most relevant rooms: those with a running clock first, then by last event.
    pub async fn relevant_rooms_of(&self, guest: GuestKey, most: u32) -> Result<Vec<HeldSeat>, StoreError> {
        let rows = query(
            "SELECT room, seat, seq, at, (SELECT COUNT(*) FROM redactions WHERE redactions.room = compared.room) FROM (\
               SELECT room, seat, \
                 (SELECT seq FROM events WHERE events.room = held.room ORDER BY seq DESC LIMIT 1) AS seq, \
                 (SELECT at FROM events WHERE events.room = held.room ORDER BY seq DESC LIMIT 1) AS at, \
                 CASE WHEN EXISTS (SELECT 1 FROM clocks WHERE clocks.room = held.room) THEN 0 ELSE 1 END AS still \
               FROM (SELECT room, seat FROM seats JOIN rooms ON rooms.code = seats.room AND removed_at IS NULL \
                     WHERE guest = $1 ORDER BY since DESC LIMIT $2) AS held\
             ) AS compared WHERE at IS NOT NULL ORDER BY still, at DESC, room LIMIT $3",
        )
        .bind(guest.to_string())
        .bind(MAX_COMPARED)
        .bind(i64::from(most));
        let mut rooms = Vec::new();
        for row in rows.fetch_all(&self.database).await? {
            rooms.extend(read_held_seat(&row)?);
        }
        Ok(rooms)
    }
}

/// The seat of a row that has room, seat, number and time of the last event, and how much of the log is hidden in its first columns.
pub(super) fn read_held_seat(row: &Row) -> Result<Option<HeldSeat>, sqlx::Error> {
    let Some(code) = read_code(row)? else { return Ok(None) };
    let (seq, at, hidden) = (row.try_get::<i64>(2)? as u64, row.try_get(3)?, row.try_get(4)?);
    Ok(Some(HeldSeat { code, seat: read_seat(row)?, log: LogVersion { seq, at, hidden } }))
}

/// The room code in the first column.
fn read_code(row: &Row) -> Result<Option<RoomCode>, sqlx::Error> {
    Ok(row.try_get::<&str>(0)?.parse().ok())
}

/// The seat in the second column.
fn read_seat(row: &Row) -> Result<Seat, sqlx::Error> {
    Ok(if row.try_get::<i64>(1)? == 0 { Seat::Bottom } else { Seat::Top })
}

#[cfg(test)]
mod tests;
