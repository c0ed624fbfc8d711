//! Checks the Markdown of this repository against the repository itself: links and their anchors, paths, commands, flags and
//! variables, decisions and their index, and the length of pages and lines. It prints each fault as path:line: reason, and
//! ends with 1 if there is one.
//! Use: node scripts/docs.mjs
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));

/** The longest line, and the most lines of the pages that have to stay short. */
const LINE = 120;
const MOST_LINES = { "README.md": 100, "docs/ARCHITECTURE.md": 150 };

/** What builds and runs make: it is not in the repository. */
const GENERATED = /^(target|pkg|node_modules|fuzz\/artifacts|end2end\/(test-results|playwright-report))(\/|$)/;
/** A path with one of these is a pattern for people: `pkg/page.HASH`, `/r/CODE`, `tests/…`. Of our own names only those of
 * Markdown pages and licences are in capitals. */
const PLACEHOLDER = /[<>…$~{}()]|\b[A-Z]{3,}\b(?!\.md|-)/;
const ENDINGS = /\.(rs|js|mjs|ts|md|css|sh|toml|sql|jsonl|yaml|yml|conf|service|spec)$/;

const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
const files = list.split("\0").filter((path) => path && existsSync(path) && statSync(path).isFile());
const parents = (path) => path.split("/").slice(0, -1).map((_, n, all) => all.slice(0, n + 1).join("/"));
const folders = new Set(files.flatMap(parents));
const top = new Set([...files, ...folders].map((path) => path.split("/")[0]));
const pages = files.filter((path) => /^((README|CONTRIBUTING)\.md|docs\/.*\.md)$/.test(path));

/** All text that is not documentation: there flags and variables have to occur. */
const isCode = (path) =>
  /\.(rs|mjs|js|ts|css|sh|toml|yaml|yml|service|json)$|Makefile|Dockerfile/.test(path) && !/lock|scripts\/docs\.mjs/.test(path);
const code = files.filter(isCode).map((path) => readFileSync(path, "utf8")).join("\n");
const targets = new Set([...readFileSync("Makefile", "utf8").matchAll(/^([a-z0-9-]+):/gm)].map(([, name]) => name));
const scripts = new Set(files.filter((path) => basename(path) === "package.json")
  .flatMap((path) => Object.keys(JSON.parse(readFileSync(path, "utf8")).scripts ?? {})));

let faults = 0;
function fault(page, line, reason) {
  faults += 1;
  console.error(`${page}:${line}: ${reason}`);
}

/** The anchor that GitHub gives to a heading. */
const anchor = (heading) => heading.toLowerCase().replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
  .replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");

/** A page taken apart: its lines, which of them are code or table, its prose (code blanked out), its headings. */
function read(page) {
  const lines = readFileSync(page, "utf8").split("\n");
  let fence = false;
  const kinds = lines.map((line, n) => {
    if (/^\s*```/.test(line)) {
      fence = !fence;
      return "code";
    }
    if (fence) return "code";
    // Indented code follows an empty line or other code; else it is a list that goes on.
    const indented = /^ {4}/.test(line) && (n === 0 || lines[n - 1] === "" || /^ {4}/.test(lines[n - 1]));
    return indented ? "code" : /^\s*\|/.test(line) ? "table" : "text";
  });
  const prose = lines.map((line, n) => (kinds[n] === "code" ? "" : line)).join("\n");
  const isHeading = (line, n) => kinds[n] === "text" && /^#+ /.test(line);
  const headings = lines.filter(isHeading).map((line) => line.replace(/^#+ /, ""));
  return { lines, kinds, prose, headings };
}

const readPages = new Map(pages.map((page) => [page, read(page)]));
const anchors = (page) => (readPages.get(page) ?? read(page)).headings.map(anchor);

/** Whether a path names a file or folder: from the root, or, where the docs shorten it, as the end of a longer path. */
function isThere(path) {
  const plain = path.replace(/^\.?\//, "").replace(/\/$/, "").replace(/::?.*$/, "");
  const all = [...files, ...folders];
  if (plain.includes("*")) {
    const parts = plain.split("*").map((part) => part.replace(/[.+^$()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(`(^|/)${parts.join("[^/]*")}$`);
    return all.some((known) => pattern.test(known));
  }
  return all.some((known) => known === plain || known.endsWith(`/${plain}`));
}

/** Whether a text in backticks is meant as a path of this repository. */
function isPath(text) {
  if (/\s|^[-/]|:\/\/|["'=,?#@\\]/.test(text) || PLACEHOLDER.test(text)) return false;
  if (GENERATED.test(text)) return false;
  return ENDINGS.test(text) || (text.includes("/") && top.has(text.split("/")[0]));
}

const MAKE = /(?:^|&&|;|\|)\s*(?:\w+=\S+\s+)*make ((?:[A-Z]\w*=\S+ )*[a-z][a-z0-9-]*)/g;

/** Checks a command: a line of a code block, or a text in backticks. */
function checkCommand(page, line, command) {
  for (const [, name] of command.matchAll(MAKE)) {
    const target = name.split(" ").at(-1);
    if (!targets.has(target)) fault(page, line, `make ${target} is no target of the Makefile`);
  }
  for (const [, name] of command.matchAll(/npm run (?:-\S+ )*([a-z][\w:-]*)/g)) {
    if (!scripts.has(name)) fault(page, line, `npm run ${name} is no script of a package.json`);
  }
  for (const [, name] of command.matchAll(/--example ([a-z][\w-]*)/g)) {
    const example = new RegExp(`(^|/)examples/${name}(\\.rs|/main\\.rs)$`);
    if (!files.some((path) => example.test(path))) fault(page, line, `there is no example ${name}`);
  }
  // Flags of the server, and flags that stand alone; those of cargo, docker and others are theirs.
  const own = /^(--|(sudo )?(\S*\/)?duello )/.test(command.trim());
  for (const [, name] of own ? command.matchAll(/(?<![\w-])--([a-z][a-z0-9-]+)/g) : []) {
    const field = new RegExp(`\\b${name.replaceAll("-", "_")}\\b`);
    if (!code.includes(`--${name}`) && !field.test(code)) fault(page, line, `no program has a flag --${name}`);
  }
}

for (const page of pages) {
  const { lines, kinds, prose } = readPages.get(page);
  const lineOf = (offset) => prose.slice(0, offset).split("\n").length;
  const most = MOST_LINES[page];
  const count = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  if (most && count > most) fault(page, count, `${count} lines; ${most} are the most`);

  lines.forEach((line, n) => {
    // The address of a link cannot be wrapped.
    const visible = [...line.replace(/\]\([^)]*\)/g, "]").replace(/https?:\/\/\S+/g, "")].length;
    if (kinds[n] === "text" && visible > LINE) fault(page, n + 1, `${visible} characters; lines wrap at ${LINE}`);
    if (kinds[n] === "code") checkCommand(page, n + 1, line);
    for (const [name] of line.matchAll(/\bDUELLO_[A-Z0-9_]*[A-Z0-9]/g)) {
      if (!new RegExp(`\\b${name}\\b`).test(code)) fault(page, n + 1, `${name} does not occur in the code`);
    }
  });

  // A superseded decision names files of its time.
  const isHistory = page.startsWith("docs/adr/") && /^Superseded by/m.test(prose);
  for (const { 0: span, 1: inner, index } of prose.matchAll(/`([^`]+)`/g)) {
    if (/\n\s*\n/.test(span)) {
      fault(page, lineOf(index), "a backtick without its pair");
      break;
    }
    const text = inner.replace(/\s+/g, " ");
    checkCommand(page, lineOf(index), text);
    if (isPath(text) && !isHistory && !isThere(text)) fault(page, lineOf(index), `${text} is not there`);
  }
  const withoutSpans = prose.replace(/`[^`\n]*`/g, (span) => " ".repeat(span.length));
  for (const { 1: target, index } of withoutSpans.matchAll(/\]\(([^)\s]+)[^)]*\)/g)) {
    if (/^(https?|mailto):/.test(target)) continue;
    const [path, part] = target.split("#");
    const file = path ? normalize(join(dirname(page), path)).replace(/\/$/, "") : page;
    if (!files.includes(file) && !folders.has(file)) {
      fault(page, lineOf(index), `the link leads nowhere: ${target}`);
    } else if (part && file.endsWith(".md") && !anchors(file).includes(part)) {
      fault(page, lineOf(index), `${file} has no heading #${part}`);
    }
  }
}

// Every decision stands in the index, under its own title; a number that is missing is explained there.
const INDEX = "docs/adr/README.md";
const index = readFileSync(INDEX, "utf8");
const decisions = pages.filter((page) => /^docs\/adr\/\d{4}-/.test(page)).sort();
for (const page of decisions) {
  const [, number, title] = /^# (\d{4}) (.*)/.exec(readFileSync(page, "utf8")) ?? [];
  if (number !== basename(page).slice(0, 4)) fault(page, 1, "the heading is not the number of the file and a title");
  else if (!index.includes(`| [${number}](${basename(page)}) | ${title} |`)) {
    fault(INDEX, 1, `${basename(page)} does not stand there under its title`);
  }
}
const numbers = new Set(decisions.map((page) => basename(page).slice(0, 4)));
for (const path of files.filter((path) => isCode(path) || pages.includes(path))) {
  const text = readFileSync(path, "utf8");
  for (const { 1: number, index } of text.matchAll(/\bADR (\d{4})\b/g)) {
    if (!numbers.has(number)) fault(path, text.slice(0, index).split("\n").length, `there is no decision ${number}`);
  }
}
for (let number = 1; number <= Number([...numbers].at(-1)); number += 1) {
  const name = String(number).padStart(4, "0");
  if (!numbers.has(name) && !new RegExp(`\\b${name}\\b`).test(index)) fault(INDEX, 1, `${name} is missing, and not explained`);
}

console.log(faults === 0 ? `docs: ${pages.length} pages, nothing wrong` : `docs: ${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
