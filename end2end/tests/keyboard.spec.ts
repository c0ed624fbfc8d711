//! A whole game by keyboard alone, by both players: nothing is clicked, and the focus is never lost.
import type { Page } from "@playwright/test";
import { expect, ready, test, type Player } from "../fixtures.ts";
import { look, Table, type Press } from "../table.ts";

/** What has the focus: its id, or its name; "nothing" when it has fallen to the document. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: at } = document;
    if (at === null || at === document.body || at === document.documentElement) return "nothing";
    return at.id || at.getAttribute("aria-label") || at.textContent?.trim() || at.tagName;
  });
}

/** Presses Tab until what has the focus fits. */
async function tabTo(page: Page, fits: RegExp): Promise<void> {
  const met: string[] = [];
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press("Tab");
    met.push(await focused(page));
    if (fits.test(met.at(-1) ?? "")) return;
  }
  throw new Error(`Tab does not reach ${fits}: ${met.join(" · ")}`);
}

/** Plays a pit by its letter, or by walking there with the arrow keys and pressing Enter, in turn. */
function keys(): Press {
  let plays = 0;
  return async (page, pit) => {
    plays += 1;
    if (!/^(south|north)-/.test(await focused(page))) await tabTo(page, /^(south|north)-/);
    if (plays % 2 === 0) {
      await page.keyboard.press(pit.slice(-1));
      return;
    }
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    for (let steps = 0; steps < 6 && (await focused(page)) !== pit; steps += 1) await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe(pit);
    expect(await page.locator("[data-delta]").count(), "the focused pit shows what it would do").toBeGreaterThan(1);
    await page.keyboard.press("Enter");
  };
}

/** Opens a room and joins it, by keyboard alone. */
async function meet(anna: Player, bert: Player): Promise<Table> {
  await anna.open("/");
  await tabTo(anna.page, /^Play a friend$/);
  await anna.page.keyboard.press("Enter");
  await anna.page.waitForURL(/\/r\/\w+$/);
  await ready(anna.page);
  await bert.open("/");
  await tabTo(bert.page, /^code$/);
  await bert.page.keyboard.type(new URL(anna.page.url()).pathname.slice(3));
  await bert.page.keyboard.press("Enter");
  await bert.page.waitForURL(/\/r\/\w+$/);
  await ready(bert.page);
  const table = new Table([anna.page, bert.page], keys());
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
  for (const page of table.pages) {
    await tabTo(page, /^I’m ready$/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Take back" })).toBeVisible();
    expect(await focused(page), "the button stays in the hand").toBe("Take back");
  }
  for (const page of table.pages) await expect(page.getByRole("grid", { name: "Mancala board" })).toBeVisible();
  return table;
}

test("two players play a whole game and begin the next by keyboard alone", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await meet(anna, bert);
  const moved = new Set<Page>();
  for (let mover = await table.mover(); mover !== undefined; mover = await table.mover()) {
    await table.move();
    for (const page of moved.add(mover)) expect(await focused(page), `move ${table.moves}`).not.toBe("nothing");
  }
  for (const page of table.pages) {
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(/ wins?$|^A draw$/);
    await tabTo(page, /^Play again$/);
    await page.keyboard.press("Enter");
  }
  await table.inStep((stones) => stones.includes("south-a 4"));
  expect(await table.mover(), "the other one begins").toBe(bert.page);
});

test("when the game begins, the focus is on the board", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await meet(anna, bert);
  for (const page of table.pages) await expect.poll(() => focused(page)).toMatch(/^(south|north)-a$|^Mancala board$/);
});

test("u asks for the last turn back, and the other one grants it by keyboard", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await meet(anna, bert);
  const before = await table.stones();
  await tabTo(anna.page, /^south-/);
  await anna.page.keyboard.press("a");
  await table.inStep((stones) => stones !== before);
  await anna.page.keyboard.press("u");
  await expect(bert.page.locator(".offer")).toContainText("asks to take the last turn back");
  await expect(anna.page.locator(".offer")).toContainText("You have asked");
  await tabTo(bert.page, /^Accept$/);
  await bert.page.keyboard.press("Enter");
  await table.inStep((stones) => stones === before);
  expect((await look(anna.page)).legal).toHaveLength(6);
  await expect(bert.page.locator("#spoken")).toContainText("The position has changed");
  for (const page of table.pages) {
    await expect.poll(() => focused(page), "the focus is not lost with the offer").not.toBe("nothing");
  }
});

test("letters and digits sow the pit they name", async ({ player }) => {
  const both = await player("both");
  await both.open("/local");
  await tabTo(both.page, /^south-a$/);
  for (const key of [..."abcdef", ..."123456"]) {
    const sown = `south-${/\d/.test(key) ? "abcdef"[Number(key) - 1] : key}`;
    await both.page.keyboard.press(key);
    await expect(both.page.locator(`#${sown}`), `key ${key}`).toHaveAttribute("aria-label", /no stones/);
    await both.page.keyboard.press("u");
    await expect(both.page.locator(`#${sown}`), "and u takes it back").toHaveAttribute("aria-label", /4 stones/);
  }
});

test("arrows, Home, End, p, F and ? do what they say", async ({ player }) => {
  const anna = await player("Anna");
  await anna.open("/local");
  const { page } = anna;
  await tabTo(page, /^south-a$/);
  for (const [key, to] of [
    ["ArrowRight", "south-b"],
    ["ArrowUp", "north-e"],
    ["ArrowLeft", "north-f"],
    ["ArrowDown", "south-a"],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused(page), key).toBe(to);
  }
  await expect(page.locator("#south-store")).toHaveAttribute("tabindex", "-1");
  await page.keyboard.press("End");
  expect(await focused(page)).toBe("south-store");
  await page.keyboard.press("Home");
  await expect(page.locator("#south-a")).toHaveAttribute("data-preview");
  await page.keyboard.press("p");
  await expect(page.locator("[data-delta]")).toHaveCount(0);
  await page.keyboard.press("p");
  await expect(page.locator("#south-a")).toHaveAttribute("data-delta", "−4");
  await page.keyboard.press("Shift+F");
  await expect(page.locator(".row.near #north-a")).toBeVisible();
  expect(await focused(page), "turning the board leaves the focus").not.toBe("nothing");
  await page.keyboard.press("?");
  await expect(page.locator(".toast")).toContainText("Arrows move");
});
