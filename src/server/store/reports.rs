//! What guests report. It is written here and read by nobody but whoever runs the server, by other means.

use room::{Line, MemberId, Millis, RoomCode, Said, Seat};
use serde_json::json;

use super::writer::Write;
use super::{Store, StoreError};
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
}
