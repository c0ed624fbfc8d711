//! The data of the pages of players, and what the profile says of the visitor's own name and of players whom they know.

use axum::extract::Request;
use axum::http::Uri;
use axum::http::request::Parts;
use leptos::prelude::provide_context;

use crate::model::players::{ClaimOutcome, Friends, Leaderboards, OwnStanding, PlayerData};
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::http::language;
use crate::server::http::limits::TryAgain;
use crate::server::players::leaderboard::leaderboards;
use crate::server::players::names::own_name;
use crate::server::players::page::{friends, known_players, player_data};
use crate::server::store::StoreError;

/// Loads the page of a player; false if nobody has the name.
pub(super) async fn load_player(app: &AppState, name: &str, request: &mut Request) -> Result<bool, TryAgain> {
    let session = request.extensions().get::<Session>();
    let data = player_data(app, session, name, request.uri()).await.unwrap_or_else(unread);
    let exists = data.is_some();
    data.map(|data| request.extensions_mut().insert(data));
    Ok(exists)
}

/// Loads the leaderboards; there always is such a page.
pub(super) async fn load_leaderboards(app: &AppState, request: &mut Request) -> Result<bool, TryAgain> {
    let visitor = request.extensions().get::<Session>().map(|session| session.identity.guest());
    match leaderboards(app, visitor).await {
        Ok(boards) => drop(request.extensions_mut().insert(boards)),
        Err(error) => unread::<()>(error).unwrap_or_default(),
    }
    Ok(true)
}

/// Loads what the profile says of the visitor's name, and of whom they follow and block.
pub(super) async fn load_standing(app: &AppState, session: &Session, uri: &Uri) -> Option<OwnStanding> {
    let outcome = uri.query().and_then(|query| ClaimOutcome::ALL.into_iter().find(|one| one.word() == query));
    let loaded = async {
        let name = own_name(app, session).await?;
        Ok(OwnStanding { name, known: known_players(app, session.identity.guest()).await?, outcome })
    };
    loaded.await.map_or_else(unread, Some)
}

/// Loads whom the visitor of the lobby knows.
pub(super) async fn load_friends(app: &AppState, request: &mut Request) {
    let language = language::of_request(request.headers());
    let Some(session) = request.extensions().get::<Session>() else { return };
    if let Some(friends) = friends(app, session.identity.guest(), language).await.map_or_else(unread, Some) {
        request.extensions_mut().insert(friends);
    }
}

fn unread<T>(error: StoreError) -> Option<T> {
    tracing::warn!(%error, "what is stored of a player could not be read");
    None
}

/// Provides them to the pages.
pub(super) fn provide(parts: &Parts) {
    if let Some(player) = parts.extensions.get::<PlayerData>() {
        provide_context(player.clone());
    }
    if let Some(boards) = parts.extensions.get::<Leaderboards>() {
        provide_context(boards.clone());
    }
    if let Some(friends) = parts.extensions.get::<Friends>() {
        provide_context(friends.clone());
    }
    if let Some(standing) = parts.extensions.get::<OwnStanding>() {
        provide_context(standing.clone());
    }
}
