//! The page of a game that was played to its end: where nothing can be played on, its button says so and looks like it.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { join, Table } from "../table.ts";

/** How a button looks, as far as that tells whether it can be pressed. */
const look = (page: Page, name: string) =>
  page.getByRole("button", { name }).evaluate((button) => {
    const { borderTopStyle, borderTopColor, backgroundColor, color, cursor } = getComputedStyle(button);
    return { borderTopStyle, borderTopColor, backgroundColor, color, cursor };
  });

test("Play from here is off, and looks so, where the game is over", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  // A small board is played out after a few moves.
  const game = {
    mancala: {
      pits: 3, stones: 1, capture: "opposite", sowing: "single", extra_turn: true, leftovers: "owner",
      direction: "counter_clockwise", pie_rule: false, first_move: "south",
    },
  };
  const settings = { game, clock: "none", sides: "bottom", undo: "consent", timeout: "loses" };
  const code: unknown = await (await anna.page.request.post("/api/create_room", { data: { settings } })).json();
  for (const one of [anna, bert]) await join(one, `/r/${String(code)}`);
  const table = new Table([anna.page, bert.page]);
  await table.ready();
  await table.playToTheEnd();
  const { page } = anna;
  await page.getByRole("link", { name: "Game link" }).click();
  await page.waitForURL(/\/g\/[0-9a-z]{16}$/);
  const button = page.getByRole("button", { name: "Play from here" });
  await expect(page.locator(".record-at"), "the page shows the end").toHaveText(`Move ${table.moves} of ${table.moves}`);
  const isOff = async () => {
    await expect(button).toBeDisabled();
    const [off, on] = [await look(page, "Play from here"), await look(page, "Analyse")];
    expect(off.backgroundColor).not.toBe(on.backgroundColor);
    expect(off.borderTopColor).not.toBe(on.borderTopColor);
    expect(off.color).not.toBe(on.color);
    expect(off.cursor).not.toBe("pointer");
    // With forced colours no background tells them apart: the border does.
    await page.emulateMedia({ forcedColors: "active" });
    expect((await look(page, "Play from here")).borderTopStyle).toBe("dashed");
    expect((await look(page, "Analyse")).borderTopStyle).toBe("solid");
    await page.emulateMedia({ forcedColors: "none" });
  };
  await isOff();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".record-at")).toHaveText(`Move ${table.moves - 1} of ${table.moves}`);
  await expect(button).toBeEnabled();
  await expect.poll(() => look(page, "Play from here"), "as what can be pressed").toEqual(await look(page, "Analyse"));
  await page.keyboard.press("End");
  await expect(page.locator(".record-at")).toHaveText(`Move ${table.moves} of ${table.moves}`);
  await isOff();
});
