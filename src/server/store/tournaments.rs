//! Tournaments: the log of each, who its entrants are, the rooms of its pairings, and what lists need to know without
//! folding a log.

mod lists;
#[cfg(test)]
pub(in crate::server) mod tests;
mod write;

use room::{Millis, RoomCode};
use tournament::{EntrantId, Logged, PairingId, Phase};

pub use self::lists::{FinishedTournament, StoredEntrant, TournamentRow};
pub(super) use self::write::{forget_entrant, write_tournament};
use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;

/// Rooms that are asked for at a time.
const BATCH: usize = 500;

/// A change of a tournament.
#[derive(Clone, Debug)]
pub enum TournamentChange {
    /// Opens one with the first facts of its log.
    Open {
        /// Its code.
        code: RoomCode,
        /// The guest who opens it; `None` for one of the calendar.
        maker: Option<GuestKey>,
        /// The facts.
        facts: Facts,
        /// When it starts.
        starts_at: Millis,
        /// Whether everybody finds it.
        listed: bool,
    },
    /// Appends facts to a log.
    Append {
        /// The tournament.
        code: RoomCode,
        /// The facts.
        facts: Facts,
    },
    /// Claims the next reminder: of several servers one sends it.
    Remind {
        /// The tournament.
        code: RoomCode,
        /// How many reminders were sent before.
        sent: i64,
    },
    /// Writes what the archive shows.
    Summarise {
        /// The tournament.
        code: RoomCode,
        /// How many have taken part.
        entered: usize,
        /// The number of the fact with the winner's name; `None` if nobody has won anything.
        winner: Option<u64>,
    },
    /// Removes a title or a name from the log. Nothing else in it changes.
    Redact {
        /// The tournament.
        code: RoomCode,
        /// The number of the fact with it.
        seq: u64,
    },
    /// Deletes one that never took place.
    Delete {
        /// The tournament.
        code: RoomCode,
    },
}

/// Facts that one decision has brought, and what is stored beside them in the same transaction.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The facts, numbered.
    pub log: Vec<Logged>,
    /// Who the new entrants are.
    pub entrants: Vec<(EntrantId, GuestKey)>,
    /// How far the tournament has come by them, if that has changed, and when.
    pub phase: Option<(PhaseWord, Millis)>,
}

/// How far a tournament has come, as the store has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseWord {
    /// It has not begun.
    Announced,
    /// It has begun.
    Running,
    /// It is over.
    Finished,
    /// It does not take place.
    Cancelled,
}

impl PhaseWord {
    /// Its word in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Announced => "announced",
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Cancelled => "cancelled",
        }
    }
}

impl From<Phase> for PhaseWord {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Announced => Self::Announced,
            Phase::Running(_) => Self::Running,
            Phase::Finished(_) => Self::Finished,
            Phase::Cancelled => Self::Cancelled,
        }
    }
}

/// How much is stored of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveTournament {
    /// Its code.
    pub code: RoomCode,
    /// The number of its last fact.
    pub seq: u64,
    /// How many reminders were sent.
    pub reminded: i64,
    /// How often something was removed from its log.
    pub redacted: i64,
}

/// The columns of [`LiveTournament`], of the tournaments that fulfil a condition.
const STORED: &str = "SELECT code, (SELECT seq FROM facts WHERE tournament = code ORDER BY seq DESC LIMIT 1), reminded, redacted \
                      FROM tournaments WHERE";

fn read_stored(row: &Row) -> Result<Option<LiveTournament>, StoreError> {
    let Ok(code) = row.try_get::<&str>(0)?.parse() else { return Ok(None) };
    let seq = row.try_get::<Option<i64>>(1)?.unwrap_or(0) as u64;
    Ok(Some(LiveTournament { code, seq, reminded: row.try_get(2)?, redacted: row.try_get(3)? }))
}

impl Store {
    /// Stores a change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the code, the room of a pairing or the number of a fact is taken, or somebody else sends the
    /// reminder.
    pub async fn change_tournament(&self, change: TournamentChange) -> Result<(), StoreError> {
        self.write(vec![Write::Tournament(Box::new(change))]).await
    }

    /// The tournaments that are announced or running, or have finished since then.
    pub async fn live_tournaments(&self, finished_since: Millis) -> Result<Vec<LiveTournament>, StoreError> {
        let sql =
            format!("{STORED} phase IN ('announced', 'running') OR phase = 'finished' AND changed >= $1");
        let rows = query(sql).bind(finished_since).fetch_all(&self.database).await?;
        rows.iter().filter_map(|row| read_stored(row).transpose()).collect()
    }

    /// How long the log of a tournament is, and how often something was removed from it; `None` if there is none.
    pub async fn stored_tournament(&self, code: RoomCode) -> Result<Option<LiveTournament>, StoreError> {
        let row = query(format!("{STORED} code = $1")).bind(code.to_string()).fetch_optional(&self.database);
        row.await?.map_or(Ok(None), |row| read_stored(&row))
    }

    /// The facts of a tournament after this number, in order; none if there is no such tournament.
    pub async fn facts(&self, code: RoomCode, after: u64) -> Result<Vec<Logged>, StoreError> {
        let rows = query("SELECT body FROM facts WHERE tournament = $1 AND seq > $2 ORDER BY seq");
        let rows = rows.bind(code.to_string()).bind(after as i64).fetch_all(&self.database).await?;
        let fact = |row: &Row| {
            serde_json::from_str(row.try_get::<&str>(0)?)
                .map_err(|error| StoreError::Unreadable(format!("a fact of {code} is unreadable: {error}")))
        };
        rows.iter().map(fact).collect()
    }

    /// Who the entrants of a tournament are.
    pub async fn entrants(&self, code: RoomCode) -> Result<Vec<(EntrantId, GuestKey)>, StoreError> {
        let rows = query("SELECT entrant, guest FROM entrants WHERE tournament = $1 ORDER BY entrant");
        let rows = rows.bind(code.to_string()).fetch_all(&self.database).await?;
        let entrant = |row: &Row| -> Result<Option<(EntrantId, GuestKey)>, StoreError> {
            let id = u32::try_from(row.try_get::<i64>(0)?).ok().map(EntrantId);
            Ok(id.zip(GuestKey::from_text(row.try_get(1)?)))
        };
        rows.iter().filter_map(|row| entrant(row).transpose()).collect()
    }

    /// The tournament and pairing that are played in a room.
    pub async fn pairing_of_room(&self, room: RoomCode) -> Result<Option<(RoomCode, PairingId)>, StoreError> {
        let row = query("SELECT tournament, pairing FROM pairings WHERE room = $1").bind(room.to_string());
        let Some(row) = row.fetch_optional(&self.database).await? else { return Ok(None) };
        let id = u32::try_from(row.try_get::<i64>(1)?).ok().map(PairingId);
        Ok(row.try_get::<&str>(0)?.parse().ok().zip(id))
    }

    /// Of these rooms those in which a clock runs.
    pub async fn running_rooms(&self, rooms: &[RoomCode]) -> Result<Vec<RoomCode>, StoreError> {
        self.rooms_in("SELECT room FROM clocks WHERE room", rooms).await
    }

    /// Of these rooms those that exist, or did.
    pub async fn existing_rooms(&self, rooms: &[RoomCode]) -> Result<Vec<RoomCode>, StoreError> {
        self.rooms_in("SELECT code FROM rooms WHERE code", rooms).await
    }

    async fn rooms_in(&self, select: &str, rooms: &[RoomCode]) -> Result<Vec<RoomCode>, StoreError> {
        let mut found = Vec::new();
        for some in rooms.chunks(BATCH) {
            // Codes are letters and digits alone.
            let list = some.iter().map(|code| format!("'{code}'")).collect::<Vec<_>>().join(", ");
            let rows = query(format!("{select} IN ({list})")).fetch_all(&self.database).await?;
            found.extend(rows.iter().filter_map(|row| row.try_get::<&str>(0).ok()?.parse::<RoomCode>().ok()));
        }
        Ok(found)
    }

    /// Tournaments that were cancelled, or whose start was missed, before then.
    pub async fn dropped_tournaments(&self, before: Millis) -> Result<Vec<RoomCode>, StoreError> {
        let rows = query(
            "SELECT code FROM tournaments WHERE phase = 'cancelled' AND changed < $1 \
             OR phase = 'announced' AND starts_at < $1",
        );
        let rows = rows.bind(before).fetch_all(&self.database).await?;
        Ok(rows.iter().filter_map(|row| row.try_get::<&str>(0).ok()?.parse().ok()).collect())
    }
}
