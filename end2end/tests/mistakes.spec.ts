//! My mistakes: what a review has proved of one's own moves comes back until the move is found. With the real engine, by
//! keyboard and by mouse, with the clock set forward, without a network, and out of games that nobody has reviewed.
import type { Page } from "@playwright/test";
import { press } from "../computer.ts";
import { list, reviewText } from "../device.ts";
import { axeDayAndNight, expect, ready, test, type Player } from "../fixtures.ts";
import { boardState } from "../games.ts";
import { storeOldGame } from "../kept.ts";
import { tabTo } from "../keys.ts";
import { analysed, card, playedSmall, reviewed } from "../review.ts";
import { coldStart, untilCached } from "../worker.ts";

const DAY_MS = 86_400_000;
/** When a test begins: the day does not change during it. */
const NOON = new Date("2026-11-27T12:00:00Z");
const KEY = "duello.mistakes";

/** A drill as it is stored. */
type Stored = { due: string; loss: number; played: string; best: string };

/** The drills that wait, the first that is due first. */
async function stored(page: Page): Promise<Stored[]> {
  const text = await page.evaluate((key) => localStorage.getItem(key) ?? "", KEY);
  const waiting = text.split("\n").filter((line) => /^\d:/.test(line));
  const drills = waiting.map((line) => {
    const [state = "", , loss, played = "", best = ""] = line.split(" ");
    return { due: state.slice(2), loss: Number(loss), played: played.toLowerCase(), best: best.toLowerCase() };
  });
  return drills.sort((one, other) => one.due.localeCompare(other.due));
}

const said = (page: Page, kind: "right" | "wrong") => page.locator(`.said[data-kind=${kind}]`);
const status = (page: Page) => page.getByRole("main").getByRole("status");
const stones = (n: number) => `${n} ${n === 1 ? "stone" : "stones"}`;
const legal = async (page: Page) => (await boardState(page)).legal.map((id) => id.slice(-1));

/** Plays a pit by its key, as soon as it may be played. */
async function type(page: Page, pit: string): Promise<void> {
  await expect.poll(() => legal(page)).toContain(pit);
  await page.keyboard.type(pit);
}

const click = (page: Page, pit: string) => page.locator(`button.pit[id$="-${pit}"][data-legal]`).click();

/** Somebody who has reviewed a small game, and goes on to the mistakes in it. */
async function withMistakes(anna: Player): Promise<Page> {
  const page = await reviewed(anna);
  await card(page).getByRole("link", { name: /^Practise \d+ mistakes? of this game$/ }).click();
  await page.waitForURL("**/mistakes");
  await ready(page);
  return page;
}

const tomorrow = (page: Page) => page.evaluate((day) => new Date(Date.now() + day).toISOString().slice(0, 10), DAY_MS);

test("a mistake comes back until its move is found, by keyboard alone", async ({ player }) => {
  test.slow();
  const anna = await player("Anna", { reducedMotion: "reduce" });
  await anna.page.clock.install({ time: NOON });
  const page = await withMistakes(anna);
  const all = await stored(page);
  expect(all.length).toBeGreaterThan(1);
  await expect(status(page)).toHaveText(`${all.length} due today · 0 learned`);
  await axeDayAndNight(page);
  await tabTo(page, /^Practise$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Find the best move" })).toBeVisible();
  await expect(page.locator(".told")).toContainText("South to move. You went wrong here.");
  await expect(page.getByText("In your game"), "nothing is given away").toHaveCount(0);
  await axeDayAndNight(page);

  const [first, second] = all as [Stored, Stored];
  const { board } = await boardState(page);
  await type(page, first.played);
  await expect(said(page, "wrong")).toContainText(`${first.played} still loses ${stones(first.loss)}. Try again.`);
  await expect(page.getByText(`In your game you played ${first.played}, which lost ${stones(first.loss)}.`)).toBeVisible();
  await expect.poll(async () => (await boardState(page)).board, "the move is taken back").toBe(board);
  await type(page, first.best);
  await expect(said(page, "right")).toContainText(/(keeps the (win|draw)|No move is better than [a-d])\./);
  await expect(page.getByText("It comes back in 1 day.")).toBeVisible();
  await axeDayAndNight(page);
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  await page.keyboard.press("Enter");

  await type(page, second.best);
  await expect(said(page, "right")).toBeVisible();
  await expect(page.getByText(`${all.length - 2} due today · 0 learned`)).toBeVisible();
  const lines = await page.evaluate((key) => localStorage.getItem(key)?.split("\n") ?? [], KEY);
  const day = await tomorrow(page);
  expect(lines.filter((line) => line.startsWith(`0:${day} `)), "the failed one begins again").toHaveLength(1);
  expect(lines.filter((line) => line.startsWith(`1:${day} `)), "the other one goes on").toHaveLength(1);
});

test("what is solved is due again when the clock is set forward", async ({ player }) => {
  test.slow();
  const anna = await player("Anna", { reducedMotion: "reduce" });
  const { page } = anna;
  await page.clock.install({ time: NOON });
  await withMistakes(anna);
  const all = await stored(page);
  await press(page, "Practise");
  for (const [place, drill] of all.entries()) {
    await expect.poll(() => legal(page)).toContain(drill.best);
    if (place === 0) await press(page, "Show a best move");
    else await click(page, drill.best);
    await expect(said(page, "right")).toContainText(place === 0 ? `${drill.best} is a best move.` : ".");
    await press(page, "Next");
  }
  await expect(status(page)).toHaveText("Nothing is due today. The next one is due on 28 Nov 2026.");
  await expect(page.getByRole("button", { name: "Practise anyway" })).toBeFocused();
  await axeDayAndNight(page);
  await press(page, "Practise anyway");
  await expect(page.getByRole("heading", { name: "Find the best move" })).toBeVisible();
  await page.clock.setSystemTime(new Date("2026-11-28T00:00:01Z"));
  await anna.reload();
  await expect(status(page)).toHaveText(`${all.length} due today · 0 learned`);
  await press(page, "Practise");
  // The one that was shown is at the first pause again, the others go on to the second.
  await click(page, all[0]?.best ?? "");
  await expect(page.getByText("It comes back in 1 day.")).toBeVisible();
  await press(page, "Next");
  await click(page, all[1]?.best ?? "");
  await expect(page.getByText("It comes back in 3 days.")).toBeVisible();
});

test("another move is judged by the engine, also without a network", async ({ player, server }) => {
  test.slow();
  const anna = await player("Anna", { reducedMotion: "reduce", serviceWorkers: "allow" });
  await withMistakes(anna);
  await untilCached(anna.page);
  anna.expectNetworkFailures();
  await server.kill();
  const page = await coldStart(anna.context);
  await page.goto("/mistakes");
  await ready(page);
  const all = await stored(page);
  await press(page, "Practise");
  let judged = 0;
  for (const drill of all) {
    await expect.poll(() => legal(page)).toContain(drill.best);
    const other = (await legal(page)).find((pit) => pit !== drill.best && pit !== drill.played);
    if (other !== undefined) {
      judged += 1;
      await click(page, other);
      const verdict = said(page, "wrong").filter({ hasText: `${other} still loses` }).or(said(page, "right").filter({ hasText: new RegExp(`\\b${other}( keeps the|\\.)`) }));
      await expect(verdict).toBeVisible({ timeout: 20_000 });
    }
    await press(page, "Next");
  }
  expect(judged, "some positions have a third move").toBeGreaterThan(0);
});

test("unreviewed games are looked through, and stopping loses nothing", async ({ player }) => {
  test.slow();
  const anna = await player("Anna");
  const page = await playedSmall(anna);
  // Of a game that has just begun the proof takes long enough to be stopped.
  await storeOldGame(page, ["sa", "na", "sb", "nb"]);
  await expect(await list(page)).toHaveCount(2);
  await anna.open("/mistakes");
  await expect(status(page)).toHaveText(/^No mistakes are known yet\./);
  await expect(page.getByText("2 finished games on this device haven’t been looked through yet.")).toBeVisible();
  await axeDayAndNight(page);
  await press(page, "Look through my games");
  await expect(status(page)).toHaveText("Game 2 of 2", { timeout: 60_000 });
  await expect(page.getByText(/^Analysing moves: \d+ of \d+$/)).toBeVisible();
  await axeDayAndNight(page);
  await press(page, "Stop");
  await expect(status(page)).toHaveText(/^\d+ new mistakes? found\. \d+ due today · 0 learned$/);
  await expect(page.getByText("1 finished game on this device hasn’t been looked through yet.")).toBeVisible();
  const found = await stored(page);
  expect(found.length).toBeGreaterThan(0);
  await anna.reload();
  await expect(status(page)).toHaveText(`${found.length} due today · 0 learned`);
  await press(page, "Practise");
  await press(page, "Remove this one");
  await expect.poll(async () => (await stored(page)).length).toBe(found.length - 1);
  await press(page, "Overview");
  await expect(page.getByText("1 finished game on this device hasn’t been looked through yet.")).toBeVisible();
});

test("a game of others leaves none, and a deletion deletes one's own", async ({ player }) => {
  test.slow();
  const anna = await player("Anna");
  const { page } = anna;
  await reviewText(anna, "c5e6f6g6f3c4c6c7b3a2d6f4b7b6f5g3d7a8a5f2b5f7f1g5g4a6b4c8h4h3b2h5h6h7a7a4a3c3a1e2d2d1b8d8c2e3d3e7e8f8g7h2g2g1h1b1h8c1e1g8");
  await press(page, "Review");
  await analysed(page);
  await expect(card(page).getByRole("link", { name: /Practise/ })).toHaveCount(0);
  await anna.open("/mistakes");
  await expect(status(page)).toHaveText(/^No mistakes are known yet\./);
  await expect(page.getByRole("button", { name: "Look through my games" })).toHaveCount(0);
  await withMistakes(anna);
  expect(await stored(page)).not.toEqual([]);
  await page.goto("/me");
  await page.getByText("Delete my data").click();
  await press(page, "Delete everything");
  await expect(page.getByRole("status").first()).toHaveText("Your data is deleted. You are now a new guest.");
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
});
