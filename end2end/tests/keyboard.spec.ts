//! A whole game by keyboard alone, by both players: nothing is clicked, and the focus is never lost.
import type { Page } from "@playwright/test";
import { face } from "../computer.ts";
import { expect, ready, test, type Player } from "../fixtures.ts";
import { FACTS, type GameName, GAMES, boardState, shownBy } from "../games.ts";
import { focused, tabTo } from "../keys.ts";
import { Table, type Press } from "../table.ts";

/** Plays a pit by its letter, or by walking there with the arrow keys and pressing Enter, in turn. */
function pitKeys(): Press {
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
    await expect.poll(() => focused(page)).toBe(pit);
    await expect.poll(() => page.locator("[data-delta]").count(), "the focused pit shows what it would do").toBeGreaterThan(1);
    await page.keyboard.press("Enter");
  };
}

/** Goes to a square by its letter and digit, by arrow keys, or by `n` from one legal square to the next, in turn. */
function squareKeys(): Press {
  let plays = 0;
  return async (page, id) => {
    plays += 1;
    const { keyboard } = page;
    if (!/^sq-/.test(await focused(page))) await tabTo(page, /^sq-/);
    const goal = Number(id.slice(3));
    if (plays % 3 === 0) {
      await keyboard.press("abcdefgh"[(goal % 10) - 1] ?? "");
      await keyboard.press(String(Math.floor(goal / 10)));
    } else if (plays % 3 === 1) {
      const at = Number((await focused(page)).slice(3));
      const [down, right] = [Math.floor(goal / 10) - Math.floor(at / 10), (goal % 10) - (at % 10)];
      for (let steps = 0; steps < Math.abs(down); steps += 1) await keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
      for (let steps = 0; steps < Math.abs(right); steps += 1) await keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
    } else {
      for (let steps = 0; steps < 30 && (await focused(page)) !== id; steps += 1) await keyboard.press("n");
    }
    await expect.poll(() => focused(page)).toBe(id);
    await expect(page.locator(`#${id}[data-preview]`), "the focused square shows what it would do").toHaveCount(1);
    await expect(page.locator("[data-turns]")).not.toHaveCount(0);
    await keyboard.press("Enter");
  };
}

/** The list of keys is open and has this in it; Escape closes it, and the focus is where it was. */
async function listed(page: Page, entry: string): Promise<void> {
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText(entry);
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await expect.poll(() => focused(page)).toMatch(/^(north|south|sq)-/);
}

/** Holds back the part of the program with the table, until somebody calls what it returns. */
async function holdTable(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route("**/split_table.wasm", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a room and joins it, by keyboard alone. `begins` is done when both are ready. */
async function meet(anna: Player, bert: Player, game: GameName, begins = async () => {}): Promise<Table> {
  await anna.open("/");
  await tabTo(anna.page, /^Play a friend$/);
  if (game === "Mapello") await tabTo(anna.page, /^Play a friend$/);
  await anna.page.keyboard.press("Enter");
  await anna.page.waitForURL(/\/r\/\w+$/);
  await ready(anna.page);
  await bert.open("/");
  await tabTo(bert.page, /^code$/);
  await bert.page.keyboard.type(new URL(anna.page.url()).pathname.slice(3));
  await bert.page.keyboard.press("Enter");
  await bert.page.waitForURL(/\/r\/\w+$/);
  await ready(bert.page);
  // The invitation has the focus on its button.
  await expect.poll(() => focused(bert.page)).toBe("Sit down");
  await bert.page.keyboard.press("Enter");
  const table = new Table([anna.page, bert.page], game === "Mancala" ? pitKeys() : squareKeys());
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
  for (const page of table.pages) {
    await tabTo(page, /^I’m ready$/);
    await page.keyboard.press("Enter");
    // Seen with the first of them only: once both are ready the game begins in three seconds.
    if (page !== anna.page) continue;
    await expect(page.getByRole("button", { name: "Not ready" })).toBeVisible();
    await expect.poll(() => focused(page), "the button stays in the hand").toBe("Not ready");
  }
  await begins();
  for (const page of table.pages) await expect(page.getByRole("grid", { name: `${game} board` })).toBeVisible();
  return table;
}

test("the board gets the focus even if its wasm part is late: in a room", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const release = await holdTable(bert.page);
  const table = await meet(anna, bert, "Mancala", async () => {
    await expect(bert.page.getByText("Opening the room…")).toBeVisible();
    release();
  });
  for (const page of table.pages) await expect.poll(() => focused(page)).toMatch(FACTS.Mancala.onBoard);
});

test("the board gets the focus even if its wasm part is late: on one device", async ({ player }) => {
  const { page } = await player("Anna");
  const release = await holdTable(page);
  await page.goto("/computer");
  await ready(page);
  await face(page, "Easy").press("Enter");
  await expect(page.getByText("Loading the game…")).toBeVisible();
  release();
  await expect.poll(() => focused(page)).toMatch(FACTS.Mancala.onBoard);
});

for (const game of GAMES) {
  test(`${game}: a whole game and a rematch by keyboard alone`, shownBy("Mancala", game), async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await meet(anna, bert, game);
    const moved = new Set<Page>();
    for (let mover = await table.mover(); mover !== undefined; mover = await table.mover()) {
      await table.move();
      for (const page of moved.add(mover)) await expect.poll(() => focused(page), `move ${table.moves}`).not.toBe("nothing");
    }
    for (const page of table.pages) {
      await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(/ wins?$|^Draw$/);
      await tabTo(page, /^Play again$/);
      await page.keyboard.press("Enter");
    }
    await table.inStep(FACTS[game].isStart);
    expect(await table.mover(), "the other one begins").toBe(bert.page);
  });

  test(`${game}: when the game begins, the focus is on the board`, shownBy("Mapello", game), async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await meet(anna, bert, game);
    for (const page of table.pages) await expect.poll(() => focused(page)).toMatch(FACTS[game].onBoard);
  });

  test(`${game}: u requests a takeback, and the opponent grants it by keyboard`, shownBy("Mancala", game), async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await meet(anna, bert, game);
    const before = await boardState(anna.page);
    await tabTo(anna.page, /^(south|sq)-/);
    if (game === "Mapello") await anna.page.keyboard.press("n");
    await anna.page.keyboard.press(game === "Mapello" ? "Enter" : "a");
    await table.inStep((board) => board !== before.board);
    await anna.page.keyboard.press("u");
    await expect(bert.page.locator(".offer")).toContainText("asks for a takeback");
    await expect(anna.page.locator(".offer")).toContainText("Takeback requested");
    // The one who is asked is still on the board: a key leads to the answers.
    if (!FACTS[game].onBoard.test(await focused(bert.page))) await tabTo(bert.page, FACTS[game].onBoard);
    await bert.page.keyboard.press("o");
    await expect(bert.page.getByRole("button", { name: "Accept" })).toBeFocused();
    await bert.page.keyboard.press("Enter");
    await table.inStep((board) => board === before.board);
    expect((await boardState(anna.page)).legal).toEqual(before.legal);
    await expect(bert.page.locator("#spoken")).toContainText("The last turn was taken back");
    for (const page of table.pages) {
      await expect.poll(() => focused(page), "the focus is not lost with the offer").not.toBe("nothing");
    }
  });
}

test("Mancala: letters and digits sow the pit they name", async ({ player }) => {
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

test("Mancala: arrows, Home, End, p, F and ? work as documented", async ({ player }) => {
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
    await expect.poll(() => focused(page), key).toBe(to);
  }
  await expect(page.locator("#south-store")).toHaveAttribute("tabindex", "-1");
  await page.keyboard.press("End");
  await expect.poll(() => focused(page)).toBe("south-store");
  await page.keyboard.press("Home");
  await expect(page.locator("#south-a")).toHaveAttribute("data-preview");
  await page.keyboard.press("p");
  await expect(page.locator("[data-delta]")).toHaveCount(0);
  await page.keyboard.press("p");
  await expect(page.locator("#south-a")).toHaveAttribute("data-delta", "−4");
  await page.keyboard.press("Shift+F");
  await expect(page.locator(".row.near #north-a")).toBeVisible();
  await expect.poll(() => focused(page), "the same pit, wherever it is now").toBe("south-a");
  for (const [key, to] of [["ArrowLeft", "south-b"], ["ArrowDown", "north-e"], ["Shift+F", "north-e"], ["ArrowLeft", "north-f"]] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page), key).toBe(to);
  }
  await page.keyboard.press("?");
  await listed(page, "sow that pit");
});

test("Mapello: arrows, letters, digits, n, Shift+F and ? work, also flipped", async ({ player }) => {
  const both = await player("both");
  await both.open("/local/mapello");
  const { page } = both;
  await tabTo(page, /^sq-34$/);
  const at = () => page.evaluate(() => document.activeElement?.ariaLabel?.split(",")[0]);
  for (const turned of [false, true]) {
    if (turned) {
      const before = await at();
      await page.keyboard.press("Shift+F");
      await expect(page.locator("button.sq").first()).toHaveAccessibleName(/^h8, /);
      await expect.poll(at, "turning the board leaves the focus on its square").toBe(before);
    }
    for (const [keys, to] of [
      ["d3", "d3"],
      ["a", "a3"],
      ["8", "a8"],
      ["g5", "g5"],
      ["ArrowRight", turned ? "f5" : "h5"],
      ["ArrowUp", turned ? "f6" : "h4"],
      ["ArrowLeft", turned ? "g6" : "g4"],
      ["ArrowDown", "g5"],
    ] as const) {
      for (const key of keys.startsWith("Arrow") ? [keys] : keys) await page.keyboard.press(key);
      await expect.poll(at, keys).toBe(to);
    }
    const met = new Set<string | undefined>();
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press("n");
      await expect(page.locator(":focus")).toHaveAttribute("data-legal");
      met.add(await at());
    }
    expect([...met].sort(), "all first moves, and round again").toEqual(["c5", "d6", "e3", "f4"]);
  }
  await page.keyboard.press("?");
  await listed(page, "jump to that column or row");
});

for (const [game, path] of [["Mancala", "/local"], ["Mapello", "/local/mapello"]] as const) {
  test(`${game}: shortcuts work on the whole page, but not where one writes`, async ({ player }) => {
    const both = await player("both");
    await both.open(path);
    const { page } = both;
    const turned = page.locator(".board[data-turned]");
    await page.keyboard.press("Shift+F");
    await expect(turned).toBeVisible();
    // What Windows and Linux report of AltGr+8 on a German keyboard, and of a word that is being composed.
    type Keys = { key: string; shiftKey?: boolean; altKey?: boolean; ctrlKey?: boolean; isComposing?: boolean; modifierAltGraph?: boolean };
    const type = (init: Keys) => page.evaluate((init) => document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init })), init);
    await type({ key: "F", shiftKey: true, isComposing: true });
    await type({ key: "F", shiftKey: true, altKey: true });
    await type({ key: "f", ctrlKey: true });
    await expect(turned).toBeVisible();
    await type({ key: "?", shiftKey: true, altKey: true, ctrlKey: true, modifierAltGraph: true });
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Shift+F");
    await expect(turned, "a dialog has its own keys").toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("F");
    await expect(turned, "a letter that is written is no shortcut").toBeVisible();
  });
}
