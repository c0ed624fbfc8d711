//! Every page as assistive technology gets it: roles, names, order and states. Pictures of the same: see visual.spec.ts.
import type { Page } from "@playwright/test";
import { start } from "../computer.ts";
import { expect, setOwnName, test } from "../fixtures.ts";
import { GAMES } from "../games.ts";
import { midgame, STILL } from "../scene.ts";
import { join, openRoom, Table } from "../table.ts";

/** The page, or a part of it, is as it is kept under this name. */
async function matchesSnapshot(page: Page, name: string, part = "main"): Promise<void> {
  await expect.soft(page.locator(part)).toMatchAriaSnapshot({ name: `${name}.yml` });
}

test("home, rules and a missing page", async ({ player }) => {
  const anna = await setOwnName(await player("Anna", STILL));
  anna.allow(/404/);
  for (const [path, name] of [["/", "home"], ["/find", "find"], ["/nowhere", "not-found"], ["/r/HAAAAAAA", "no-room"]] as const) {
    await anna.open(path);
    await matchesSnapshot(anna.page, name);
  }
  for (const game of GAMES) {
    await anna.page.goto(`/rules/${game.toLowerCase()}`);
    await matchesSnapshot(anna.page, `rules-${game}`.toLowerCase());
  }
});

test("the board editor", async ({ player }) => {
  const anna = await player("Anna", STILL);
  await anna.open("/boards/edit");
  await matchesSnapshot(anna.page, "editor");
});

for (const game of GAMES) {
  test(`${game}: the lesson and pass and play`, async ({ player }) => {
    const both = await player("both", STILL);
    await both.open(`/learn/${game.toLowerCase()}`);
    await matchesSnapshot(both.page, `lesson-${game}`.toLowerCase());
    const page = await midgame(both, game);
    await matchesSnapshot(page, `game-${game}`.toLowerCase());
  });

  test(`${game}: a game against the computer`, async ({ player }) => {
    const anna = await player("Anna", STILL);
    await anna.open(game === "Mancala" ? "/computer" : "/computer/mapello");
    await matchesSnapshot(anna.page, `computer-${game}-asked`.toLowerCase());
    const page = await start(anna, game, { level: "Random" });
    await expect(page.locator(".board [data-legal]").first()).toBeAttached();
    await matchesSnapshot(page, `computer-${game}`.toLowerCase());
  });
}

test("dialogs: settings, keyboard shortcuts and the result", async ({ player }) => {
  const both = await player("both", STILL);
  const page = await midgame(both, "Mapello");
  await page.locator("summary[aria-label=Menu]").click();
  await matchesSnapshot(page, "menu", ".menu");
  await page.getByRole("button", { name: "Settings" }).click();
  await matchesSnapshot(page, "dialog-look", "dialog[open]");
  await page.keyboard.press("Escape");
  await page.locator(".board").press("?");
  await matchesSnapshot(page, "dialog-keys", "dialog[open]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resign" }).click();
  await matchesSnapshot(page, "dialog-resign", "dialog[open]");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(page.locator("#result")).toBeVisible();
  await matchesSnapshot(page, "dialog-result", "dialog[open]");
});

test("a room: host alone, with a guest, its game, and the game page", async ({ player }) => {
  const [anna, bert] = [await setOwnName(await player("Anna", STILL)), await setOwnName(await player("Bert", STILL))];
  const code = await openRoom(anna);
  await matchesSnapshot(anna.page, "room-alone");
  await join(bert, `/r/${code}`);
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
  await matchesSnapshot(bert.page, "room-guest");
  const table = new Table([anna.page, bert.page]);
  await table.ready();
  await matchesSnapshot(anna.page, "room-game");
  await table.play(2);
  await bert.page.getByRole("button", { name: "Resign" }).click();
  await bert.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(anna.page.locator("#result")).toBeVisible();
  await matchesSnapshot(anna.page, "room-result", "dialog[open]");
  for (const [path, name] of [[`/r/${code}/g/1`, "record"], ["/games", "games"], ["/games/import", "import"], ["/me", "profile"]] as const) {
    await anna.page.goto(path);
    await matchesSnapshot(anna.page, name);
  }
  await anna.page.locator("a[href^='/me/with/']").click();
  await matchesSnapshot(anna.page, "profile-with");
});
