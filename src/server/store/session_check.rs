//! Which of many open connections belong to a session that has begun or ended since, in one query.

use std::collections::HashSet;

use super::{Store, StoreError};
use crate::server::database::{Query, query};
use crate::server::identity::GuestKey;

/// Session cookies that are looked up at a time.
const BATCH: usize = 500;

impl Store {
    /// Those of these cookies that now stand for somebody else. Each comes with whether it was signed in to an
    /// account.
    pub async fn changed_sessions(&self, open: &[(GuestKey, bool)]) -> Result<Vec<GuestKey>, StoreError> {
        let mut changed = Vec::new();
        for batch in open.chunks(BATCH) {
            let signed_in = self.known_among("SELECT session FROM sessions WHERE session", batch).await?;
            let merged = self.known_among("SELECT guest FROM adopted WHERE guest", batch).await?;
            let dead = self.known_among("SELECT guest FROM dead_cookies WHERE guest", batch).await?;
            changed.extend(batch.iter().filter_map(|&(cookie, was_signed_in)| {
                let text = cookie.to_string();
                let is_same = match was_signed_in {
                    true => signed_in.contains(&text),
                    false => ![&signed_in, &merged, &dead].iter().any(|other| other.contains(&text)),
                };
                (!is_same).then_some(cookie)
            }));
        }
        Ok(changed)
    }

    async fn known_among(
        &self,
        select: &str,
        batch: &[(GuestKey, bool)],
    ) -> Result<HashSet<String>, StoreError> {
        let places: Vec<String> = (1..=batch.len()).map(|place| format!("${place}")).collect();
        let statement = query(format!("{select} IN ({})", places.join(", ")));
        let statement =
            batch.iter().fold(statement, |query: Query, (cookie, _)| query.bind(cookie.to_string()));
        let rows = statement.fetch_all(&self.database).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }
}
