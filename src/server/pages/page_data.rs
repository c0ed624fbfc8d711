//! Data for server-side rendering, loaded before a page is rendered so that rendering never waits: the guest
//! and their games, the room of a code, a finished game.

mod import;
mod links;
mod load;
mod players;
mod points;
mod privacy;
mod tournaments;

use axum::extract::{Query, Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;
use leptos::prelude::{provide_context, use_context};
use serde::Deserialize;

use self::links::load_linked_board;
use self::load::{load_game, load_opponent, load_room, provide_room};
use super::offline::ForAnonymous;
use super::sit_form;
use crate::app::api::ApiError;
use crate::app::text::refusal::api_error_text;
use crate::app::{NoVisitor, Page, WaitsForOpponent};
use crate::model::finished_game::{ImportData, RecordData};
use crate::model::lobby::LobbySnapshot;
use crate::model::my_games::{GamesData, HomeData};
use crate::model::preview::{LinkedBoard, LinkedGame};
use crate::model::profile::{DeletionOutcome, HeadToHeadData, ProfileData};
use crate::model::room_page::SeatData;
use crate::model::security::{BrowserGames, Notices, Security};
use crate::server::auth::account::Session;
use crate::server::auth::aside::{Aside, aside};
use crate::server::auth::lookup::Lookup;
use crate::server::auth::security;
use crate::server::http::language;
use crate::server::http::origin::is_secure;
use crate::server::identity::Identity;
use crate::server::play::archive;
use crate::server::profile;
use crate::server::seat_transfer::pages;
use crate::server::store::MAX_PAGE;
use crate::server::{AppState, api};

/// Middleware that loads the data of the requested page.
pub async fn layer(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let requested_page = Page::at(request.uri().path());
    if requested_page.spec().has_lobby {
        let guest = request.extensions().get::<Identity>().map(|identity| identity.guest());
        let lobby = app.lobby.page_snapshot(guest);
        request.extensions_mut().insert(lobby);
    }
    if requested_page == Page::Home {
        let identity = request.extensions().get::<Identity>().copied();
        if let Some(identity) = identity {
            let language = language::of_request(request.headers());
            // If the store fails, the page lacks the list of games but is rendered.
            let mut home = api::home(&app, identity, language).await.unwrap_or_default();
            let refused = problem(request.uri());
            home.problem = refused.map(|(error, again)| language.during(|| api_error_text(error, again)));
            request.extensions_mut().insert(home);
        }
        return next.run(request).await;
    }
    if let Some(refusal) = points::charge(&app, &requested_page, &mut request).await {
        return refusal;
    }
    let lookup = Lookup::of_request(&app, &request);
    let mut ended_cookie = None;
    let exists = match requested_page {
        Page::Room(requested) if *request.method() == Method::POST => {
            return sit_form::sit(&app, &lookup, &requested, request).await;
        }
        Page::Room(requested) => load_room(&app, &lookup, &requested, &mut request).await,
        Page::FinishedGame(address) => load_game(&app, &lookup, &address, &mut request).await,
        Page::Games => {
            let requested = page_number(&request);
            let language = language::of_request(request.headers());
            if let Some(identity) = request.extensions().get::<Identity>().copied() {
                // If the store fails, the page lacks the list but is rendered.
                let games = api::own_games(&app, identity, language, requested).await.unwrap_or_default();
                request.extensions_mut().insert(games);
            }
            Ok(true)
        }
        Page::Me => {
            if let Some(session) = request.extensions().get::<Session>()
                && let Ok(data) = profile::profile_data(&app, session, request.headers()).await
            {
                let notices = security::notices(&app, session).await.unwrap_or_default();
                let games = browser_games(&app, session, request.headers()).await;
                let deletion = profile::forget::outcome(&app, session, request.uri()).await;
                let events = tournaments::load_own(&app, session).await;
                let standing = players::load_standing(&app, session, request.uri()).await;
                let extensions = request.extensions_mut();
                extensions.insert(data);
                extensions.insert(notices);
                games.map(|games| extensions.insert(games));
                events.map(|events| extensions.insert(events));
                standing.map(|standing| extensions.insert(standing));
                deletion.map(|deletion| extensions.insert(deletion));
            }
            Ok(true)
        }
        Page::Security => {
            if let Some(session) = request.extensions().get::<Session>()
                && let Ok(data) =
                    security::security_data(&app, session, request.uri(), request.headers()).await
            {
                // A token is shown once, whoever loads the page again.
                if data.as_ref().is_some_and(|data| data.new_token.is_some()) {
                    ended_cookie = Identity::end_shown_token(is_secure(&app.config, request.headers()));
                }
                request.extensions_mut().insert(data.map_or(Security::SignedOut, Security::SignedIn));
            }
            Ok(true)
        }
        Page::Player(name) => players::load_player(&app, &name, &mut request).await,
        Page::Leaderboards => players::load_leaderboards(&app, &mut request).await,
        Page::Tournaments => tournaments::load_lists(&app, &mut request).await,
        Page::Tv => {
            tournaments::load_tv(&app, &mut request);
            Ok(true)
        }
        Page::Tournament(code) => tournaments::load_tournament(&app, &code, &mut request).await,
        Page::Entrant(code, entrant) => tournaments::load_entrant(&app, &code, &entrant, &mut request).await,
        Page::NewTournament if *request.method() == Method::POST => {
            match tournaments::open(&app, request).await {
                Ok(opened) => return opened,
                Err(refused) => request = refused,
            }
            Ok(true)
        }
        Page::Find(_) => {
            players::load_friends(&app, &mut request).await;
            Ok(true)
        }
        Page::Privacy => privacy::load(&app, &mut request),
        Page::HeadToHead(game) => load_opponent(&app, &lookup, &game, &mut request).await,
        Page::Import if import::wants_json(&request) => return import::read_games(&app, request).await,
        Page::Import => {
            request = import::read_posted(&app, request).await;
            Ok(true)
        }
        Page::Local(..) => {
            load_linked_board(&app, &mut request);
            Ok(true)
        }
        Page::GiveSeat(requested) => {
            return pages::create_link_page(&app, &lookup, &requested, request, next).await;
        }
        Page::TakeSeat(requested) => {
            return pages::redeem_link_page(&app, &lookup, &requested, request, next).await;
        }
        _ => Ok(true),
    };
    let exists = match exists {
        Ok(exists) => exists,
        Err(again) => return lookup.refuse(again),
    };
    let mut page = next.run(request).await;
    ended_cookie.map(|cookie| page.headers_mut().append(SET_COOKIE, cookie));
    if !exists && page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}

/// The games of the browser's guest who is put aside, if something can be done with them. If the store fails,
/// the question is asked another time.
async fn browser_games(app: &AppState, session: &Session, headers: &HeaderMap) -> Option<BrowserGames> {
    Some(match aside(app, session, headers).await.ok()?? {
        Aside::Adopted => BrowserGames::Adopted,
        Aside::Unanswered(guest) => {
            BrowserGames::Unanswered { running: api::plays(app, guest.guest()).await.unwrap_or(true) }
        }
    })
}

/// The requested page of a list, from 1.
fn page_number(request: &Request) -> u32 {
    let requested = Query::<PageQuery>::try_from_uri(request.uri()).ok();
    requested.and_then(|Query(paged)| paged.page).unwrap_or(1).clamp(1, MAX_PAGE)
}

/// Query of a paged list.
#[derive(Deserialize)]
struct PageQuery {
    page: Option<u32>,
}

/// The error of the `problem` query parameter, if it is a known one.
fn problem(uri: &Uri) -> Option<(ApiError, Option<u32>)> {
    let Query(ProblemQuery { problem, again }) = Query::try_from_uri(uri).ok()?;
    let error: Result<ApiError, _> =
        serde_json::from_str(&problem).or_else(|_| serde_json::from_str(&format!("\"{problem}\"")));
    Some((error.ok()?, again.and_then(|seconds| seconds.parse().ok())))
}

/// Query of the page to which a refused form was redirected.
#[derive(Deserialize)]
struct ProblemQuery {
    problem: String,
    /// In how many seconds it may be sent again.
    again: Option<String>,
}

/// Provides the loaded data to the components. Called while the page's context is built.
pub fn provide() {
    let Some(parts) = use_context::<axum::http::request::Parts>() else { return };
    if parts.extensions.get::<ForAnonymous>().is_some() {
        provide_context(NoVisitor);
    }
    if let Some(home) = parts.extensions.get::<HomeData>() {
        provide_context(home.clone());
    }
    if parts.uri.query() == Some("waiting") {
        provide_context(WaitsForOpponent);
    }
    if let Some(lobby) = parts.extensions.get::<LobbySnapshot>() {
        provide_context(lobby.clone());
    }
    provide_room(&parts.extensions);
    if let Some(game) = parts.extensions.get::<RecordData>() {
        provide_context(game.clone());
    }
    if let Some(games) = parts.extensions.get::<GamesData>() {
        provide_context(games.clone());
    }
    if parts.uri.query() == Some("long") {
        provide_context(archive::too_long_text());
    }
    if let Some(deletion) = parts.extensions.get::<DeletionOutcome>() {
        provide_context(*deletion);
    }
    if let Some(me) = parts.extensions.get::<ProfileData>() {
        provide_context(me.clone());
    }
    if let Some(notices) = parts.extensions.get::<Notices>() {
        provide_context(notices.clone());
    }
    if let Some(games) = parts.extensions.get::<BrowserGames>() {
        provide_context(*games);
    }
    if let Some(security) = parts.extensions.get::<Security>() {
        provide_context(security.clone());
    }
    privacy::provide(&parts);
    players::provide(&parts);
    tournaments::provide(&parts);
    if let Some(with) = parts.extensions.get::<HeadToHeadData>() {
        provide_context(with.clone());
    }
    if let Some(seat) = parts.extensions.get::<SeatData>() {
        provide_context(seat.clone());
    }
    if let Some(linked) = parts.extensions.get::<LinkedBoard>() {
        provide_context(linked.clone());
    }
    if let Some(linked) = parts.extensions.get::<LinkedGame>() {
        provide_context(linked.clone());
    }
    if let Some(import) = parts.extensions.get::<ImportData>() {
        provide_context(import.clone());
    }
}

#[cfg(test)]
mod tests;
