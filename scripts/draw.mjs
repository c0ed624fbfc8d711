//! Draws lines by a seed: node scripts/draw.mjs SEED COUNT, or, with --pattern, makes one regular expression of the lines that it
//! reads, which cargo-mutants takes for the names of mutants.
import { readFileSync } from "node:fs";

const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
const [first, count] = process.argv.slice(2);
if (first === "--pattern") {
  // Names without their place in the file: a line that is drawn stands for all that are called alike.
  const names = lines.map((line) => line.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  console.log(`^(${names.join("|")})$`);
} else {
  // The generator of Park and Miller: the same draw everywhere.
  let state = (Number(first) % 2147483646) + 1;
  const next = () => (state = (state * 48271) % 2147483647);
  const drawn = [];
  while (lines.length > 0 && drawn.length < Number(count)) drawn.push(...lines.splice(next() % lines.length, 1));
  console.log(drawn.join("\n"));
}
