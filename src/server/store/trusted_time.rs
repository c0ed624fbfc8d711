//! The times by which a start judges the clock: the server's heartbeat, and the latest time that was trusted.

use room::Millis;

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::query;
use crate::server::time::plausibility::StoredTimes;

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

    /// Lowers the heartbeat, which a server whose clock was ahead has written.
    pub async fn lower_heartbeat(&self, to: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::LowerHeartbeat(to)]).await
    }
}
