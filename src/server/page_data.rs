//! What a page needs to know before it is drawn: the visitor and the visitor's games for the home page, whether there is
//! a room and what is played in it for a room's page. Looked up here, so that drawing itself never waits.

use axum::extract::{Path, Query, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use leptos::prelude::{provide_context, use_context};
use room::{RoomCode, fold};
use serde::Deserialize;

use super::identity::Identity;
use super::{AppState, invite, language, lobby, origin};
use crate::app::Waits;
use crate::app::api::{ApiError, HomeData, RoomGame};
use crate::app::pages::find::Now;
use crate::app::text::refusal::refused;

/// How many of a room's events are read to see what is played in it. A link is sent before the game; what is agreed on
/// later the page hears from the socket.
const FIRST_EVENTS: u32 = 24;

/// Looks up what the page of this path will ask for.
pub async fn layer(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if matches!(path.as_str(), "/" | "/find" | "/find/mapello") {
        let guest = request.extensions().get::<Identity>().map(|identity| identity.guest());
        let now = app.hall.now(guest);
        request.extensions_mut().insert(now);
    }
    if path == "/" {
        let identity = request.extensions().get::<Identity>().copied();
        if let Some(identity) = identity {
            let language = language::of(request.headers());
            // A store that does not answer costs the list of games, not the page.
            let mut home = lobby::home(&app, identity, language).await.unwrap_or_default();
            home.problem = problem(request.uri()).map(|why| language.during(|| refused(why)));
            request.extensions_mut().insert(home);
        }
        return next.run(request).await;
    }
    let asked = path.strip_prefix("/r/").map(str::to_owned);
    let known = match asked {
        Some(asked) => look_up(&app, &asked, &mut request).await,
        None => true,
    };
    let mut page = next.run(request).await;
    if !known && page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}

/// Looks up a room: whether there is one.
async fn look_up(app: &AppState, asked: &str, request: &mut Request) -> bool {
    let Ok(code) = asked.parse::<RoomCode>() else { return false };
    // A store that does not answer makes no room vanish: the socket will tell.
    let Ok(log) = app.store.events(code, 0, FIRST_EVENTS).await else { return true };
    if !log.is_empty() {
        request.extensions_mut().insert(RoomGame(fold(code, &log).settings.game.game()));
    }
    !log.is_empty()
}

/// A refusal as it stands in the address of the page that tells it.
pub fn problem_code(error: ApiError) -> String {
    let json = serde_json::to_string(&error).unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = json.trim_matches('"').bytes();
    bytes.map(|byte| if plain(byte) { char::from(byte).into() } else { format!("%{byte:02X}") }).collect()
}

/// The reason for which a form was refused, if it is one that we know.
fn problem(uri: &Uri) -> Option<ApiError> {
    let Query(Refused { problem }) = Query::try_from_uri(uri).ok()?;
    let error: Result<ApiError, _> =
        serde_json::from_str(&problem).or_else(|_| serde_json::from_str(&format!("\"{problem}\"")));
    error.ok()
}

/// The query of a page to which a refused form has led.
#[derive(Deserialize)]
struct Refused {
    problem: String,
}

/// Hands what was looked up to the components, while their context is made.
pub fn provide() {
    let Some(parts) = use_context::<axum::http::request::Parts>() else { return };
    if let Some(home) = parts.extensions.get::<HomeData>() {
        provide_context(home.clone());
    }
    if parts.uri.query() == Some("waiting") {
        provide_context(Waits);
    }
    if let Some(now) = parts.extensions.get::<Now>() {
        provide_context(now.clone());
    }
    if let Some(game) = parts.extensions.get::<RoomGame>() {
        provide_context(*game);
    }
}

/// The invitation to a room as a picture.
pub async fn qr(State(app): State<AppState>, Path(code): Path<String>, headers: HeaderMap) -> Response {
    let base = origin::base_url(&app.config, &headers);
    let code = code.parse::<RoomCode>().ok();
    match code.and_then(|code| invite::qr(&format!("{base}/r/{code}"))) {
        Some(svg) => ([(CONTENT_TYPE, "image/svg+xml")], svg).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::config::Config;
    use room::Settings;
    use rules::{Game, SetupError};

    #[tokio::test]
    async fn a_room_is_found_with_the_game_that_is_played_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let look_up = async |asked: &str| {
            let mut request = Request::default();
            let known = look_up(&running.app, asked, &mut request).await;
            (known, request.extensions().get().copied())
        };
        for game in [Game::Mancala, Game::Mapello] {
            let code = running.app.rooms.create(Settings::for_game(game)).await.unwrap().to_string();
            assert_eq!(look_up(&code.to_lowercase()).await, (true, Some(RoomGame(game))));
        }
        for nothing in ["AAAAAA", "what", ""] {
            assert_eq!(look_up(nothing).await, (false, None), "{nothing}");
        }
        running.stop().await;
    }

    #[test]
    fn every_refusal_comes_back_from_the_address_and_nothing_else_does() {
        for error in [
            ApiError::BadName,
            ApiError::BadBoardCode,
            ApiError::BadBoard(SetupError::Walls(9)),
            ApiError::BadBoard(SetupError::Place),
        ] {
            let address = format!("/?x=1&problem={}", problem_code(error));
            assert_eq!(problem(&address.parse().unwrap()), Some(error), "{address}");
        }
        assert_eq!(problem_code(ApiError::BadName), "bad_name");
        for address in
            ["/", "/?problem", "/?problem=", "/?problem=Pay%20me", "/?problem=%22", "/?problem=%7B%7D"]
        {
            assert_eq!(problem(&address.parse().unwrap()), None, "{address}");
        }
    }
}
