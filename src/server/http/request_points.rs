//! Weights of requests: what a request costs the server, in points. A file of the build costs 1, a page that
//! needs little of the database 10; the others were measured against these two.

use axum::http::Method;
use gametext::import::MAX_BYTES;

use super::assets::{ENGINE_WORKER, STATIC_FILES};
use crate::app::{Cost, PAGES, PageSpec};

/// A file that is sent as it is.
const FILE: u32 = 1;
/// A move of a bot, as one over a socket.
const MOVE: u32 = 1;
/// A page, or anything about as costly: one or two look-ups, and its rendering.
const PAGE: u32 = 10;
/// A page with lists of games, or a form that stores something.
const LIST: u32 = 20;
/// The whole log of a room or all moves of a game, read and replayed; a game text that is parsed.
const REPLAY: u32 = 50;
/// Everything that is stored of a guest, or a picture that is drawn.
const WHOLE: u32 = 100;

/// The points of a page.
fn of_page(spec: &PageSpec, method: &Method) -> u32 {
    // A form brings a text that is parsed, or a link that is looked up.
    let cost = if *method == Method::POST { spec.cost.max(Cost::Replay) } else { spec.cost };
    match cost {
        Cost::Plain => PAGE,
        Cost::List => LIST,
        Cost::Replay => REPLAY,
        Cost::Whole => WHOLE,
    }
}

/// The points of a request, by its route in the router; `None` for unknown ones.
fn by_route(route: &str, method: &Method) -> Option<u32> {
    Some(match route {
        // Monitoring asks often, and from an address that may be the proxy's.
        "/healthz" | "/readyz" => 0,
        "/pkg/{*path}" | "/style/{*path}" | "/icons/{file}" | "/screens/{file}" | "/words/{file}" => FILE,
        "/sw.js" | "/push/key" | "/.well-known/security.txt" => FILE,
        _ if route.ends_with(".webmanifest") => FILE,
        "/offline/{tag}/" | "/offline/{tag}/{*path}" => PAGE,
        "/r/{code}/qr.svg"
        | "/r/{code}/ratings"
        | "/r/{code}/g/{number}"
        | "/ws/{code}"
        | "/ws"
        | "/find/ws" => PAGE,
        "/push" | "/push/mute" | "/me/unmute" | "/api/{*function}" => LIST,
        "/me/passkey/make"
        | "/me/passkey/made"
        | "/me/passkey/ask"
        | "/me/passkey/enter"
        | "/me/passkey/leave"
        | "/me/passkey/confirm"
        | "/me/passkey/confirmed" => LIST,
        "/me/adopt" | "/me/adopt/undo" => LIST,
        "/me/name"
        | "/me/name/release"
        | "/me/name/list"
        | "/me/relation"
        | "/me/challenge"
        | "/me/decline"
        | "/e/{code}/enter"
        | "/e/{code}/leave"
        | "/e/{code}/cancel"
        | "/e/{code}/report.trf" => LIST,
        "/operator/sign-in" | "/operator/sign-out" => PAGE,
        "/operator"
        | "/operator/players"
        | "/operator/reports"
        | "/operator/sanctions"
        | "/operator/audit"
        | "/operator/tournaments"
        | "/operator/guests/{id}" => WHOLE,
        "/security/passkey" | "/security/session" | "/security/sessions" | "/security/read" => LIST,
        "/security/bot" | "/security/bot/remove" | "/security/token" | "/security/token/revoke" => LIST,
        "/api/bot/games/{code}/move" => MOVE,
        "/api/bot/me" | "/api/bot/online" | "/api/bot/stream" | "/api/bot/openapi.json" => PAGE,
        "/api/bot/games/{code}/do" => PAGE,
        "/api/bot/challenge" | "/api/bot/rooms/{code}/sit" => LIST,
        "/api/bot/tournaments/{code}/enter" | "/api/bot/tournaments/{code}/leave" => LIST,
        // Only a posted text is parsed.
        "/share" => {
            if *method == Method::POST {
                REPLAY
            } else {
                PAGE
            }
        }
        "/me/data.json"
        | "/me/forget"
        | "/r/{code}/picture.png"
        | "/games/import/picture.png"
        | "/boards/picture.png" => WHOLE,
        _ if route == ENGINE_WORKER || STATIC_FILES.contains(&route) => FILE,
        _ => return PAGES.iter().find(|spec| spec.paths.contains(&route)).map(|spec| of_page(spec, method)),
    })
}

/// How many bytes of a game text are parsed for the points of one replay.
const TEXT: u64 = 64 * 1024;

/// The points of a body on top of its request's: a game text costs by its length, which a body without one is
/// taken to have whole.
pub fn body_points(route: Option<&str>, method: &Method, length: Option<u64>) -> u32 {
    let parses = *method == Method::POST && matches!(route, Some("/share" | "/games/import"));
    let length = length.unwrap_or(MAX_BYTES as u64);
    if parses { REPLAY.saturating_mul(u32::try_from(length / TEXT).unwrap_or(u32::MAX)) } else { 0 }
}

/// The points of a request. `route` is its path in the router; without one it is for a file of the site's root
/// or for nothing.
pub fn points(route: Option<&str>, method: &Method, path: &str) -> u32 {
    match route.and_then(|route| by_route(route, method)) {
        Some(_) if route == Some("/g/{id}") && path.ends_with(".png") => WHOLE,
        Some(points) => points,
        None => PAGE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_of_the_router_has_points() {
        let routers =
            [include_str!("../router.rs"), include_str!("../bots.rs"), include_str!("../operator.rs")]
                .concat();
        let routes: Vec<_> =
            routers.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(routes.len() > 20, "{routes:?}");
        let tables = PAGES.iter().flat_map(|spec| spec.paths.iter().copied()).chain(STATIC_FILES);
        for route in routes.into_iter().chain(tables).chain([ENGINE_WORKER]) {
            assert!(by_route(route, &Method::GET).is_some(), "{route}");
        }
    }

    #[test]
    fn a_game_text_costs_by_its_length() {
        let post = |route, length| body_points(Some(route), &Method::POST, length);
        for route in ["/share", "/games/import"] {
            assert_eq!(
                [Some(100), Some(128 * 1024), Some(1 << 20)].map(|length| post(route, length)),
                [0, 100, 800]
            );
            assert_eq!(post(route, None), 800, "a length that is not told");
        }
        assert_eq!(post("/api/{*function}", Some(1 << 20)), 0);
        assert_eq!(body_points(Some("/games/import"), &Method::GET, None), 0);
    }

    #[test]
    fn a_picture_and_a_replayed_log_cost_at_least_ten_times_a_plain_page() {
        let get = |route, path| points(Some(route), &Method::GET, path);
        let page = get("/local", "/local");
        for (route, path) in [
            ("/g/{id}", "/g/0123456789abcdef.png"),
            ("/r/{code}/picture.png", "/r/BQHRKM/picture.png"),
            ("/r/{code}/take", "/r/BQHRKM/take"),
            ("/me", "/me"),
        ] {
            assert!(get(route, path) >= 10 * page, "{route}");
        }
        assert_eq!(points(None, &Method::GET, "/nothing"), page);
    }
}
