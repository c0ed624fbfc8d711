//! Puzzles: that of the day by keyboard and by mouse, what a wrong move does, sharing, training, storm, the days before, and all
//! of it without a network. What is right is read from the pack, as the page does; that it is, the plain solver has proved.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axeDayAndNight, expect, ready, test, type Player } from "../fixtures.ts";
import { type GameName, GAMES, boardState, shownBy, square } from "../games.ts";
import { tabTo } from "../keys.ts";
import { cachedResponses, coldStart, untilCached } from "../worker.ts";

/** The first day of the packs, a Monday. */
const FIRST = Date.UTC(2026, 10, 2);
const DAY_MS = 86_400_000;

type Known = { number: number; date: string; position: string; own: string[] };

const path = (game: GameName) => `/puzzles/${game.toLowerCase()}`;

/** The puzzles of a pack in which it is easily said whose moves are whose. */
function pack(game: GameName): Known[] {
  const lines = readFileSync(new URL(`../../public${path(game)}.txt`, import.meta.url), "utf8").trim().split("\n").slice(1);
  return lines.flatMap((line, number) => {
    const [, themes = "", , ...rest] = line.split(" ");
    const date = new Date(FIRST + number * DAY_MS).toISOString().slice(0, 10);
    const position = rest[0] ?? "";
    if (game === "Mancala") return [{ number, date, position, own: (rest[1]?.match(/[A-F]/g) ?? []).map((pit) => pit.toLowerCase()) }];
    const moves = rest[2]?.match(/../g) ?? [];
    // Without a pass the sides take turns.
    return themes.includes("a") || moves.length % 2 === 0 ? [] : [{ number, date, position, own: moves.filter((_, place) => place % 2 === 0) }];
  });
}

/** The puzzle of a day some weeks after the first, in the middle of a week. */
function someDay(game: GameName): Known {
  const known = pack(game).find(({ number, own }) => number > 24 && number % 7 > 1 && own.length === 2);
  if (known === undefined) throw new Error("the pack has no such puzzle");
  return known;
}

/** Somebody who looks at the puzzle of this day at noon, and need not wait for films. */
async function solver(player: (name: string, options?: object) => Promise<Player>, game: GameName, date: string) {
  const anna = await player("Anna", { reducedMotion: "reduce" });
  await anna.page.clock.install({ time: `${date}T12:00:00Z` });
  await anna.open(path(game));
  await expect(anna.page.getByRole("heading", { name: "Puzzle of the day" })).toBeVisible();
  await expect(anna.page.locator(".told p").first()).toContainText("to move");
  return anna;
}

const said = (page: Page, kind: "right" | "wrong") => page.locator(`.said[data-kind=${kind}]`);

/** The legal moves by their names. */
async function legal(page: Page, game: GameName): Promise<string[]> {
  const { legal } = await boardState(page);
  if (game === "Mancala") return legal.map((id) => id.slice(-1));
  const names = legal.map((id) => page.locator(`#${id}`).getAttribute("aria-label"));
  return (await Promise.all(names)).map((name) => name?.split(",")[0] ?? "");
}

async function press(page: Page, game: GameName, move: string, intervals = [100, 250, 500, 1000]): Promise<void> {
  await expect.poll(() => legal(page, game), { intervals }).toContain(move);
  await page.keyboard.type(move);
  if (game === "Mapello") await page.keyboard.press("Enter");
}

async function click(page: Page, game: GameName, move: string): Promise<void> {
  await expect.poll(() => legal(page, game)).toContain(move);
  await (game === "Mancala" ? page.locator(`button.pit[id$="-${move}"][data-legal]`) : square(page, move)).click();
}

for (const game of GAMES) {
  test(`${game}: the puzzle of the day by keyboard, with a wrong move first`, async ({ player }) => {
    const day = someDay(game);
    const anna = await solver(player, game, day.date);
    const { page } = anna;
    await axeDayAndNight(page);
    await tabTo(page, game === "Mancala" ? /^(south|north)-|^Mancala board$/ : /^sq-\d+$|^Mapello board$/);
    const before = await boardState(page);
    const wrong = (await legal(page, game)).find((move) => move !== day.own[0]) ?? "";
    await press(page, game, wrong);
    await expect(said(page, "wrong")).toHaveText(/(That move only draws|That move loses|Another move gets more)\. Try again\.$/);
    await expect.poll(async () => (await boardState(page)).board, "the move is taken back").toBe(before.board);
    for (const move of day.own) await press(page, game, move);
    await expect(said(page, "right")).toContainText("Solved, but not at the first try.");
    await expect(page.getByText("🔥 1 day in a row")).toBeVisible();
    await expect(page.getByRole("button", { name: "Next puzzle" })).toBeFocused();
    await page.getByRole("button", { name: "Share" }).click();
    const shared = () => page.evaluate(() => navigator.clipboard.readText());
    const [year, month, date] = day.date.split("-").map(Number);
    const short = `${date} ${new Date(Date.UTC(year ?? 0, (month ?? 1) - 1)).toLocaleString("en", { month: "short", timeZone: "UTC" })}`;
    await expect.poll(shared).toBe(`Duello puzzle ${short} 🟥🟩\n${new URL(`${path(game)}/${day.date}`, page.url())}`);
    // The first time counts, and the day knows it.
    await page.reload();
    await ready(page);
    await expect(page.getByText("You’ve solved this one. · 🔥 1 day in a row")).toBeVisible();
    await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
    await axeDayAndNight(page);
  });

  test(`${game}: the puzzle of the day by mouse, at the first try`, shownBy("Mapello", game), async ({ player }) => {
    const day = someDay(game);
    const { page } = await solver(player, game, day.date);
    for (const move of day.own) await click(page, game, move);
    await expect(said(page, "right")).toContainText("Solved!");
    await expect(page.locator(".standing")).toHaveText(/^🔥 1 day in a row · Rating 10\d\d$/);
  });

  test(`${game}: a move made while the reply is still shown is not lost`, async ({ player }) => {
    const day = someDay(game);
    const anna = await player("Anna", { reducedMotion: "no-preference" });
    const { page } = anna;
    await page.clock.install({ time: `${day.date}T12:00:00Z` });
    await anna.open(path(game));
    await tabTo(page, game === "Mancala" ? /^(south|north)-|^Mancala board$/ : /^sq-\d+$|^Mapello board$/);
    // Each move is made as soon as the board calls it legal, which is when the film of the reply begins.
    for (const move of day.own) await press(page, game, move, [10]);
    await expect(said(page, "right")).toContainText("Solved!");
  });

  test(`${game}: after one visit the puzzles work from a cold start offline`, shownBy("Mancala", game), async ({ browser, player, server }) => {
    void browser;
    const day = someDay(game);
    const anna = await player("Anna", { reducedMotion: "reduce", serviceWorkers: "allow" });
    await anna.open(path(game));
    await untilCached(anna.page);
    anna.expectNetworkFailures();
    await server.kill();
    const page = await coldStart(anna.context);
    await page.clock.install({ time: `${day.date}T12:00:00Z` });
    await page.goto(path(game));
    await ready(page);
    for (const move of day.own) await click(page, game, move);
    await expect(said(page, "right")).toContainText("Solved!");
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
    // A day before has the same document.
    await page.goto(`${path(game)}/2026-11-03`);
    await ready(page);
    await expect(page.getByRole("heading", { name: "Puzzle of 3 Nov 2026" })).toBeVisible();
    await expect(page.locator(".told p").first()).toContainText("to move");
  });
}

test("whoever only plays fetches and keeps nothing of the puzzles", async ({ player }) => {
  const anna = await player("Anna", { serviceWorkers: "allow" });
  const asked: string[] = [];
  anna.context.on("request", (request) => asked.push(request.url()));
  await anna.open("/local");
  await untilCached(anna.page);
  const of = (addresses: string[]) => addresses.filter((address) => address.includes("puzzles"));
  expect(of(asked)).toEqual([]);
  expect(of((await cachedResponses(anna.page)).map(({ path }) => path))).toEqual([]);
  await anna.open("/puzzles/mancala");
  await expect.poll(async () => of((await cachedResponses(anna.page)).map(({ path }) => path)).length).toBeGreaterThan(1);
  expect(of(asked).filter((address) => address.endsWith("mapello.txt")), "of one game").toEqual([]);
});

test("a solution that is shown counts as missed, and training goes on", async ({ player }) => {
  const { page } = await solver(player, "Mancala", "2026-11-27");
  await page.getByRole("button", { name: "Show the solution" }).click();
  await expect(said(page, "right")).toContainText("That was the solution.");
  await expect(page.getByText("in a row")).toHaveCount(0);
  await page.getByRole("button", { name: "Training" }).click();
  await page.getByLabel("Difficulty").selectOption("2");
  await page.getByLabel("Theme").selectOption("capture");
  await expect(page.locator(".facts")).toHaveText(/^Difficulty 2 of 7 · \d moves to find$/);
  const known = await onBoard(page);
  for (const move of known.own) await click(page, "Mancala", move);
  await expect(said(page, "right")).toContainText(/Solved! .*capture/);
  await expect(page.locator(".standing")).toContainText("1 of 2 solved at the first try");
  await axeDayAndNight(page);
  await page.getByRole("button", { name: "Past days" }).click();
  const past = page.getByRole("listitem").getByRole("link");
  await expect(past).toHaveCount(25);
  await expect(past.first()).toHaveAttribute("href", "/puzzles/mancala/2026-11-26");
  await axeDayAndNight(page);
});

test("a storm counts puzzles and mistakes, and ends with its clock", async ({ player }) => {
  const { page } = await solver(player, "Mancala", "2026-11-27");
  await page.clock.pauseAt("2026-11-27T12:10:00Z");
  await page.getByRole("button", { name: "Storm" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.clock.runFor(1_000);
  await expect(page.getByRole("timer")).toHaveText("2:59 left");
  const solve = async () => {
    const { own } = await onBoard(page);
    for (const move of own) {
      for (let waits = 0; !(await legal(page, "Mancala")).includes(move) && waits < 20; waits += 1) await page.clock.runFor(500);
      await page.locator(`button.pit[id$="-${move}"][data-legal]`).click();
      await page.clock.runFor(1_000);
    }
  };
  await solve();
  await expect(page.locator(".storm")).toContainText("1 solved · 0 mistakes");
  await page.clock.runFor(2_000);
  const { own } = await onBoard(page);
  const wrong = (await legal(page, "Mancala")).find((move) => move !== own[0]) ?? "";
  await page.locator(`button.pit[id$="-${wrong}"][data-legal]`).click();
  await page.clock.runFor(3_000);
  await expect(page.locator(".storm")).toContainText("1 solved · 1 mistake");
  await page.clock.runFor(180_000);
  await expect(said(page, "right").or(page.locator(".said"))).toHaveText("Storm over: 1 puzzle solved. Your best: 1");
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
});

/** The puzzle of Mancala that lies on the board. */
async function onBoard(page: Page): Promise<Known> {
  const all = pack("Mancala");
  const stones = async () => {
    const { board } = await boardState(page);
    const of = (side: string) => [...board.matchAll(new RegExp(`${side}-[a-f] (\\d+)`, "g"))].map(([, count]) => Number(count).toString(32)).join("");
    return `${of("south")}${of("north")}`;
  };
  await expect.poll(async () => { const lies = await stones(); return all.some(({ position }) => position.startsWith(lies)); }).toBe(true);
  const lies = await stones();
  const known = all.find(({ position }) => position.startsWith(lies));
  if (known === undefined) throw new Error(lies);
  return known;
}
