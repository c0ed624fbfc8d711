//! The audit log: what operators have done, the latest first.

use axum::response::Response;
use leptos::prelude::*;
use room::Millis;

use super::document::{TableRow, guest_link, id, page as document, table, text, time};
use crate::server::AppState;
use crate::server::identity::GuestKey;
use crate::server::store::{AuditRow, StoreError};

/// How far back it is shown.
const SHOWN_FOR: Millis = 90 * 24 * 3_600_000;
/// The most rows.
pub(super) const MOST: u32 = 300;

pub(super) async fn page(app: &AppState) -> Result<Response, StoreError> {
    let rows = app.store.audit_rows(app.time.now() - SHOWN_FOR, None, MOST).await?;
    let content = view! {
        <p>
            "What was done with the commands of the desk in the last 90 days, the latest first, " {MOST} " rows at most. "
            <code>"duello audit"</code> " shows all of it. Nothing is ever changed or removed here."
        </p>
        {audit_table(&rows)}
    };
    Ok(document("/operator/audit", "Audit log", content))
}

/// Rows of the log, the latest first.
pub(super) fn audit_table(rows: &[AuditRow]) -> AnyView {
    let shown = rows.iter().rev().map(row).collect();
    table("Audit log", ["When", "Who", "What", "About", "Until", "Why"], shown, "Nothing was done.")
}

fn row(row: &AuditRow) -> TableRow<6> {
    let AuditRow { at, os_user, name, action, about, until, reason, .. } = row;
    let who = if name.is_empty() { os_user.clone() } else { format!("{name} as {os_user}") };
    let about = if GuestKey::from_text(about).is_some() { guest_link(about) } else { id(about) };
    let until = until.map(time).into_any();
    [time(*at), text(who), action.replace('_', " ").into_any(), about, until, text(reason)].into()
}
