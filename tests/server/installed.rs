//! The installed app (PWA): its manifest in every language, and its share target.

use std::fs;
use std::path::Path;

use crate::common::*;
use room::Settings;
use serde_json::Value;

const BOUNDARY: &str = "----duello";
const BOARD: &str = "K6G4E-0R03R-44167-0G123-4903E-X";

async fn get_manifest(host: &str, language: &str) -> Value {
    let answer = http(host, &format!("GET /{language}.webmanifest"), "").await;
    assert_eq!((status(&answer), header(&answer, "content-type")), (200, Some("application/manifest+json")));
    json(&answer)
}

/// All image URLs of the manifest.
fn image_urls(manifest: &Value) -> Vec<&Value> {
    let list = |value: &'static str| manifest[value].as_array().unwrap().iter();
    let shortcuts = list("shortcuts").flat_map(|way| way["icons"].as_array().unwrap());
    list("icons").chain(list("screenshots")).chain(shortcuts).collect()
}

#[tokio::test]
async fn every_language_has_a_web_manifest_whose_files_exist() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let public = Path::new(env!("CARGO_MANIFEST_DIR")).join("public");
    let mut descriptions = Vec::new();
    let languages = [("en", "en"), ("de", "de"), ("pt", "pt-BR"), ("es", "es"), ("fr", "fr"), ("ar", "ar")];
    for (language, locale) in languages {
        let manifest = get_manifest(&host, language).await;
        for (key, value) in [
            ("id", "/"),
            ("start_url", "/"),
            ("scope", "/"),
            ("display", "standalone"),
            ("lang", locale),
            ("dir", if language == "ar" { "rtl" } else { "ltr" }),
        ] {
            assert_eq!(manifest[key], value, "{language}: {key}");
        }
        for picture in image_urls(&manifest) {
            let path = picture["src"].as_str().unwrap().split('?').next().unwrap();
            let file = public.join(path.trim_start_matches('/'));
            assert!(fs::metadata(&file).is_ok_and(|found| found.len() > 0), "{}", file.display());
        }
        let ways = manifest["shortcuts"].as_array().unwrap();
        assert!(ways.len() >= 4);
        for way in ways {
            let path = way["url"].as_str().unwrap().split('#').next().unwrap();
            assert_eq!(status(&http(&host, &format!("GET {path}"), "").await), 200, "{path}");
        }
        descriptions.push(manifest["description"].clone());
        let page = http(&host, &format!("GET /\nAccept-Language: {language}"), "").await;
        assert!(page.contains(&format!("rel=\"manifest\" href=\"/{language}.webmanifest\"")), "{language}");
    }
    assert!(descriptions[0] != descriptions[1] && descriptions[1] != descriptions[2], "{descriptions:?}");
}

#[tokio::test]
async fn a_web_manifest_is_revalidated_by_etag() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let first = http(&host, "GET /de.webmanifest", "").await;
    assert_eq!(
        (header(&first, "cache-control"), header(&first, "set-cookie")),
        (Some("max-age=86400"), None)
    );
    let tag = header(&first, "etag").unwrap();
    let again = http(&host, &format!("GET /de.webmanifest\nIf-None-Match: {tag}"), "").await;
    assert_eq!((status(&again), again.split("\r\n\r\n").nth(1)), (304, Some("")));
    let other = http(&host, &format!("GET /en.webmanifest\nIf-None-Match: {tag}"), "").await;
    assert_eq!(status(&other), 200);
    assert_eq!(status(&http(&host, "GET /ja.webmanifest", "").await), 404);
}

/// Shares these parts as a browser does on behalf of another app: with `Origin: null`.
async fn share(host: &str, parts: &[(&str, &str)]) -> String {
    let part = |(name, content): &(&str, &str)| {
        let file = if *name == "file" { "; filename=\"game.txt\"\r\nContent-Type: text/plain" } else { "" };
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{content}\r\n")
    };
    let body = parts.iter().map(part).collect::<String>() + &format!("--{BOUNDARY}--\r\n");
    share_bytes(host, &body).await
}

async fn share_bytes(host: &str, body: &str) -> String {
    let kind = format!("Content-Type: multipart/form-data; boundary={BOUNDARY}");
    http(host, &format!("POST /share\nOrigin: null\n{kind}"), body).await
}

#[tokio::test]
async fn a_shared_link_or_code_leads_to_its_page() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let link = format!("http://{host}/r/{code}");
    let board = format!("/boards/edit?board={BOARD}");
    for (parts, to) in [
        (vec![("url", &*link)], format!("/r/{code}")),
        (vec![("title", "Duello"), ("text", &format!("Play with me: {link}"))], format!("/r/{code}")),
        (vec![("text", &code.to_string().to_lowercase())], format!("/r/{code}")),
        (vec![("title", &code.to_string()), ("text", "")], format!("/r/{code}")),
        (vec![("text", BOARD)], board.clone()),
        (vec![("file", BOARD)], board),
        (vec![], "/games/import".to_owned()),
        (vec![("text", " \n")], "/games/import".to_owned()),
    ] {
        let answer = share(&host, &parts).await;
        assert_eq!((status(&answer), header(&answer, "location")), (303, Some(&*to)), "{parts:?}");
        assert_eq!(header(&answer, "set-cookie"), None, "{parts:?}");
    }
}

#[tokio::test]
async fn a_shared_game_fills_the_import_form_without_a_cookie() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for name in ["text", "file"] {
        let page = share(&host, &[(name, "1. C-F 2. a")]).await;
        assert_eq!((status(&page), header(&page, "set-cookie")), (200, None), "{name}");
        assert!(
            page.contains("action=\"/games/import\"") && page.contains(">1. C-F 2. a</textarea>"),
            "{name}"
        );
        assert!(page.contains("data-game=") && !page.contains("role=\"alert\""), "{name}");
        assert!(header(&page, "content-security-policy").unwrap().contains("'nonce-"), "{name}");
    }
    // A link within a game file is not followed: the game is what was shared.
    let file = format!("[Game \"Mancala\"]\n[Site \"http://{host}/g/0000000000000000\"]\n\n1. C-F 2. a\n");
    assert!(share(&host, &[("title", "game.txt"), ("file", &file)]).await.contains("data-game="));
}

#[tokio::test]
async fn malformed_shared_text_gets_an_error_and_does_no_harm() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for text in
        ["hello", "</textarea><script>alert(1)</script>", "https://evil.example/r/BQHRKM", "\u{0}{", "{{{"]
    {
        for name in ["text", "file"] {
            let page = share(&host, &[(name, text)]).await;
            assert_eq!(status(&page), 200, "{name}: {text}");
            assert!(page.contains("role=\"alert\"") && !page.contains("<script>alert"), "{name}: {text}");
        }
    }
    for body in [
        "",
        "--",
        "nonsense",
        "------duello\r\n\r\n",
        "------duello\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhalf",
    ] {
        let answer = share_bytes(&host, body).await;
        assert!(matches!(status(&answer), 200 | 303), "{body}: {answer}");
    }
    let plain = http(&host, "POST /share\nContent-Type: application/json", "{}").await;
    assert_eq!((status(&plain), header(&plain, "location")), (303, Some("/games/import")));
    assert_eq!(status(&http(&host, "GET /share", "").await), 303);
}

#[tokio::test]
async fn an_overlong_share_is_read_to_its_end_and_refused_as_too_long() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for length in [1100 * 1024, 2 * 1024 * 1024] {
        let answer = share(&host, &[("file", &"x".repeat(length))]).await;
        let location = header(&answer, "location").unwrap();
        assert_eq!((status(&answer), location), (303, "/games/import?long"), "{length}");
        let page = http(&host, &format!("GET {location}"), "").await;
        assert!(
            page.contains("It can have up to 1048576 characters") && page.contains("></textarea>"),
            "{length}"
        );
    }
    let whole = share(&host, &[("file", &"x".repeat(1024 * 1024))]).await;
    assert!(status(&whole) == 200 && whole.contains("role=\"alert\""));
    // The larger body limit holds for the share target only.
    assert_eq!(status(&http(&host, "POST /api/rename", &"x".repeat(17 * 1024)).await), 413);
}
