//! What every end-to-end test is given: a real server, players in browsers that must stay silent, raw sockets, and axe.
//! Tests import `test` and `expect` from here, never from Playwright.
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type BrowserContextOptions, type Page } from "@playwright/test";
import { Player } from "./player.ts";
import { served } from "./served.ts";
import type { Server } from "./server.ts";
import { RawSocket, type SocketOptions } from "./socket.ts";
import { Wire } from "./wire.ts";

export { expect };
export { ready, type Player, type Problem } from "./player.ts";
export { Server } from "./server.ts";
export type { RawSocket, Message } from "./socket.ts";
export type { Wire } from "./wire.ts";

/** WCAG 2.2 AA and everything below it, and axe's own advice. */
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Those of its rules that look at colours. */
const AXE_COLOURS = ["color-contrast", "link-in-text-block"];

/** Asserts that axe finds nothing wrong with what the page shows now; by `"colours"` with nothing but its colours. */
export async function axe(page: Page, what: "all" | "colours" = "all"): Promise<void> {
  // No page has frames: without the way through them, which opens a page of its own, it takes half the time.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (what === "all" ? builder.withTags(AXE_TAGS) : builder.withRules(AXE_COLOURS)).analyze();
  const violationsFound = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(" ")) }));
  expect(violationsFound, `axe on ${page.url()}`).toEqual([]);
}

/** Asserts the same of a page that follows its device, in the light and in the dark: there all is the same but the colours. */
export async function axeDayAndNight(page: Page): Promise<void> {
  await axe(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await axe(page, "colours");
  await page.emulateMedia({ colorScheme: "light" });
}

type EachTest = {
  /** A new player at a new browser, seen in messages under `name`. Any problem in that browser fails the test. */
  player: (name: string, browser?: BrowserContextOptions) => Promise<Player>;
  /** A socket without a page, closed when the test ends. */
  socket: (options?: SocketOptions) => Promise<RawSocket>;
  /** A line to the server that can be frozen and cut. */
  wire: Wire;
  /** Keeps the server's log with a test that failed. */
  serverLog: void;
};

type EachWorker = {
  /** The worker's own server; a test that ends it need not start it again. */
  server: Server;
};

export const test = base.extend<EachTest, EachWorker>({
  server: [served, { scope: "worker" }],

  baseURL: async ({ server }, use) => {
    await use(server.url);
  },

  serverLog: [
    async ({ server }, use, testInfo) => {
      if (!server.running) await server.start();
      const before = server.log.length;
      await use();
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server.log", { body: server.log.slice(before), contentType: "text/plain" });
      }
    },
    { auto: true },
  ],

  player: async ({ browser, baseURL, contextOptions }, use, testInfo) => {
    const players: Player[] = [];
    await use(async (name, options) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL === undefined ? {} : { baseURL }),
        permissions: ["clipboard-read", "clipboard-write"],
        ...options,
      });
      const player = await Player.sitDown(name, context);
      players.push(player);
      return player;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { name, frames } of players) await testInfo.attach(`sockets of ${name}`, { body: frames.join("\n") });
    }
    // Read before closing: a socket cut by the end of the test is no problem.
    const problems = players.flatMap(({ name, problems }) => problems.map(({ kind, text }) => `${name} · ${kind} · ${text}`));
    await Promise.all(players.map(({ context }) => context.close()));
    expect(problems, "what the browsers complained about").toEqual([]);
  },

  wire: async ({ server }, use) => {
    const wire = await Wire.to(server.port);
    await use(wire);
    await wire.close();
  },

  socket: async ({ server }, use) => {
    const sockets: RawSocket[] = [];
    await use(async (options) => {
      const socket = await RawSocket.open(server.url, options);
      sockets.push(socket);
      return socket;
    });
    await Promise.all(sockets.map((socket) => socket.close()));
  },
});

/** Somebody who goes by this name, whatever the server would have called them. */
export async function setOwnName(player: Player): Promise<Player> {
  await player.context.request.post("/api/rename", { form: { name: player.name } });
  return player;
}
