//! What the operator's desk reads of guests and reports.

use room::{Millis, RoomCode};
use serde::Serialize;
use serde_json::Value;

use super::{Store, StoreError};
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;

/// The most guests that are given for an id or a name that is not clear.
const MAX_CANDIDATES: i64 = 20;

/// Everything in which a guest may be known.
const KNOWN: &str = "SELECT guest FROM guests UNION SELECT guest FROM seats UNION SELECT guest FROM players \
                     UNION SELECT guest FROM accounts UNION SELECT guest FROM adopted UNION SELECT guest FROM sanctions \
                     UNION SELECT about FROM reports UNION SELECT guest FROM reports";

/// A report as the operator sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FullReport {
    pub room: String,
    pub at: Millis,
    /// Who reported; empty if they are deleted.
    pub by: String,
    /// Who is reported; empty if they are deleted, or were not known.
    pub about: String,
    /// Their id and name in the room.
    pub member: String,
    pub name: String,
    /// The last lines before it.
    pub lines: Value,
    /// When it was dealt with.
    pub done: Option<Millis>,
    pub note: Option<String>,
}

/// The account of a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AccountSummary {
    pub since: Millis,
    pub passkeys: i64,
    pub sign_ins: i64,
}

impl Store {
    /// The guests whose id begins like this, or who have chosen this name; at most 20.
    pub async fn guests_like(&self, id: Option<&str>, name: &str) -> Result<Vec<GuestKey>, StoreError> {
        let sql = format!(
            "SELECT guest FROM ({KNOWN}) AS known WHERE $1 <> '' AND SUBSTR(guest, 1, CAST($2 AS INTEGER)) = $1 \
             UNION SELECT guest FROM guests WHERE LOWER(name) = LOWER($3) ORDER BY guest LIMIT $4"
        );
        let id = id.unwrap_or_default();
        let rows = query(sql).bind(id).bind(id.len() as i64).bind(name).bind(MAX_CANDIDATES);
        let rows = rows.fetch_all(&self.database).await?;
        Ok(rows.iter().filter_map(|row| GuestKey::from_text(row.try_get(0).ok()?)).collect())
    }

    /// How many finished games a guest has.
    pub async fn count_games(&self, guest: GuestKey) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM players WHERE guest = $1";
        Ok(query(sql).bind(guest.to_string()).fetch_one(&self.database).await?.try_get(0)?)
    }

    /// The guest of the account into which another guest has come along, in whose name they act since.
    pub async fn account_guest(&self, guest: GuestKey) -> Result<Option<GuestKey>, StoreError> {
        let sql = "SELECT accounts.guest FROM adopted JOIN accounts ON accounts.account = adopted.account \
                   WHERE adopted.guest = $1 AND accounts.guest <> $1";
        let row = query(sql).bind(guest.to_string()).fetch_optional(&self.database).await?;
        Ok(row.and_then(|row| GuestKey::from_text(row.try_get(0).ok()?)))
    }

    /// The account of a guest, if there is one.
    pub async fn account_summary(&self, guest: GuestKey) -> Result<Option<AccountSummary>, StoreError> {
        let sql = "SELECT since, (SELECT COUNT(*) FROM passkeys WHERE passkeys.account = accounts.account), \
                   (SELECT COUNT(*) FROM sessions WHERE sessions.account = accounts.account) \
                   FROM accounts WHERE guest = $1";
        let row = query(sql).bind(guest.to_string()).fetch_optional(&self.database).await?;
        let read = |row: Row| {
            Ok(AccountSummary {
                since: row.try_get(0)?,
                passkeys: row.try_get(1)?,
                sign_ins: row.try_get(2)?,
            })
        };
        row.map(read).transpose()
    }

    /// How many reports were not dealt with.
    pub async fn count_reports(&self) -> Result<usize, StoreError> {
        let row = query("SELECT COUNT(*) FROM reports WHERE done IS NULL").fetch_one(&self.database).await?;
        Ok(usize::try_from(row.try_get::<i64>(0)?).unwrap_or(0))
    }

    /// Reports in order of time, so many at most: all or those that were not dealt with, about one guest only if given.
    pub async fn all_reports(
        &self,
        all: bool,
        about: Option<GuestKey>,
        most: u32,
    ) -> Result<Vec<FullReport>, StoreError> {
        let rows = query(
            "SELECT room, at, guest, about, member, name, lines, done, note FROM reports \
             WHERE ($1 = 1 OR done IS NULL) AND ($2 = '' OR about = $2) ORDER BY at, room, member LIMIT $3",
        );
        let about = about.map(|guest| guest.to_string()).unwrap_or_default();
        let rows =
            rows.bind(i64::from(all)).bind(about).bind(i64::from(most)).fetch_all(&self.database).await?;
        let read = |row: &Row| {
            Ok(FullReport {
                room: row.try_get(0)?,
                at: row.try_get(1)?,
                by: row.try_get(2)?,
                about: row.try_get(3)?,
                member: row.try_get(4)?,
                name: row.try_get(5)?,
                lines: serde_json::from_str(row.try_get(6)?).unwrap_or_default(),
                done: row.try_get(7)?,
                note: row.try_get(8)?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Who holds the seats of a room: by the seat's index.
    pub async fn holders(&self, code: RoomCode) -> Result<[Option<String>; 2], StoreError> {
        let rows = query("SELECT seat, guest FROM seats WHERE room = $1").bind(code.to_string());
        let mut holders = [None, None];
        for row in rows.fetch_all(&self.database).await? {
            let seat = usize::try_from(row.try_get::<i64>(0)?).ok();
            if let Some(holder) = seat.and_then(|seat| holders.get_mut(seat)) {
                *holder = Some(row.try_get(1)?);
            }
        }
        Ok(holders)
    }
}
