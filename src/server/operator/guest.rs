//! What is known of a guest: name, account, sanctions, ratings, screenings, rated games and what was done about them.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use leptos::prelude::*;
use room::Millis;

use super::audit::{MOST, audit_table};
use super::document::{TableRow, page as document, table, text, time};
use super::screenings::{rating, why};
use super::{Operator, shown};
use crate::server::AppState;
use crate::server::admin::clock::written;
use crate::server::admin::desk::guest::{GuestCard, HeldRoom, ListedRating, ListedSanction};
use crate::server::identity::GuestKey;
use crate::server::store::{AccountSummary, OwnGame, Screening, StoreError};

/// The latest games that are shown.
const GAMES: u32 = 40;
/// The most screenings of a guest: one for each game and speed.
const SCREENINGS: u32 = 20;

/// The page of a guest. Whoever has come along into an account is shown as the guest of that account.
pub(super) async fn page(_: Operator, State(app): State<AppState>, Path(id): Path<String>) -> Response {
    let Some(guest) = GuestKey::from_text(&id) else { return StatusCode::NOT_FOUND.into_response() };
    match app.store.account_guest(guest).await {
        Ok(Some(account)) => Redirect::to(&format!("/operator/guests/{account}")).into_response(),
        Ok(None) => shown(of_guest(&app, guest).await),
        Err(error) => shown(Err(error)),
    }
}

async fn of_guest(app: &AppState, guest: GuestKey) -> Result<Response, StoreError> {
    let card = GuestCard::read(&app.store, guest, app.time.now()).await?;
    let screenings = app.store.screenings(Some(guest), SCREENINGS).await?.iter().map(screening).collect();
    let games = app.store.games_after(guest, None, GAMES).await?;
    let games = games.iter().map(|(own, change)| game(own, *change)).collect();
    let audit = app.store.audit_rows(Millis::MIN, Some(&guest.to_string()), MOST).await?;
    let id = card.id.clone();
    let title = card.name.clone().unwrap_or_else(|| "A guest without a name".to_owned());
    let content = view! {
        {facts(&card)}
        <pre>
            {format!(
                "duello guest {id}\nduello guest {id} mute --for 24h --reason \"…\"\nduello guest {id} suspend --for 7d --reason \"…\"\n\
                 duello undo-ratings --guest {id} --from 30d --dry-run",
            )}
        </pre>
        <h2>"Screenings"</h2>
        {table("Screenings", ["Score", "At", "Games", "Rating", "Why"], screenings, "There are none: too few rated games, or no run was kept.")}
        <h2>"Latest games"</h2>
        {table("Latest games", ["Ended", "Opponent", "Result", "Moves", "Rating"], games, "No game has ended.")}
        <h2>"What was done"</h2>
        {audit_table(&audit)}
    };
    Ok(document("", &title, content))
}

fn facts(card: &GuestCard) -> impl IntoView + use<> {
    let account = card.account.as_ref().map_or_else(
        || "none".to_owned(),
        |AccountSummary { since, passkeys, sign_ins }| {
            format!("since {}, {passkeys} passkeys, {sign_ins} sign-ins", written(*since))
        },
    );
    let in_force = card.sanctions.iter().map(|ListedSanction { kind, until, reason, .. }| {
        view! { <div class="warn">{*kind} " until " {written(*until)} " " <bdi>{reason.clone()}</bdi></div> }
    });
    let ratings = card.ratings.iter().map(|ListedRating { game, speed, points, games }| {
        view! { <div>{format!("{game} {speed}: {points} after {games} rated games")}</div> }
    });
    let rooms = card.rooms.iter().map(|HeldRoom { room, name, .. }| {
        view! { <div><code>{room.to_string()}</code> " as " <bdi>{name.clone().unwrap_or_default()}</bdi></div> }
    });
    view! {
        <dl>
            <dt>"Id"</dt><dd><code>{card.id.clone()}</code></dd>
            <dt>"Account"</dt><dd>{account}</dd>
            <dt>"Sanctions"</dt><dd>{in_force.collect_view()}{card.sanctions.is_empty().then_some("none")}</dd>
            <dt>"Ratings"</dt><dd>{ratings.collect_view()}{card.ratings.is_empty().then_some("none")}</dd>
            <dt>"Finished games"</dt><dd>{card.games}</dd>
            <dt>"Reports about them"</dt><dd>{card.reports.len()} " " {card.reports.join(", ")}</dd>
            <dt>"Rooms"</dt><dd>{rooms.collect_view()}{card.rooms.is_empty().then_some("none")}</dd>
        </dl>
    }
}

fn screening(found: &Screening) -> TableRow<5> {
    let score = format!("{:.1}", found.score).into_any();
    let (category, games) = (found.category.clone().into_any(), found.games.to_string().into_any());
    let cells = [score, category, games, rating(found).into_any(), why(found)];
    TableRow { stands_out: found.findings.look, cells }
}

/// A game, with by how much it has changed the rating.
fn game(own: &OwnGame, change: Option<f64>) -> TableRow<5> {
    let result = match own.game.winner {
        None => "drawn",
        Some(winner) if winner == own.side => "won",
        Some(_) => "lost",
    };
    let ended = view! { <a href=format!("/g/{}", own.id)>{time(own.game.ended)}</a> }.into_any();
    let moves = own.game.moves.len().to_string().into_any();
    let change = change.map(|change| format!("{change:+.0}")).into_any();
    [ended, text(own.opponent_name()), result.into_any(), moves, change].into()
}
