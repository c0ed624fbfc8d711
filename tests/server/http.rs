//! Pages, static files, server functions and health checks over HTTP: content, headers, access.

mod personal;

use crate::common::*;
use room::{BoardChoice, Command, Settings};
use rules::mapello::Board;
use serde_json::json;

#[tokio::test]
async fn a_page_has_a_strict_csp_with_its_own_nonce_and_no_store() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let page = http(&host, "GET /", "").await;
    assert_eq!(status(&page), 200);
    let policy = header(&page, "content-security-policy").unwrap();
    let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    assert!(nonce.len() >= 20 && page.contains(&format!("nonce=\"{nonce}\"")));
    for part in [
        "default-src 'self'",
        "'strict-dynamic'",
        "'wasm-unsafe-eval'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
        "img-src 'self' data:",
        &format!("ws://{host}"),
    ] {
        assert!(policy.contains(part), "{part} is not in {policy}");
    }
    assert!(!policy.contains("script-src 'unsafe"));
    let again = http(&host, "GET /", "").await;
    assert_ne!(header(&again, "content-security-policy"), Some(policy), "a nonce is used once");
    for (name, value) in [
        ("cache-control", "private, no-store"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(header(&page, name), Some(value));
    }
    assert!(header(&page, "permissions-policy").unwrap().contains("camera=()"));
    assert_eq!(header(&page, "strict-transport-security"), None, "not over plain http");
}

#[tokio::test]
async fn the_cookie_is_private_and_set_only_by_pages_and_server_functions() {
    let server = Server::start(&["--public-url=https://duello.example"]).await;
    let page = http(&server.host(), "GET /", "").await;
    let cookie = header(&page, "set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-duello_guest=") && cookie.find(';') == Some(20 + SECRET_LENGTH));
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000", "Secure"] {
        assert!(cookie.split("; ").any(|p| p == part), "{part} is not in {cookie}");
    }
    assert!(header(&page, "strict-transport-security").is_some());
    let me = http(&server.host(), "POST /api/me", "").await;
    assert!(header(&me, "set-cookie").is_some());
    assert_eq!(header(&call(&server.host(), "me", &crate::common::cookie(1), "").await, "set-cookie"), None);
    for path in ["/healthz", "/readyz", "/pkg/none.js"] {
        assert_eq!(header(&http(&server.host(), &format!("GET {path}"), "").await, "set-cookie"), None);
    }
}

#[tokio::test]
async fn assets_are_compressed_and_cached_forever_only_if_hashed() {
    let site = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(site.path().join("pkg/page.Jk2dE9xYabcdEFGH12345_")).unwrap();
    for (name, text) in [
        ("pkg/page.Jk2dE9xYabcdEFGH12345_/duello.js", "plain"),
        ("pkg/page.Jk2dE9xYabcdEFGH12345_/duello.js.br", "brotli"),
        ("pkg/page.Jk2dE9xYabcdEFGH12345_/duello.wasm", "wasm"),
        ("favicon.svg", "<svg/>"),
        ("stage.js", "script"),
        ("engine-worker.js", "worker"),
    ] {
        std::fs::write(site.path().join(name), text).unwrap();
    }
    let server = Server::start(&["--site", site.path().to_str().unwrap()]).await;
    let get = async |path: &str, more: &str| http(&server.host(), &format!("GET {path}\n{more}"), "").await;
    let js = get("/pkg/page.Jk2dE9xYabcdEFGH12345_/duello.js", "Accept-Encoding: br, gzip").await;
    assert_eq!(header(&js, "cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(header(&js, "content-encoding"), Some("br"));
    assert!(header(&js, "content-type").unwrap().starts_with("text/javascript") && js.ends_with("brotli"));
    assert!(get("/pkg/page.Jk2dE9xYabcdEFGH12345_/duello.js", "").await.ends_with("plain"));
    let wasm = get("/pkg/page.Jk2dE9xYabcdEFGH12345_/duello.wasm", "").await;
    assert_eq!(header(&wasm, "content-type"), Some("application/wasm"));
    let gone = get("/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/duello.js", "").await;
    assert_eq!((status(&gone), header(&gone, "cache-control")), (404, Some("private, no-cache")));
    let icon = get("/favicon.svg", "").await;
    assert_eq!((status(&icon), header(&icon, "cache-control")), (200, Some("no-cache")));
    // Files beside the program are requested with the edition that pages name; the worker with the engine's
    // path.
    let page = get("/", "").await;
    let icon = page.split("/favicon.svg?").nth(1).unwrap();
    let edition = icon.split('"').next().unwrap();
    assert!(
        page.contains(&format!("find.js?{edition}")) && page.contains(&format!("${{script}}.js?{edition}"))
    );
    let program = "/pkg/page.Jk2dE9xYabcdEFGH12345_/duello.js";
    for (file, query, kept) in [
        ("stage.js", format!("?{edition}"), "public, max-age=31536000, immutable"),
        ("favicon.svg", format!("?{edition}"), "public, max-age=31536000, immutable"),
        ("engine-worker.js", format!("?{program}"), "public, max-age=31536000, immutable"),
        ("stage.js", format!("?{program}"), "no-cache"),
        ("stage.js", "?anything".to_owned(), "no-cache"),
        ("stage.js", "?".to_owned(), "no-cache"),
        ("stage.js", String::new(), "no-cache"),
    ] {
        let script = get(&format!("/{file}{query}"), "").await;
        assert_eq!((status(&script), header(&script, "cache-control")), (200, Some(kept)), "{file}{query}");
    }
    assert_eq!(status(&get("/pkg/../../etc/passwd", "").await), 404);
    assert_eq!(status(&get("/pkg/%2e%2e/%2e%2e/etc/passwd", "").await), 404);
    let nothing = get("/no/such/page", "").await;
    assert_eq!(status(&nothing), 404);
    assert!(header(&nothing, "content-security-policy").unwrap().contains("'nonce-"));
}

#[tokio::test]
async fn search_engines_get_a_description_and_one_canonical_address() {
    let server = Server::start(&["--public-url=https://duello.example"]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let get = async |path: &str| http(&host, &format!("GET {path}"), "").await;
    let mut seen = Vec::new();
    for path in ["/", "/local", "/local/mapello", "/computer", "/learn/mapello", "/rules/mancala", "/find"] {
        let page = get(&format!("{path}?board=1&waiting")).await;
        let link = format!("<https://duello.example{path}>; rel=\"canonical\"");
        assert_eq!(header(&page, "link"), Some(link.as_str()));
        let about = page.split("name=\"description\" content=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(about.ends_with("No account, no download."), "{about}");
        seen.push(about.to_owned());
    }
    assert!(seen[2].starts_with("Mapello, pass and play. "), "{}", seen[2]);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 7, "{seen:?}");
    // Private pages have no canonical link.
    for path in [&format!("/r/{code}"), "/games", "/no/such/page"] {
        assert_eq!(header(&get(path).await, "link"), None, "{path}");
    }
}

#[tokio::test]
async fn a_cross_site_request_can_change_nothing() {
    let server = Server::start(&[]).await;
    let post = async |more: &str| {
        http(&server.host(), &format!("POST /api/open_room\nAccept: text/html\n{more}"), "").await
    };
    for bad in ["Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"] {
        assert_eq!(status(&post(bad).await), 403, "{bad}");
    }
    let own = post(&format!("Origin: http://{}\nSec-Fetch-Site: same-origin", server.host())).await;
    assert_eq!(status(&own), 302);
    assert!(header(&own, "location").unwrap().starts_with("/r/"));
    let large = http(&server.host(), "POST /api/rename", &"x".repeat(17 * 1024)).await;
    assert_eq!(status(&large), 413);
}

#[tokio::test]
async fn forms_open_and_find_rooms_and_are_rate_limited() {
    let server = Server::start(&["--rooms-per-hour=2"]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await.to_string();
    let typed = format!("code=%20{}+{}", code[..3].to_lowercase(), &code[3..]);
    let joined = form(&host, "join_by_code", &typed).await;
    assert_eq!((status(&joined), header(&joined, "location")), (302, Some(format!("/r/{code}").as_str())));
    let linked = format!("code=https%3A%2F%2Fduello.example%2Fr%2F{code}%3Fx%3D1");
    let joined = form(&host, "join_by_code", &linked).await;
    assert_eq!(
        header(&joined, "location"),
        Some(format!("/r/{code}").as_str()),
        "a link leads there as well"
    );
    for (page, expected) in
        [(code.as_str(), 200), (&code.to_lowercase(), 200), ("AAAAAA", 404), ("what", 404)]
    {
        assert_eq!(status(&http(&host, &format!("GET /r/{page}"), "").await), expected, "{page}");
    }
    let own = http(&host, &format!("GET /r/{code}"), "").await;
    assert!(own.contains("<title>Play Mancala with me · Duello</title>"));
    let unknown = form(&host, "join_by_code", "code=AAAAAA").await;
    assert_eq!(header(&unknown, "location"), Some("/r/AAAAAA"), "its page says that there is none");
    let invalid = json!({ "settings": { "game": { "mancala": {} } } }).to_string();
    assert_eq!(json(&call(&host, "create_room", &cookie(1), &invalid).await), json!("not_understood"));
    open_room(&host, Settings::default()).await;
    let settings = json!({ "settings": Settings::default() }).to_string();
    assert_eq!(json(&call(&host, "create_room", &cookie(1), &settings).await), json!("too_many"));
    let qr = http(&host, &format!("GET /r/{code}/qr.svg"), "").await;
    assert_eq!((status(&qr), header(&qr, "content-type")), (200, Some("image/svg+xml")));
    assert_eq!(header(&qr, "cache-control"), Some("private, max-age=86400"));
    assert!(qr.contains("<svg"));
}

#[tokio::test]
async fn every_page_renders_under_its_path_with_its_own_csp() {
    let server = Server::start(&[]).await;
    for (path, expected) in [
        ("/local", 200),
        ("/local/mapello", 200),
        ("/boards/edit", 200),
        ("/boards/edit?board=ABC", 200),
        ("/boards", 404),
        ("/local/chess", 404),
        ("/boards/edit/", 404),
    ] {
        let page = http(&server.host(), &format!("GET {path}"), "").await;
        assert_eq!(
            (status(&page), header(&page, "cache-control")),
            (expected, Some("private, no-cache")),
            "{path}"
        );
        assert!(header(&page, "content-security-policy").unwrap().contains("'nonce-"), "{path}");
        assert!(header(&page, "set-cookie").is_some(), "{path}");
    }
}

#[tokio::test]
async fn only_pages_without_wasm_allow_browser_translation() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let room = format!("/r/{}", open_room(&host, Settings::default()).await);
    for (path, played) in [
        (room.as_str(), true),
        ("/", true),
        ("/local", true),
        ("/find", false),
        ("/rules/mancala", false),
        ("/games", false),
    ] {
        let page = http(&host, &format!("GET {path}"), "").await;
        assert_eq!(page.contains("id=\"program\""), played, "{path}");
        let root = page.split("<html").nth(1).unwrap().split('>').next().unwrap();
        assert_eq!(root.contains(" translate=\"no\""), played, "{path}: {root}");
    }
}

#[tokio::test]
async fn healthz_and_readyz_answer_200() {
    let server = Server::start(&[]).await;
    assert_eq!(status(&http(&server.host(), "GET /healthz", "").await), 200);
    assert_eq!(status(&http(&server.host(), "GET /readyz", "").await), 200);
}
