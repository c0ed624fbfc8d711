// Proves that modules depend on each other in one direction only (docs/ARCHITECTURE.md): an import may point down the list of
// layers, never up. Reads `use` declarations and paths from the source, tests left out; `make split` runs it.
import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";

/**
 * Trees of modules, each with its layers, the lowest first. `shared` are the items of the root that every layer may name; a layer
 * in `upTo` names only what is up to that one; `moved` are modules that belong to another layer than their folder does.
 * `noCircles`: nor do its files name one another in circles, whatever their layers.
 */
const TREES = [
  {
    root: "server",
    layers: [
      "hex", "time", "profanity", "identity", "config", "error", "database", "metrics", "store", "presence", "http", "cluster", "moderation", "auth", "push", "play",
      "profile", "players", "seat_transfer", "bots", "tournaments", "lobby", "kgp", "api", "pages", "admin", "operator", "router", "running", "shutdown", "sub_states",
    ],
    // The state that handlers are given.
    shared: ["AppState"],
  },
  {
    root: "app::game",
    layers: [
      "timing", "animation", "saved_games", "view", "status", "players", "shortcut_help", "shortcuts", "board", "replay", "match_of_two", "series", "share", "panel", "prompts",
      "controls", "outcome", "result", "review", "text_command", "extras", "notices", "connection", "pass_and_play", "practice_table", "lesson_table", "drivers",
    ],
    // How long a move of a board lasts is known from its trace alone, and whoever waits for a move asks for it.
    moved: [{ path: /^board::\w+::timing(::|$)/, layer: "timing" }],
    // A page chooses the driver: nothing else in the game names one, and a driver names nothing that draws.
    upTo: { drivers: "view" },
    noCircles: true,
  },
];
/** What the server may name of the app: its functions for the page, the document, texts, and the table of pages. */
const OF_THE_APP = ["api", "files", "shell", "text", "Address", "AssetVersion", "Cost", "Developer", "GameAddress", "NoVisitor", "Opponent", "PAGES", "Page", "PageSpec", "WaitsForOpponent", "find_path", "local_path"];
/** Modules of the server that render pages or parts of pages. */
const RENDERS_PAGES = ["server::pages", "server::lobby::fragments", "server::tournaments::rendered"];
/** Modules that draw a board or say how it moves, and so know of the crate `scene` how its stones lie. */
const DRAWS_BOARDS = ["app::game::animation::timeline", "app::game::board", "server::play::archive::picture"];
/**
 * The files of a table that name one game, each for a fact that is not its board's: rules of planned moves and of the pie rule, notation,
 * sentences, stored games, and addresses. All others know the games by `board::of`, so that another game's board is one folder.
 */
const NAMES_A_GAME = [
  "board", "timing", "drivers::local", "extras", "panel::moves", "prompts", "result", "saved_games::offered", "saved_games::slot", "saved_games::summary", "share", "status",
  "text_command", "view::premove",
];
const A_GAME = /\b(as_mancala|as_mapello|(rules|text)::(mancala|mapello))\b|::(Mancala|Mapello)\b/;
/** Whether a module is one of these, or inside of one. */
const within = (module, places) => places.some((place) => module === place || module.startsWith(`${place}::`));

const files = execFileSync("git", ["ls-files", "src/*.rs"], { encoding: "utf8" }).trim().split("\n");
const modules = new Map(files.filter((file) => !/src\/(lib|main)\.rs$/.test(file)).map((file) => [file.slice(4, -3).replaceAll("/", "::"), file]));
const faults = [];

/** The source without comments and test modules. */
const code = (file) => readFileSync(file, "utf8").replace(/\/\/.*/g, "").replace(/#\[cfg\(test\)\]\s*mod \w+ \{[^]*/, "").replace(/pub\(in [^)]*\)/g, "pub");

/** The paths of a `use` tree, each as a list of names. */
function leaves(tree, prefix = []) {
  const open = tree.indexOf("{");
  const names = (path) => path.replace(/\s+as\s+\w+/, "").split("::").map((name) => name.trim()).filter(Boolean);
  if (open < 0) return [[...prefix, ...names(tree)]];
  const found = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < tree.length; at += 1) {
    if (tree[at] === "{") depth += 1;
    const ends = depth === 1 && (tree[at] === "," || tree[at] === "}");
    if (ends && tree.slice(from, at).trim()) found.push(...leaves(tree.slice(from, at), [...prefix, ...names(tree.slice(0, open))]));
    if (ends) from = at + 1;
    if (tree[at] === "}") depth -= 1;
  }
  return found;
}

/** What a module names in this crate, as paths from the crate's root. */
function imports(module, file) {
  const source = code(file);
  const here = module.split("::");
  const paths = [...source.matchAll(/\buse\s+([^;]+);/g)].flatMap(([, tree]) => leaves(tree));
  const rest = source.replace(/\buse\s+[^;]+;/g, "");
  for (const [, path] of rest.matchAll(/(?<![\w:])((?:crate|super|self|[a-z_]\w*)(?:::\w+)+)/g)) paths.push(path.split("::"));
  return paths.flatMap((path) => {
    if (path[0] === "crate") return [path.slice(1)];
    if (path[0] === "self") return [[...here, ...path.slice(1)]];
    if (path[0] !== "super") return modules.has(`${module}::${path[0]}`) ? [[...here, ...path]] : [];
    const ups = path.findIndex((name) => name !== "super");
    return ups < 0 ? [] : [[...here.slice(0, here.length - ups), ...path.slice(ups)]];
  });
}

/** Checks that the modules of a tree name only what is below them. The root itself is above all of its layers. */
function checkLayers({ root, layers, moved = [], shared = [], upTo = {} }) {
  const layerOf = (path) => {
    const below = path.startsWith(`${root}::`) ? path.slice(root.length + 2) : undefined;
    return moved.find(({ path }) => path.test(below))?.layer ?? below?.split("::")[0];
  };
  const inTree = [...modules].filter(([module, file]) => layerOf(module) !== undefined && !file.endsWith("/tests.rs"));
  for (const layer of layers) {
    if (!inTree.some(([module]) => layerOf(module) === layer)) faults.push(`scripts/borders.mjs: ${root} has no module ${layer}`);
  }
  for (const [module, file] of inTree) {
    const layer = layerOf(module);
    if (!layers.includes(layer)) faults.push(`${file}: ${layer} is in no layer of scripts/borders.mjs`);
    const below = layers.slice(0, layers.indexOf(upTo[layer] ?? layer) + 1);
    for (const path of imports(module, file)) {
      const named = layerOf(path.join("::"));
      if (named === undefined || named === layer || below.includes(named) || shared.includes(named)) continue;
      faults.push(`${file}: ${layer} may not name ${root}::${named}, which is not below it`);
    }
  }
}

/** Finds circles of files below a root: a file may name another one only if that one does not lead back to it. */
function checkCircles(root) {
  const names = new Map();
  for (const [module, file] of modules) {
    if (!`${module}::`.startsWith(`${root}::`) || file.endsWith("/tests.rs")) continue;
    const targets = imports(module, file).map((path) => {
      const lengths = path.map((_, at) => path.length - at);
      return lengths.map((length) => path.slice(0, length).join("::")).find((name) => modules.has(name));
    });
    names.set(module, new Set(targets.filter((name) => name !== module)));
  }
  const done = new Set();
  const follow = (module, way) => {
    if (way.includes(module)) {
      const circle = [...way.slice(way.indexOf(module)), module];
      faults.push(`files in a circle: ${circle.map((name) => name.slice(root.length + 2) || root).join(" → ")}`);
    } else if (!done.has(module)) {
      names.get(module)?.forEach((next) => follow(next, [...way, module]));
      done.add(module);
    }
  };
  [...names.keys()].forEach((module) => follow(module, []));
}

TREES.forEach(checkLayers);
TREES.filter(({ noCircles }) => noCircles).forEach(({ root }) => checkCircles(root));

for (const [module, file] of modules) {
  const [root, layer] = module.split("::");
  if (file.endsWith("/tests.rs")) continue;
  const atTable = module.startsWith("app::game::") ? module.slice("app::game::".length) : undefined;
  if (atTable && !/^board::(?!(input|views)$)/.test(atTable) && NAMES_A_GAME.includes(atTable) !== A_GAME.test(code(file))) {
    faults.push(`${file}: ${NAMES_A_GAME.includes(atTable) ? "names no game any more (scripts/borders.mjs)" : "names one game, which is for its board"}`);
  }
  if (/(?<![\w:])scene::/.test(code(file)) && !within(module, DRAWS_BOARDS)) faults.push(`${file}: only what draws a board names the crate scene`);
  for (const [first, second] of imports(module, file)) {
    const mayRender = second === "pages" && within(module, RENDERS_PAGES);
    if (root === "model" && first !== "model") faults.push(`${file}: the model names crate::${first}`);
    if (root === "server" && first === "app" && !OF_THE_APP.includes(second) && !mayRender) faults.push(`${file}: the server does not name app::${second}`);
    if ((root === "client" && first === "server") || (root === "app" && first === "server" && layer !== "api")) faults.push(`${file}: only app::api calls the server`);
    if (root === "app" && layer === "game" && first === "app" && second === "pages") faults.push(`${file}: a game names no page`);
  }
}

if (faults.length > 0) {
  console.error(`borders:\n${[...new Set(faults)].join("\n")}`);
  process.exit(1);
}
const trees = TREES.map(({ root, layers }) => `the ${layers.length} layers of ${root}`).join(" and ");
console.log(`borders: ${modules.size} modules; ${trees} name only what is below them, the files of a game not in circles`);
