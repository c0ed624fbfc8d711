//! The list of built files that pages load. The build writes it into the site (`build.json`, by
//! `scripts/compress.mjs`); the server reads it when it starts and provides it as context of each page.

use std::collections::BTreeMap;

use rules::Game;
use serde::Deserialize;

use super::Page;

/// The names of the parts of the program of pages that are kept once they were opened.
const KEPT_LATER: [&str; 2] = ["puzzles", "mistakes"];

/// The addresses of the built files.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuiltFiles {
    /// The script that starts the page's program.
    pub program: String,
    /// The page's program (WebAssembly): the shared part.
    pub wasm: String,
    /// The chunks of each lazily loaded part, by the part's name (`parts::parts_of`).
    pub parts: BTreeMap<String, Vec<String>>,
    /// Bundles: the chunks of all parts that a kind of page needs in one file, by the names of the parts
    /// joined by `-`.
    pub bundles: BTreeMap<String, Bundle>,
    /// The script that loads parts.
    pub loader: Option<String>,
    /// The script that starts the engine, in a web worker.
    pub engine: String,
    /// The engine's WebAssembly.
    pub engine_wasm: String,
    /// The script that starts the program that draws the board in three dimensions.
    pub scene: String,
    /// That program's WebAssembly.
    pub scene_wasm: String,
    /// The style sheets, by the name a page has for its own (`Page::style`).
    pub styles: BTreeMap<String, String>,
    /// The folder with the puzzles of each game.
    #[serde(default)]
    pub puzzles: Option<String>,
    /// The fonts that the style sheets name.
    pub fonts: Vec<String>,
}

/// Chunks of the program bundled into one file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// Its address.
    pub file: String,
    /// The chunks in order: the name of each, which is also a file beside the program, and its length in
    /// bytes.
    pub chunks: Vec<(String, u32)>,
}

impl Default for BuiltFiles {
    /// The original names, as `cargo leptos watch` leaves them.
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
            scene: built("scene.js"),
            scene_wasm: built("scene_bg.wasm"),
            styles: BTreeMap::new(),
            puzzles: None,
            fonts: Vec::new(),
        }
    }
}

impl BuiltFiles {
    /// The address of this style sheet. In a development build it is the source file.
    pub fn style(&self, name: &str) -> String {
        self.styles.get(name).cloned().unwrap_or_else(|| format!("/style/pages/{name}.css"))
    }

    /// The address of the puzzles of a game.
    pub fn puzzles(&self, game: Game) -> String {
        format!("{}/{}.txt", self.puzzles.as_deref().unwrap_or("/puzzles"), game.word())
    }

    /// The address of the engine's web worker, which names the program to start.
    pub fn engine_worker(&self) -> String {
        format!("/engine-worker.js?{}", self.engine)
    }

    /// The files of the board in three dimensions, which are kept once somebody has chosen it.
    pub fn kept_when_chosen(&self) -> [&str; 2] {
        [&self.scene, &self.scene_wasm]
    }

    /// The files that every page may need, each once, without the bundles, which are made of others. What only the
    /// pages need that are kept once they were opened is not among them ([`Self::kept_with`]).
    pub fn all(&self) -> Vec<&str> {
        let parts = self.common_parts();
        let single = [&self.program, &self.wasm, &self.engine, &self.engine_wasm];
        let single = single
            .into_iter()
            .chain(&self.loader)
            .chain(self.styles.values())
            .chain(&self.fonts)
            .map(String::as_str);
        let mut all: Vec<&str> = single.chain(parts).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The chunks of all parts but those that are kept later.
    fn common_parts(&self) -> impl Iterator<Item = &str> {
        let parts = self.parts.iter().filter(|(name, _)| !KEPT_LATER.contains(&name.as_str()));
        parts.flat_map(|(_, chunks)| chunks).map(String::as_str)
    }

    /// The files that only such a page needs: its part of the program, and the puzzles of its game.
    pub fn kept_with(&self, page: &Page) -> Vec<String> {
        let (part, puzzles) = match page {
            Page::Puzzles(game) => ("puzzles", Some(self.puzzles(*game))),
            Page::Mistakes => ("mistakes", None),
            _ => return Vec::new(),
        };
        let chunks = self.parts.get(part).into_iter().flatten();
        let own = chunks.filter(|chunk| self.common_parts().all(|common| common != *chunk));
        own.cloned().chain(puzzles).collect()
    }
}
