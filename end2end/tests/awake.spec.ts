//! What the app does while it is used: the screen that stays awake, the number in its icon, where it goes when it is opened.
import type { Page } from "@playwright/test";
import { expect, test, type Player } from "../fixtures.ts";
import { FACTS, GAMES, shownBy } from "../games.ts";
import { Table } from "../table.ts";

/** What a test reads of the page that it has been told to remember. */
const readGlobal = <T>(page: Page, name: string) => page.evaluate((name) => (globalThis as unknown as Record<string, T>)[name], name);

/** What a browser must be allowed: a test's grants nothing that is not named. */
const AWAKE = { permissions: ["screen-wake-lock"] };

/** Counts what is asked for of the screen: `awake` is how many locks are held. */
async function countWakeLocks(player: Player): Promise<void> {
  await player.context.addInitScript(() => {
    const counter = globalThis as unknown as { awake: number };
    counter.awake = 0;
    const own = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await own(type);
      counter.awake += 1;
      lock.addEventListener("release", () => (counter.awake -= 1));
      return lock;
    };
  });
}

const awake = (page: Page) => readGlobal<number>(page, "awake");

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

for (const game of GAMES) {
  test(`${game}: the wake lock is held only during pass and play`, shownBy("Mapello", game), async ({ player }) => {
    const both = await player("both", AWAKE);
    await countWakeLocks(both);
    const { page } = both;
    await both.open(FACTS[game].local);
    await expect.poll(() => awake(page)).toBe(1);
    await setHidden(page, true);
    await expect.poll(() => awake(page)).toBe(0);
    await setHidden(page, false);
    await expect.poll(() => awake(page)).toBe(1);
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect.poll(() => awake(page)).toBe(0);
  });
}

test("an idle board releases the wake lock until the next move", async ({ player }) => {
  const both = await player("both", AWAKE);
  await countWakeLocks(both);
  const { page } = both;
  await page.clock.install();
  await both.open("/local");
  await page.clock.runFor(10_000);
  await expect.poll(() => awake(page)).toBe(1);
  await page.clock.runFor("11:00");
  await expect.poll(() => awake(page)).toBe(0);
  await page.locator("#south-a").click();
  await page.clock.runFor(10_000);
  await expect.poll(() => awake(page)).toBe(1);
});

test("in a room the wake lock is held while both players are present", async ({ player }) => {
  const [anna, bert] = [await player("Anna", AWAKE), await player("Bert", AWAKE)];
  for (const one of [anna, bert]) await countWakeLocks(one);
  const table = await Table.open(anna, bert);
  expect(await awake(anna.page), "nobody plays yet").toBe(0);
  await table.ready();
  for (const { page } of [anna, bert]) await expect.poll(() => awake(page)).toBe(1);
  const room = bert.page.url();
  await bert.page.goto("/rules/mancala");
  await expect.poll(() => awake(anna.page), "the other has gone").toBe(0);
  await bert.open(room);
  for (const { page } of [anna, bert]) await expect.poll(() => awake(page)).toBe(1);
  await table.playToTheEnd();
  for (const { page } of [anna, bert]) await expect.poll(() => awake(page)).toBe(0);
});

/** Has a page take itself for the app, and remember what it has in its icon. */
async function asApp(player: Player): Promise<void> {
  await player.context.addInitScript(() => {
    const told = globalThis as unknown as { badge: number | undefined };
    navigator.setAppBadge = async (number) => void (told.badge = number);
    const own = matchMedia.bind(globalThis);
    globalThis.matchMedia = (query) => (query === "(display-mode: browser)" ? own("not all") : own(query));
  });
}

test("the app badge counts the games in which it is my turn, on every page", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  for (const one of [anna, bert]) await asApp(one);
  const badge = (page: Page) => readGlobal<number>(page, "badge");
  const table = await Table.start(anna, bert);
  const [mover, other] = (await table.mover()) === anna.page ? [anna.page, bert.page] : [bert.page, anna.page];
  await expect.poll(() => badge(mover)).toBe(1);
  await expect.poll(() => badge(other)).toBe(0);
  while ((await table.mover()) === mover) await table.move();
  await expect.poll(() => badge(mover)).toBe(0);
  await expect.poll(() => badge(other)).toBe(1);
  // Elsewhere the server says it.
  for (const path of ["/", "/rules/mancala", "/local"]) {
    await other.goto(path);
    await expect.poll(() => badge(other), path).toBe(1);
  }
  await mover.goto("/");
  await expect.poll(() => badge(mover)).toBe(0);
  // A game on this device is none that waits.
  await other.locator("#south-a").click();
  await other.evaluate(() => Object.assign(globalThis, { badge: undefined }));
  await setHidden(other, true);
  await expect.poll(() => badge(other)).toBe(1);
});

test("a launch link navigates, but not away from a running game", async ({ player }) => {
  const anna = await player("Anna", AWAKE);
  await countWakeLocks(anna);
  await anna.context.addInitScript(() => {
    const queue = { setConsumer: (launched: unknown) => void Object.assign(globalThis, { launched }) };
    Object.defineProperty(globalThis, "launchQueue", { value: queue });
  });
  const { page } = anna;
  const launch = (path: string) =>
    page.evaluate((path) => {
      const { launched } = globalThis as unknown as { launched(given: { targetURL: string }): void };
      launched({ targetURL: new URL(path, location.origin).href });
    }, path);
  const there = () => expect.poll(() => page.evaluate(() => "launched" in globalThis)).toBe(true);
  await page.goto("/rules/mancala");
  await there();
  // Its icon leads to what one had left, and what was shared has been gone to.
  await page.evaluate(() => Object.assign(globalThis, { stays: true }));
  for (const path of ["/", "/share", "/rules/mancala"]) await launch(path);
  expect(await readGlobal(page, "stays")).toBe(true);
  await launch("/learn/mancala");
  await page.waitForURL("**/learn/mancala");
  await there();
  await launch("/#mancala");
  await page.waitForURL("**/#mancala");
  await there();
  await launch("/local");
  await page.waitForURL(/\/local\?game=/);
  await expect.poll(() => awake(page)).toBe(1);
  await launch("/find");
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect.poll(() => awake(page)).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/local");
  await launch("/find");
  await page.waitForURL("**/find");
});
