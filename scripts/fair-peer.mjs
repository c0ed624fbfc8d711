// Whether an independent solver agrees with the sweep of fair starts: draws starts of Kalah by a seed from the progress
// file, has CMancala (MIT, C; built by scripts/solver-peer.sh or by hand) solve each, and compares who wins.
// Use: node scripts/fair-peer.mjs PROGRAM RESULTS [COUNT] [SEED]
//   PROGRAM  the peer's program; RESULTS  a file that has one line for each start that was solved, and is gone on with
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [program, results, count = "200", seed = "1"] = process.argv.slice(2);
if (!program || !results) {
  console.error("Use: node scripts/fair-peer.mjs PROGRAM RESULTS [COUNT] [SEED]");
  process.exit(2);
}
const proved = new URL("../crates/engine/examples/fair/proved/kalah.txt", import.meta.url);
const starts = [...readFileSync(proved, "utf8").matchAll(/^(\S+) ([+-]?\d+)\.$/gm)].map(([, code, value]) => ({ code, value: Number(value) }));

// The starts in an order drawn by the seed (FNV-1a of seed and code), so that it does not depend on how many are wanted.
const hash = (text) => [...text].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);
const drawn = starts.map((start) => ({ ...start, at: hash(`${seed} ${start.code}`) })).sort((a, b) => a.at - b.at).slice(0, Number(count));

/** Stones of one row of a code, or of the stores: digits, then letters from ten on. */
const holes = (text) => [...text].map((sign) => parseInt(sign, 32));

/** The peer's code of a position with South to move: who is to move, then a byte for each hole in sowing order. */
function peerCode(code) {
  const [north, south, stores = "00"] = code.split("-");
  const [southStore, northStore] = holes(stores);
  // A code has the rows as South sees them, so North's is turned round.
  const cells = [...holes(south), southStore, ...holes(north).reverse(), northStore];
  const number = cells.reduce((sum, stones, place) => sum | (BigInt(stones) << BigInt(1 + 8 * place)), 1n);
  return number.toString(16).padStart(32, "0").slice(5);
}

const known = new Map(existsSync(results) ? [...readFileSync(results, "utf8").matchAll(/^(\S+) ([+-]?\d+)$/gm)].map(([, code, value]) => [code, Number(value)]) : []);
const peer = spawn(program, ["--api", "--cache", "24", "--egdb", "18"], { stdio: ["pipe", "pipe", "ignore"] });
const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
let wrong = 0;
let done = 0;
for (const { code, value } of drawn) {
  if (!known.has(code)) {
    peer.stdin.write(`SOLVE ${peerCode(code)}\n`);
    let answer = null;
    while (!answer) {
      const { value: line, done: ended } = await lines.next();
      if (ended) throw new Error("the peer ended");
      answer = /^OK EVAL (-?\d+)/.exec(line) ?? (/^ERROR/.test(line) && [line, NaN]);
    }
    known.set(code, Number(answer[1]));
    appendFileSync(results, `${code} ${answer[1]}\n`);
  }
  const theirs = known.get(code);
  done += 1;
  if (Math.sign(theirs) !== value) {
    wrong += 1;
    console.log(`${code}: proved ${value}, the peer says ${theirs}`);
  }
  if (done % 10 === 0) console.error(`${done} of ${drawn.length}`);
}
peer.stdin.end("QUIT\n");
console.log(`${done} starts, ${wrong} of them with another result`);
process.exit(wrong === 0 ? 0 : 1);
