//! A person at a browser: a context of their own (cookies, storage), a page, and a record of everything that went wrong in
//! it. What counts as wrong is decided here; that it fails the test, in fixtures.ts.
import type { BrowserContext, Page } from "@playwright/test";

/** Something a browser must never do in a test: any console message, page error, failed request, CSP report or crash. */
export type Problem = { kind: "console" | "error" | "request" | "csp" | "crash"; text: string };

/** Chromium's words for a network that is not there, and those of what fetches parts of the program: it asks again later. */
const NETWORK =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|NETWORK_\w+|EMPTY_RESPONSE|ABORTED|FAILED|SOCKET_NOT_CONNECTED)|WebSocket connection to|TypeError: Failed to fetch[^]*__wasm_split/;

/** A page that is left gives up those of its own files that are still on their way. One that stays is not ready without them. */
const LEFT = /\/(pkg\/[\w./-]+|words\/\w+\.txt\?\w+|favicon[\w-]*\.svg(\?\w+)?|r\/\w+\/(qr\.svg|ratings\?[\w=&]+)|(stage|camera|scene|scene-look|scene-table|scene-film|record-film|sound|notify|find|app|installed|local-archive|device-rows)\.js(\?\w+)?): net::ERR_ABORTED$/;

/** Waits until a page is hydrated and answers to clicks. */
export async function ready(page: Page): Promise<void> {
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
}

export class Player {
  readonly problems: Problem[] = [];
  /** What went over the sockets of this browser, oldest first, to be read when a test has failed. */
  readonly frames: string[] = [];
  private readonly allowed: ((problem: Problem) => boolean)[] = [
    // Most tests do without the worker in the background.
    ({ text }) => text.startsWith("warning: Service Worker registration blocked by Playwright"),
    // Without a graphics card the browser itself reads the picture of a canvas back.
    ({ text }) => text.includes("GPU stall due to ReadPixels"),
    // The program reads them when it has come: on a busy machine, or where a test holds it back, later than the browser expects.
    ({ text }) => /^warning: The resource \S+\/words\/\w+\.txt\?\w+ was preloaded using link preload but not used/.test(text),
    // The browser itself asks for the icon, when it likes, also without a network.
    ({ text }) => /\/favicon(-turn)?\.svg\b.*ERR_INTERNET_DISCONNECTED|ERR_INTERNET_DISCONNECTED.*\/favicon(-turn)?\.svg/.test(text),
  ];

  private constructor(
    readonly name: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /** Opens the first page of a fresh context, and watches all of its pages from there on. */
  static async sitDown(name: string, context: BrowserContext): Promise<Player> {
    const player = new Player(name, context, await context.newPage());
    await player.watch();
    return player;
  }

  /** Goes to a path of the app and waits until the page is ready. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await ready(this.page);
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await ready(this.page);
  }

  /** From here on, problems that fit do not count. For a message a test provokes; say it as narrowly as it can be said. */
  allow(fits: RegExp | ((problem: Problem) => boolean)): void {
    this.allowed.push(typeof fits === "function" ? fits : ({ text }) => fits.test(text));
  }

  /** From here on the network may fail: the test takes it away, or the server. */
  expectNetworkFailures(): void {
    this.allow(({ kind, text }) => (kind === "request" || kind === "console") && NETWORK.test(text));
  }

  /** The player's cookies as a Cookie header, private ones too, for a `RawSocket` that is this player. */
  async cookies(): Promise<string> {
    const cookies = await this.context.cookies();
    return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  }

  private async watch(): Promise<void> {
    const { context, page } = this;
    context.on("console", (message) => {
      this.note("console", `${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (problem) => this.note("error", String(problem.error().stack)));
    context.on("requestfailed", (request) => {
      const text = `${request.method()} ${request.url()}: ${request.failure()?.errorText}`;
      // What the worker in the background asks for can fail, as when the test takes the network away: it tries again.
      if (request.serviceWorker() === null && !LEFT.test(text)) this.note("request", text);
    });
    context.on("page", (opened) => this.listen(opened));
    this.listen(page);
    page.on("crash", () => this.note("crash", page.url()));
    await context.exposeBinding("reportCspViolation", (_source, text: string) => this.note("csp", text));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        const { reportCspViolation } = globalThis as unknown as { reportCspViolation(text: string): void };
        reportCspViolation(`${event.violatedDirective} ${event.blockedURI} in ${event.sourceFile}:${event.lineNumber}`);
      });
    });
  }

  private listen(page: Page): void {
    page.on("websocket", (socket) => {
      const note = (what: string) => this.frames.push(`${new Date().toISOString()} ${socket.url()} ${what}`);
      note("opened");
      socket.on("framesent", ({ payload }) => note(`> ${payload}`));
      socket.on("framereceived", ({ payload }) => note(`< ${payload}`));
      socket.on("close", () => note("closed"));
    });
  }

  private note(kind: Problem["kind"], text: string): void {
    const problem = { kind, text };
    if (!this.allowed.some((fits) => fits(problem))) this.problems.push(problem);
  }
}
