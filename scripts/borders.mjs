// Proves that modules depend on each other in one direction only (docs/ARCHITECTURE.md): an import may point down the list of
// layers, never up. Reads `use` declarations and paths from the source, tests left out; `make split` runs it.
import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";

/** The layers of src/server, the lowest first. */
const SERVER = [
  "time", "profanity", "identity", "config", "error", "database", "metrics", "store", "http", "cluster", "auth", "push", "play",
  "profile", "seat_transfer", "lobby", "api", "pages", "admin", "router", "shutdown",
];
/** What every layer of the server may name: the state that handlers are given. */
const SHARED = ["AppState"];
/** What the server may name of the app: its functions for the page, the document, texts, and the table of pages. */
const OF_THE_APP = ["api", "files", "shell", "text", "Address", "AssetVersion", "Developer", "GameAddress", "NoVisitor", "Opponent", "PAGES", "Page", "WaitsForOpponent", "find_path", "local_path"];
/** Modules of the server that render pages or parts of pages. */
const RENDERS_PAGES = ["server::pages", "server::lobby::fragments"];
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

for (const [module, file] of modules) {
  const [root, layer] = module.split("::");
  if (file.endsWith("/tests.rs")) continue;
  for (const [first, second] of imports(module, file)) {
    if (root === "server" && layer !== undefined && first === "server" && second !== layer && !SHARED.includes(second)) {
      const [from, to] = [SERVER.indexOf(layer), SERVER.indexOf(second)];
      if (from < 0) faults.push(`${file}: ${layer} is in no layer of scripts/borders.mjs`);
      else if (to > from) faults.push(`${file}: ${layer} is below ${second}, and names it`);
    }
    const mayRender = second === "pages" && within(module, RENDERS_PAGES);
    if (root === "model" && first !== "model") faults.push(`${file}: the model names crate::${first}`);
    if (root === "server" && first === "app" && !OF_THE_APP.includes(second) && !mayRender) faults.push(`${file}: the server does not name app::${second}`);
    if ((root === "client" && first === "server") || (root === "app" && first === "server" && layer !== "api")) faults.push(`${file}: only app::api calls the server`);
  }
}

if (faults.length > 0) {
  console.error(`borders:\n${[...new Set(faults)].join("\n")}`);
  process.exit(1);
}
console.log(`borders: ${modules.size} modules; the ${SERVER.length} layers of the server name only what is below them`);
