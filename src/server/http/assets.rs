//! Static files of the built page: precompressed by the build, and cached immutably if their URL changes with
//! their content. The assets beside the program (scripts, icons) share one version in their query: the
//! edition.

use std::fs;
use std::path::{Path, PathBuf};

use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, VARY};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use crate::app::files::BuiltFiles;
use crate::app::text::words::VERSION;
use crate::server::error::StartError;
use crate::server::hex::hex;

/// Length of the base64url hash that `scripts/compress.mjs` puts into folder names.
const HASH_LETTERS: usize = 22;
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// The web worker of the engine; pages request it with the hashed path of the engine's program as its query.
pub const ENGINE_WORKER: &str = "/engine-worker.js";
/// The list of the built files, which the build leaves in the site.
const BUILD_LIST: &str = "build.json";
/// The static files that pages request with the edition as their query.
pub const STATIC_FILES: [&str; 17] = [
    "/stage.js",
    "/sound.js",
    "/camera.js",
    "/scene.js",
    "/scene-look.js",
    "/scene-table.js",
    "/scene-film.js",
    "/record-film.js",
    "/notify.js",
    "/share.js",
    "/find.js",
    "/app.js",
    "/installed.js",
    "/local-archive.js",
    "/device-rows.js",
    "/favicon.svg",
    "/favicon-turn.svg",
];
/// Content-Security-Policy of the engine's worker: it may load the engine's program and nothing else.
const ENGINE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");

/// Reads the list of built files that the build leaves in the site; without one (as in development), files go
/// by their plain names.
///
/// # Errors
/// The list cannot be read by this server: the site belongs to another build.
pub fn built_files(site: &Path) -> Result<BuiltFiles, StartError> {
    if std::env::var_os("LEPTOS_WATCH").is_some() {
        return Ok(BuiltFiles::default());
    }
    let path = site.join(BUILD_LIST);
    match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).map_err(|source| StartError::Site { path, source }),
        Err(_) => Ok(BuiltFiles::default()),
    }
}

/// The version that pages add as `?…` to the URLs of the files beside their program: a hash over all of them,
/// so it changes when one changes. The program's own hash would not do, as it stays when only a script
/// changes. Empty under `cargo leptos watch`, because files change under a running server.
pub fn edition(site: &Path) -> String {
    if std::env::var_os("LEPTOS_WATCH").is_some() {
        return String::new();
    }
    let found = fs::read_dir(site).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_compressed_copy =
        |path: &Path| path.extension().is_some_and(|ending| ending == "br" || ending == "gz");
    let mut files: Vec<PathBuf> = found.filter(|path| path.is_file() && !is_compressed_copy(path)).collect();
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let content = fs::read(&file).unwrap_or_default();
        hash.update(file.file_name().unwrap_or_default().as_encoded_bytes());
        hash.update(content.len().to_be_bytes());
        hash.update(content);
    }
    hex(&hash.finalize()[..8])
}

/// Serves a static file; `None` if there is none, or the request is not for a file.
pub async fn serve_file(site: &Path, edition: &str, head: &Parts) -> Option<Response> {
    if !matches!(head.method, Method::GET | Method::HEAD) {
        return None;
    }
    let copy = Request::from_parts(head.clone(), axum::body::Body::empty());
    let files = ServeDir::new(site).append_index_html_on_directories(false);
    let Ok(found) = files.precompressed_br().precompressed_gzip().oneshot(copy).await;
    let mut response = found.into_response();
    if response.status() == StatusCode::NOT_FOUND {
        return None;
    }
    let is_found =
        matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED | StatusCode::PARTIAL_CONTENT);
    let path = head.uri.path();
    let is_version = |query: &str| {
        !query.is_empty() && (query == VERSION || query == edition)
            || path == ENGINE_WORKER && is_hashed(query)
    };
    let is_versioned = is_hashed(path) || head.uri.query().is_some_and(is_version);
    let cache = if is_found && is_versioned { IMMUTABLE } else { REVALIDATE };
    if path == ENGINE_WORKER {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, ENGINE_POLICY);
    }
    response.headers_mut().insert(CACHE_CONTROL, cache);
    response.headers_mut().insert(VARY, HeaderValue::from(ACCEPT_ENCODING));
    Some(response)
}

/// Whether a path names a built file in a folder with a content hash: `/pkg/page.Ab3dE9xY…/duello.wasm`.
fn is_hashed(path: &str) -> bool {
    let folder = path.strip_prefix("/pkg/").and_then(|rest| rest.split_once('/'));
    let hash = folder.and_then(|(folder, _)| folder.split_once('.')).map(|(_, hash)| hash);
    hash.is_some_and(|hash| {
        hash.len() == HASH_LETTERS
            && hash.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    })
}

#[cfg(test)]
mod tests {
    use super::{edition, is_hashed};

    #[test]
    fn the_edition_changes_exactly_if_an_asset_changes() {
        let site = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            std::fs::write(site.path().join(name), text).unwrap();
            edition(site.path())
        };
        let mut seen = vec![edition(site.path()), write("a.js", "b"), write("a.js", "c"), write("ab.js", "")];
        for (name, same) in [("a.js.br", "brotli"), ("a.js.gz", "gzip"), ("ab.js", "")] {
            assert_eq!(Some(&write(name, same)), seen.last(), "{name}");
        }
        seen.push(write("icon.svg", "<svg/>"));
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), count);
        assert!(seen.iter().all(|name| name.len() == 16));
    }

    #[test]
    fn only_file_names_with_a_hash_are_cached_forever() {
        assert!(is_hashed("/pkg/page.Jk2-dE9xY_abcdEFGH1234/duello.wasm"));
        for path in [
            "/pkg/duello.wasm",
            "/pkg/page/duello.js",
            "/pkg/page.Jk2-dE9xY_abcdEFGH123/duello.js",
            "/favicon.svg",
            "/x/page.Jk2-dE9xY_abcdEFGH1234/duello.js",
        ] {
            assert!(!is_hashed(path), "{path}");
        }
    }
}
