//! What guests report, for 180 days. Whoever runs the server reads it, by other means; guests get what is theirs of it.

#[cfg(test)]
mod tests;

use room::{Line, MemberId, Millis, RoomCode, Said, Seat};
use serde_json::{Value, json};

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;

/// A report.
#[derive(Clone, Debug)]
pub struct Report {
    /// The room.
    pub room: RoomCode,
    /// When.
    pub at: Millis,
    /// Who reports.
    pub guest: GuestKey,
    /// Whom, if that one is here; else whoever holds `seat`.
    pub about: Option<GuestKey>,
    /// That one's seat.
    pub seat: Option<Seat>,
    /// What that one is in the room.
    pub member: MemberId,
    /// What that one is called.
    pub name: String,
    /// What was said last.
    pub lines: Vec<Line>,
}

/// A report as it is kept, for the guest who made it.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnReport {
    /// The room.
    pub room: String,
    /// When.
    pub at: Millis,
    /// What who is meant was called.
    pub name: String,
    /// What was said last, in JSON.
    pub lines: Value,
}

/// From where on reports are read: from a moment on, without so many of that moment. The earlier ones may be removed meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Since {
    at: Millis,
    passed: u32,
}

impl Since {
    /// From behind those that were read, which are of these moments.
    pub fn after(self, read: impl Iterator<Item = Millis>) -> Self {
        read.fold(self, |last, at| Self { at, passed: if at == last.at { last.passed + 1 } else { 1 } })
    }
}

impl Store {
    /// Keeps a report.
    pub async fn report(&self, report: &Report) -> Result<(), StoreError> {
        let line = |line: &Line| {
            let said = match &line.said {
                Said::Text(text) => json!(text),
                said => json!(format!("{said:?}")),
            };
            json!({ "at": line.at, "member": line.member, "name": line.name, "said": said })
        };
        let lines = report.lines.iter().map(line).collect::<Vec<_>>();
        let lines = json!(lines).to_string();
        self.write(vec![Write::Report { report: Box::new(report.clone()), lines }]).await
    }

    /// What a guest has reported, in the order of time: at most `most` of it, from there on.
    pub async fn reports_by(
        &self,
        guest: GuestKey,
        from: Since,
        most: u32,
    ) -> Result<Vec<OwnReport>, StoreError> {
        let sql = "SELECT room, at, name, lines FROM reports WHERE guest = $1 AND at >= $2";
        let report = |row: &Row| {
            let lines = serde_json::from_str(row.try_get(3)?).unwrap_or_default();
            Ok(OwnReport { room: row.try_get(0)?, at: row.try_get(1)?, name: row.try_get(2)?, lines })
        };
        self.reports_since(sql, guest, from, most).await?.iter().map(report).collect()
    }

    /// In which rooms, and when, a guest was reported, in the same way. By whom and with which lines is not the guest's to know.
    pub async fn reports_about(
        &self,
        guest: GuestKey,
        from: Since,
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
        from: Since,
        most: u32,
    ) -> Result<Vec<Row>, StoreError> {
        let rows = query(format!("{sql} ORDER BY at, room, member LIMIT $3 OFFSET $4"))
            .bind(guest.to_string())
            .bind(from.at)
            .bind(i64::from(most))
            .bind(i64::from(from.passed));
        Ok(rows.fetch_all(&self.database).await?)
    }

    /// Removes reports from before this moment.
    pub async fn remove_reports(&self, before: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::RemoveReports { before }]).await
    }
}
