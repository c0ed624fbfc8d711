//! Handshake of the lobby socket: which page it is for, who looks at it, and whether the operator lets them in.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::friends::FriendsFeed;
use super::tournament::{TournamentFeed, code_of};
use super::tv::{TvFeed, filter_of};
use super::{LobbySocket, MAX_MESSAGE};
use crate::server::AppState;
use crate::server::auth::account::resolve_session;
use crate::server::auth::barring::barring;
use crate::server::http::limits::{Bucket, ConnectionPermit};
use crate::server::http::listen::Address;
use crate::server::http::{language, origin};
use crate::server::lobby::fragments::LobbyPage;

/// Query of the handshake. Pages know the fields by older names.
#[derive(Deserialize)]
pub struct HandshakeQuery {
    /// The page: `find` (lobby), `play` (a game against the computer while a seek is open), `home`, `event/CODE` (a
    /// tournament), or `tv`, `tv/mancala` and `tv/mapello`.
    #[serde(rename = "of")]
    page: String,
    /// The place with which the standing of a tournament begins on the page, from 1.
    from: Option<usize>,
    /// The number of the visitor's last pairing when the page was rendered: later ones are news.
    known: Option<u32>,
    /// Number of the seek that a reconnecting page holds.
    #[serde(rename = "offer")]
    seek: Option<u64>,
}

/// Handshake of the lobby socket. Without a cookie the page can only watch.
pub async fn handshake(
    State(app): State<AppState>,
    headers: HeaderMap,
    Query(query): Query<HandshakeQuery>,
    address: Option<Extension<Address>>,
    place: Option<Extension<Arc<ConnectionPermit>>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !origin::is_allowed(&app.config, &headers) {
        app.metrics.count_refusal("origin");
        return (StatusCode::FORBIDDEN, "This page may not connect here.").into_response();
    }
    if *app.isolated.borrow() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let page = match query.page.as_str() {
        "home" => Some(LobbyPage::Home),
        "find" => Some(LobbyPage::Find),
        "play" => None,
        page if code_of(page).is_some() || filter_of(page).is_some() => None,
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    let (code, filter) = (code_of(&query.page), filter_of(&query.page));
    // Only pages on which one looks for an opponent seek.
    let home = page == Some(LobbyPage::Home) || code.is_some() || filter.is_some();
    let session = match resolve_session(&app, &headers).await {
        Ok(session) => session,
        Err(error) => {
            tracing::warn!(%error, "a session could not be resolved");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let identity = session.as_ref().map(|session| session.identity);
    let language = language::of_request(&headers);
    let address = address.map(|Extension(Address(address))| address);
    let barring = barring(&app, session.as_ref(), address);
    let known = (query.from, query.known);
    let tournament = match code.filter(|_| barring.is_none()) {
        Some(code) => TournamentFeed::open(&app, code, known, session.as_ref(), language).await,
        None => Ok(None),
    };
    let Ok(tournament) = tournament else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let upgrade =
        upgrade.read_buffer_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).max_message_size(MAX_MESSAGE);
    upgrade.on_upgrade(move |socket| {
        let tasks = app.tasks.clone();
        tasks.track_future(async move {
            let _place = place;
            let _counted = app.metrics.socket();
            let presence = identity.map(|identity| app.lobby.enter(identity.guest(), !home));
            let _online = identity.map(|identity| app.presence.enter(identity.guest()));
            let tv = filter.map(|filter| TvFeed::new(&app, filter));
            let session = LobbySocket {
                lists_at: Instant::now(),
                bucket: Bucket::full(Instant::now()),
                sent: HashMap::new(),
                seek: query.seek,
                suggested: None,
                shown: None,
                page,
                tournament,
                tv,
                missed: 0,
                feed: FriendsFeed::new(app.lobby.challenged.subscribe()),
                identity,
                session,
                _presence: presence,
                address,
                language,
                home,
                app,
            };
            session.run(socket, barring).await;
        })
    })
}
