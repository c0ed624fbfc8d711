//! The built files that a page asks for. The build leaves the list of them in the site (`build.json`, written by
//! `scripts/compress.mjs`); the server reads it when it starts and puts it into the context of each page.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Addresses of the built files.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuiltFiles {
    /// The script that starts the page's program.
    pub program: String,
    /// The page's program: what all kinds of pages share of it.
    pub wasm: String,
    /// What each part of it consists of, by the part's name (`parts::parts_of`).
    pub parts: BTreeMap<String, Vec<String>>,
    /// The chunks of all parts that a kind of page needs, in one file, by the names of the parts with `-` between them.
    pub bundles: BTreeMap<String, Bundle>,
    /// The script that fetches parts.
    pub loader: Option<String>,
    /// The script that starts the engine, in a worker.
    pub engine: String,
    /// The engine.
    pub engine_wasm: String,
    /// The style sheets, by the name that a page knows its own by (`Page::style`).
    pub styles: BTreeMap<String, String>,
}

/// Chunks of the program in one file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// Its address.
    pub file: String,
    /// The chunks in their order: the name of each, which lies beside the program, and its length in bytes.
    pub chunks: Vec<(String, u32)>,
}

impl Default for BuiltFiles {
    /// Under their own names, as `cargo leptos watch` leaves them.
    fn default() -> Self {
        let built = |name: &str| format!("/pkg/{name}");
        Self {
            program: built("duello.js"),
            wasm: built("duello.wasm"),
            parts: BTreeMap::new(),
            bundles: BTreeMap::new(),
            loader: None,
            engine: built("engine.js"),
            engine_wasm: built("engine_bg.wasm"),
            styles: BTreeMap::new(),
        }
    }
}

impl BuiltFiles {
    /// The style sheet of this name. Where nothing was built, developers have it as it is written.
    pub fn style(&self, name: &str) -> String {
        self.styles.get(name).cloned().unwrap_or_else(|| format!("/style/pages/{name}.css"))
    }

    /// The address of the worker in which the engine runs: it is told there which program to start.
    pub fn engine_worker(&self) -> String {
        format!("/engine-worker.js?{}", self.engine)
    }

    /// All of them, each once: but for the bundles, which are made of the others.
    pub fn all(&self) -> Vec<&str> {
        let parts = self.parts.values().flatten().map(String::as_str);
        let single = [&self.program, &self.wasm, &self.engine, &self.engine_wasm];
        let single = single.into_iter().chain(&self.loader).chain(self.styles.values()).map(String::as_str);
        let mut all: Vec<&str> = single.chain(parts).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
