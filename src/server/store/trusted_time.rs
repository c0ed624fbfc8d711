//! The times by which a start judges the clock: the server's heartbeat, and the latest time that was trusted.

use room::Millis;

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Row, query};
use crate::server::time::plausibility::{ClockLimits, StoredTimes, Unseen, at_start};

impl Store {
    /// The stored times.
    pub async fn stored_times(&self) -> Result<StoredTimes, StoreError> {
        let trusted = query("SELECT MAX(at) FROM trusted_time").fetch_one(&self.database).await?;
        Ok(StoredTimes {
            trusted: trusted.try_get::<Option<_>>(0)?.unwrap_or(0),
            heartbeat: self.last_heartbeat().await?,
        })
    }

    /// Writes the server's heartbeat; skipped while no clock runs, as only clocks need it.
    pub async fn write_heartbeat(&self, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::Heartbeat(at)]).await
    }

    /// The last heartbeat of any server.
    pub async fn last_heartbeat(&self) -> Result<Millis, StoreError> {
        Ok(query("SELECT at FROM alive").fetch_one(&self.database).await?.try_get(0)?)
    }

    /// Raises the latest time that is trusted.
    pub async fn trust_time(&self, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::TrustTime(at)]).await
    }

    /// Trusts the present time because the operator does, and notes that no server ran before it, if so.
    pub async fn confirm_time(&self, now: Millis, limits: ClockLimits) -> Result<(), StoreError> {
        let unseen = at_start(now, self.stored_times().await?, limits).unseen;
        self.note_unseen(unseen).await?;
        self.trust_time(now).await
    }

    /// Notes a span in which no server ran, if there was one.
    pub async fn note_unseen(&self, unseen: Option<Unseen>) -> Result<(), StoreError> {
        match unseen {
            Some(unseen) => self.write(vec![Write::Unseen(unseen)]).await,
            None => Ok(()),
        }
    }

    /// The spans in which no server ran, in order.
    pub async fn unseen_spans(&self) -> Result<Vec<Unseen>, StoreError> {
        let rows =
            query("SELECT since, until FROM downtimes ORDER BY since").fetch_all(&self.database).await?;
        let span = |row: &Row| Ok(Unseen { since: row.try_get(0)?, until: row.try_get(1)? });
        rows.iter().map(span).collect()
    }

    /// Lowers the heartbeat, which a server whose clock was ahead has written.
    pub async fn lower_heartbeat(&self, to: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::LowerHeartbeat(to)]).await
    }
}
