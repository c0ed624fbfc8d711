//! Reports of guests (moderation), kept for 180 days. The operator reads them by other means; guests can
//! export their own part.

#[cfg(test)]
mod tests;

use room::{ChatLine, LineContent, MemberId, Millis, RoomCode, Seat};
use serde_json::{Value, json};

use super::redactions::hide_lines;
use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;

/// A report.
#[derive(Clone, Debug)]
pub struct Report {
    /// The room.
    pub room: RoomCode,
    /// Time in milliseconds since 1970.
    pub at: Millis,
    /// The reporter.
    pub guest: GuestKey,
    /// The reported guest, if connected; otherwise the holder of `seat`.
    pub about: Option<GuestKey>,
    /// The seat of the reported.
    pub seat: Option<Seat>,
    /// Member id of the reported.
    pub member: MemberId,
    /// Name of the reported.
    pub name: String,
    /// The last chat lines.
    pub lines: Vec<ChatLine>,
}

/// A stored report, for its author.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnReport {
    /// The room.
    pub room: String,
    /// Time in milliseconds since 1970.
    pub at: Millis,
    /// Name of the reported.
    pub name: String,
    /// The last chat lines, as JSON.
    pub lines: Value,
}

/// Pagination cursor: a time, and how many reports of exactly that time to skip. It stays valid when earlier
/// reports are deleted meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReportCursor {
    at: Millis,
    skipped: u32,
}

impl ReportCursor {
    /// The cursor behind the reports that were read, given by their times.
    pub fn after(self, times: impl Iterator<Item = Millis>) -> Self {
        times.fold(self, |last, at| Self { at, skipped: if at == last.at { last.skipped + 1 } else { 1 } })
    }
}

impl Store {
    /// Stores a report.
    pub async fn report(&self, report: &Report) -> Result<(), StoreError> {
        let line = |line: &ChatLine| {
            let said = match &line.said {
                LineContent::Text(text) => json!(text),
                said => json!(format!("{said:?}")),
            };
            json!({ "at": line.at, "member": line.member, "name": line.name, "said": said })
        };
        let lines = report.lines.iter().map(line).collect::<Vec<_>>();
        let lines = json!(lines).to_string();
        self.write(vec![Write::Report { report: Box::new(report.clone()), lines }]).await
    }

    /// Reports by a guest in order of time: at most `most`, from the cursor on. Lines of members who are hidden by
    /// now are left out.
    pub async fn reports_by(
        &self,
        guest: GuestKey,
        from: ReportCursor,
        most: u32,
    ) -> Result<Vec<OwnReport>, StoreError> {
        let sql = "SELECT room, at, name, lines FROM reports WHERE guest = $1 AND at >= $2";
        let report = |row: &Row| {
            let lines = serde_json::from_str(row.try_get(3)?).unwrap_or_default();
            Ok(OwnReport { room: row.try_get(0)?, at: row.try_get(1)?, name: row.try_get(2)?, lines })
        };
        let rows = self.reports_since(sql, guest, from, most).await?;
        let mut reports = rows.iter().map(report).collect::<Result<Vec<OwnReport>, StoreError>>()?;
        for report in &mut reports {
            if let Ok(code) = report.room.parse() {
                hide_lines(&mut report.lines, &self.redactions(code).await?);
            }
        }
        Ok(reports)
    }

    /// Rooms and times of the reports about a guest, paged alike. Author and lines are not disclosed to the
    /// reported.
    pub async fn reports_about(
        &self,
        guest: GuestKey,
        from: ReportCursor,
        most: u32,
    ) -> Result<Vec<(String, Millis)>, StoreError> {
        let sql = "SELECT room, at FROM reports WHERE about = $1 AND at >= $2";
        let rows = self.reports_since(sql, guest, from, most).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    async fn reports_since(
        &self,
        sql: &str,
        guest: GuestKey,
        from: ReportCursor,
        most: u32,
    ) -> Result<Vec<Row>, StoreError> {
        let rows = query(format!("{sql} ORDER BY at, room, member LIMIT $3 OFFSET $4"))
            .bind(guest.to_string())
            .bind(from.at)
            .bind(i64::from(most))
            .bind(i64::from(from.skipped));
        Ok(rows.fetch_all(&self.database).await?)
    }

    /// Deletes reports older than `before`.
    pub async fn remove_reports(&self, before: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::RemoveReports { before }]).await
    }
}
