//! Whom to look at: the players whose moves an engine's explain best, as the last kept run of `duello screen` has found.

use axum::response::Response;
use fairplay::{MIN_GAMES, THRESHOLD};
use leptos::prelude::*;

use super::document::{TableRow, guest_link, page as document, table, text};
use crate::server::AppState;
use crate::server::admin::clock::written;
use crate::server::admin::screen::reasons::reasons;
use crate::server::store::{Screening, StoreError};

/// The most players that are shown.
const MOST: u32 = 100;

pub(super) async fn page(app: &AppState) -> Result<Response, StoreError> {
    let found = app.store.highest_screenings(MOST).await?;
    let rows = found.iter().map(|(screening, name)| row(screening, name)).collect();
    let computed = match found.first() {
        Some((first, _)) => format!("Computed {}. The {MOST} highest scores are here.", written(first.at)),
        None => "Nothing is kept yet: run `duello screen --keep`, best once a night.".to_owned(),
    };
    let content = view! {
        <p>
            "The rated games of persons, ranked by how much better an engine's moves among a player's own explain them than an "
            "honest strength does. Above " {format!("{THRESHOLD:.1}")} " in at least " {MIN_GAMES}
            " games a player is worth a look. "
            <strong>"The score proves nothing, and nothing follows from it by itself."</strong>
            " Look at the games, the time for hard moves and earlier months first. docs/FAIR_PLAY.md tells the method, and what it "
            "cannot see."
        </p>
        <p class="soft">{computed}</p>
        {table("Players", ["Score", "Player", "Games", "Rating", "Why"], rows, "No player has enough rated games.")}
    };
    Ok(document("/operator/players", "Players to look at", content))
}

/// A row of the ranking.
fn row(screening: &Screening, name: &str) -> TableRow<5> {
    let Screening { guest, category, games, score, findings, .. } = screening;
    let mark = findings.look.then(|| view! { <strong class="warn">" Have a look"</strong> });
    let cells = [
        view! { {format!("{score:.1}")} {mark} }.into_any(),
        view! { {text(name)} " " {guest_link(&guest.to_string())} }.into_any(),
        format!("{games} at {category}").into_any(),
        rating(screening).into_any(),
        why(screening),
    ];
    TableRow { stands_out: findings.look, cells }
}

/// The rating when it was reckoned, with twice its deviation.
pub(super) fn rating(screening: &Screening) -> String {
    let rating = screening.findings.rating.zip(screening.findings.deviation);
    rating.map_or(String::new(), |(points, deviation)| {
        format!("{points:.0}\u{a0}±\u{a0}{:.0}", 2.0 * deviation)
    })
}

/// The reasons, a line each.
pub(super) fn why(screening: &Screening) -> AnyView {
    let lines = reasons(&screening.findings).into_iter().map(|reason| view! { <div>{reason}</div> });
    lines.collect_view().into_any()
}
