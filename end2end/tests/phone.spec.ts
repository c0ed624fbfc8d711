//! Duello under a thumb: a game by touch on an upright board, previews by holding, nothing that scrolls or is too small.
import type { CDPSession } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { FACTS, GAMES, LONG, shownBy } from "../games.ts";
import { covered, overflow, tooSmall } from "../geometry.ts";
import { touch } from "../pointer.ts";
import { MOVING } from "../scene.ts";
import { openRoom, Table, tap } from "../table.ts";

test.use({ contextOptions: MOVING });

const SIZES = [
  [320, 568],
  [390, 844],
  [568, 320],
  [844, 390],
  [1440, 900],
  [3440, 1440],
] as const;

/** Lifts, puts down and moves a finger. */
async function finger(devtools: CDPSession, type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) {
  await devtools.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [at] });
}

test("two phones play a whole game of Mapello by touch @phone", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { game: "Mapello", press: tap });
  await table.play(4);
  // On a phone the list is a sheet: an entry of it closes it, and shows the position.
  await anna.page.getByRole("button", { name: "Chat" }).tap();
  await anna.page.locator(".turn-token").first().tap();
  await expect(anna.page.locator(".panel[data-open]")).toHaveCount(0);
  await expect(anna.page.getByRole("slider", { name: "Move" })).toHaveValue("1");
  await anna.page.getByRole("button", { name: /^Back/ }).tap();
  await table.playToTheEnd();
  for (const { page } of [anna, bert]) {
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(/ wins?$|^Draw$/);
    await expect.poll(() => overflow(page)).toEqual([0, 0]);
    await page.getByRole("button", { name: "Play again" }).tap();
  }
  await table.inStep(FACTS.Mapello.isStart);
});

test("two phones play a whole game by touch @phone", LONG, async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { press: tap });
  const board = await anna.page.getByRole("grid").boundingBox();
  expect(board?.height, "upright").toBeGreaterThan((board?.width ?? Infinity) * 1.3);
  await table.playToTheEnd();
  for (const { page } of [anna, bert]) {
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(/ wins?$|^Draw$/);
    await expect.poll(() => overflow(page)).toEqual([0, 0]);
    await page.getByRole("button", { name: "Play again" }).tap();
  }
  await table.inStep((board) => board.includes("south-a 4"));
});

test("the own side is nearest: at the right of the portrait board @phone", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await Table.start(anna, bert);
  for (const [page, mine, theirs] of [
    [anna.page, "south-c", "north-c"],
    [bert.page, "north-c", "south-c"],
  ] as const) {
    const [own, other] = [await page.locator(`#${mine}`).boundingBox(), await page.locator(`#${theirs}`).boundingBox()];
    expect(own?.x).toBeGreaterThan(other?.x ?? Infinity);
  }
});

test("a long press previews a move, and sliding off cancels it @phone", async ({ player }) => {
  const both = await player("both");
  await both.open("/local");
  const { page, context } = both;
  const table = new Table([page], tap);
  const before = await table.board();
  const box = await page.locator("#south-c").boundingBox();
  if (box === null) throw new Error("pit c is not on the screen");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await context.newCDPSession(page);

  await finger(devtools, "touchStart", at);
  await expect(page.locator("#south-c")).toHaveAttribute("data-delta", "−4");
  await expect(page.locator("#south-store")).toHaveAttribute("data-delta", "+1");
  await expect(page.locator("#south-store")).toHaveAttribute("data-landing");
  for (const step of [20, 60, 120]) await finger(devtools, "touchMove", { x: at.x - step, y: at.y });
  await expect(page.locator("[data-delta]")).toHaveCount(0);
  await finger(devtools, "touchEnd");
  await expect(page.locator("[data-delta]")).toHaveCount(0);
  expect(await table.board(), "nothing was played").toBe(before);

  await touch(page.locator("#south-c"));
  await table.inStep((board) => board.includes("south-c 0"));
});

for (const game of GAMES) {
  test(`${game}: one screen in every size, with large touch targets @phone`, shownBy("Mapello", game), async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game, clock: "None" });
    await table.play(2);
    const { page } = anna;
    for (const past of [false, true]) {
      if (past) await page.getByRole("button", { name: "Replay" }).click();
      for (const [width, height] of SIZES) {
        const size = `${width}×${height}${past ? " looking back" : ""}`;
        await page.setViewportSize({ width, height });
        await expect.poll(() => overflow(page), size).toEqual([0, 0]);
        // The sheet of moves slides away when the window gets smaller.
        await expect.soft.poll(() => tooSmall(page), `what is pressed at ${size}`).toEqual([]);
        await expect.soft.poll(() => covered(page), `places under something else at ${size}`).toEqual([]);
      }
    }
  });
}

test("no page overflows the phone, and touch targets are large @phone", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open("/");
  for (const path of ["/", "room"] as const) {
    if (path === "room") await openRoom(anna);
    for (const [width, height] of SIZES.slice(0, 2)) {
      await page.setViewportSize({ width, height });
      await expect.poll(async () => (await overflow(page))[0], `${path} at ${width}`).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width, height: 3_000 });
      await expect.soft.poll(() => tooSmall(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

test("no press waits for a second one, and none enlarges the page @phone", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  for (const path of ["/", "/local", "/boards/edit", "/computer", "/games/import"]) {
    await page.goto(path);
    const waiting = await page.evaluate(() => {
      const pressed = [...document.querySelectorAll("a, button, input, label, select, summary")];
      return pressed.filter((element) => getComputedStyle(element).touchAction !== "manipulation").map(({ outerHTML }) => outerHTML.slice(0, 80));
    });
    expect(waiting, path).toEqual([]);
    const small = await page.evaluate(() => {
      const fields = [...document.querySelectorAll("input:not([type=radio], [type=checkbox], [type=hidden], [type=range]), select, textarea")];
      return fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map(({ outerHTML }) => outerHTML.slice(0, 80));
    });
    expect(small, `${path}: fields for which a phone enlarges the page`).toEqual([]);
  }
});
