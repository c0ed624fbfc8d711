//! The rooms in which a guest ever was, also those that were left: for export and deletion.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use room::{Event, Logged, MemberId, Millis, RoomCode, Seat, fold};

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, Query, Row, query};
use crate::server::identity::{GuestKey, Identity};

/// Former members that are read at a time.
const BATCH: i64 = 1_000;

impl Store {
    /// Notes that a guest was in a room.
    pub async fn note_joined(&self, code: RoomCode, guest: GuestKey, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::Joined { code, guest, at }]).await
    }

    /// The rooms in which somebody ever was who is known under these identities, with the member ids there.
    pub async fn rooms_joined(
        &self,
        identities: &[Identity],
    ) -> Result<BTreeMap<RoomCode, Vec<MemberId>>, StoreError> {
        let mut rooms: BTreeMap<RoomCode, Vec<MemberId>> = BTreeMap::new();
        let mut add = |code: RoomCode, member| {
            let members = rooms.entry(code).or_default();
            if !members.contains(&member) {
                members.push(member);
            }
        };
        for identity in identities {
            // Servers of before list nobody, and may run beside this one for a while; they note seats and games.
            let rows = query(
                "SELECT room FROM joined WHERE guest = $1 UNION SELECT room FROM seats WHERE guest = $1 \
                 UNION SELECT games.room FROM players JOIN games ON games.id = players.game \
                 JOIN rooms ON rooms.code = games.room WHERE players.guest = $1",
            );
            let rows = rows.bind(identity.guest().to_string());
            let rows = rows.fetch_all(&self.database).await?;
            rows.iter().filter_map(read_code).for_each(|code| add(code, identity.member(code)));
        }
        // By whom these were is in no table, so all are compared; their number falls with the rooms of before.
        let mut after = (String::new(), String::new());
        loop {
            let rows = query(
                "SELECT room, member FROM former_members WHERE room > $1 OR room = $1 AND member > $2 \
                 ORDER BY room, member LIMIT $3",
            );
            let rows = rows.bind(&after.0).bind(&after.1).bind(BATCH).fetch_all(&self.database).await?;
            for row in &rows {
                after = (row.try_get(0)?, row.try_get(1)?);
                let (Ok(code), Ok(member)) = (after.0.parse(), after.1.parse::<MemberId>()) else { continue };
                if identities.iter().any(|identity| identity.members(code).contains(&member)) {
                    add(code, member);
                }
            }
            if (rows.len() as i64) < BATCH {
                return Ok(rooms);
            }
        }
    }

    /// The seat that a guest holds in a room.
    pub async fn seat_of(&self, code: RoomCode, guest: GuestKey) -> Result<Option<Seat>, StoreError> {
        let row = query("SELECT seat FROM seats WHERE room = $1 AND guest = $2 ORDER BY seat LIMIT 1");
        let row = row.bind(code.to_string()).bind(guest.to_string());
        let row = row.fetch_optional(&self.database).await?;
        let seat = |row: Row| Ok(if row.try_get::<i64>(0)? == 0 { Seat::Bottom } else { Seat::Top });
        row.map(seat).transpose()
    }
}

pub(super) fn note(code: RoomCode, guest: GuestKey, at: Millis) -> Query {
    query("INSERT INTO joined (guest, room, since) VALUES ($1, $2, $3) ON CONFLICT (guest, room) DO NOTHING")
        .bind(guest.to_string())
        .bind(code.to_string())
        .bind(at)
}

fn read_code(row: &Row) -> Option<RoomCode> {
    row.try_get::<&str>(0).ok()?.parse().ok()
}

/// One-time migration: lists who was in the rooms of before. Every room that is still to be searched is, in a
/// transaction of its own: an interrupted start goes on with the rest the next time.
pub(super) async fn list_old_rooms(connection: &mut Connection) -> Result<(), sqlx::Error> {
    let rooms = query("SELECT room FROM unlisted").fetch_all(&mut *connection).await?;
    if !rooms.is_empty() {
        tracing::info!(rooms = rooms.len(), "listing who was in the rooms of before");
    }
    for row in rooms {
        let room: String = row.try_get(0)?;
        connection.begin().await?;
        for sql in [
            "INSERT INTO joined (guest, room, since) SELECT COALESCE(adopted, guest), room, since FROM seats \
             WHERE room = $1 ON CONFLICT (guest, room) DO NOTHING",
            "INSERT INTO joined (guest, room, since) SELECT COALESCE(players.adopted, players.guest), games.room, \
             players.ended FROM players JOIN games ON games.id = players.game WHERE games.room = $1 \
             ON CONFLICT (guest, room) DO NOTHING",
        ] {
            query(sql).bind(&room).execute(&mut *connection).await?;
        }
        for member in former_members(connection, &room).await? {
            query("INSERT INTO former_members (room, member) VALUES ($1, $2) ON CONFLICT (room, member) DO NOTHING")
                .bind(&room)
                .bind(member.to_string())
                .execute(&mut *connection)
                .await?;
        }
        query("DELETE FROM unlisted WHERE room = $1").bind(&room).execute(&mut *connection).await?;
        connection.commit().await?;
    }
    Ok(())
}

/// Members who once sat in a room, and do not any more.
async fn former_members(connection: &mut Connection, room: &str) -> Result<Vec<MemberId>, sqlx::Error> {
    let rows = query("SELECT body FROM events WHERE room = $1 ORDER BY seq").bind(room);
    let rows = rows.fetch_all(connection).await?;
    let parse = |row: &Row| serde_json::from_str::<Logged>(row.try_get(0).ok()?).ok();
    // An unreadable log shows nothing to anybody.
    let log: Option<Vec<Logged>> = rows.iter().map(parse).collect();
    let (Some(log), Ok(code)) = (log, room.parse::<RoomCode>()) else { return Ok(Vec::new()) };
    let now = fold(code, &log);
    let sat = log.iter().filter_map(|logged| match logged.event {
        Event::Seated { member, .. } | Event::SeatTransferred { member, .. } => Some(member),
        _ => None,
    });
    Ok(sat.filter(|member| now.seat_of(*member).is_none()).collect())
}
