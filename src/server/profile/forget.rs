//! Deletion of a guest's data: gives up the seats and deletes names, links, ratings and counts. Finished
//! games stay in the archive without guest and name.

use std::time::Instant;

use axum::Extension;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use tokio::sync::oneshot;

use super::{allowed, refused};
use crate::server::AppState;
use crate::server::account::Who;
use crate::server::identity::Identity;
use crate::server::listen::Address;
use crate::server::origin::is_secure;
use crate::server::room_task::{Letter, Visitor};
use crate::server::store::StoreError;

/// Deletes the requesting guest, whose browser becomes a new one.
pub async fn forget(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(who): Extension<Who>,
    headers: HeaderMap,
) -> Response {
    if !allowed(&app, address) {
        return refused(StatusCode::TOO_MANY_REQUESTS);
    }
    // A task of its own, because an aborted request must not leave half of it.
    let all = {
        let app = app.clone();
        async move { everything(&app, &who).await }
    };
    let all = app.tasks.spawn(all).await;
    if let Err(error) = all.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string()))) {
        tracing::warn!(%error, "a guest could not be forgotten");
        return refused(StatusCode::SERVICE_UNAVAILABLE);
    }
    let new = Identity::random().ok().and_then(|new| new.set_cookie(is_secure(&app.config, &headers)));
    let Some(cookie) = new else { return refused(StatusCode::INTERNAL_SERVER_ERROR) };
    ([(SET_COOKIE, cookie)], Redirect::to("/me?deleted")).into_response()
}

async fn everything(app: &AppState, who: &Who) -> Result<(), StoreError> {
    let guest = who.identity.guest();
    app.hall.cancel(guest);
    for (code, _) in app.store.rooms_of(guest, u32::MAX).await? {
        let Some(room) = app.rooms.enter(code).await? else { continue };
        for member in who.members(code) {
            let visitor = Visitor { member, guest: Some(guest) };
            let (done, given_up) = oneshot::channel();
            let gone = || StoreError::Unavailable("a room has ended".to_owned());
            room.send(Box::new(Letter::GiveUp { visitor, done })).await.map_err(|_| gone())?;
            given_up.await.map_err(|_| gone())??;
        }
    }
    let cookie = who.cookie.guest();
    app.farewells.ends(cookie, Instant::now());
    app.store.forget(guest).await?;
    // Cleared before other nodes are told: reads after this point find no name in a game.
    app.pictures.clear();
    app.farewells.bid(guest);
    if cookie != guest {
        app.farewells.bid(cookie);
    }
    Ok(())
}
