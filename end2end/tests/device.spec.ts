//! Several games side by side on one device, each with an address; what is read or reviewed replaces nothing; and the games of the
//! version before, which knew a game by when it began, are there once each.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { myTurn, press, start } from "../computer.ts";
import { bring, list, reviewText, rows, say, short } from "../device.ts";
import { axeDayAndNight, expect, ready, test } from "../fixtures.ts";
import { FACTS, boardState, type GameName } from "../games.ts";
import { Table } from "../table.ts";

/** What the version before had stored, as it was read from a browser (local storage, and its archive in IndexedDB). */
const BEFORE = JSON.parse(readFileSync(new URL("../device-v1.json", import.meta.url), "utf8")) as {
  local: Record<string, string>;
  games: { id: string; log?: unknown[] }[];
};

/** Stores that in local storage, and in the archive unless `onlyLocal`. */
async function storeBefore(page: Page, onlyLocal = false): Promise<void> {
  await page.goto("/healthz");
  await page.evaluate(
    async ([{ local, games }, onlyLocal]) => {
      for (const [key, text] of Object.entries(local)) localStorage.setItem(key, text);
      if (onlyLocal) return;
      await new Promise<void>((done) => {
        const opening = indexedDB.open("duello", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: "id" });
        opening.onsuccess = () => {
          const writing = opening.result.transaction("games", "readwrite");
          for (const game of games) writing.objectStore("games").put(game);
          writing.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      });
    },
    [BEFORE, onlyLocal] as const,
  );
}

const inProgress = (page: Page) => page.locator('[data-device="1"] li');
const finished = (page: Page) => page.locator('[data-device="2"] li');

/** The games of the version before: three in progress, two finished; one that was deleted stays so. */
async function expectBefore(page: Page): Promise<void> {
  await list(page);
  await expect(inProgress(page)).toHaveCount(3);
  for (const text of [/^Pass and play\s*Mapello.*Moves: 2/s, /^Pass and play\s*Mapello.*Moves: 11/s, /^Pass and play\s*Mancala.*Moves: 4/s]) {
    await expect(inProgress(page).filter({ hasText: text })).toHaveCount(1);
  }
  await expect(finished(page)).toHaveCount(2);
  await expect(finished(page).filter({ hasText: "Moves: 3" })).toHaveCount(1);
  await expect(finished(page).filter({ hasText: "Moves: 2" })).toHaveCount(1);
}

test("games of the version before are there once each, and go on", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await storeBefore(page);
  await both.open("/");
  await expect(page.locator("#device-games li"), "home knows them").toHaveCount(3);
  await expect(page.getByText("None yet.")).toBeHidden();
  await expectBefore(page);
  const ids = await page.locator(".games.device li").evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.id));
  expect(new Set(ids).size).toBe(5);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  await both.open("/local");
  await expect(page).toHaveURL(/\/local\?game=\w{32}$/);
  await expect(page.locator("button.turn-token")).not.toHaveCount(0);
  await new Table([page]).play(1);
  await list(page);
  await expect(inProgress(page).filter({ hasText: "Mancala" })).toContainText("Moves: 5");
  await expect(page.locator(".games.device li")).toHaveCount(5);
});

test("a migration in two tabs at once, or begun twice, adds no game twice", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await storeBefore(page);
  const second = await both.context.newPage();
  await Promise.all([page.goto("/games"), second.goto("/games"), both.context.newPage().then((third) => third.goto("/local"))]);
  await expectBefore(page);
  // Broken off between the archive and local storage: the logs are still there.
  await storeBefore(page, true);
  await Promise.all([expectBefore(page), expectBefore(second)]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^duello\.(local|computer)/.test(key)))).toEqual(["duello.computer.fast"].filter((key) => key in BEFORE.local));
});

/** A new game from the menu of the one that is shown. */
async function another(page: Page, game: GameName): Promise<void> {
  await page.locator("summary[aria-label=Menu]").click();
  await press(page, "New game");
  await press(page, "Start");
  await new Table([page]).inStep(FACTS[game].isStart);
}

test("several games go on side by side, each at its own address", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  const asked: string[] = [];
  page.on("dialog", (dialog) => void asked.push(dialog.message()));
  const boards = new Map<string, string>();
  const keep = async () => boards.set(page.url(), (await boardState(page)).board);
  await both.open("/local");
  await new Table([page]).play(3);
  await keep();
  await another(page, "Mancala");
  await new Table([page]).play(2);
  await keep();
  await both.open("/local/mapello");
  await new Table([page]).play(2);
  await keep();
  await start(both, "Mancala", { level: "Random", begins: "Me" });
  await page.locator(".board [data-legal]").first().click();
  expect(await myTurn(page)).toBe(true);
  await keep();
  expect(boards.size).toBe(4);
  // By reload, by the way back, in a second tab, and from home.
  await page.goBack();
  await ready(page);
  for (const tab of [page, await both.context.newPage()]) {
    for (const [address, board] of boards) {
      await tab.goto(address);
      await ready(tab);
      await new Table([tab]).inStep((now) => now === board);
      await tab.reload();
      await ready(tab);
      await new Table([tab]).inStep((now) => now === board);
    }
  }
  await both.open("/");
  const rowsHere = page.locator("#device-games li");
  await expect(rowsHere).toHaveCount(4);
  await expect(rowsHere.locator(".badge")).toHaveText(["Continue", "Continue", "Continue", "Continue"]);
  expect(new Set(await rowsHere.locator("a").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href)))).toEqual(new Set(boards.keys()));
  await list(page);
  await expect(inProgress(page)).toHaveCount(4);
  await expect(page.getByText("None yet.")).toBeHidden();
  await axeDayAndNight(page);
  expect(asked, "no dialog of the browser").toEqual([]);
});

test("the way back from a new game leads to the one before", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await both.open("/local");
  await new Table([page]).play(3);
  const { board } = await boardState(page);
  await another(page, "Mancala");
  await new Table([page]).play(1);
  await page.goBack();
  await ready(page);
  await new Table([page]).inStep((now) => now === board);
});

test("to play on from a position is another game each time", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both, "Mancala", 4);
  for (const place of [1, 2]) {
    await list(page);
    await finished(page).getByRole("link", { name: /^Review/ }).click();
    await page.waitForURL(/\/review\/mancala/);
    await ready(page);
    await page.getByRole("button", { name: "Next move" }).click();
    await press(page, "Play from here");
    await page.waitForURL(/\/computer\?game=/);
    await ready(page);
    await list(page);
    await expect(inProgress(page)).toHaveCount(place);
    await expect(finished(page)).toHaveCount(1);
  }
});

test("games read from texts are all kept, and touch no game in progress", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await both.open("/local");
  await new Table([page]).play(2);
  const { board } = await boardState(page);
  const tags = '[Event "?"]\n[Site "Graz"]\n[Date "2024.05.06"]\n[South "Ada"]\n[North "Bob"]\n\n';
  await reviewText(both, `${tags}1. C-F 2. a *`);
  await expect(page.locator(".plate .name")).toHaveText(["Bob", "Ada"]);
  await expect(page.locator(".panel-head")).toContainText("Ada – Bob");
  await expect(page.locator(".panel-head")).toContainText("6 May 2024");
  await expect(page.locator(".panel-head")).toContainText("Graz");
  await expect(page.locator(".moves .turn-token")).toHaveCount(2);
  await reviewText(both, "1. D 2. e");
  await list(page);
  await expect(finished(page)).toHaveCount(2);
  await expect(finished(page).last()).toContainText("Ada – Bob");
  await expect(finished(page).last()).toContainText("Graz");
  // One is deleted, and read again.
  await finished(page).first().getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(finished(page)).toHaveCount(1);
  await reviewText(both, "1. D 2. e");
  await list(page);
  await expect(finished(page)).toHaveCount(2);
  await both.open("/local");
  await new Table([page]).inStep((now) => now === board);
});

test("a file is read in every form that the import page reads", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await list(page);
  await bring(page, "f5 d6 c3 d3 c4", "game.txt");
  await expect(say(page)).toHaveText("Games imported: 1");
  await bring(page, "1. F 2. d *\n\n1. D 2. e *\n", "two.txt");
  await expect(say(page)).toHaveText("Games imported: 2");
  await bring(page, "1. F 2. d *\n\n1. D 2. e *\n", "two.txt");
  await expect(say(page), "the same ones").toHaveText("Games imported: 0");
  await expect(rows(page)).toHaveCount(3);
  await bring(page, "this is no game", "text.txt");
  await expect(say(page)).toContainText("doesn’t start like a game");
  await expect(rows(page)).toHaveCount(3);
});

test("a game that is not on this device says so", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  for (const path of ["/local", "/computer/mapello", "/review/mancala"]) {
    await both.open(`${path}?game=${"a".repeat(32)}`);
    await expect(page.getByRole("alert")).toContainText("isn’t on this device");
    await axeDayAndNight(page);
  }
  // A game in progress that is deleted in another tab does not come back.
  await both.open("/local");
  await new Table([page]).play(2);
  const second = await both.context.newPage();
  await list(second);
  await rows(second).getByRole("button", { name: /^Delete/ }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(rows(second)).toHaveCount(0);
  await expect(page.getByRole("alert")).toContainText("isn’t on this device");
});

test("a full storage is said, and makes room for a game in progress", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await both.open("/local");
  await new Table([page]).play(2);
  // Filled up to the last character by something that is no game.
  await page.evaluate(() => {
    let size = 1 << 20;
    for (let at = 0; size > 0; at += 1) {
      try {
        localStorage.setItem(`filled${at}`, "x".repeat(size));
      } catch {
        size >>= 1;
      }
    }
  });
  await new Table([page]).play(2);
  await expect(page.getByRole("status").filter({ hasText: "storage is full" })).toBeVisible();
});

test("the way back to home and my games shows what is of now", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open("/");
  await page.getByLabel("Your name").fill("Zoe");
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  await ready(page);
  expect(new URL(page.url()).href.endsWith("/"), page.url()).toBe(true);
  await page.getByRole("region", { name: "Mancala" }).getByRole("button", { name: "Play a friend" }).click();
  await page.waitForURL(/\/r\/\w+$/);
  await ready(page);
  await page.goBack();
  await ready(page);
  await expect(page.getByRole("region", { name: "My games" }).locator('a[href^="/r/"]')).toHaveCount(1);
  await page.goto("/games");
  await page.request.post("/api/open_room", { form: { game: "mancala" } });
  await page.goto("/rules/mancala");
  await page.goBack();
  await expect(page.getByRole("region", { name: "In progress" }).locator('a[href^="/r/"]')).toHaveCount(2);
});
