//! The data of the pages of tournaments.

use axum::body::Body;
use axum::extract::{Form, FromRequest, Query, Request};
use axum::http::Uri;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use leptos::prelude::provide_context;
use room::RoomCode;
use rules::Game;
use serde::Deserialize;
use tournament::EntrantId;

use super::page_number;
use crate::model::tournaments::{
    EntrantData, OwnTournaments, TournamentData, TournamentFormData, TournamentLists, TournamentProblem,
};
use crate::model::tv::TvData;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::guest_name::guest_of;
use crate::server::http::limits::TryAgain;
use crate::server::http::listen::Address;
use crate::server::http::{language, origin};
use crate::server::store::StoreError;
use crate::server::tournaments::{self, TournamentForm};

/// Loads the lists; there always is such a page.
pub(super) async fn load_lists(app: &AppState, request: &mut Request) -> Result<bool, TryAgain> {
    let session = request.extensions().get::<Session>().cloned();
    let page = page_number(request);
    match tournaments::tournament_lists(app, session.as_ref(), page).await {
        Ok(lists) => drop(request.extensions_mut().insert(lists)),
        Err(error) => unread(error),
    }
    Ok(true)
}

/// The visitor's own tournaments; if they cannot be read the page lacks them.
pub(super) async fn load_own(app: &AppState, session: &Session) -> Option<OwnTournaments> {
    tournaments::own_tournaments(app, session).await.inspect_err(unread_of).ok()
}

/// Loads the TV page, for the game that its address names.
pub(super) fn load_tv(app: &AppState, request: &mut Request) {
    let filter = Query::<TvQuery>::try_from_uri(request.uri()).ok();
    let filter = filter.and_then(|Query(TvQuery { game })| Game::from_word(&game));
    request.extensions_mut().insert(app.lobby.tv_data(app, filter));
}

/// The query of the TV page.
#[derive(Deserialize)]
struct TvQuery {
    game: String,
}

/// Loads a tournament; false if there is none.
pub(super) async fn load_tournament(
    app: &AppState,
    code: &str,
    request: &mut Request,
) -> Result<bool, TryAgain> {
    let Ok(code) = code.parse::<RoomCode>() else { return Ok(false) };
    let language = language::of_request(request.headers());
    let session = request.extensions().get::<Session>().cloned();
    let from = first_row(request.uri());
    let data = async {
        let visitor = match &session {
            Some(session) => {
                Some((session, guest_of(&app.store, session.identity.guest(), language).await?.name))
            }
            None => None,
        };
        tournaments::tournament_data(app, code, visitor, from).await
    };
    let data = data.await.unwrap_or_else(|error| {
        unread(error);
        None
    });
    let Some(data) = data else { return Ok(false) };
    let problem =
        request.uri().query().and_then(|query| query.split('&').find_map(TournamentProblem::of_word));
    let base = origin::base_url(&app.config, request.headers());
    request.extensions_mut().insert(TournamentData { problem, base, ..data });
    Ok(true)
}

/// Loads the games of an entrant; false if there is none.
pub(super) async fn load_entrant(
    app: &AppState,
    code: &str,
    entrant: &str,
    request: &mut Request,
) -> Result<bool, TryAgain> {
    let (Ok(code), Ok(entrant)) = (code.parse::<RoomCode>(), entrant.parse()) else { return Ok(false) };
    let data = tournaments::entrant_data(app, code, EntrantId(entrant)).await.unwrap_or_else(|error| {
        unread(error);
        None
    });
    let exists = data.is_some();
    data.map(|data| request.extensions_mut().insert(data));
    Ok(exists)
}

/// Opens a tournament by its form and leads to it; the request with the problem if it is refused.
pub(super) async fn open(app: &AppState, request: Request) -> Result<Response, Request> {
    let session = request.extensions().get::<Session>().filter(|session| session.is_of(request.headers()));
    let (session, address) = (session.cloned(), request.extensions().get::<Address>().copied());
    let (mut head, body) = request.into_parts();
    let form = Form::<TournamentForm>::from_request(Request::from_parts(head.clone(), body), &()).await;
    let opened = match (&session, &form) {
        (Some(session), Ok(Form(form))) => tournaments::open(app, session, address, form).await,
        _ => Err(TournamentProblem::NotUnderstood),
    };
    match opened {
        Ok(code) => Ok(Redirect::to(&format!("/e/{code}")).into_response()),
        Err(problem) => {
            let form = form.map_or(TournamentForm(Vec::new()), |Form(form)| form);
            let title = form.value("title").to_owned();
            head.extensions.insert(TournamentFormData { problem: Some(problem), title, chosen: form.0 });
            Err(Request::from_parts(head, Body::empty()))
        }
    }
}

/// The place with which the standing begins on a page, from 1.
fn first_row(uri: &Uri) -> usize {
    #[derive(Deserialize)]
    struct From {
        from: Option<usize>,
    }
    Query::<From>::try_from_uri(uri).ok().and_then(|Query(query)| query.from).unwrap_or(1)
}

fn unread(error: StoreError) {
    unread_of(&error);
}

fn unread_of(error: &StoreError) {
    tracing::warn!(%error, "a tournament could not be read");
}

/// Provides them to the pages.
pub(super) fn provide(parts: &Parts) {
    if let Some(lists) = parts.extensions.get::<TournamentLists>() {
        provide_context(lists.clone());
    }
    if let Some(tournament) = parts.extensions.get::<TournamentData>() {
        provide_context(tournament.clone());
    }
    if let Some(tournaments) = parts.extensions.get::<OwnTournaments>() {
        provide_context(tournaments.clone());
    }
    if let Some(tv) = parts.extensions.get::<TvData>() {
        provide_context(tv.clone());
    }
    if let Some(entrant) = parts.extensions.get::<EntrantData>() {
        provide_context(entrant.clone());
    }
    if let Some(form) = parts.extensions.get::<TournamentFormData>() {
        provide_context(form.clone());
    }
}
