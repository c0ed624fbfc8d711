//! The real server as a test holds it: a release binary on a free port with a data folder of its own, that can be stopped,
//! killed and started again where it was. Knows nothing of browsers.
import { spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
/** A server's binary, and the built site it serves. */
export type Build = { binary: string; site: string };
/** The build under test. */
export const BUILT: Build = {
  binary: resolve(process.env.DUELLO_BIN ?? join(target, "release", "duello")),
  site: resolve(process.env.DUELLO_SITE ?? join(target, "site")),
};

/** What the server signs cookies with, so that a test can be any guest: see `guestCookie` in socket.ts. */
export const COOKIE_KEY = "c0".repeat(32);

/** All tests come from one address, and ask for more in a minute than people do. */
const UNLIMITED = {
  DUELLO_REQUEST_POINTS: "0",
  DUELLO_MISSES: "0",
  DUELLO_SEEKS_PER_HOUR: "0",
  DUELLO_OPEN_SEEKS: "0",
  DUELLO_NO_SHOWS_PER_HOUR: "0",
  DUELLO_NO_SHOW_PAUSES: "0",
  DUELLO_SEEK_PATIENCE: "0",
};

/** How long a start and a graceful stop may take, in ms, before the test is told: also where three workers share two cores. */
const START_MS = 60_000;
const STOP_MS = 60_000;

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, failed) => probe.once("error", failed).listen(0, "127.0.0.1", done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

/** How the process ended. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export class Server {
  private process: ChildProcess | undefined;
  private ended: Promise<Exit> = Promise.resolve({ code: null, signal: null });
  private written = "";

  private constructor(
    readonly port: number,
    /** The data folder; it outlives stop and kill, and goes with `remove`. */
    readonly folder: string,
    private readonly variables: Record<string, string>,
    /** What runs from the next start on. */
    public build: Build,
  ) {}

  /** A server that is ready, on a free port, with an empty data folder; `variables` are added to its environment. */
  static async create(variables: Record<string, string> = {}, build = BUILT): Promise<Server> {
    try {
      accessSync(build.binary, constants.X_OK);
    } catch {
      throw new Error(`There is no server at ${build.binary}: run make build, or set DUELLO_BIN.`);
    }
    const server = new Server(await freePort(), await mkdtemp(join(tmpdir(), "duello-end2end-")), variables, build);
    // A run that is broken off leaves no server behind.
    process.once("exit", () => server.process?.kill("SIGKILL"));
    try {
      await server.start();
    } catch (reason) {
      await server.remove();
      throw reason;
    }
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get running(): boolean {
    return this.process !== undefined;
  }

  /** Everything the server has written so far, over all its starts. */
  get log(): string {
    return this.written;
  }

  /** Process id, for tests that weigh the server. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Starts it on its port and data folder; resolves when it says it is ready. */
  async start(): Promise<void> {
    if (this.process !== undefined) throw new Error("The server runs already.");
    // Started from its data folder, with no variable of the build: it must run from anywhere.
    const { binary, site } = this.build;
    const started = spawn(binary, ["--addr", `127.0.0.1:${this.port}`, "--data", this.folder, "--site", site], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, RUST_BACKTRACE: "1", DUELLO_COOKIE_KEY: COOKIE_KEY, ...UNLIMITED, ...this.variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (text: string) => (this.written += text);
    started.stdout.setEncoding("utf8").on("data", keep);
    started.stderr.setEncoding("utf8").on("data", keep);
    this.process = started;
    this.ended = new Promise((done) => {
      const onExit = (exit: Exit) => {
        if (this.process === started) this.process = undefined;
        done(exit);
      };
      started.once("close", (code, signal) => onExit({ code, signal }));
      started.once("error", (reason) => {
        keep(`${reason}\n`);
        onExit({ code: null, signal: null });
      });
    });
    await this.ready(started);
  }

  /** Ends it at once, as a crash or the power does (SIGKILL). */
  async kill(): Promise<Exit> {
    this.process?.kill("SIGKILL");
    return this.ended;
  }

  /** Asks it to stop, as a deployment does (SIGTERM), and waits until it has. */
  async stop(): Promise<Exit> {
    this.process?.kill("SIGTERM");
    const giveUp = new AbortController();
    const late = pause(STOP_MS, undefined, { signal: giveUp.signal }).then(
      () => {
        throw new Error(`The server did not stop within ${STOP_MS} ms of SIGTERM.\n${this.log}`);
      },
      () => this.ended,
    );
    try {
      return await Promise.race([this.ended, late]);
    } finally {
      giveUp.abort();
    }
  }

  /** Ends it and removes its data folder. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async ready(started: ChildProcess): Promise<void> {
    const until = Date.now() + START_MS;
    while (Date.now() < until && this.process === started) {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
      if (answer?.status === 200 && this.process === started) return;
      await pause(50);
    }
    const what = this.process === started ? `was not ready within ${START_MS} ms` : "ended before it was ready";
    await this.kill();
    throw new Error(`The server ${what}.\n${this.log}`);
  }
}
