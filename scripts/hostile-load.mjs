//! What everybody else notices of 200 hostile connections of one address: the release with its limits as delivered, some games
//! between other addresses, and pages for one more, while `examples/hostile` does its worst with half a core; and the same while
//! it attacks a port at which nobody listens. Five times in turn; says the medians.
//! Use: node scripts/hostile-load.mjs SERVER SITE EXAMPLES (Linux, as root: it limits the attacker by a cgroup)
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const [server, site, examples] = process.argv.slice(2).map((path) => resolve(path));
if (!examples) {
  console.error("usage: hostile-load.mjs SERVER SITE EXAMPLES");
  process.exit(2);
}
const [PORT, NOBODY, ROUNDS, SECONDS] = [3711, 3712, Number(process.env.ROUNDS ?? 5), Number(process.env.SECONDS ?? 15)];
const key = randomBytes(32).toString("hex");
const data = mkdtempSync(join(tmpdir(), "duello-hostile-"));
const env = { ...process.env, DUELLO_COOKIE_KEY: key };
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

/** Half a core for the attacker: cgroup v2, or v1. */
const v1 = existsSync("/sys/fs/cgroup/cpu/cpu.shares");
const group = v1 ? "/sys/fs/cgroup/cpu/duello-hostile" : "/sys/fs/cgroup/duello-hostile";
mkdirSync(group, { recursive: true });
if (v1) {
  writeFileSync(join(group, "cpu.cfs_period_us"), "20000");
  writeFileSync(join(group, "cpu.cfs_quota_us"), "10000");
} else writeFileSync(join(group, "cpu.max"), "10000 20000");

/** Runs a program to its end; what it printed, as JSON. */
function run(program, args, limited = false) {
  const [command, ...rest] = limited ? ["bash", "-c", `echo $$ >${group}/cgroup.procs; exec "$0" "$@"`, program, ...args] : [program, ...args];
  const child = spawn(command, rest, { env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (more) => (text += more));
  return new Promise((done) => child.on("close", () => done(JSON.parse(text || "null"))));
}

/** How long a page takes, in ms, for a visitor of this address. */
const page = (path, localAddress) => new Promise((done) => {
  const since = performance.now();
  get({ host: "127.0.0.1", port: PORT, path, localAddress, agent: false }, (answer) => {
    answer.resume().on("end", () => done({ ms: performance.now() - since, status: answer.statusCode }));
  }).on("error", () => done({ ms: Infinity, status: 0 }));
});

const running = spawn(server, ["--addr", `127.0.0.1:${PORT}`, "--data", data, "--site", site, "--rooms-per-hour", "0", "--games-per-hour", "0", "--guest-games-per-hour", "0", "--player-messages", "0"],
  { env, stdio: "ignore" });
const stop = () => {
  running.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
  try { rmdirSync(group); } catch { /* Nobody was in it. */ }
};
process.once("exit", stop);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
running.once("exit", (code) => {
  console.error(`the server has ended with ${code}: is port ${PORT} in use?`);
  process.exit(1);
});
for (let tries = 0; tries < 100; tries += 1) {
  try {
    execFileSync(server, ["ready", "--addr", `127.0.0.1:${PORT}`], { stdio: "ignore" });
    break;
  } catch { await pause(100); }
}

/** A room that has been played in for a while, and a game that was finished there: the attacker asks for both. */
const { room } = await run(join(examples, "load"), ["--url", `ws://127.0.0.1:${PORT}`, "--games", "1", "--seconds", "5"]);
const game = await new Promise((found, failed) => {
  get({ host: "127.0.0.1", port: PORT, path: `/r/${room}/g/1` }, ({ headers }) => {
    if (headers.location?.startsWith("/g/")) found(headers.location.slice(3));
    else failed(new Error("no game was finished"));
  }).on("error", failed);
});

/** One measurement: p99 of the moves, and the pages. */
async function measure(port) {
  const args = ["--server", `127.0.0.1:${port}`, "--from", "127.0.0.66", "--seconds", String(SECONDS + 4), "--room", room, "--game", game];
  const attack = run(join(examples, "hostile"), args, true);
  await pause(2000);
  const games = run(join(examples, "load"), ["--url", `ws://127.0.0.1:${PORT}`, "--games", "5", "--rate", "40", "--seconds", String(SECONDS)]);
  const pages = [];
  const until = performance.now() + SECONDS * 1000;
  for (let n = 0; performance.now() < until; n += 1) {
    // Visitors of five addresses, each within what one may ask for.
    pages.push(await page(["/", "/find", "/learn/mancala", "/games"][n % 4], `127.0.0.${77 + (n % 5)}`));
    await pause(150);
  }
  const played = await games;
  const { sent, answered, kinds } = await attack;
  const times = pages.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    p99: played.move_p99_ms, errors: played.errors, moves: played.moves, sent, answered, kinds,
    page: times[Math.floor(times.length * 0.99)], refused: pages.filter(({ status }) => status !== 200).length,
  };
}

const all = { attacked: [], control: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, port] of round % 2 ? [["attacked", PORT], ["control", NOBODY]] : [["control", NOBODY], ["attacked", PORT]]) {
    const found = await measure(port);
    all[name].push(found);
    console.log(`${round + 1} ${name}: moves p99 ${found.p99} ms (${found.moves}, ${found.errors} errors), pages p99 ${found.page.toFixed(1)} ms (${found.refused} refused), attacker sent ${found.sent}, ${found.answered} answered`);
    if (found.sent > 0) console.log(`  ${JSON.stringify(found.kinds)}`);
  }
}
const [attacked, control] = [all.attacked, all.control].map((rounds) => ({ p99: median(rounds.map(({ p99 }) => p99)), page: median(rounds.map((round) => round.page)) }));
const ratio = attacked.p99 / control.p99;
console.log(`moves p99 ${attacked.p99} ms, control ${control.p99} ms: ${ratio.toFixed(2)} times (goal: 1.5); pages p99 ${attacked.page.toFixed(1)} ms (goal: 300)`);
process.exit(ratio <= 1.5 && attacked.page <= 300 ? 0 : 1);
