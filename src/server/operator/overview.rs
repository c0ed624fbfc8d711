//! What waits for the operator, and where to find it.

use axum::response::Response;
use leptos::prelude::*;

use super::document::page as document;
use crate::server::AppState;
use crate::server::admin::clock::written;
use crate::server::store::{PhaseWord, StoreError};

/// The most screenings that are counted; no more are kept.
const MOST: u32 = 500;

pub(super) async fn page(app: &AppState) -> Result<Response, StoreError> {
    let now = app.time.now();
    let screened = app.store.screenings(None, MOST).await?;
    let to_look_at = screened.iter().filter(|screening| screening.findings.look).count();
    let reports = app.store.count_reports().await?;
    let sanctions = app.store.sanctions(None).await?;
    let sanctions = sanctions.iter().filter(|sanction| sanction.until > now).count();
    let off = app.store.switched_off().await?;
    let off: Vec<&str> = off
        .iter()
        .filter(|off| off.until.is_none_or(|until| until > now))
        .map(|off| off.feature.word())
        .collect();
    let running = app.store.count_tournaments(PhaseWord::Running).await?;
    let announced = app.store.count_tournaments(PhaseWord::Announced).await?;
    let screened_at = screened
        .first()
        .map_or("never screened".to_owned(), |first| format!("screened {}", written(first.at)));
    let blocks = app.store.blocks().await?.iter().filter(|block| block.until > now).count();
    let content = view! {
        <ul class="cards">
            {card(to_look_at, "/operator/players", plural(to_look_at, "player to look at", "players to look at"), screened_at)}
            {card(reports, "/operator/reports", plural(reports, "report waits", "reports wait"), String::new())}
            {card(sanctions, "/operator/sanctions", plural(sanctions, "sanction in force", "sanctions in force"), blocked(blocks))}
            {card(
                running,
                "/operator/tournaments",
                plural(running, "tournament runs", "tournaments run"),
                format!("{announced} announced"),
            )}
        </ul>
        {(!off.is_empty()).then(|| view! { <p class="warn">"Switched off: " {off.join(", ")}</p> })}
        <p class="soft">
            "These pages show and change nothing. What is done is done on the command line of the server, which notes it in the "
            <a href="/operator/audit">"audit log"</a> "."
        </p>
    };
    Ok(document("/operator", "Overview", content))
}

fn blocked(networks: usize) -> String {
    match networks {
        0 => String::new(),
        1 => "1 network blocked".to_owned(),
        number => format!("{number} networks blocked"),
    }
}

fn plural(number: usize, one: &'static str, more: &'static str) -> &'static str {
    if number == 1 { one } else { more }
}

fn card(number: usize, href: &'static str, what: &'static str, more: String) -> impl IntoView {
    view! { <li><a href=href><b>{number}</b>{what}</a><div class="soft">{more}</div></li> }
}
