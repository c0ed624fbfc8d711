//! What pages cost that grow with the number of a guest's games, besides the points of every request
//! (`http::request_points`). It is counted before the games are read.

use std::time::Instant;

use axum::extract::Request;
use axum::response::Response;

use super::load::is_without_cookie;
use super::page_number;
use crate::app::Page;
use crate::server::AppState;
use crate::server::http::listen::Address;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::Identity;

/// How many of a guest's games are counted and compared for a point: a plain page costs ten.
const GAMES_A_POINT: u32 = 20;
/// How many pages of a list are skipped for a point.
const PAGES_A_POINT: u32 = 5;

/// What reading and replaying the whole log of a room costs more than a plain page.
const WHOLE_LOG: u32 = 40;

/// Takes the points of a page; the refusal if there are not so many left.
pub(super) async fn charge(app: &AppState, page: &Page, request: &mut Request) -> Option<Response> {
    let Address(address) = *request.extensions().get()?;
    // Who has any number of games can still see the page, once the limit is nearly full.
    let most = app.config.limits.request_points / 4 * 3;
    let points = match page {
        Page::Games => (page_number(request) - 1) / PAGES_A_POINT,
        Page::Me | Page::HeadToHead(_) => {
            let guest = request.extensions().get::<Identity>()?.guest();
            // If the store fails, nothing is read of it either.
            app.store.game_count(guest, most.saturating_mul(GAMES_A_POINT)).await.unwrap_or_default()
                / GAMES_A_POINT
        }
        Page::Player(name) => {
            let player = app.store.find_claimed(name).await.ok().flatten()?;
            app.store.game_count(player.guest, most.saturating_mul(GAMES_A_POINT)).await.unwrap_or_default()
                / GAMES_A_POINT
        }
        // The whole log is read for a link preview.
        Page::Room(_) if is_without_cookie(request) => WHOLE_LOG,
        _ => return None,
    };
    let again = app.limits.requests.take_many(address, points.min(most), Instant::now()).err()?;
    Some(too_many(request.method(), request.headers(), "", Excess::Requests, again))
}
