//! axe finds nothing wrong on any page, in any state, light or dark.
import type { Page } from "@playwright/test";
import { offerDraw } from "../draw.ts";
import { openSettings } from "../computer.ts";
import { axe, axeDayAndNight, expect, test, type Player, type Wire } from "../fixtures.ts";
import { GAMES, LONG, shownBy } from "../games.ts";
import { setAppearance, midgame, SCHEMES, STILL, THEMES } from "../scene.ts";
import { join, openRoom, Table } from "../table.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("the home page and a missing page", async ({ player }) => {
  const anna = await player("Anna", STILL);
  await anna.open("/");
  await axeDayAndNight(anna.page);
  anna.allow(/404/);
  for (const path of ["/r/HAAAAAAA", "/r/nonsense", "/nowhere"]) {
    await anna.open(path);
    await expect(button(anna.page, "Open a room")).toBeVisible();
    await axeDayAndNight(anna.page);
  }
});

test("the room before the game", async ({ player }) => {
  const [anna, bert] = [await player("Anna", STILL), await player("Bert", STILL)];
  const code = await openRoom(anna);
  await axeDayAndNight(anna.page);
  await anna.page.getByText("Change the rules").click();
  await axeDayAndNight(anna.page);
  await join(bert, `/r/${code}`);
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
  await axeDayAndNight(bert.page);
  // The countdown passes in seconds: each of the two looks has a room of its own.
  for (const colorScheme of ["light", "dark"] as const) {
    if (colorScheme === "dark") await join(bert, `/r/${await openRoom(anna)}`);
    await anna.page.emulateMedia({ colorScheme });
    await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
    for (const { page } of [anna, bert]) await button(page, "I’m ready").click();
    await expect(anna.page.locator(".countdown")).toBeVisible();
    await axe(anna.page, colorScheme === "light" ? "all" : "colours");
  }
});

test("the game on desktop and phone, from its first move to its result", async ({ player, wire }) => {
  test.slow();
  const phone = { ...STILL, viewport: { width: 390, height: 844 }, hasTouch: true };
  const [anna, bert] = [await player("Anna", STILL), await player("Bert", phone)];
  const table = await Table.start(anna, bert, { host: wire.url });
  await table.play(4);
  await (await table.mover())?.locator("button.pit[data-legal]").first().focus();
  for (const { page } of [anna, bert]) await axeDayAndNight(page);
  await offer(anna, bert);
  await talk(anna, bert);
  await lose(anna, bert, wire);
  await resign(anna, bert);
  await anna.page.goto(wire.url);
  await expect(anna.page.locator(".game-row")).toHaveCount(1);
  await axeDayAndNight(anna.page);
});

test("Mapello: boards, draft, game, replay and result", async ({ player }) => {
  test.slow();
  const phone = { ...STILL, viewport: { width: 390, height: 844 }, hasTouch: true };
  const [anna, bert] = [await player("Anna", STILL), await player("Bert", phone)];
  const both = async () => {
    for (const { page } of [anna, bert]) await axeDayAndNight(page);
  };
  const table = await Table.open(anna, bert, { board: "default" });
  await table.agree("None");
  for (const choice of ["Random board", "Custom board", "Board draft"]) {
    await anna.page.getByLabel("Board", { exact: true }).selectOption(choice);
    await expect(bert.page.getByLabel("Board", { exact: true }).locator("option:checked")).toHaveText(choice);
    await axeDayAndNight(bert.page);
  }
  for (const { page } of [anna, bert]) await button(page, "I’m ready").click();
  await expect(button(anna.page, "Hand over")).toBeVisible();
  await button(anna.page, "Default").click();
  await both();
  await button(anna.page, "Hand over").click();
  await expect(bert.page.locator("button.pick")).toHaveCount(2);
  await both();
  await bert.page.locator("button.pick").first().click();
  await table.inStep();
  await table.play(4);
  await (await table.mover())?.locator(".sq[data-legal]").first().focus();
  await both();
  for (const { page } of [anna, bert]) await button(page, "Replay").click();
  await both();
  for (const { page } of [anna, bert]) await page.locator(".board").press("Escape");
  await button(anna.page, "Resign").click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  for (const { page } of [anna, bert]) await expect(page.locator("#result")).toBeVisible();
  await button(anna.page, "Same board, colours swapped").click();
  await expect(bert.page.getByRole("dialog").getByRole("status")).toContainText("same board");
  await both();
});

test("the editor with an empty, a full and an unplayable board", async ({ player }) => {
  const anna = await player("Anna", STILL);
  for (const board of ["empty", "default", "00018-2GA0M-00000-00000-00H3"]) {
    await anna.open(`/boards/edit?board=${board}`);
    await axeDayAndNight(anna.page);
  }
});

test("pass and play", async ({ player }) => {
  const both = await player("both", STILL);
  await both.open("/local");
  await axeDayAndNight(both.page);
  await new Table([both.page]).play(3);
  await axeDayAndNight(both.page);
});

for (const game of GAMES) {
  test(`${game} against the computer: players, hint, review, replay`, shownBy("Mapello", game), async ({ player }) => {
    test.slow();
    const anna = await player("Anna", game === "Mancala" ? { ...STILL, viewport: { width: 390, height: 844 } } : STILL);
    const { page } = anna;
    await anna.open(game === "Mancala" ? "/computer" : "/computer/mapello");
    await axeDayAndNight(page);
    await openSettings(page);
    await page.getByText("Computer against computer").click();
    await expect(page.getByLabel("Other side", { exact: true })).toBeVisible();
    await axeDayAndNight(page);
    await page.getByText("Me against the computer").click();
    await page.getByText("Instant").click();
    await button(page, "Start").click();
    await page.locator(".board [data-legal]").first().click();
    await expect(page.locator(".plate-far .name")).toContainText("Computer");
    await expect(page.locator(".board [data-legal]")).not.toHaveCount(0);
    await button(page, "Hint").click();
    await expect(page.locator(".status")).toHaveText(/^Play /);
    await axeDayAndNight(page);
    await button(page, "Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Review" }).click();
    // Whether a move was a mistake is not asked here: how far the review looks depends on the machine.
    await expect(page.getByRole("dialog").locator(".review-graph")).toBeVisible();
    await expect(page.locator(".review-waits")).toHaveCount(0, { timeout: 90_000 });
    await expect(page.locator(".review-graph ~ p:not(.review-side)").first()).toBeVisible();
    await axeDayAndNight(page);
    await button(page, "Go through the moves").click();
    await expect(page.locator(".replay-note")).toBeVisible();
    await axeDayAndNight(page);
  });
}

/** Puts on every dress, one after the other. */
async function inEveryDress(page: Page): Promise<void> {
  for (const theme of THEMES) {
    for (const scheme of SCHEMES) {
      await setAppearance(page, { theme, scheme });
      await axe(page, scheme === "light" ? "all" : "colours");
    }
  }
}

test("the home page in every theme", LONG, async ({ player }) => {
  const anna = await player("Anna", STILL);
  await anna.open("/");
  await inEveryDress(anna.page);
});

for (const game of GAMES) {
  test(`${game} in every theme`, LONG, async ({ player }) => {
    test.slow();
    const both = await player("both", STILL);
    const page = await midgame(both, game);
    await inEveryDress(page);
    if (game === "Mancala") return;
    await page.locator("summary[aria-label=Menu]").click();
    await button(page, "Settings").click();
    await inEveryDress(page);
  });
}

/** Anna offers a draw; both look at the offer, and Bert declines. */
async function offer(anna: Player, bert: Player): Promise<void> {
  await offerDraw(anna.page);
  await expect(bert.page.locator(".offer")).toContainText("offers a draw");
  for (const { page } of [anna, bert]) await axeDayAndNight(page);
  await button(bert.page, "Decline").click();
  await expect(anna.page.locator(".offer")).toHaveCount(0);
}

/** Bert opens the panel, which stands beside the board on Anna's desk; she greets, and opens the menu. */
async function talk(anna: Player, bert: Player): Promise<void> {
  await button(bert.page, "Chat").click();
  for (const { page } of [anna, bert]) await expect(page.locator("#panel")).toBeVisible();
  await button(anna.page, "Hello").click();
  await expect(bert.page.getByRole("log")).toContainText("Hello");
  await axeDayAndNight(bert.page);
  await bert.page.locator("#panel").getByRole("button", { name: "Close" }).click();
  await anna.page.locator("summary[aria-label=Menu]").click();
  await axeDayAndNight(anna.page);
  await anna.page.keyboard.press("Escape");
}

/** Anna loses her connection, and gets it back. */
async function lose(anna: Player, bert: Player, wire: Wire): Promise<void> {
  anna.expectNetworkFailures();
  wire.cut();
  await expect(anna.page.getByRole("alert")).toContainText("No connection");
  await expect(bert.page.locator(".plate-far .presence")).toHaveText("away");
  for (const { page } of [anna, bert]) await axeDayAndNight(page);
  wire.mend();
  await expect(anna.page.getByRole("alert")).toHaveCount(0, { timeout: 20_000 });
}

/** Bert is asked whether he means it, and gives up. */
async function resign(anna: Player, bert: Player): Promise<void> {
  await button(bert.page, "Resign").click();
  await expect(bert.page.getByRole("dialog")).toBeVisible();
  await axeDayAndNight(bert.page);
  await bert.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  for (const { page } of [anna, bert]) {
    await expect(page.locator("#result")).toBeVisible();
    await axeDayAndNight(page);
  }
}
