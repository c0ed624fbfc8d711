//! What a visit costs: the first within its budget on every page, the next nothing but the page itself; and a page that one
//! goes back to is still there.
import { expect, ready, test, type Player } from "../fixtures.ts";
import { look } from "../games.ts";
import { openRoom, Table } from "../table.ts";
import { beside, total, weigh } from "../weight.ts";
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
  const first = await weigh(page, () => open(page));
  expect(total(first), JSON.stringify(first)).toBeLessThanOrEqual(most(path));
  expect(first.some(({ path }) => path.endsWith(".wasm")), path).toBe(!READ.includes(path));
  expect(new Set(first.map(({ path }) => path)).size, `nothing twice: ${JSON.stringify(first)}`).toBe(first.length);
  const tab = await context.newPage();
  const again = await weigh(tab, () => open(tab));
  expect(again.length, path).toBeGreaterThan(1);
  expect(beside(again), path).toEqual([]);
  await tab.close();
}

for (const path of [...PLAYED, ...READ]) {
  test(`the first visit is within its budget, and the next costs only the page: ${path}`, async ({ player }) => {
    await twice(await player("Anna"), path);
  });
}

test("the first visit is within its budget, and the next costs only the page: rooms, before the game and in it", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const path = `/r/${await openRoom(anna)}`;
  await twice(bert, path);
  const table = new Table([anna.page, bert.page]);
  await table.ready();
  await table.move();
  await twice(await player("Cleo"), path);
});

test("who has no scripts gets what the server has drawn, and no program for it", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert", { javaScriptEnabled: false })];
  const invited = `/r/${await openRoom(anna, { game: "Mapello" })}`;
  const { page } = bert;
  const seen: [path: string, text: string][] = [
    [invited, "Play Mapello with me"],
    ["/computer/mapello", "Mapello, against the computer"],
    ["/learn/mancala", "The stones of a pit are sown one by one, round the board."],
    ["/local", "Loading the game…"],
    ["/local/mapello", "Loading the game…"],
  ];
  for (const [path, text] of seen) {
    const sent = await weigh(page, () => page.goto(path));
    await expect(page.locator("main")).toContainText(text);
    expect(sent.filter(({ path }) => /\.(wasm|js|txt)\b/.test(path)), path).toEqual([]);
  }
  await page.goto("/learn/mancala");
  await expect(page.locator(".pit ~ .count"), "what lies in each pit").toHaveText(Array(8).fill("3"));
});

test("a page that one goes back to lets its socket go, and is in the game again with what it has missed", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert);
  const page = await table.mover();
  const [mover, other] = page === anna.page ? [anna, bert] : [bert, anna];
  // As when it is kept by the browser, which does not happen under Playwright.
  const turn = (name: string) => dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
  await other.page.evaluate(turn, "pagehide");
  await expect.poll(() => other.frames.at(-1)).toMatch(/ closed$/);
  await expect(mover.page.locator(".plate-far .presence")).not.toHaveText("connected");
  const before = (await look(other.page)).board;
  await new Table([mover.page]).move();
  expect((await look(other.page)).board, "it hears of nothing").toBe(before);
  await other.page.evaluate(turn, "pageshow");
  await table.inStep((board) => board !== before);
  await expect(mover.page.locator(".plate-far .presence")).toHaveText("connected");
  await table.play(2);
});
