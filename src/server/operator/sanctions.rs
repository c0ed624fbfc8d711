//! What is in force: sanctions of guests, blocked networks, and what is switched off for everybody.

use axum::response::Response;
use leptos::prelude::*;
use room::Millis;

use super::document::{TableRow, guest_link, id, page as document, table, text, time};
use crate::server::AppState;
use crate::server::store::{Block, Sanction, StoreError, SwitchedOff};

pub(super) async fn page(app: &AppState) -> Result<Response, StoreError> {
    let now = app.time.now();
    let mut guests = app.store.sanctions(None).await?;
    guests.sort_by_key(|sanction| (sanction.until <= now, sanction.until));
    let guests = guests.iter().map(|row| sanction(row, now)).collect();
    let blocks = app.store.blocks().await?.iter().filter(|block| block.until > now).map(block).collect();
    let off = app.store.switched_off().await?;
    let off = off.iter().filter(|off| off.until.is_none_or(|until| until > now)).map(switch).collect();
    let content = view! {
        <h2>"Guests"</h2>
        {table("Guests", ["What", "Guest", "Since", "Until", "Why"], guests, "No guest is muted or suspended.")}
        <h2>"Blocked networks"</h2>
        {table("Blocked networks", ["Hash", "Since", "Until", "Why"], blocks, "No network is blocked.")}
        <p class="soft">"Only hashes of networks are stored. " <code>"duello block lift HASH"</code> " ends a block."</p>
        <h2>"Switched off"</h2>
        {table("Switched off", ["What", "Since", "Until"], off, "Nothing is switched off.")}
    };
    Ok(document("/operator/sanctions", "Sanctions", content))
}

fn sanction(row: &Sanction, now: Millis) -> TableRow<5> {
    let Sanction { guest, kind, since, until, reason } = row;
    let ended = if *until <= now { " (ended)" } else { "" };
    let what = format!("{}{ended}", kind.word()).into_any();
    [what, guest_link(&guest.to_string()), time(*since), time(*until), text(reason)].into()
}

fn block(row: &Block) -> TableRow<4> {
    let Block { hash, since, until, reason, .. } = row;
    [id(hash), time(*since), time(*until), text(reason)].into()
}

fn switch(row: &SwitchedOff) -> TableRow<3> {
    let SwitchedOff { feature, since, until } = *row;
    let end = until.map_or_else(|| "it is switched on again".into_any(), time);
    [feature.word().into_any(), time(since), end].into()
}
