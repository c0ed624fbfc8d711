//! `duello audit`: who has done what.

use std::fmt;

use ::room::Millis;
use serde::Serialize;

use super::{Desk, when};
use crate::server::admin::TaskError;
use crate::server::config::desk::Moment;
use crate::server::store::AuditRow;

/// The rows of the audit log.
#[derive(Serialize)]
struct AuditList {
    audit: Vec<AuditRow>,
}

impl Desk<'_> {
    /// Shows the audit log.
    pub(super) async fn audit(&self, since: Option<Moment>) -> Result<(), TaskError> {
        let since = since.map_or(Millis::MIN, |moment| moment.at(self.now));
        let audit = self.store.audit_rows(since, None, u32::MAX).await.map_err(|error| self.failed(error))?;
        self.answer(&AuditList { audit });
        Ok(())
    }
}

impl fmt::Display for AuditList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.audit {
            let who = if row.name.is_empty() {
                row.os_user.clone()
            } else {
                format!("{} as {}", row.name, row.os_user)
            };
            write!(f, "{:>5}  {}  {who}: {} {}", row.n, when(row.at), row.action, row.about)?;
            if let Some(until) = row.until {
                write!(f, " until {}", when(until))?;
            }
            let reason = if row.reason.is_empty() { String::new() } else { format!(" – {}", row.reason) };
            writeln!(f, "{reason}")?;
        }
        match self.audit.len() {
            0 => f.write_str("Nothing was done."),
            1 => f.write_str("1 row."),
            number => write!(f, "{number} rows."),
        }
    }
}
