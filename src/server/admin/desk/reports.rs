//! `duello reports`: what guests have reported, with the lines that they could see.

use std::fmt;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{Act, Desk, when};
use crate::server::admin::TaskError;
use crate::server::config::desk::ReportAction;
use crate::server::hex::hex;
use crate::server::store::{FullReport, ModerationChange};

/// Reports.
#[derive(Serialize)]
pub(super) struct ReportList {
    reports: Vec<ListedReport>,
}

#[derive(Serialize)]
struct ListedReport {
    /// What the desk calls it.
    id: String,
    #[serde(flatten)]
    report: FullReport,
}

/// What the desk calls a report: digits of a hash, which stay the same in a back-up.
pub(in crate::server) fn report_id(report: &FullReport) -> String {
    let hash = Sha256::new()
        .chain_update(&report.room)
        .chain_update(report.at.to_be_bytes())
        .chain_update(&report.member)
        .finalize();
    hex(&hash[..4])
}

impl Desk<'_> {
    /// Lists reports, or notes that one was dealt with.
    pub(super) async fn reports(&self, action: Option<&ReportAction>, all: bool) -> Result<(), TaskError> {
        let found = self.store.all_reports(all || action.is_some(), None, u32::MAX).await;
        let found = found.map_err(|error| self.failed(error))?;
        let Some(ReportAction::Done { report: id, note }) = action else {
            let listed = found.into_iter().map(|report| ListedReport { id: report_id(&report), report });
            self.answer(&ReportList { reports: listed.collect() });
            return Ok(());
        };
        let Some(report) = found.into_iter().find(|report| report_id(report) == id.to_lowercase()) else {
            return Err(TaskError::Unclear(format!(
                "there is no report {id}. `duello reports --all` lists all of them."
            )));
        };
        let FullReport { room, at, member, .. } = report;
        let act = Act { action: "report_done", about: room.clone(), until: None };
        let change = ModerationChange::ReportDone { room, at, member, done: self.now, note: note.clone() };
        self.moderate(change, act).await?;
        self.done("report_done", id, None, &format!("The report {id} is dealt with."));
        Ok(())
    }
}

impl fmt::Display for ReportList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ListedReport { id, report } in &self.reports {
            let FullReport { room, at, by, about, member, name, lines, done, note } = report;
            let known = |guest: &str| if guest.is_empty() { "deleted".to_owned() } else { guest.to_owned() };
            writeln!(f, "Report {id}, {}, room {room}", when(*at))?;
            writeln!(f, "  about {name:?}, guest {}, member {member}", known(about))?;
            writeln!(f, "  by guest {}", known(by))?;
            for line in lines.as_array().into_iter().flatten() {
                let text = |key: &str| line.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
                let mark = if text("member") == member { ">" } else { " " };
                // As they would stand in a program: no sign in them turns or hides the rest.
                writeln!(f, "  {mark} {:?}: {:?}", text("name"), text("said"))?;
            }
            if let Some(done) = done {
                writeln!(f, "  dealt with {}: {}", when(*done), note.as_deref().unwrap_or_default())?;
            }
        }
        match self.reports.len() {
            0 => f.write_str("No reports."),
            1 => f.write_str("1 report."),
            number => write!(f, "{number} reports."),
        }
    }
}
