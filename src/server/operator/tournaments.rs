//! All tournaments, those without a place in the lists as well.

use axum::response::Response;
use leptos::prelude::*;
use tournament::{Format, Visibility};

use super::document::{TableRow, guest_link, id, page as document, table, text, time};
use crate::server::AppState;
use crate::server::store::{StoreError, TournamentRow};

/// The most tournaments that are shown.
const MOST: u32 = 200;

pub(super) async fn page(app: &AppState) -> Result<Response, StoreError> {
    let rows = app.store.all_tournaments(MOST).await?.iter().map(row).collect();
    let content = view! {
        <p>
            <code>"duello tournament CODE"</code> " shows the entrants of one with their numbers; " <code>"cancel"</code> ", "
            <code>"remove-title"</code> " and " <code>"remove-name N"</code> " behind it act on it. The latest " {MOST} " are here."
        </p>
        {table("Tournaments", ["Tournament", "State", "Format", "Starts", "Entered", "Opened by"],
            rows,
            "Nobody has opened a tournament.",
        )}
    };
    Ok(document("/operator/tournaments", "Tournaments", content))
}

fn row(row: &TournamentRow) -> TableRow<6> {
    let TournamentRow { code, plan, phase, maker, entered } = row;
    let format = match plan.format {
        Format::Arena { minutes, .. } => format!("Arena, {minutes} minutes"),
        Format::Swiss { rounds, .. } => format!("Swiss, {rounds} rounds"),
        Format::RoundRobin { .. } => "Round robin".to_owned(),
    };
    let maker = match maker {
        Some(guest) => guest_link(&guest.to_string()),
        None => view! { <span class="soft">"calendar, or deleted"</span> }.into_any(),
    };
    let unlisted = (plan.visibility == Visibility::Private).then_some(" by link only");
    let name = view! { <a href=format!("/e/{code}")>{text(&plan.title)}</a> " " {id(code)} <span class="soft">{unlisted}</span> };
    let (phase, entered) = (phase.clone().into_any(), entered.to_string().into_any());
    [name.into_any(), phase, format.into_any(), time(plan.starts_at), entered, maker].into()
}
