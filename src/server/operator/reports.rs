//! What players have reported, with the lines that they could see, and the commands that deal with it.

use axum::response::Response;
use leptos::prelude::*;
use serde_json::Value;

use super::document::{guest_link, page as document, time};
use crate::server::AppState;
use crate::server::admin::desk::reports::report_id;
use crate::server::store::{FullReport, StoreError};

/// The most reports that are shown, the oldest first: they wait longest.
const MOST: u32 = 100;

pub(super) async fn page(app: &AppState) -> Result<Response, StoreError> {
    let waiting = app.store.all_reports(false, None, MOST).await?;
    let count = match app.store.count_reports().await? {
        0 => "No report waits.".to_owned(),
        1 => "One report waits.".to_owned(),
        number if number > waiting.len() => format!("{number} reports wait; the oldest {MOST} are here."),
        number => format!("{number} reports wait, the oldest first."),
    };
    let content = view! {
        <p>{count} " " <code>"duello reports --all"</code> " shows those as well that were dealt with."</p>
        {waiting.iter().map(article).collect_view()}
    };
    Ok(document("/operator/reports", "Reports", content))
}

fn article(report: &FullReport) -> impl IntoView + use<> {
    let FullReport { room, at, by, about, member, name, lines, .. } = report;
    let id = report_id(report);
    let heading = format!("report-{id}");
    let said = lines.as_array().map(|lines| lines.iter().map(|line| said(line, member)).collect_view());
    let mut commands = Vec::new();
    if !about.is_empty() {
        commands.push(format!("duello guest {about} mute --for 24h --reason \"…\""));
    }
    commands.push(format!("duello room {room}"));
    commands.push(format!("duello reports done {id} --note \"…\""));
    view! {
        <article aria-labelledby=heading.clone()>
            <h2 id=heading.clone()>"About " <bdi>{name.clone()}</bdi></h2>
            <div class="soft">
                {time(*at)} ", room " <code>{room.clone()}</code> ", about " {guest_link(about)} ", by " {guest_link(by)}
            </div>
            <ul class="lines">{said}</ul>
            <pre>{commands.join("\n")}</pre>
        </article>
    }
}

/// A line of chat; those of whom it is about stand out.
fn said(line: &Value, about: &str) -> impl IntoView + use<> {
    let text = |key: &str| line.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let class = if text("member") == about { "about" } else { "" };
    view! { <li class=class><bdi>{text("name")}</bdi> ": " <bdi>{text("said")}</bdi></li> }
}
