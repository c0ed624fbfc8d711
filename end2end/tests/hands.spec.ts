//! Hands at the table: moves that are confirmed, presses that mean what they meant when they began, and messages that lie on
//! nothing that is pressed.
import type { CDPSession, Page } from "@playwright/test";
import { face, openSettings } from "../computer.ts";
import { expect, test } from "../fixtures.ts";
import { boardState, FACTS, GAMES, shownBy } from "../games.ts";
import { covered } from "../geometry.ts";
import { pit, plan, playing, set } from "../hands.ts";
import { doubleClick } from "../pointer.ts";
import { Table } from "../table.ts";

async function finger(devtools: CDPSession, type: "touchStart" | "touchEnd", at?: { x: number; y: number }) {
  await devtools.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [at] });
}

async function middle(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a move to confirm waits for a button, Enter or a second tap", async ({ player }) => {
  const both = await player("both");
  await both.open("/local");
  const { page } = both;
  await set(page, "confirm", "on");
  const before = (await boardState(page)).board;
  await doubleClick(pit(page, "south", "a"));
  await expect(plan(page)).toContainText("Play a?");
  await expect(page.getByRole("status").filter({ hasText: /^Play a\?$/ })).toBeAttached();
  expect((await boardState(page)).board, "a double click confirms nothing").toBe(before);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(plan(page)).toHaveCount(0);
  await pit(page, "south", "b").click();
  await page.keyboard.press("Escape");
  await expect(plan(page)).toHaveCount(0);
  expect((await boardState(page)).board).toBe(before);
  await pit(page, "south", "a").click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect.poll(async () => (await boardState(page)).board).not.toBe(before);
  const after = (await boardState(page)).board;
  await pit(page, "north", "a").press("Enter");
  await expect(plan(page)).toContainText("Play a?");
  await pit(page, "north", "a").press("Enter");
  await expect.poll(async () => (await boardState(page)).board).not.toBe(after);
});

test("a cut line does not lose the move that is to be confirmed", async ({ player, wire }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { clock: "None", host: wire.url });
  expect(await table.mover()).toBe(anna.page);
  anna.expectNetworkFailures();
  await set(anna.page, "confirm", "on");
  await pit(anna.page, "south", "a").click();
  await wire.cut();
  await expect(plan(anna.page)).toBeVisible();
  wire.mend();
  await expect(anna.page.locator(".lost")).toHaveCount(0, { timeout: 20_000 });
  await anna.page.getByRole("button", { name: "Confirm" }).click();
  expect(await table.mover()).toBe(bert.page);
});

test("a finger that rests sees the preview, and a second tap plays @phone", async ({ player }) => {
  const both = await player("both", { hasTouch: true, viewport: { width: 390, height: 844 } });
  await both.open("/local");
  const { page } = both;
  const before = (await boardState(page)).board;
  const devtools = await page.context().newCDPSession(page);
  const at = await middle(page, "#south-a");
  await finger(devtools, "touchStart", at);
  // So long a finger rests that looks: longer than HOLD_MS of src/app/game/view/choosing.rs.
  await page.waitForTimeout(700);
  await finger(devtools, "touchEnd");
  await expect(page.locator(".toast")).toHaveText("Tap again to play.");
  expect((await boardState(page)).board).toBe(before);
  await page.locator("#south-a").tap();
  await expect.poll(async () => (await boardState(page)).board).not.toBe(before);
});

for (const game of GAMES) {
  test(`${game}: a tap on a page that is busy for long plays @phone`, async ({ player }) => {
    const both = await player("both");
    await both.open(FACTS[game].local);
    const { page } = both;
    // Longer than HOLD_MS of src/app/game/view/choosing.rs, as a slow phone may be.
    await page.evaluate(() => {
      const busy = () => {
        for (const end = performance.now() + 700; performance.now() < end; );
      };
      for (const kind of ["pointerdown", "click"]) addEventListener(kind, busy);
    });
    const { legal, board } = await boardState(page);
    const at = await middle(page, `#${legal[0]}`);
    await page.touchscreen.tap(at.x, at.y);
    await expect.poll(async () => (await boardState(page)).board).not.toBe(board);
  });
}

test("a press that began in the opponent’s turn does nothing in one’s own", async ({ player }) => {
  const { table, pages: [south, north] } = await playing(player);
  const { x, y } = await middle(north, "#north-a");
  await north.mouse.move(x, y);
  await north.mouse.down();
  await pit(south, "south", "a").click();
  await expect.poll(async () => (await boardState(north)).legal.length).toBeGreaterThan(0);
  await north.mouse.up();
  await expect(plan(north)).toHaveCount(0);
  expect(await table.mover(), "nothing was played").toBe(north);
  await pit(north, "north", "a").click();
  expect(await table.mover()).toBe(south);
});

test("I’m ready pressed twice at once does not take itself back", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await Table.open(anna, bert);
  const ready = anna.page.locator(".ready-bar button");
  await doubleClick(ready);
  await expect(ready).toHaveText("Not ready");
  await expect(bert.page.getByText("Anna is ready").or(bert.page.locator(".seat[data-ready]")).first()).toBeVisible();
  // What is meant comes later than a double tap: DOUBLE_TAP_MS of src/app/ui/el/press.rs.
  await anna.page.waitForTimeout(400);
  await ready.click();
  await expect(ready).toHaveText("I’m ready");
});

test("Change the settings tells the other one, who comes along by a press", async ({ player }) => {
  const { pages: [anna, bert] } = await playing(player);
  await anna.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await anna.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await anna.getByRole("button", { name: "Change the settings" }).click();
  await expect(anna.locator(".ready-bar")).toBeVisible();
  await expect(bert.locator(".result")).toContainText("wants to change the settings");
  await anna.getByRole("group", { name: "Game" }).getByText("Mapello").click();
  await expect(anna.getByRole("radio", { name: "Mapello" })).toBeChecked();
  await anna.locator(".ready-bar button").click();
  await expect(bert.locator(".result"), "nobody is taken along").toBeVisible();
  await bert.locator(".result").getByRole("button", { name: "View the board" }).click();
  await expect(bert.getByRole("group", { name: "Offer" })).toContainText("wants to change the settings");
  await bert.getByRole("group", { name: "Offer" }).getByRole("button", { name: "Change the settings" }).click();
  await expect(bert.getByRole("radio", { name: "Mapello" })).toBeChecked();
});

const SCREENS = [[390, 844], [844, 390], [820, 1180], [1440, 900]] as const;

/** What can be pressed and has something else on its middle: pits, stores, squares, and buttons of the table. */
const swallowed = async (page: Page) => [
  ...(await covered(page)),
  ...(await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".cell.store, .bar a, .bar summary, .control, .plan button, .offer button, .tray-disc:not([data-off])")]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !(part.matches(".control") && document.querySelector(".plan")))
      .filter((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return !part.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })
      .map((part) => part.id || part.getAttribute("aria-label") || (part.textContent ?? "")),
  )),
];

/** Whether a message lies over the board. */
const overTheBoard = (page: Page) =>
  page.evaluate(() => {
    const board = document.querySelector(".board")?.getBoundingClientRect();
    if (!board) return ["no board"];
    return [...document.querySelectorAll(".lost, .offer, .table > .banner")].flatMap((message) => {
      const { left, top, right, bottom } = message.getBoundingClientRect();
      const is = left < board.right - 1 && right > board.left + 1 && top < board.bottom - 1 && bottom > board.top + 1;
      return is ? [message.className] : [];
    });
  });

for (const game of GAMES) {
  test(`${game}: messages and questions leave everything to be pressed`, shownBy("Mancala", game), async ({ player, wire }) => {
    test.slow();
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game, clock: "None", host: wire.url });
    await table.play(2);
    const all = async (what: string, pages: Page[]) => {
      for (const [width, height] of SCREENS) {
        for (const page of pages) {
          await page.setViewportSize({ width, height });
          const at = `${what} at ${width}×${height}`;
          await expect.soft.poll(() => swallowed(page), `what cannot be pressed: ${at}`).toEqual([]);
          await expect.soft.poll(() => overTheBoard(page), `what lies on the board: ${at}`).toEqual([]);
        }
      }
    };
    const asks = (await table.mover()) === anna.page ? bert : anna;
    await asks.page.getByRole("button", { name: "Undo" }).click();
    for (const page of table.pages) await expect(page.locator(".offer")).toBeVisible();
    await all("a takeback", table.pages);
    const answers = asks === anna ? bert : anna;
    await answers.page.locator(".offer").getByRole("button", { name: "Decline" }).click();
    await expect(asks.page.locator(".offer")).toHaveCount(0);
    await asks.page.locator(game === "Mancala" ? ".row.near button.pit" : "button.sq:not(.edge, [aria-disabled])").first().click();
    await expect(plan(asks.page)).toBeVisible();
    await all("a premove", [asks.page]);
    await asks.page.getByRole("button", { name: "Cancel premove" }).click();
    anna.expectNetworkFailures();
    wire.freeze();
    await expect(anna.page.locator(".lost")).toBeVisible({ timeout: 20_000 });
    await all("no connection", [anna.page]);
    wire.mend();
    await expect(anna.page.locator(".lost")).toHaveCount(0, { timeout: 20_000 });
  });
}

test("the editor plays the computer, and marks a code that is none", async ({ player }) => {
  const { page } = await player("Anna");
  await page.goto("/boards/edit?board=default");
  const field = page.getByLabel("Board code");
  await field.fill("nonsense");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#board-code-problem")).not.toBeEmpty();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("nonsense");
  await page.getByRole("button", { name: "Default" }).click();
  await page.getByRole("link", { name: "Play the computer" }).click();
  await page.waitForURL(/\/computer\/mapello\?board=/);
  await face(page, "Easy").click();
  await expect(page.getByRole("grid", { name: "Mapello board" })).toBeVisible();
});

test("who goes first is one setting; a phone's menu has no keys @phone", async ({ player }) => {
  const anna = await player("Anna", { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await anna.open("/computer");
  await openSettings(anna.page);
  await anna.page.getByText("Change the rules").click();
  await expect(anna.page.locator("#first-move")).toHaveCount(0);
  await expect(anna.page.getByRole("group", { name: "Who goes first" })).toBeVisible();
  await anna.open("/local");
  await anna.page.locator("summary[aria-label=Menu]").click();
  await expect(anna.page.locator(".menu-keys")).toBeHidden();
});

test("only the board: a local game hides names, and keeps its clock", async ({ player }) => {
  const both = await player("both");
  await both.open("/local");
  await both.page.keyboard.press("z");
  await expect(both.page.locator(".plate-far .name")).toBeHidden();
  await both.page.keyboard.press("z");
  await expect(both.page.locator(".plate-far .name")).toBeVisible();
});
