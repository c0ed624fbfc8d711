//! What a visit costs: the first within its budget on every page, the next nothing but the page itself; and a page that one
//! goes back to is still there.
import type { Route } from "@playwright/test";
import { expect, ready, test, type Player } from "../fixtures.ts";
import { boardState } from "../games.ts";
import { join, openRoom, Table } from "../table.ts";
import { withoutDocument, total, measureTransfers } from "../weight.ts";
import { untilCached } from "../worker.ts";
import { KINDS } from "../../scripts/budgets.mjs";

test.use({ serviceWorkers: "allow" });

/** Pages with a program, and pages that are only read. */
const paths = (isRead: boolean) => Object.values(KINDS).filter(({ parts }) => (parts === undefined) === isRead).flatMap(({ paths }) => paths);
const [PLAYED, READ] = [paths(false), paths(true)];

/** The most that a first visit of a page may cost, in bytes: by the table that `make sizes` reads. */
const most = (path: string): number => (Object.values(KINDS).find(({ paths }) => paths.includes(path)) ?? KINDS.room).visit;

/** Visits a page for the first time in this browser, and once more in another tab. */
async function twice({ page, context }: Player, path: string): Promise<void> {
  const open = async (tab: typeof page) => {
    await tab.goto(path);
    if (!READ.includes(path)) await ready(tab);
  };
  const first = await measureTransfers(page, () => open(page));
  expect(total(first), JSON.stringify(first)).toBeLessThanOrEqual(most(path));
  expect(first.some(({ path }) => path.endsWith(".wasm")), path).toBe(!READ.includes(path));
  expect(new Set(first.map(({ path }) => path)).size, `nothing twice: ${JSON.stringify(first)}`).toBe(first.length);
  const tab = await context.newPage();
  const again = await measureTransfers(tab, () => open(tab));
  expect(again.length, path).toBeGreaterThan(1);
  expect(withoutDocument(again), path).toEqual([]);
  await tab.close();
}

for (const path of [...PLAYED, ...READ]) {
  test(`the first visit is within budget, the next loads only the page: ${path}`, async ({ player }) => {
    await twice(await player("Anna"), path);
  });
}

test("home comes in one round trip, for a new visitor without lists of games", async ({ player }) => {
  const anna = await player("Anna");
  const sent = await measureTransfers(anna.page, () => anna.open("/"));
  // What a server may send on a new connection before anything is acknowledged: ten segments, less what encryption adds.
  expect(sent.find(({ type }) => type === "Document")?.bytes).toBeLessThan(14_000);
  // The service worker keeps these scripts: it is not the page that asks for them.
  const asked = await anna.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  expect(asked).toContain("/find.js");
  expect(asked.filter((path) => ["/local-archive.js", "/device-rows.js"].includes(path))).toEqual([]);
});

test("room visits are within budget, and later ones load only the page", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const path = `/r/${await openRoom(anna)}`;
  await twice(bert, path);
  await join(bert, path);
  const table = new Table([anna.page, bert.page]);
  await table.ready();
  await table.move();
  await twice(await player("Cleo"), path);
});

for (const [what, break_] of [
  ["does not come", (route) => route.abort()],
  ["is cut short", async (route) => route.fulfill({ body: (await (await route.fetch()).body()).subarray(0, 1_000) })],
] satisfies [string, (route: Route) => Promise<void>][]) {
  test(`a bundle that ${what} falls back to its chunks`, async ({ player }) => {
    const anna = await player("Anna");
    anna.expectNetworkFailures();
    await anna.page.route("**/*.bundle", break_);
    await anna.page.goto("/local");
    await ready(anna.page);
    await new Table([anna.page]).move();
  });
}

test("a first visit fetches one bundle; the service worker serves chunks", async ({ player }) => {
  const { page, context } = await player("Anna");
  const first = await measureTransfers(page, async () => {
    await page.goto("/local");
    await ready(page);
  });
  const count = (visit: typeof first, pattern: RegExp) => visit.filter(({ path }) => pattern.test(path)).length;
  expect(count(first, /local-table\.bundle$/)).toBe(1);
  expect(count(first, /split_(local|table)\.wasm$/)).toBe(0);
  await untilCached(page);
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const tab = await context.newPage();
  await tab.goto("/local");
  await ready(tab);
  expect(asked.filter((path) => path.endsWith(".bundle"))).toEqual([]);
  expect(asked.some((path) => path.endsWith("/split_table.wasm"))).toBe(true);
});

test("without JavaScript a page is server-rendered and loads no program", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert", { javaScriptEnabled: false })];
  const invited = `/r/${await openRoom(anna, { game: "Mapello" })}`;
  const { page } = bert;
  const seen: [path: string, text: string][] = [
    [invited, "invites you to play Mapello"],
    ["/computer/mapello", "Mapello against the computer"],
    ["/learn/mancala", "The stones in a pit are sown one by one around the board."],
    ["/local", "Loading the game…"],
    ["/local/mapello", "Loading the game…"],
  ];
  for (const [path, text] of seen) {
    const transfers = await measureTransfers(page, () => page.goto(path));
    await expect(page.locator("main")).toContainText(text);
    expect(transfers.filter(({ path }) => /\.(wasm|js|txt)\b/.test(path)), path).toEqual([]);
  }
  await page.goto("/learn/mancala");
  await expect(page.locator(".pit ~ .count"), "what lies in each pit").toHaveText(Array(8).fill("3"));
});

test("a page in the back/forward cache closes its socket and catches up", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert);
  const page = await table.mover();
  const [mover, other] = page === anna.page ? [anna, bert] : [bert, anna];
  // As when it is kept by the browser, which does not happen under Playwright.
  const turn = (name: string) => dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
  await other.page.evaluate(turn, "pagehide");
  await expect.poll(() => other.frames.at(-1)).toMatch(/ closed$/);
  await expect(mover.page.locator(".plate-far .presence")).not.toHaveText("online");
  const before = (await boardState(other.page)).board;
  await new Table([mover.page]).move();
  expect((await boardState(other.page)).board, "it hears of nothing").toBe(before);
  await other.page.evaluate(turn, "pageshow");
  await table.inStep((board) => board !== before);
  await expect(mover.page.locator(".plate-far .presence")).toHaveText("online");
  await table.play(2);
});

for (const what of ["home", "a room"]) {
  test(`leaving ${what} while its socket connects is no error`, async ({ player, wire }) => {
    const anna = await player("Anna", { baseURL: wire.url });
    const { page, frames } = anna;
    if (what === "home") await page.goto("/");
    else await openRoom(anna);
    await expect.poll(() => frames.some((frame) => frame.includes(" < ")), "the socket is open").toBe(true);
    const again = page.waitForEvent("websocket");
    wire.cut();
    wire.mend();
    // The next socket is on its way, and gets no answer.
    wire.freeze("down");
    await again;
    await page.close();
  });
}
