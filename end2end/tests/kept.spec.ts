//! Games of this device: those that are over are kept, stand in "my games", are looked at again, taken along and deleted; two
//! tabs of one game.
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { playOut, press, start } from "../computer.ts";
import { axe, expect, ready, test, type Player } from "../fixtures.ts";
import { fits } from "../flaws.ts";
import { FACTS, GAMES, look, type GameName } from "../games.ts";
import { openKept } from "../kept.ts";
import { Table } from "../table.ts";

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

const rows = (page: Page) => page.locator("#kept li");
const say = (page: Page) => page.locator("#kept [role=status]");

/** The list of my games, once its script has filled it in. */
async function list(page: Page): Promise<Locator> {
  await page.goto("/games");
  await expect(page.locator("#kept")).toBeVisible();
  return rows(page);
}

/** Gives up the game that goes on. */
async function resign(page: Page): Promise<void> {
  await press(page, "Resign");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(page.locator("#result")).toBeVisible();
}

/** A short game of two people at this device, which North or White wins. */
async function short(player: Player, game: GameName = "Mancala", moves = 3): Promise<Page> {
  await player.open(FACTS[game].local);
  const table = new Table([player.page]);
  if ((await look(player.page)).over) {
    await press(player.page, "Play again");
    await table.inStep(FACTS[game].isStart);
  }
  await table.play(moves);
  await resign(player.page);
  return player.page;
}

async function fileOf(download: Promise<Download>): Promise<{ name: string; text: string }> {
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** Has a file of games read. */
async function bring(page: Page, text: string | Buffer): Promise<void> {
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Read games from a file" }).click();
  await (await chosen).setFiles({ name: "games.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect(say(page)).not.toBeEmpty();
}

for (const game of GAMES) {
  test(`${game}: a game of two at one device is kept once with its result, and looked at again`, async ({ player }) => {
    test.slow();
    const both = await player("both");
    const { page } = both;
    await both.open(FACTS[game].local);
    await new Table([page]).playToTheEnd();
    const heading = await page.getByRole("dialog").getByRole("heading").innerText();
    const points = await page.locator(".result .points").allInnerTexts();
    const board = (await look(page)).board;
    await expect(await list(page)).toHaveCount(1);
    await expect(rows(page).locator(".badge")).toHaveText(heading.replace("A draw", "Draw"));
    await expect(rows(page).locator(".name")).toHaveText("Pass and play");
    const about = (await rows(page).locator(".small").innerText()).replace(/\s+/g, " ");
    expect(about).toMatch(new RegExp(`^${game} · (Kalah|Default board) · (${points.join(" : ")}|${points.toReversed().join(" : ")}) · Moves: \\d+ · (\\d+ \\w+|\\w+ \\d+,) 20\\d\\d$`));
    // Nothing of this makes a second one of it.
    await both.open(FACTS[game].local);
    await expect(page.locator("#result")).toBeVisible();
    const second = await both.context.newPage();
    await second.goto(FACTS[game].local);
    await ready(second);
    await Promise.all([list(second), list(page)]);
    for (const tab of [page, second]) await expect(rows(tab)).toHaveCount(1);
    await second.close();
    // What is looked at is no new game either.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await rows(page).getByRole("button", { name: /^Review: Pass and play/ }).click();
    await page.waitForURL(`**${FACTS[game].local}`);
    await ready(page);
    await expect(page.locator("#result")).toBeVisible();
    expect((await look(page)).board).toBe(board);
    await expect(await list(page)).toHaveCount(1);
  });

  test(`${game}: a game against the computer is kept with its level`, async ({ player }) => {
    test.slow();
    const anna = await player("Anna");
    const page = await start(anna, game, { level: "Random", begins: "Me" });
    await playOut(page, async (legal) => legal[0]);
    const heading = page.getByRole("dialog").getByRole("heading");
    await expect(heading).toBeVisible();
    const drawn = (await heading.innerText()) === "A draw";
    const mine = page.locator(".result-side").filter({ hasNotText: "Random" });
    const won = (await mine.getAttribute("data-winner")) !== null;
    await list(page);
    await expect(rows(page).locator(".name")).toHaveText("Computer · Random");
    await expect(rows(page).locator(".badge")).toHaveText(drawn ? "Draw" : won ? "Won" : "Lost");
    await expect(rows(page).locator(".small")).toHaveText(/\s· \d+ : \d+\s· Moves: \d+\s· /);
    await rows(page).getByRole("button", { name: /^Review/ }).click();
    await page.waitForURL(/\/computer/);
    await expect(page.locator("#result")).toBeVisible();
  });
}

test("a game that ended as its page was closed is there, and so is each of a row of games", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  for (const _ of [1, 2]) await short(both);
  await page.getByRole("button", { name: "Play again" }).click();
  await new Table([page]).play(2);
  await press(page, "Resign");
  const tab = await both.context.newPage();
  // The page is gone as soon as it has been done.
  await page.evaluate(() => {
    const button = [...document.querySelectorAll<HTMLElement>("dialog[open] button")].find(({ textContent }) => textContent === "Resign");
    button?.click();
  });
  await page.close();
  await expect(await list(tab)).toHaveCount(3);
  for (const told of ["Moves: 2", "Moves: 3", "Moves: 3"].entries()) await expect(rows(tab).nth(told[0])).toContainText(told[1]);
});

test("an unfinished game that another one takes the place of is kept if there was something to it", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  const another = async () => {
    await page.locator("summary[aria-label=Menu]").click();
    await press(page, "New game");
    await press(page, "Start");
    await new Table([page]).inStep(FACTS.Mapello.isStart);
  };
  await both.open(FACTS.Mapello.local);
  await new Table([page]).play(4);
  await another();
  await new Table([page]).play(11);
  const { board } = await look(page);
  await another();
  await expect(await list(page)).toHaveCount(1);
  await expect(rows(page).locator(".badge")).toHaveText("Not over");
  await expect(rows(page)).toContainText("Moves: 11");
  // It is gone on with, and stands there once, as what came of it.
  await rows(page).getByRole("button", { name: /^Review/ }).click();
  await page.waitForURL(`**${FACTS.Mapello.local}`);
  await ready(page);
  await new Table([page]).inStep((now) => now === board);
  await new Table([page]).play(1);
  await resign(page);
  await expect(await list(page)).toHaveCount(1);
  await expect(rows(page).locator(".badge")).toHaveText(/ wins$/);
});

test("a game that goes on is not put away without being asked, and not lost", async ({ player }) => {
  const both = await player("both");
  const page = await short(both);
  await press(page, "Play again");
  await new Table([page]).play(10);
  const { board } = await look(page);
  await list(page);
  let asked = "";
  page.once("dialog", (dialog) => {
    asked = dialog.message();
    void dialog.dismiss();
  });
  await rows(page).getByRole("button", { name: /^Review/ }).click();
  await expect.poll(() => asked).toContain("is not over");
  page.once("dialog", (dialog) => void dialog.accept());
  await rows(page).getByRole("button", { name: /^Review/ }).click();
  await page.waitForURL("**/local");
  await ready(page);
  await expect(page.locator("#result")).toBeVisible();
  await expect(await list(page)).toHaveCount(2);
  await rows(page).filter({ hasText: "Not over" }).getByRole("button", { name: /^Review/ }).click();
  await page.waitForURL("**/local");
  await new Table([page]).inStep((now) => now === board);
});

test("games are taken along as a file, deleted, and read again; each once", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both, "Mancala", 3);
  await short(both, "Mapello", 4);
  await list(page);
  const told = await rows(page).locator(".small").allInnerTexts();
  const all = await fileOf(Promise.all([page.waitForEvent("download"), press(page, "All of it as a file")]).then(([file]) => file));
  expect(all.name).toBe("duello-games.json");
  const one = await fileOf(
    Promise.all([page.waitForEvent("download"), rows(page).first().getByRole("button", { name: /^Save it: Pass and play/ }).click()]).then(([file]) => file),
  );
  expect(one.name).toMatch(/^duello-\d{4}-\d\d-\d\d-mapello\.json$/);
  // A game is deleted when that is confirmed, and stays so.
  for (const accept of [false, true]) {
    page.once("dialog", (dialog) => void (accept ? dialog.accept() : dialog.dismiss()));
    await rows(page).last().getByRole("button", { name: /^Delete: Pass and play/ }).click();
    await expect(rows(page)).toHaveCount(accept ? 1 : 2);
  }
  await expect(say(page)).toHaveText("The game is deleted.");
  page.once("dialog", (dialog) => void dialog.accept());
  await rows(page).getByRole("button", { name: /^Delete/ }).press("Enter");
  await expect(page.getByText("None is over yet.").last()).toBeVisible();
  await expect(page.getByRole("button", { name: "Read games from a file" })).toBeFocused();
  await page.reload();
  await expect(page.locator("#kept")).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await bring(page, one.text);
  await expect(say(page)).toHaveText("New here: 1");
  await bring(page, all.text);
  await expect(say(page)).toHaveText("New here: 1");
  await bring(page, all.text);
  await expect(say(page)).toHaveText("New here: 0");
  await expect(rows(page).locator(".small")).toHaveText(told);
  // Another device, and the page for games as text.
  const other = await player("other");
  await list(other.page);
  await bring(other.page, all.text);
  await expect(rows(other.page).locator(".small")).toHaveText(told);
  for (const { text, moves } of [{ text: one.text, moves: 4 }, { text: all.text, moves: 4 }]) {
    await other.page.goto("/games/import");
    await other.page.getByRole("textbox").fill(text);
    await press(other.page, "Read it");
    await expect(other.page.locator(".record-name")).toHaveText([/^White/, /^Black/]);
    await press(other.page, "Review it here");
    await other.page.waitForURL("**/local/mapello");
    await ready(other.page);
    await expect(other.page.locator("#result")).toBeVisible();
    expect(((await look(other.page)).board.match(/black|white/g) ?? []).length).toBe(4 + moves);
  }
  await expect(await list(other.page), "what was looked at was not played here").toHaveCount(2);
});

test("a file that is none, or means ill, breaks nothing", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both);
  await list(page);
  const good = await fileOf(Promise.all([page.waitForEvent("download"), press(page, "All of it as a file")]).then(([file]) => file));
  for (const text of [
    "", "{", "null", "[]", "7", '{"games":7}', '{"games":[]}', '{"games":[null,7,{},{"log":7},{"log":{}},{"log":[]}]}',
    '{"games":[{"log":[null]},{"log":[{"at":1,"event":null}]},{"log":[{"at":1,"event":{}}]}]}',
    '{"games":[{"log":[{"at":1e300,"event":{"started":{"number":1,"setup":{},"first":"bottom"}}}]}]}',
    '{"games":[{"log":[{"at":1,"event":{"started":null}}]}]}',
    good.text.replaceAll('"pits":6', '"pits":255'), good.text.replaceAll('"stones":4', '"stones":-1'), good.text.replaceAll('"at":', '"at":9e'),
    "[".repeat(100_000), Buffer.from([0xff, 0xfe, 0x00, 0xc3]),
  ]) {
    await bring(page, text);
    await expect(say(page), String(text).slice(0, 80)).toHaveText("There are no games in this file.");
  }
  await expect(rows(page)).toHaveCount(1);
  // What can be read of it is shown as text, whatever it says, and its page takes it for no game.
  const markup = "<img src=x onerror=alert(1)>";
  const event = (name: string, told: unknown, at = 5) => ({ seq: 1, at, event: { [name]: told } });
  const hostile = [
    event("opened", { game: { mapello: { [markup]: 1 } } }),
    event("seated", { seat: "__proto__", member: markup, name: markup }),
    event("seated", { seat: "top", member: "00000000ffffffff", name: markup }),
    event("started", { number: 1, setup: { mapello: markup }, first: markup }),
    ...Array.from({ length: 3 }, () => event("moved", { side: markup, mv: markup }, 8_639_999_999_999_999)),
    event("undone", markup),
    event("moved", { side: markup, mv: markup }, 8_639_999_999_999_999),
    event("ended", { winner: markup, reason: markup }, 8_639_999_999_999_999),
  ];
  await bring(page, JSON.stringify({ games: [{ log: hostile, score: [markup, 1] }, { log: hostile, score: [1e300, -1] }] }));
  await expect(say(page)).toHaveText("New here: 1");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator("#kept img")).toHaveCount(0);
  await axe(page);
  await rows(page).first().getByRole("button", { name: /^Review/ }).click();
  await page.waitForURL(/\/(local|computer)/);
  await ready(page);
  await expect(page.locator("#crashed")).toBeHidden();
  await expect(await list(page)).toHaveCount(2);
});

test("what another page deletes or adds is seen when one comes back; the rest comes when it is asked for", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both);
  await list(page);
  const one = await fileOf(Promise.all([page.waitForEvent("download"), press(page, "All of it as a file")]).then(([file]) => file));
  // The same game at forty other moments.
  const { games } = JSON.parse(one.text) as { games: { log: { at: number }[] }[] };
  const many = Array.from({ length: 40 }, (_, days) => games.map(({ log }) => ({ log: log.map((logged) => ({ ...logged, at: logged.at - (days + 1) * 86_400_000 })) })));
  const other = await both.context.newPage();
  await list(other);
  await bring(other, JSON.stringify({ games: many.flat() }));
  await expect(say(other)).toHaveText("New here: 40");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(rows(page)).toHaveCount(20);
  await press(page, "Older");
  await expect(rows(page)).toHaveCount(40);
  await expect(rows(page).nth(20).getByRole("button").first()).toBeFocused();
  await press(page, "Older");
  await expect(rows(page)).toHaveCount(41);
  await expect(page.getByRole("button", { name: "Older" })).toBeHidden();
  // No more than 500: the oldest go.
  const more = Array.from({ length: 500 }, (_, hours) => games.map(({ log }) => ({ log: log.map((logged) => ({ ...logged, at: logged.at + (hours + 1) * 3_600_000 })) })));
  await bring(other, JSON.stringify({ games: more.flat() }));
  await expect(say(other)).toHaveText("New here: 500");
  const [all] = await Promise.all([other.waitForEvent("download"), press(other, "All of it as a file")]);
  expect((JSON.parse(await readFile(await all.path(), "utf8")) as { games: unknown[] }).games).toHaveLength(500);
});

test("two tabs of one game are in step, and neither writes over what the other did", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await both.open("/local");
  const second = await both.context.newPage();
  await second.goto("/local");
  await ready(second);
  // Each move of the one has the other loaded anew.
  const inStep = (moves: number) =>
    expect(async () => {
      expect(await moved(page)).toBe(moves);
      await Promise.all([ready(page), ready(second)]);
      expect((await look(page)).board).toBe((await look(second)).board);
    }).toPass();
  const moved = (tab: Page) => tab.evaluate(() => (localStorage.getItem("duello.local.2") ?? "").split('"moved"').length - 1);
  await new Table([page]).play(2);
  await inStep(2);
  await new Table([second]).play(2);
  await inStep(4);
  // One that sleeps hears of nothing: what it would write then is not written.
  await second.evaluate(() => {
    addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  });
  await new Table([page]).play(1);
  const { board } = await look(page);
  await second.locator(".board [data-legal]").first().evaluate((place) => (place as HTMLElement).click());
  expect(await moved(page)).toBe(5);
  await second.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => false });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await inStep(5);
  expect((await look(second)).board).toBe(board);
});

test("who is forgotten leaves no games on the device", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await short(anna);
  await expect(await list(page)).toHaveCount(1);
  await page.goto("/me");
  await page.getByRole("region", { name: "My data" }).getByRole("link", { name: "My games" }).click();
  await page.goBack();
  await page.getByText("Delete my data").click();
  await press(page, "Delete all of it");
  await expect(page.getByRole("status").first()).toHaveText("It is deleted. You are somebody new.");
  await expect(await list(page)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /local|computer/.test(key)))).toEqual([]);
});

test("a game from elsewhere that is looked at here is none of this device", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await short(anna, "Mancala", 2);
  await page.goto("/games/import");
  await page.getByRole("textbox").fill("1. C-F 2. a");
  await press(page, "Read it");
  await page.evaluate(() => Object.assign(globalThis, { confirm: () => true }));
  await press(page, "Review it here");
  await page.waitForURL("**/local");
  await ready(page);
  await expect(await list(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Moves: 2");
});

test("without scripts there is no list, and nothing that does nothing", async ({ player }) => {
  const plain = await player("plain", { javaScriptEnabled: false });
  await plain.page.goto("/games");
  await expect(plain.page.getByRole("region", { name: "On this device" })).toBeVisible();
  await expect(plain.page.locator("#kept")).toBeHidden();
  await expect(plain.page.getByRole("button")).toHaveCount(0);
});

for (const { locale, won, name, kind, day, unnamed } of [
  { locale: "de-AT", won: "Süd gewinnt", name: "Zu zweit hier", kind: "Züge: 3", day: /\d\d?\. \S+ 20\d\d|\d\d\.\d\d\.20\d\d$/, unnamed: "Löschen: " },
  { locale: "pt-PT", won: "Sul venceu", name: "A dois aqui", kind: "Jogadas: 3", day: /\d\d\/\d\d\/20\d\d$|de 20\d\d$/, unnamed: "Apagar: " },
]) {
  test(`the list speaks the reader's language: ${locale} @everywhere`, async ({ player }) => {
    const anna = await player("Anna", { locale });
    const { page } = anna;
    await openKept(page, "Mancala", ["sc", "sa", "na"]);
    await page.evaluate(() => {
      const log = JSON.parse(localStorage.getItem("duello.local.2") ?? "[]") as { seq: number; at: number; event: unknown }[];
      log.push({ seq: log.length + 1, at: Date.now(), event: { ended: { winner: "first", reason: "resigned" } } });
      localStorage.setItem("duello.local.2", JSON.stringify(log));
    });
    await list(page);
    await expect(rows(page).locator(".badge")).toHaveText(won);
    await expect(rows(page).locator(".name")).toHaveText(name);
    await expect(rows(page).locator(".small")).toContainText(kind);
    await expect(rows(page).locator(".small")).toHaveText(day);
    await expect(rows(page).getByRole("button", { name: unnamed })).toBeVisible();
    await fits(page, "my games");
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`the list is in order for axe, for every screen and for the keyboard: ${colorScheme}`, async ({ player }) => {
    const both = await player("both", { colorScheme });
    const { page } = both;
    await list(page);
    await axe(page);
    await short(both);
    await short(both, "Mapello");
    await list(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await axe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), `${size.width}`).toBe(false);
      for (const button of await page.locator("#kept button:visible").all()) {
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
    }
    const names = await rows(page).getByRole("button").evaluateAll((all) => all.map((button) => button.ariaLabel));
    expect(new Set(names).size, "no two are called alike").toBe(names.length);
    await rows(page).first().getByRole("button").first().focus();
    for (const name of [/^Save it/, /^Delete/, /^Review/]) {
      await page.keyboard.press("Tab");
      await expect(page.locator(":focus")).toHaveAccessibleName(name);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL("**/local");
  });
}
