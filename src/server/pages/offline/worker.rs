//! File list of the service worker: the URLs of this build's files with their hashes, as this build's pages
//! request them.

use std::path::Path;

use anyhow::Context;
use axum::body::to_bytes;
use axum::http::Request;
use axum::http::header::CONTENT_SECURITY_POLICY;
use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256};

use super::{AppState, cached_paths, paths_cached_later, render_for_cache};
use crate::app::Page;
use crate::app::text::language::Language;
use crate::app::text::words;
use crate::server::hex::hex;
use crate::server::http::assets;

/// The largest page that is hashed, in bytes.
const MAX_PAGE_SIZE: usize = 1 << 20;
/// Bytes of the hash that names a build.
const BUILD_BYTES: usize = 8;

/// The offline cache of a build: its files.
#[derive(Debug)]
pub struct OfflineBuild {
    /// Hash over every file and every rendered page.
    build: String,
    /// Files of all languages: URL and content hash.
    files: Vec<(String, String)>,
    /// Files that are cached once a page has loaded them: URL and content hash.
    chosen: Vec<(String, String)>,
    /// What is cached once its page was opened: the page's path, and its files.
    later: Vec<(&'static str, Vec<(String, String)>)>,
    /// The message file of each language.
    words: Vec<(Language, (String, String))>,
    /// Source of `public/sw.js`.
    script: String,
}

/// Collects the build's files: the bundles, what pages load beside them, and the messages.
///
/// # Errors
/// A file is missing; then offline use is not offered.
pub async fn collect_files(app: &AppState) -> anyhow::Result<OfflineBuild> {
    let static_files = assets::STATIC_FILES.iter().map(|path| format!("{path}?{}", app.edition));
    let built = app.files.all().into_iter().map(str::to_owned);
    let urls: Vec<String> = built.chain([app.files.engine_worker()]).chain(static_files).collect();
    let site = Path::new(&*app.leptos.site_root);
    let mut files = Vec::new();
    for url in urls {
        files.push(hash_file(site, url).await?);
    }
    let mut chosen = Vec::new();
    for url in app.files.kept_when_chosen() {
        chosen.push(hash_file(site, url.to_owned()).await?);
    }
    let mut of_language = Vec::new();
    for language in Language::ALL {
        let url = format!("/words/{}.txt?{}", language.tag(), words::VERSION);
        of_language.push((language, hash_file(site, url).await?));
    }
    let mut later = Vec::new();
    for path in paths_cached_later() {
        let mut own = Vec::new();
        for url in app.files.kept_with(&Page::at(path)) {
            own.push(hash_file(site, url).await?);
        }
        later.push((path, own));
    }
    let script = tokio::fs::read_to_string(site.join("sw.js")).await.context("sw.js")?;
    let mut all = Sha256::new().chain_update(&script);
    // Rendered pages contain text that is in no file but the server's binary.
    for language in Language::ALL {
        for path in cached_paths().chain(paths_cached_later()) {
            all.update(rendered_page(app, path, language).await?);
        }
    }
    let of_later = later.iter().flat_map(|(_, own)| own);
    for (url, hash) in
        files.iter().chain(&chosen).chain(of_later).chain(of_language.iter().map(|(_, file)| file))
    {
        all.update(url);
        all.update(hash);
    }
    let build = hex(&all.finalize()[..BUILD_BYTES]);
    Ok(OfflineBuild { build, files, chosen, later, words: of_language, script })
}

/// A rendered page without its nonce, which differs each time.
async fn rendered_page(app: &AppState, path: &'static str, language: Language) -> anyhow::Result<String> {
    let head = Request::new(()).into_parts().0;
    let response = render_for_cache(app.clone(), path, language, head).await;
    let policy = response.headers().get(CONTENT_SECURITY_POLICY).and_then(|policy| policy.to_str().ok());
    let nonce =
        policy.and_then(|policy| policy.split("'nonce-").nth(1)?.split('\'').next()).map(str::to_owned);
    let body = to_bytes(response.into_body(), MAX_PAGE_SIZE)
        .await
        .with_context(|| format!("{path} could not be drawn"))?;
    let text = String::from_utf8(body.to_vec())?;
    Ok(nonce.map(|nonce| text.replace(&nonce, "")).unwrap_or(text))
}

impl OfflineBuild {
    /// The id of the build, a hash.
    pub fn id(&self) -> &str {
        &self.build
    }

    /// The worker script for this build in a language.
    pub fn script(&self, language: Language) -> String {
        let words = self.words.iter().filter(|(of, _)| *of == language).map(|(_, file)| file);
        let files: serde_json::Map<String, serde_json::Value> =
            self.files.iter().chain(words).map(|(url, hash)| (url.clone(), hash.as_str().into())).collect();
        let pages: Vec<_> = cached_paths().collect();
        let map = |files: &[(String, String)]| -> serde_json::Map<String, serde_json::Value> {
            files.iter().map(|(url, hash)| (url.clone(), hash.as_str().into())).collect()
        };
        let later: serde_json::Map<String, serde_json::Value> =
            self.later.iter().map(|(path, own)| ((*path).to_owned(), map(own).into())).collect();
        let constants = serde_json::json!({
            "build": self.build, "tag": language.tag(), "pages": pages, "files": files, "later": later,
            "chosen": map(&self.chosen),
        });
        format!("const OFFLINE_CACHE = {constants};\n{}", self.script)
    }
}

/// A file's URL and its hash in the form of subresource integrity.
async fn hash_file(site: &Path, url: String) -> anyhow::Result<(String, String)> {
    let path = url.split('?').next().unwrap_or(&url).trim_start_matches('/');
    let content = tokio::fs::read(site.join(path)).await.with_context(|| path.to_owned())?;
    let hash = format!("sha256-{}", Base64::encode_string(&Sha256::digest(content)));
    Ok((url, hash))
}
