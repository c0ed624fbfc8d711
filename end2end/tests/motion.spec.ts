//! Films of moves: what they show, what they cost, how they end, and who gets none.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { drawnBoard, FACTS, type GameName, GAMES, boardState, shownBy, square } from "../games.ts";
import { openKept } from "../kept.ts";
import { recordTexts } from "../moments.ts";
import { MOVING } from "../scene.ts";
import { shifts, watchShifts } from "../shifts.ts";
import { Table } from "../table.ts";
import { recordTrace } from "../trace.ts";

test.use({ contextOptions: MOVING });

/** A move that flips ten discs, after these; and one that takes a bonus by way of a joker. */
const TEN = "c5 c6 e3 f5 d6 c4 b5 d3 f4 a4 g5 e6 d2 d1 d7".split(" ");
const STAR = "d6 e6 f7 e7 f8 c5 b4 a3".split(" ");

/** What is moving, and what is there for that alone. */
const film = (page: Page) =>
  page.evaluate(() => ({
    moving: document.getAnimations().filter(({ id }) => id === "film").length,
    lent: document.querySelectorAll(".motes, .shade, [data-fly], [data-flip], .cell > .count + .count, .score + .score").length,
  }));
const STILL = { moving: 0, lent: 0 };

const press = (page: Page, id: string) => page.evaluate((id) => document.getElementById(id)?.click(), id);
const idOf = async (page: Page, at: string) => (await square(page, at).getAttribute("id")) ?? "";

/** Presses it and stops its film at the beginning, all in one: however busy the machine is, nothing of the film goes by. */
const pressAndHold = (page: Page, id: string) =>
  page.evaluate(async (id) => {
    document.getElementById(id)?.click();
    const film = () => document.getAnimations().filter(({ id }) => id === "film");
    while (film().length === 0) await new Promise(requestAnimationFrame);
    for (const animation of film()) animation.pause();
  }, id);
/** Presses it and waits for the end of its film, without a look at it meanwhile: to be asked for styles makes the browser work them out. */
const playedOut = (page: Page, id: string) =>
  page.evaluate(async (id) => {
    document.getElementById(id)?.click();
    const film = () => document.getAnimations().filter(({ id }) => id === "film");
    let begun = film();
    for (; begun.length === 0; begun = film()) await new Promise(requestAnimationFrame);
    await Promise.allSettled(begun.map(({ finished }) => finished));
  }, id);
/** The last move of these, as something to be clicked on the page where the others have been made. */
async function prepared(page: Page, game: GameName, moves: string[], last: string): Promise<string> {
  await openKept(page, game, moves, 12);
  await page.waitForFunction(() => "play" in (globalThis as unknown as { duello: object }).duello);
  return game === "Mancala" ? last : idOf(page, last);
}

for (const [game, what, moves, last, fewest] of [
  ["Mancala", "thirteen stones are sown", ["sa"], "north-a", 40],
  ["Mapello", "ten discs turn over", TEN.slice(0, -1), "d7", 20],
] as const) {
  test(`no layout or paint while ${what}`, async ({ player }) => {
    const { page } = await player("both");
    const id = await prepared(page, game, [...moves], last);
    // What the page does of itself after it has come is over.
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    const trace = await recordTrace(page, () => playedOut(page, id));
    expect(trace.animations).toBeGreaterThanOrEqual(fewest);
    await expect.poll(() => film(page)).toEqual(STILL);
    // From when the compositor has everything until everything is settled: not once a frame (there are 15 to 60), but for
    // other things' sake, such as the icon of the page.
    const [from, to] = trace.film(game === "Mancala" ? 1_000 : 300);
    expect(to - from, "most of the film is looked at, in ms").toBeGreaterThan(200);
    for (const [event, most] of [["Layout", 3], ["Paint", 4], ["UpdateLayoutTree", 9], ["PrePaint", 9]] as const) {
      expect(trace.frames(event, -Infinity, Infinity), `${event} is recorded at all`).toBeGreaterThan(0);
      expect(trace.frames(event, from, to), `frames with ${event} in ${Math.round(to - from)} ms`).toBeLessThanOrEqual(most);
    }
  });
}

for (const game of GAMES) {
  test(`${game}: no piece jumps in a whole game`, shownBy("Mancala", game), async ({ player }) => {
    const { page } = await player("both");
    await page.goto(FACTS[game].local);
    const table = new Table([page]);
    await table.mover();
    await watchShifts(page);
    while (await table.move()) {
      // Some films are seen to their end, others are cut short by the next move.
      if (table.moves % 4 === 0) await expect.poll(() => film(page)).toEqual(STILL);
    }
    await expect(page.locator("#result")).toBeVisible();
    expect(await shifts(page)).toEqual([]);
  });

  test(`${game}: the end is in the DOM before its animation, the result after it`, async ({ player }) => {
    const { page } = await player("both");
    const [moves, last] = game === "Mancala" ? [["sa"], "north-a"] : [STAR.slice(0, -1), STAR.at(-1) ?? ""];
    const id = await prepared(page, game, moves, last);
    const { board } = await boardState(page);
    await page.evaluate(() => (document.documentElement.dataset.motion = "slow"));
    const banner = await recordTexts(page, ".banner");
    // Every frame of the film is looked at in the page itself: on a busy machine the film may be over before a test asks.
    const frames = await page.evaluate(async (id) => {
      document.getElementById(id)?.click();
      const moving = () => document.getAnimations().some(({ id }) => id === "film");
      while (!moving()) await new Promise(requestAnimationFrame);
      const names = () => [...document.querySelectorAll(".board [aria-label]")].map((cell) => cell.getAttribute("aria-label")).join();
      const board = names();
      const withBanner = () => (document.querySelector(".banner")?.textContent?.trim() ?? "") !== "";
      const frames = { changed: 0, beganWithBanner: withBanner() };
      for (; moving(); await new Promise(requestAnimationFrame)) frames.changed += Number(names() !== board);
      return frames;
    }, id);
    expect(frames).toEqual({ changed: 0, beganWithBanner: false });
    expect((await boardState(page)).board).not.toBe(board);
    expect(await drawnBoard(page), "what is drawn is where it belongs").toBe((await boardState(page)).board);
    await expect.poll(() => film(page)).toEqual(STILL);
    if (game === "Mancala") await expect.poll(banner).toEqual(["North captures 14"]);
  });

  for (const [what, end] of [
    ["a key", (page: Page) => page.keyboard.press("Shift")],
    ["a touch", (page: Page) => page.mouse.click(2, 400)],
    ["looking back", (page: Page) => page.evaluate(() => document.querySelector<HTMLElement>(".controls .control:nth-child(4)")?.click())],
    ["turning the board", (page: Page) => page.evaluate(() => document.querySelector<HTMLElement>(".menu-list .button")?.click())],
  ] as const) {
    test(`${game}: ${what} ends an animation at once`, async ({ player }) => {
      const { page } = await player("both");
      const [moves, last] = game === "Mancala" ? [["sa"], "north-a"] : [TEN.slice(0, -1), "d7"];
      const id = await prepared(page, game, moves, last);
      await page.evaluate(() => (document.documentElement.dataset.motion = "slow"));
      await press(page, id);
      await expect.poll(async () => (await film(page)).moving).toBeGreaterThan(0);
      await end(page);
      expect(await film(page)).toEqual(STILL);
    });
  }

  test(`${game}: the next move ends the animation and continues from its end`, async ({ player }) => {
    const { page } = await player("both");
    await page.goto(FACTS[game].local);
    await page.waitForFunction(() => "play" in (globalThis as unknown as { duello: object }).duello);
    const table = new Table([page], press);
    await page.evaluate(() => (document.documentElement.dataset.motion = "slow"));
    await table.play(4);
    await expect.poll(async () => (await film(page)).moving).toBeGreaterThan(0);
    expect(await page.evaluate(() => new Set(document.getAnimations().filter(({ id }) => id === "film").map(({ startTime }) => startTime)).size)).toBe(1);
    await expect.poll(() => film(page), { timeout: 15_000 }).toEqual(STILL);
  });

  test(`${game}: reduced motion shows outlines instead of an animation`, async ({ player }) => {
    const [moves, last] = game === "Mancala" ? [["sa"], "north-a"] : [TEN.slice(0, -1), "d7"];
    for (const reduced of [true, false]) {
      const { page } = await player("both", { reducedMotion: reduced ? "reduce" : "no-preference" });
      await page.addInitScript((look) => localStorage.setItem("duello.look", look), reduced ? "" : "motion=off");
      const id = await prepared(page, game, moves, last);
      await press(page, id);
      await expect(page.locator(".board [data-changed]").first()).toBeVisible();
      expect(await film(page)).toEqual(STILL);
      const outline = await page.locator(".board [data-changed] > :is(.hollow, .disc)").first().evaluate((part) => getComputedStyle(part).outlineWidth);
      expect(parseFloat(outline)).toBeGreaterThanOrEqual(2);
    }
  });

  test(`${game}: the game goes on if animation and audio APIs are missing`, async ({ player }) => {
    const both = await player("both");
    const { page } = both;
    await page.route(/\/stage\.js/, (route) => route.abort());
    both.allow(/stage\.js/);
    await both.open(FACTS[game].local);
    both.allow(/net::ERR_FAILED/);
    const table = new Table([page]);
    await table.play(6);
    expect(await film(page)).toEqual(STILL);
    expect(await drawnBoard(page)).toBe((await boardState(page)).board);
  });
}

/** Stops the film at a moment, in ms from its beginning. */
const at = (page: Page, moment: number) =>
  page.evaluate((moment) => {
    for (const animation of document.getAnimations().filter(({ id }) => id === "film")) {
      animation.pause();
      animation.currentTime = moment;
    }
  }, moment);

/** The number that is seen of all that lie upon each other. */
const visibleCounts = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity === "1").map((one) => one.textContent?.match(/\d+/)?.[0]).join());

test("bonus sparks fly to the score, which counts on their arrival", async ({ player }) => {
  const { page } = await player("both");
  const id = await prepared(page, "Mapello", STAR.slice(0, -1), STAR.at(-1) ?? "");
  const score = () => visibleCounts(page, ".plate-far .score");
  expect(await score()).toBe("4");
  await page.evaluate(() => (document.documentElement.dataset.motion = "slow"));
  await pressAndHold(page, id);
  for (const [moment, number] of [[0, "4"], [400, "5"], [1_400, "10"], [1_800, "13"]] as const) {
    await at(page, moment);
    expect(await score(), `${moment} ms`).toBe(number);
  }
  const spark = page.locator(".motes > .mote-spark").first();
  await expect(page.locator(".motes > .mote-spark")).toHaveCount(9);
  await at(page, 1_000);
  expect(Number(await spark.evaluate((one) => getComputedStyle(one).opacity))).toBeGreaterThan(0.5);
  await page.keyboard.press("Shift");
  expect(await film(page)).toEqual(STILL);
  expect(await score()).toBe("13");
});

for (const game of GAMES) {
  test(`${game}: a win without a move has the winner's fountain as well`, async ({ player }) => {
    const { page } = await player("both");
    await prepared(page, game, [], "d3");
    await page.evaluate(() => (document.documentElement.dataset.motion = "slow"));
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(page.locator(".motes > .mote")).toHaveCount(26);
    await expect(page.locator("#result")).toBeVisible();
    await expect.poll(() => film(page)).toEqual(STILL);
  });
}

test("counts tick as stones land; captured stones leave before they count", async ({ player }) => {
  const { page } = await player("both");
  const id = await prepared(page, "Mancala", ["sa"], "north-a");
  await pressAndHold(page, id);
  const count = (hole: string) => visibleCounts(page, hole.endsWith("store") ? `#${hole} > .count` : `.cell:has(> #${hole}) > .count`);
  const counts = async () => Promise.all(["north-a", "north-b", "north-store", "south-f"].map(count));
  for (const [moment, seen] of [
    [0, ["0", "13", "0", "13"]],
    [340, ["0", "14", "0", "13"]],
    [640, ["0", "14", "1", "13"]],
    [940, ["1", "14", "1", "14"]],
    [1_200, ["0", "14", "1", "0"]],
    [1_450, ["0", "14", "16", "0"]],
  ] as const) {
    await at(page, moment);
    expect(await counts(), `${moment} ms`).toEqual(seen);
  }
});

test("status and speech wait for the last piece or a cut of the film", async ({ player }) => {
  const { page } = await player("both");
  await page.goto(FACTS.Mancala.local);
  await new Table([page]).mover();
  await page.waitForFunction(() => "play" in (globalThis as unknown as { duello: object }).duello);
  await page.evaluate(() => (document.documentElement.dataset.motion = "slow"));
  const [status, spoken] = [page.locator(".status"), page.locator("#spoken")];
  // The film lasts for a second: the page itself looks while it runs.
  const during = await page.evaluate(async () => {
    document.getElementById("south-c")?.click();
    while (!document.getAnimations().some(({ id }) => id === "film")) await new Promise(requestAnimationFrame);
    return [".status", "#spoken"].map((selector) => document.querySelector(selector)?.textContent?.trim());
  });
  expect(during[0]).toBe("South to move");
  expect(during[1]).not.toContain("South plays c");
  await expect.poll(() => film(page)).toEqual(STILL);
  await expect(status).toHaveText("South to move – extra turn");
  await expect(spoken).toContainText("South plays c");
  // The next move cuts the film of this one: both are said, and in their order. The page itself is in time for it.
  await page.evaluate(async () => {
    document.getElementById("south-f")?.click();
    while (!document.getAnimations().some(({ id }) => id === "film")) await new Promise(requestAnimationFrame);
    document.getElementById("north-a")?.click();
  });
  await expect.poll(() => film(page)).toEqual(STILL);
  await expect(spoken).toContainText(/South plays f.*North plays a/);
});
