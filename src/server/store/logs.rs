//! Reads the event logs, as everybody may see them: what was removed (`room::redact`) is in none of them.

use room::{Logged, RoomCode, redact};

use super::{Store, StoreError};
use crate::server::database::{Row, query};

impl Store {
    /// The events of a room after sequence number `after`, in order, at most `most`, redacted; none of a room that
    /// was removed.
    pub async fn events(&self, code: RoomCode, after: u64, most: u32) -> Result<Vec<Logged>, StoreError> {
        let sql = "SELECT body, (SELECT COUNT(*) FROM redactions WHERE room = $1) FROM events \
                   WHERE room = $1 AND seq > $2 \
                   AND NOT EXISTS (SELECT 1 FROM rooms WHERE code = $1 AND removed_at IS NOT NULL) \
                   ORDER BY seq LIMIT $3";
        let rows = query(sql)
            .bind(code.to_string())
            .bind(after as i64)
            .bind(i64::from(most))
            .fetch_all(&self.database)
            .await?;
        let mut log: Vec<Logged> =
            rows.iter().map(|row| read_event(code, row)).collect::<Result<_, StoreError>>()?;
        // Most rooms have none, and are read with one query.
        if rows.first().map_or(Ok(0), |row| row.try_get::<i64>(1))? > 0 {
            let hidden = self.redactions(code).await?;
            for logged in &mut log {
                redact(logged, &hidden);
            }
        }
        Ok(log)
    }

    /// What is stored of a log, also of a room that was removed, and with what is hidden: for nobody to see.
    pub async fn stored_log(&self, code: RoomCode) -> Result<Vec<Logged>, StoreError> {
        let rows = query("SELECT body FROM events WHERE room = $1 ORDER BY seq").bind(code.to_string());
        let rows = rows.fetch_all(&self.database).await?;
        rows.iter().map(|row| read_event(code, row)).collect()
    }

    /// A room's whole event log; empty if the room does not exist.
    pub async fn log(&self, code: RoomCode) -> Result<Vec<Logged>, StoreError> {
        self.events(code, 0, u32::MAX).await
    }
}

/// The event in the first column.
fn read_event(code: RoomCode, row: &Row) -> Result<Logged, StoreError> {
    serde_json::from_str(row.try_get::<&str>(0)?)
        .map_err(|error| StoreError::Unreadable(format!("an event of {code} is unreadable: {error}")))
}
