//! What a guest is told of a room by push messages: somebody's arrival once, and nothing of a room that is muted.

use room::{Millis, RoomCode, Seat};

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, query};
use crate::server::identity::GuestKey;

/// A change of what a guest is told.
pub(super) enum PushRoomChange {
    /// The holder of a seat is told of an arrival.
    ArrivalTold { code: RoomCode, seat: Seat, at: Millis },
    /// A guest wants to hear nothing of a room.
    Mute { code: RoomCode, guest: GuestKey },
    /// And again.
    Unmute { code: RoomCode, guest: GuestKey },
}

/// What is stored of a guest and a room, for the export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushRoom {
    /// The room.
    pub room: String,
    /// When an arrival was told; 0 for never.
    pub arrived: Millis,
    /// Whether the guest hears nothing of it.
    pub muted: bool,
}

impl Store {
    /// Notes that the holder of a seat is told that somebody has arrived; false if that was told before, by
    /// whichever node.
    pub async fn tell_arrival(&self, code: RoomCode, seat: Seat, at: Millis) -> Result<bool, StoreError> {
        let told = PushRoomChange::ArrivalTold { code, seat, at };
        match self.write(vec![Write::PushRoom(told)]).await {
            Err(StoreError::Conflict) => Ok(false),
            told => told.map(|()| true),
        }
    }

    /// Mutes a room for a guest.
    pub async fn mute_room(&self, code: RoomCode, guest: GuestKey) -> Result<(), StoreError> {
        self.write(vec![Write::PushRoom(PushRoomChange::Mute { code, guest })]).await
    }

    /// Ends that.
    pub async fn unmute_room(&self, code: RoomCode, guest: GuestKey) -> Result<(), StoreError> {
        self.write(vec![Write::PushRoom(PushRoomChange::Unmute { code, guest })]).await
    }

    /// What a guest was told, and is not to be told any more.
    pub async fn push_rooms(&self, guest: GuestKey) -> Result<Vec<PushRoom>, StoreError> {
        let rows = query("SELECT room, arrived, muted FROM push_rooms WHERE guest = $1 ORDER BY room");
        let rows = rows.bind(guest.to_string()).fetch_all(&self.database).await?;
        let mut rooms = Vec::new();
        for row in &rows {
            let muted = row.try_get::<i64>(2)? == 1;
            rooms.push(PushRoom { room: row.try_get(0)?, arrived: row.try_get(1)?, muted });
        }
        Ok(rooms)
    }
}

pub(super) async fn write_push_room(
    transaction: &mut Connection,
    change: &PushRoomChange,
) -> Result<(), StoreError> {
    match change {
        PushRoomChange::ArrivalTold { code, seat, at } => {
            let told = query(
                "INSERT INTO push_rooms (guest, room, arrived, muted) SELECT guest, room, $3, 0 FROM seats \
                 WHERE room = $1 AND seat = $2 ON CONFLICT (guest, room) \
                 DO UPDATE SET arrived = excluded.arrived WHERE push_rooms.arrived = 0 RETURNING 1",
            );
            let told = told.bind(code.to_string()).bind(seat.index() as i64).bind(*at);
            told.fetch_optional(transaction).await?.map(drop).ok_or(StoreError::Conflict)
        }
        PushRoomChange::Mute { code, guest } => {
            let mute = query(
                "INSERT INTO push_rooms (guest, room, arrived, muted) VALUES ($1, $2, 0, 1) \
                 ON CONFLICT (guest, room) DO UPDATE SET muted = 1",
            );
            Ok(mute.bind(guest.to_string()).bind(code.to_string()).execute(transaction).await?)
        }
        PushRoomChange::Unmute { code, guest } => {
            let unmute = query("UPDATE push_rooms SET muted = 0 WHERE guest = $1 AND room = $2");
            Ok(unmute.bind(guest.to_string()).bind(code.to_string()).execute(transaction).await?)
        }
    }
}
