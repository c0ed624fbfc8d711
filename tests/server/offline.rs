//! Offline use: the service worker lists the files of this build, and its pages contain nothing private.

use std::path::Path;

use crate::common::*;

/// The build's list of files with hashed paths, as `scripts/compress.mjs` writes it.
const BUILT: &str = r#"{
    "program": "/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/duello.js",
    "wasm": "/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/duello.wasm",
    "loader": "/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/loader.js",
    "parts": {
        "table": ["/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/table.wasm"],
        "puzzles": [
            "/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/table.wasm",
            "/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/puzzles.wasm"
        ],
        "mistakes": [
            "/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/table.wasm",
            "/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/mistakes.wasm"
        ]
    },
    "bundles": {
        "table": { "file": "/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/table.bundle", "chunks": [["table.wasm", 46]] }
    },
    "engine": "/pkg/engine.AAAAAAAAAAAAAAAAAAAAAA/engine.js",
    "engine_wasm": "/pkg/engine.AAAAAAAAAAAAAAAAAAAAAA/engine_bg.wasm",
    "scene": "/pkg/scene.AAAAAAAAAAAAAAAAAAAAAA/scene.js",
    "scene_wasm": "/pkg/scene.AAAAAAAAAAAAAAAAAAAAAA/scene_bg.wasm",
    "styles": { "home": "/pkg/style.AAAAAAAAAAAAAAAAAAAAAA/home.css" },
    "puzzles": "/pkg/puzzles.AAAAAAAAAAAAAAAAAAAAAA",
    "fonts": ["/pkg/style.AAAAAAAAAAAAAAAAAAAAAA/fraunces.woff2"]
}"#;

const FILES: [&str; 27] = [
    "pkg/page.AAAAAAAAAAAAAAAAAAAAAA/duello.js",
    "pkg/page.AAAAAAAAAAAAAAAAAAAAAA/duello.wasm",
    "pkg/page.AAAAAAAAAAAAAAAAAAAAAA/loader.js",
    "pkg/page.AAAAAAAAAAAAAAAAAAAAAA/table.wasm",
    "pkg/engine.AAAAAAAAAAAAAAAAAAAAAA/engine.js",
    "pkg/engine.AAAAAAAAAAAAAAAAAAAAAA/engine_bg.wasm",
    "pkg/style.AAAAAAAAAAAAAAAAAAAAAA/home.css",
    "pkg/style.AAAAAAAAAAAAAAAAAAAAAA/fraunces.woff2",
    "engine-worker.js",
    "stage.js",
    "sound.js",
    "camera.js",
    "scene.js",
    "scene-look.js",
    "scene-table.js",
    "scene-film.js",
    "record-film.js",
    "notify.js",
    "share.js",
    "app.js",
    "local-archive.js",
    "device-rows.js",
    "find.js",
    "installed.js",
    "favicon.svg",
    "favicon-turn.svg",
    "sw.js",
];

/// What the pages of puzzles and of mistakes alone need.
const KEPT_LATER: [&str; 4] = [
    "pkg/page.AAAAAAAAAAAAAAAAAAAAAA/mistakes.wasm",
    "pkg/page.AAAAAAAAAAAAAAAAAAAAAA/puzzles.wasm",
    "pkg/puzzles.AAAAAAAAAAAAAAAAAAAAAA/mancala.txt",
    "pkg/puzzles.AAAAAAAAAAAAAAAAAAAAAA/mapello.txt",
];

/// What is kept once somebody has looked at the board in three dimensions.
const KEPT_WHEN_CHOSEN: [&str; 2] =
    ["pkg/scene.AAAAAAAAAAAAAAAAAAAAAA/scene.js", "pkg/scene.AAAAAAAAAAAAAAAAAAAAAA/scene_bg.wasm"];

/// A site with every file of the page; each contains its own name.
fn site() -> tempfile::TempDir {
    let site = tempfile::tempdir().unwrap();
    let put = |name: &str| std::fs::write(site.path().join(name), name).unwrap();
    let folders = ["page", "engine", "scene", "style", "puzzles"]
        .map(|kind| format!("pkg/{kind}.AAAAAAAAAAAAAAAAAAAAAA"));
    for folder in folders.iter().map(String::as_str).chain(["words"]) {
        std::fs::create_dir_all(site.path().join(folder)).unwrap();
    }
    std::fs::write(site.path().join("build.json"), BUILT).unwrap();
    FILES.into_iter().chain(KEPT_LATER).chain(KEPT_WHEN_CHOSEN).for_each(put);
    ["en", "de", "pt", "es", "fr", "ar"].iter().for_each(|tag| put(&format!("words/{tag}.txt")));
    site
}

async fn serve(site: &Path) -> Server {
    Server::start(&["--site", site.to_str().unwrap()]).await
}

/// The file list that a worker gets.
async fn file_list(host: &str, tag: &str) -> serde_json::Value {
    let answer = http(host, &format!("GET /sw.js{tag}"), "").await;
    assert_eq!(status(&answer), 200, "{answer}");
    assert!(header(&answer, "content-type").unwrap().starts_with("text/javascript"));
    assert_eq!(header(&answer, "cache-control"), Some("no-cache"));
    assert_eq!(header(&answer, "set-cookie"), None);
    let line = answer.split("const OFFLINE_CACHE = ").nth(1).unwrap().split(";\n").next().unwrap();
    assert!(answer.ends_with("sw.js"), "then comes the script itself");
    serde_json::from_str(line).unwrap()
}

#[tokio::test]
async fn the_service_worker_lists_every_file_and_changes_with_each() {
    let site = site();
    let server = serve(site.path()).await;
    let english = file_list(&server.host(), "").await;
    let german = file_list(&server.host(), "?de").await;
    assert_eq!(german["tag"], "de");
    assert_eq!(english["build"], german["build"]);
    let files = german["files"].as_object().unwrap();
    let begin = |name: &str| files.keys().filter(|url| url.starts_with(&format!("/{name}"))).count();
    for name in FILES.into_iter().filter(|name| *name != "sw.js") {
        assert_eq!(begin(name), 1, "{name} in {files:?}");
    }
    assert_eq!((begin("words/de.txt?"), begin("words/en.txt")), (1, 0));
    assert!(
        files.keys().all(|url| !url.ends_with(".bundle")),
        "chunks are kept, and no file that is made of them"
    );
    let chosen = german["chosen"].as_object().unwrap();
    for name in KEPT_WHEN_CHOSEN {
        assert!(chosen.contains_key(&format!("/{name}")) && begin(name) == 0, "{name} in {chosen:?}");
    }
    // The expected hash: printf 'stage.js' | openssl dgst -sha256 -binary | base64
    let stage = files.iter().find(|(url, _)| url.starts_with("/stage.js")).unwrap().1;
    assert_eq!(stage, "sha256-ZtIgb6GLg3oeoXzDS3DNVjRXmJwTVyR7F3jcawWrDs8=");
    for (file, query) in files.keys().filter_map(|url| url.split_once('?')) {
        let named = query.len() == 16 && query.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(
            named || file == "/engine-worker.js" && query == "/pkg/engine.AAAAAAAAAAAAAAAAAAAAAA/engine.js",
            "{file}?{query}"
        );
    }

    let again = serve(site.path()).await;
    assert_eq!(
        file_list(&again.host(), "").await["build"],
        english["build"],
        "another node with the same build"
    );
    std::fs::write(site.path().join("camera.js"), "another").unwrap();
    let other = serve(site.path()).await;
    let changed = file_list(&other.host(), "").await;
    assert_ne!(changed["build"], english["build"]);
    let page = format!("GET /offline/en/local?{}", english["build"].as_str().unwrap());
    assert_eq!(status(&http(&other.host(), &page, "").await), 409, "a page of another build");

    std::fs::remove_file(site.path().join("words/pt.txt")).unwrap();
    let broken = serve(site.path()).await;
    assert_eq!(status(&http(&broken.host(), "GET /sw.js", "").await), 404, "a build that is not whole");
}

#[tokio::test]
async fn what_some_pages_alone_need_is_cached_with_these_pages_only() {
    let site = site();
    let server = serve(site.path()).await;
    let list = file_list(&server.host(), "").await;
    let all = list["files"].as_object().unwrap();
    let [puzzles, mistakes] =
        ["puzzles", "mistakes"].map(|part| format!("/pkg/page.AAAAAAAAAAAAAAAAAAAAAA/{part}.wasm"));
    let [mancala, mapello] =
        ["mancala", "mapello"].map(|game| format!("/pkg/puzzles.AAAAAAAAAAAAAAAAAAAAAA/{game}.txt"));
    for (path, expected) in [
        ("/puzzles/mancala", vec![&puzzles, &mancala]),
        ("/puzzles/mapello", vec![&puzzles, &mapello]),
        ("/mistakes", vec![&mistakes]),
    ] {
        assert!(list["pages"].as_array().unwrap().iter().all(|page| page != path));
        let mut own: Vec<&str> =
            list["later"][path].as_object().unwrap().keys().map(String::as_str).collect();
        own.sort_unstable();
        assert_eq!(own, expected);
        assert!(own.iter().all(|file| !all.contains_key(*file)));
        let page = format!("GET /offline/en{path}?{}", list["build"].as_str().unwrap());
        assert_eq!(status(&http(&server.host(), &page, "").await), 200);
    }

    std::fs::write(site.path().join(KEPT_LATER[3]), "another").unwrap();
    let other = serve(site.path()).await;
    assert_ne!(file_list(&other.host(), "").await["build"], list["build"]);
}

#[tokio::test]
async fn pages_cached_by_the_service_worker_are_anonymous() {
    let site = site();
    let server = serve(site.path()).await;
    let host = server.host();
    let cookie = format!("Cookie: duello_guest={}; duello_language=pt", cookie(1));
    let named = http(
        &host,
        &format!("POST /api/rename\n{cookie}\nContent-Type: application/x-www-form-urlencoded"),
        "name=Zebulonia",
    )
    .await;
    assert!(status(&named) < 400);
    assert!(http(&host, &format!("GET /\n{cookie}"), "").await.contains("Zebulonia"));
    let list = file_list(&host, "?de").await;
    let build = list["build"].as_str().unwrap();
    let pages = list["pages"].as_array().unwrap();
    assert!(pages.len() > 10);
    for page in pages.iter().map(|page| page.as_str().unwrap()) {
        let answer = http(&host, &format!("GET /offline/de{page}?{build}\n{cookie}"), "").await;
        assert_eq!(status(&answer), 200, "{page}");
        assert_eq!(header(&answer, "set-cookie"), None, "{page}");
        assert_eq!(header(&answer, "cache-control"), Some("no-store"), "{page}");
        assert_eq!(header(&answer, "x-robots-tag"), Some("noindex"), "{page}");
        assert!(
            header(&answer, "content-security-policy").unwrap().contains(&format!("ws://{host}")),
            "{page}"
        );
        assert!(!answer.contains("Zebulonia") && answer.contains("lang=\"de\""), "{page}");
        // As rendered at its own URL, under which the program runs it.
        let own = http(&host, &format!("GET {page}"), "").await;
        let scripts = |text: &str| text.matches("modulepreload").count();
        assert_eq!(scripts(&answer), scripts(&own), "{page}");
    }
    for nothing in [
        "/offline/de/me",
        "/offline/de/r/AAAAAA",
        "/offline/nl/local",
        "/offline/de/offline/de/local",
        "/offline/de//",
    ] {
        assert_eq!(status(&http(&host, &format!("GET {nothing}?{build}"), "").await), 404, "{nothing}");
    }
    let answer = http(&host, "GET /offline", "").await;
    assert_eq!(status(&answer), 200, "the page that stands in for others");
}
