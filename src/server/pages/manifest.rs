//! Web app manifest of the installable page (PWA): name, icons, screenshots and shortcuts, one manifest a
//! language.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rules::Game;
use serde_json::{Value, json};

use super::share_target;
use crate::app::find_path;
use crate::app::text::language::Language;
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::{Opponent, local_path};
use crate::server::AppState;
use crate::server::http::etag;

/// Background of the splash screen and colour of the app's bar: the dark wood of the logo, which fits both
/// colour schemes.
const WOOD: &str = "#2a1608";

/// Browser cache time: the manifest is requested with every page but rarely changes.
const CACHE_DAY: &str = "max-age=86400";

/// The manifest in the language of its file name.
pub async fn manifest(State(app): State<AppState>, uri: Uri, headers: HeaderMap) -> Response {
    let tag = uri.path().trim_start_matches('/').trim_end_matches(".webmanifest");
    let language = Language::of_tag(tag).unwrap_or_default();
    let text = language.during(|| manifest_json(language, &app.edition)).to_string();
    let tag = etag::tag_of(&text);
    let not_modified = etag::is_known(&headers, &tag);
    let response_headers = [(CACHE_CONTROL, CACHE_DAY.to_owned()), (ETAG, tag)];
    if not_modified {
        return (StatusCode::NOT_MODIFIED, response_headers).into_response();
    }
    (response_headers, [(CONTENT_TYPE, "application/manifest+json")], text).into_response()
}

fn manifest_json(language: Language, edition: &str) -> Value {
    json!({
        "id": "/",
        "name": words::page_title_home(),
        "short_name": "Duello",
        "description": words::description(),
        "lang": language.locale(),
        "dir": language.direction(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "display_override": ["standalone", "minimal-ui"],
        "orientation": "any",
        "background_color": WOOD,
        "theme_color": WOOD,
        "categories": ["games", "entertainment"],
        "icons": icons(edition),
        "screenshots": screenshots(),
        "shortcuts": shortcuts(),
        // Starting the app again focuses the window with the running game. Other launch URLs are followed by
        // the page itself, unless that would abandon a game (public/installed.js).
        "launch_handler": { "client_mode": ["focus-existing", "auto"] },
        "share_target": {
            "action": share_target::PATH,
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {
                "title": "title",
                "text": "text",
                "url": "url",
                "files": [{
                    "name": "file",
                    "accept": ["text/plain", "application/json", ".txt", ".json", ".kgp", ".othello", ".ggf", ".pgn", ".wtb", ".jou", ".trn"],
                }],
            },
        },
    })
}

fn icons(edition: &str) -> Value {
    let png = |size: u16, purpose: &str, name: &str| {
        json!({
            "src": format!("/icons/{name}.png"),
            "sizes": format!("{size}x{size}"),
            "type": "image/png",
            "purpose": purpose,
        })
    };
    json!([
        // The same URL as in pages, so that it is fetched only once.
        { "src": format!("/favicon.svg?{edition}"), "sizes": "any", "type": "image/svg+xml", "purpose": "any" },
        png(192, "any", "mark-192"),
        png(512, "any", "mark-512"),
        png(512, "maskable", "maskable-512"),
        png(512, "monochrome", "monochrome-512"),
    ])
}

/// Screenshots for the install dialog, the boards first, in portrait and landscape format.
fn screenshots() -> Value {
    let picture = |name: &str, (width, height): (u16, u16), form: &str, label: String| {
        json!({
            "src": format!("/screens/{name}-{form}.webp"),
            "sizes": format!("{width}x{height}"),
            "type": "image/webp",
            "form_factor": form,
            "label": label,
        })
    };
    let all = ["narrow", "wide"].into_iter().flat_map(|form| {
        let size = if form == "wide" { (1440, 900) } else { (780, 1688) };
        let game = |game: Game, about: String| format!("{}: {about}", game_name(game));
        [
            picture("mancala", size, form, game(Game::Mancala, words::about_mancala())),
            picture("mapello", size, form, game(Game::Mapello, words::about_mapello())),
            picture("home", size, form, words::motto()),
        ]
    });
    all.collect()
}

/// Shortcuts to the ways to play, ordered so that the first four cover them, because phones show no more.
fn shortcuts() -> Value {
    let shortcut = |url: &str, icon: &str, name: String| {
        let icon =
            json!({ "src": format!("/icons/{icon}-192.png"), "sizes": "192x192", "type": "image/png" });
        json!({ "url": url, "name": name, "icons": [icon] })
    };
    let at = |name: String, game: Game| format!("{name} \u{b7} {}", game_name(game));
    let shortcuts_of = |game| {
        [
            shortcut(home_path(game), "friends", at(words::play_a_friend(), game)),
            shortcut(local_path(Opponent::Computer, game), "computer", at(words::play_computer(), game)),
            shortcut(local_path(Opponent::Person, game), "device", at(words::pass_and_play(), game)),
            shortcut(find_path(game), "find", at(words::find_opponent(), game)),
        ]
    };
    Value::Array(Game::ALL.into_iter().flat_map(shortcuts_of).collect())
}

/// Anchor of a game's card on the home page, whose first button creates a room for a friend.
fn home_path(game: Game) -> &'static str {
    match game {
        Game::Mancala => "/#mancala",
        Game::Mapello => "/#mapello",
    }
}
