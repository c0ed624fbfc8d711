//! Browsers that are not Chromium, as they are installed: Firefox, and the engine of Safari (WebKitGTK's MiniBrowser), driven
//! by W3C WebDriver. Each browser has a driver process of its own, as a driver of either kind holds one session.
import { spawn, type ChildProcess } from "node:child_process";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { freePort } from "../server.ts";

export type Engine = "firefox" | "webkit";

/** How long a driver may take to listen, in ms. */
const START_MS = 15_000;

/** Where Debian has WebKitGTK's small browser; no path leads to it. */
const MINI_BROWSER = process.env.MINI_BROWSER ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
/** People at these tests read English. */
const LANGUAGE = { LANG: "en_GB.UTF-8", LANGUAGE: "en_GB" };

const CAPABILITIES: Record<Engine, Record<string, unknown>> = {
  firefox: {
    browserName: "firefox",
    "moz:firefoxOptions": { binary: FIREFOX, args: ["-headless"], prefs: { "intl.accept_languages": "en-GB" } },
  },
  webkit: {
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: MINI_BROWSER, args: ["--automation"] },
  },
};

const started = new Set<ChildProcess>();
process.once("exit", () => started.forEach(stop));

/** A process of ours, in a group of its own, so that what it starts ends with it. */
function start(command: string, args: string[], variables: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, args, {
    detached: true,
    env: { ...process.env, ...LANGUAGE, ...variables },
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.add(child);
  return child;
}

function stop(child: ChildProcess): void {
  started.delete(child);
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** A screen that nobody sees, for the browser that cannot do without. */
export class Screen {
  private constructor(
    private readonly process: ChildProcess,
    readonly name: string,
  ) {}

  static async open(): Promise<Screen> {
    const process = start("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"]);
    const number = await new Promise<string>((done, failed) => {
      process.once("error", failed);
      process.stdout?.setEncoding("utf8").once("data", (text: string) => done(text.trim()));
    });
    return new Screen(process, `:${number}`);
  }

  close(): void {
    stop(this.process);
  }
}

/** One browser with one window. */
export class Browser {
  private constructor(
    private readonly process: ChildProcess,
    readonly driver: WebDriver,
  ) {}

  static async open(engine: Engine, screen: Screen): Promise<Browser> {
    const port = await freePort();
    const command = engine === "firefox" ? "geckodriver" : "WebKitWebDriver";
    const process = start(command, [`--port=${port}`], { DISPLAY: screen.name });
    const ended = new Promise<never>((_, failed) => {
      process.once("error", failed);
      process.once("exit", (code) => failed(new Error(`${command} ended with ${code}`)));
    });
    // Of use as long as it starts; later it is ended by us.
    ended.catch(() => {});
    const url = `http://127.0.0.1:${port}`;
    await Promise.race([listening(url), ended]);
    const driver = new Builder().usingServer(url).withCapabilities(new Capabilities(CAPABILITIES[engine])).build();
    try {
      await Promise.race([driver.getSession(), ended]);
    } catch (reason) {
      stop(process);
      throw reason;
    }
    return new Browser(process, driver);
  }

  async close(): Promise<void> {
    await this.driver.quit().catch(() => {});
    stop(this.process);
  }
}

async function listening(url: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      await fetch(`${url}/status`);
      return;
    } catch (reason) {
      if (Date.now() > until) throw reason;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
