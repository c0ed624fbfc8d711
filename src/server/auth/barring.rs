//! Visitors whom the operator does not let in: suspended guests, and blocked networks. Their sockets end, their
//! requests are refused; who is suspended can still see, export and delete their data.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use room::Millis;
use room::message::Fault;

use super::account::Session;
use crate::app::Page;
use crate::server::AppState;
use crate::server::http::barred::barred;
use crate::server::http::listen::Address;
use crate::server::store::SanctionKind;

/// Why and for how many milliseconds more a visitor is not let in; `None` if they are.
pub fn barring(
    app: &AppState,
    session: Option<&Session>,
    address: Option<IpAddr>,
) -> Option<(Fault, Millis)> {
    let (rules, now) = (app.moderation.rules(), app.time.now());
    let blocked = address.and_then(|address| rules.blocked_until(address, now));
    if let Some(until) = blocked {
        return Some((Fault::Blocked, until - now));
    }
    let session = session?;
    let identities = [session.cookie, session.identity].into_iter().chain(session.merged.iter().copied());
    // Who is suspended does not go on as a bot.
    let owners = session.bot.iter().flat_map(|bot| bot.owners.iter().copied());
    let guests = identities.map(|identity| identity.guest()).chain(owners);
    let until = guests.filter_map(|guest| rules.sanctioned_until(guest, SanctionKind::Suspend, now));
    until.max().map(|until| (Fault::Suspended, until - now))
}

/// Waits until a visitor is not let in any more.
pub async fn until_barred(app: AppState, session: Option<Session>, address: Option<Address>) {
    let mut changes = app.moderation.subscribe();
    let address = address.map(|Address(address)| address);
    while barring(&app, session.as_ref(), address).is_none() {
        if changes.changed().await.is_err() {
            return std::future::pending().await;
        }
    }
}

/// Middleware for all routes: refuses blocked networks. Sockets refuse them by themselves, with a message that pages
/// understand; health checks are answered.
pub async fn refuse_blocked(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let address = request.extensions().get().map(|Address(address)| *address);
    let path = request.uri().path();
    let is_open =
        matches!(path, "/healthz" | "/readyz" | "/find/ws") || path == "/ws" || path.starts_with("/ws/");
    match barring(&app, None, address) {
        Some((fault, left)) if !is_open => {
            app.metrics.count_refusal("blocked");
            barred(request.headers(), path, fault, left, app.time.now())
        }
        _ => next.run(request).await,
    }
}

/// Middleware for routes that know their visitor: refuses suspended guests what is about playing with others.
pub async fn refuse_suspended(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method(), request.uri().path());
    let is_about_others = match Page::at(path) {
        Page::Home
        | Page::Find(_)
        | Page::Room(_)
        | Page::GiveSeat(_)
        | Page::TakeSeat(_)
        | Page::NewTournament => true,
        _ if matches!(path, "/me/challenge" | "/me/relation") => true,
        _ if path.starts_with("/e/") && *method == Method::POST => true,
        _ => path.starts_with("/api/") && path != "/api/speak" && *method == Method::POST,
    };
    match barring(&app, request.extensions().get(), None) {
        Some((fault, left)) if is_about_others => {
            app.metrics.count_refusal("suspended");
            barred(request.headers(), path, fault, left, app.time.now())
        }
        _ => next.run(request).await,
    }
}
