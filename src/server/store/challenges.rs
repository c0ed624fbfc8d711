//! Challenges: a room to which one guest has invited another by name. It is open until somebody sits down there, the other declines,
//! or the challenger leaves.

#[cfg(test)]
mod tests;

use room::{Millis, RoomCode};

use super::seats::{HeldSeat, read_held_seat};
use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, Row, query};
use crate::server::identity::GuestKey;

/// The most challenges of one guest that are open at a time.
pub const MAX_CHALLENGES: i64 = 5;
/// The most that are listed of those to one guest.
const LISTED: i64 = 10;
/// How long a challenge is open, in milliseconds: three days, as long as a move in the slowest games.
const LIFETIME: Millis = 3 * 24 * 3600 * 1000;

/// What is stored of a challenge, for the export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChallenge {
    /// The room.
    pub room: String,
    /// When it was made.
    pub at: Millis,
    /// When it was declined; 0 if it was not.
    pub declined: Millis,
    /// Whether the guest has made it.
    pub is_own: bool,
}

/// A change.
#[derive(Clone, Copy, Debug)]
pub enum ChallengeChange {
    /// One guest challenges another to a room. An earlier challenge to the same guest ends.
    Make { code: RoomCode, guest: GuestKey, challenged: GuestKey, at: Millis },
    /// The other one declines.
    Decline { code: RoomCode, challenged: GuestKey, at: Millis },
}

/// How long a guest waits before challenging the same one again, in milliseconds: a minute, or an hour if they declined.
const AGAIN: Millis = 60 * 1000;
const AGAIN_AFTER_DECLINE: Millis = 3600 * 1000;

/// Challenges to rooms in which the challenger still sits alone.
const OPEN: &str = "challenges JOIN rooms ON rooms.code = challenges.room AND rooms.removed_at IS NULL \
                    JOIN seats ON seats.room = challenges.room AND seats.guest = challenges.guest \
                    WHERE challenges.declined = 0 \
                    AND (SELECT COUNT(*) FROM seats AS held WHERE held.room = challenges.room) = 1";

impl Store {
    /// The challengers' seats in the rooms to which a guest is challenged, the latest challenge first.
    pub async fn challenges_to(&self, guest: GuestKey, now: Millis) -> Result<Vec<HeldSeat>, StoreError> {
        let rows = query(format!(
            "SELECT challenges.room, seats.seat, \
             (SELECT seq FROM events WHERE events.room = challenges.room ORDER BY seq DESC LIMIT 1), \
             (SELECT at FROM events WHERE events.room = challenges.room ORDER BY seq DESC LIMIT 1), \
             (SELECT COUNT(*) FROM redactions WHERE redactions.room = challenges.room) \
             FROM {OPEN} AND challenged = $1 AND challenges.at > $2 ORDER BY challenges.at DESC, challenges.room LIMIT $3"
        ));
        let rows = rows.bind(guest.to_string()).bind(now.saturating_sub(LIFETIME)).bind(LISTED);
        let mut open = Vec::new();
        for row in &rows.fetch_all(&self.database).await? {
            open.extend(read_held_seat(row)?);
        }
        Ok(open)
    }

    /// Who has challenged this guest to a room, unless they have declined.
    pub async fn challenger(
        &self,
        code: RoomCode,
        challenged: GuestKey,
    ) -> Result<Option<GuestKey>, StoreError> {
        let row = query("SELECT guest FROM challenges WHERE room = $1 AND challenged = $2 AND declined = 0");
        let row = row.bind(code.to_string()).bind(challenged.to_string());
        let Some(row) = row.fetch_optional(&self.database).await? else { return Ok(None) };
        Ok(GuestKey::from_text(row.try_get(0)?))
    }

    /// The challenges that a guest has made or got, for the export.
    pub async fn challenges_with(&self, guest: GuestKey) -> Result<Vec<StoredChallenge>, StoreError> {
        let rows = query(
            "SELECT room, at, declined, CASE WHEN guest = $1 THEN 1 ELSE 0 END FROM challenges \
             WHERE guest = $1 OR challenged = $1 ORDER BY at, room",
        );
        let challenge = |row: &Row| {
            let (room, at, declined) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            Ok(StoredChallenge { room, at, declined, is_own: row.try_get::<i64>(3)? == 1 })
        };
        rows.bind(guest.to_string()).fetch_all(&self.database).await?.iter().map(challenge).collect()
    }

    /// Stores a change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if one of the two blocks the other, the challenger has too many open, or has challenged the same one a
    /// moment ago.
    pub async fn change_challenge(&self, change: ChallengeChange) -> Result<(), StoreError> {
        self.write(vec![Write::Challenge(change)]).await
    }
}

pub(super) async fn write_challenge(
    transaction: &mut Connection,
    change: &ChallengeChange,
) -> Result<(), StoreError> {
    match *change {
        ChallengeChange::Make { code, guest, challenged, at } => {
            let (guest, challenged) = (guest.to_string(), challenged.to_string());
            query("DELETE FROM challenges WHERE guest = $1 AND (challenged = $2 AND at <= $3 AND (declined = 0 OR declined <= $4) OR at <= $5)")
                .bind(&guest)
                .bind(&challenged)
                .bind(at.saturating_sub(AGAIN))
                .bind(at.saturating_sub(AGAIN_AFTER_DECLINE))
                .bind(at.saturating_sub(LIFETIME))
                .execute(&mut *transaction)
                .await?;
            let may = format!(
                "SELECT 1 WHERE (SELECT COUNT(*) FROM {OPEN} AND challenges.guest = $1) < $3 \
                 AND NOT EXISTS (SELECT 1 FROM challenges WHERE guest = $1 AND challenged = $2) \
                 AND NOT EXISTS (SELECT 1 FROM relations WHERE kind = 'block' \
                 AND (guest = $1 AND other = $2 OR guest = $2 AND other = $1))"
            );
            let may = query(may).bind(&guest).bind(&challenged).bind(MAX_CHALLENGES);
            may.fetch_optional(&mut *transaction).await?.ok_or(StoreError::Conflict)?;
            query(
                "INSERT INTO challenges (room, guest, challenged, at, declined) VALUES ($1, $2, $3, $4, 0)",
            )
            .bind(code.to_string())
            .bind(guest)
            .bind(challenged)
            .bind(at)
            .execute(transaction)
            .await?;
        }
        ChallengeChange::Decline { code, challenged, at } => {
            query("UPDATE challenges SET declined = $3 WHERE room = $1 AND challenged = $2 AND declined = 0")
                .bind(code.to_string())
                .bind(challenged.to_string())
                .bind(at.max(1))
                .execute(transaction)
                .await?;
        }
    }
    Ok(())
}
