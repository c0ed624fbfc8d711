// What a move costs Duello beside the servers that it is measured against (docs/BENCHMARKS.md): the peer as one process, the
// peer as two with each room at one of them, and Duello, in turn on this machine, each run with fresh processes and data.
// Prints every run as it ends, then the means and the ratio of Duello to the cheaper peer, round by round.
// Use: node scripts/compare.mjs SERVER SITE LOAD     (make compare; RUNS, SECONDS_EACH, GAMES, RATE: moves a second of all games)
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const [server, site, load] = process.argv.slice(2).map((path) => resolve(path));
if (!load) {
  console.error("Use: node scripts/compare.mjs SERVER SITE LOAD");
  process.exit(2);
}
const { RUNS = "6", SECONDS_EACH = "15", GAMES = "200", RATE } = process.env;
const peer = new URL("../examples/peer/", import.meta.url).pathname;
const env = { ...process.env, DUELLO_COOKIE_KEY: randomBytes(32).toString("hex") };
const running = new Set();
const stopAll = () => running.forEach((child) => child.kill("SIGKILL"));
process.once("exit", stopAll);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** Starts a server, and waits until it listens on a port of this machine. */
async function start(program, args, port) {
  const child = spawn(program, args, { env, cwd: peer, stdio: ["ignore", "ignore", "inherit"] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  for (let tries = 0; tries < 300 && running.has(child); tries += 1) {
    const listens = await new Promise((done) => {
      const socket = connect(port, "127.0.0.1", () => { socket.destroy(); done(true); });
      socket.once("error", () => done(false));
    });
    if (listens) return child;
    await pause(100);
  }
  throw new Error(`${program} does not listen on port ${port}`);
}

async function stop(child) {
  if (!running.has(child)) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await gone;
}

/** Runs a program to its end; what it printed, as JSON. */
function run(program, args) {
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (more) => (text += more));
  return new Promise((done, failed) => child.on("close", (code) => (code === 0 ? done(JSON.parse(text)) : failed(new Error(`${program} ended with ${code}`)))));
}

const peerOn = (...ports) => async () => {
  const started = [];
  for (const port of ports) started.push(await start(process.execPath, ["server.mjs", String(port)], port));
  return { started, args: ["--peer", "--url", ports.map((port) => `ws://127.0.0.1:${port}`).join(",")] };
};

async function duello() {
  const data = mkdtempSync(join(tmpdir(), "duello-compare-"));
  const limits = ["--player-messages", "--watcher-messages", "--rooms-per-hour", "--games-per-hour", "--guest-games-per-hour", "--connections-per-address", "--request-points"];
  const args = ["--addr", "127.0.0.1:3740", "--data", data, "--site", site, ...limits.flatMap((limit) => [limit, "0"])];
  return { started: [await start(server, args, 3740)], args: ["--url", "ws://127.0.0.1:3740"], data };
}

const servers = { peer: peerOn(3741), "peer, 2 processes": peerOn(3742, 3743), duello };
const names = Object.keys(servers);

/** One run of a server: what the load generator has measured. */
async function measure(name) {
  const { started, args, data } = await servers[name]();
  try {
    const rate = RATE ? ["--rate", RATE] : [];
    const found = await run(load, [...args, "--games", GAMES, "--seconds", SECONDS_EACH, ...rate]);
    if (found.errors > 0 || found.mismatches > 0) throw new Error(`${name}: ${found.errors} errors, ${found.mismatches} mismatches`);
    return { moves: found.moves_per_s, p50: found.move_p50_ms, p99: found.move_p99_ms, cpu: found.server_cpu_us_per_move, mb: found.server_bytes / 1e6 };
  } finally {
    for (const child of started) await stop(child);
    if (data && existsSync(data)) rmSync(data, { recursive: true, force: true });
  }
}

const mean = (all) => all.reduce((sum, number) => sum + number, 0) / all.length;
const spread = (all, digits) => `${mean(all).toFixed(digits)} (${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)})`;
const row = (name, runs) => {
  const of = (field) => runs.map((found) => found[field]);
  return `| ${name} | ${spread(of("moves"), 0)} | ${spread(of("p50"), 2)} | ${spread(of("p99"), 2)} | ${spread(of("cpu"), 1)} | ${spread(of("mb"), 0)} |`;
};

const rounds = [];
for (let round = 0; round < Number(RUNS); round += 1) {
  const found = {};
  // Each begins in turn: a machine that slows down or speeds up favours nobody.
  for (let place = 0; place < names.length; place += 1) {
    const name = names[(round + place) % names.length];
    found[name] = await measure(name);
    console.error(`${round + 1}/${RUNS} ${row(name, [found[name]])}`);
  }
  rounds.push(found);
}

console.log(`${GAMES} games, ${RATE ? `${RATE} moves a second` : "saturated"}, ${RUNS} runs of ${SECONDS_EACH} s each; mean (least to most)\n`);
console.log("| server | moves a second | p50, ms | p99, ms | CPU a move, µs | memory, MB |\n| --- | --- | --- | --- | --- | --- |");
for (const name of names) console.log(row(name, rounds.map((found) => found[name])));
const ratio = (field, to) => spread(rounds.map((found) => found.duello[field] / to(found)), 2);
const cheaper = (found) => Math.min(found.peer.cpu, found["peer, 2 processes"].cpu);
console.log(`\nDuello to the peer, in the same round: CPU a move ${ratio("cpu", cheaper)} of the cheaper one,`);
for (const name of names.slice(0, -1)) console.log(`${name}: moves a second ${ratio("moves", (found) => found[name].moves)}, p99 ${ratio("p99", (found) => found[name].p99)}.`);
