//! Checks that no name of a Rust test and no title of a Playwright test is longer than 70 characters. It prints each fault as
//! path:line: length: name, and ends with 1 if there is one.
//! Use: node scripts/test-names.mjs
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));

/** The longest name of a test: a failed one still fits into a line of the test runner's report. */
const MOST = 70;

/** A function with its attributes and comments: the attributes decide whether it is a test, also within `proptest!`. */
const RUST_FUNCTION =
  /(?<attributes>(?:^[ \t]*(?:#\[[^\n]*|\/\/[^\n]*)\n)+)^[ \t]*(?:pub(?:\([a-z]+\))? )?(?:async )?fn (?<name>\w+)/gm;
const RUST_TEST = /#\[(?:\w+::)*test\b/;
/** `test("…"`, `test(`…${game}…`` or `test.describe("…"`. */
const PLAYWRIGHT_TEST = /\btest(?:\.\w+)*\(\s*(?:"(?<plain>(?:[^"\\]|\\.)*)"|`(?<template>(?:[^`\\]|\\.)*)`)/g;
/** What is put into a title by a loop does not count. */
const INTERPOLATED = /\$\{[^}]*\}/g;

/** The tests of a Rust file: each with the offset of its name. */
function rustTests(text) {
  return [...text.matchAll(RUST_FUNCTION)]
    .filter(({ groups }) => RUST_TEST.test(groups.attributes))
    .map(({ 0: whole, index, groups: { name } }) => ({ offset: index + whole.length, name, length: name.length }));
}

/** The tests of a Playwright file: each with the offset of its title. */
function playwrightTests(text) {
  return [...text.matchAll(PLAYWRIGHT_TEST)].map(({ 0: whole, index, groups: { plain, template } }) => {
    const name = plain ?? template;
    return { offset: index + whole.length, name, length: [...name.replace(INTERPOLATED, "")].length };
  });
}

const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
const files = list.split("\0").filter((path) => existsSync(path));
const readers = [
  [(path) => path.endsWith(".rs"), rustTests],
  [(path) => path.startsWith("end2end/") && path.endsWith(".ts"), playwrightTests],
];

let faults = 0;
const counts = readers.map(([isTheirs, testsOf]) => {
  let count = 0;
  for (const path of files.filter(isTheirs)) {
    const text = readFileSync(path, "utf8");
    for (const { offset, name, length } of testsOf(text)) {
      count += 1;
      if (length <= MOST) continue;
      faults += 1;
      console.error(`${path}:${text.slice(0, offset).split("\n").length}: ${length} characters, ${MOST} are the most: ${name}`);
    }
  }
  return count;
});

// A search that finds no test at all would prove nothing.
if (counts.includes(0)) {
  console.error("test names: no tests found; the patterns of scripts/test-names.mjs no longer fit the code");
  faults += 1;
}
const [rust, playwright] = counts;
console.log(`test names: ${rust} in Rust, ${playwright} of Playwright, ${faults === 0 ? "none too long" : `${faults} faults`}`);
process.exit(faults === 0 ? 0 : 1);
