//! Says of crates how many of their lines tests run, by what cargo-llvm-cov has counted (lcov); ends with 1 where it is less than
//! wanted. Tests that stand beside the code are left out: they run themselves.
//! Use: node coverage.mjs LCOV PERCENT CRATE…
import { readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

const [lcov = "", wanted = "", ...crates] = process.argv.slice(2);
const TESTS_BEGIN = /^#\[cfg\(test\)\]\nmod \w+ \{/m;
const TESTS_ELSEWHERE = /^#\[cfg\(test\)\]\nmod (\w+);/gm;

/** Of each file the lines that were counted, and which of them ran. */
const files = new Map();
for (const part of readFileSync(lcov, "utf8").split("end_of_record")) {
  const path = /^SF:(.*)$/m.exec(part)?.[1];
  if (path) files.set(path, [...part.matchAll(/^DA:(\d+),(\d+)/gm)].map(([, line, runs]) => [Number(line), Number(runs) > 0]));
}

/** The modules that are tests alone. */
const tests = new Set();
for (const path of files.keys()) {
  const inside = /(^|\/)(lib|main|mod)\.rs$/.test(path) ? dirname(path) : path.slice(0, -".rs".length);
  for (const [, name] of readFileSync(path, "utf8").matchAll(TESTS_ELSEWHERE)) tests.add(join(inside, `${name}.rs`));
}

let enough = crates.length > 0;
for (const crate of crates) {
  let [ran, all] = [0, 0];
  const missed = [];
  for (const [path, lines] of files) {
    if (!path.includes(join("crates", crate, "src") + sep) || tests.has(path)) continue;
    const source = readFileSync(path, "utf8");
    const begin = source.search(TESTS_BEGIN);
    const last = begin < 0 ? Infinity : source.slice(0, begin).split("\n").length - 1;
    const counted = lines.filter(([line]) => line <= last);
    const idle = counted.filter(([, runs]) => !runs).map(([line]) => line);
    [ran, all] = [ran + counted.length - idle.length, all + counted.length];
    if (idle.length > 0) missed.push(`  ${path.split(`${sep}src${sep}`).at(-1)}: ${idle.join(" ")}`);
  }
  const percent = all > 0 ? (100 * ran) / all : 0;
  console.log(`${crate}: ${ran} of ${all} lines run, ${percent.toFixed(1)} %; not these:\n${missed.join("\n")}`);
  if (!(percent >= Number(wanted))) {
    console.error(`coverage: ${crate} has less than ${wanted} %`);
    enough = false;
  }
}
process.exit(enough ? 0 : 1);
