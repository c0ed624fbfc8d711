//! House bots as a process of their own beside a test's server.
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { BUILT, type Server } from "./server.ts";

const SETTINGS = { PATH: process.env.PATH, HOME: process.env.HOME };

/** Starts all levels at a server; what is returned ends them. */
export async function startHouseBots(server: Server): Promise<() => Promise<void>> {
  const tokens = join(server.folder, "bots.txt");
  execFileSync(BUILT.binary, ["bot", "levels", tokens, "--data", server.folder], { env: SETTINGS, stdio: "ignore" });
  const bots = spawn(BUILT.binary, ["bots", "--server", server.url, "--tokens", tokens, "--searches", "1"], { env: SETTINGS, stdio: "ignore" });
  const ended = new Promise((done) => bots.once("close", done));
  return async () => {
    bots.kill("SIGTERM");
    await ended;
  };
}
