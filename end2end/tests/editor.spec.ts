//! The board editor: pieces put down and taken away by mouse and keys, what the board is worth, and where it leads to.
import type { Locator, Page } from "@playwright/test";
import { openBeforeHydration } from "../early.ts";
import { expect, ready, test, type Player } from "../fixtures.ts";
import { FACTS, boardState } from "../games.ts";
import { focused, tabTo } from "../keys.ts";
import { codeOf, join, Table } from "../table.ts";

const EMPTY = "00000-00000-00000-00000-RMD";
/** Walls on all four of Black's first moves: e3, f4, c5, d6. */
const BLACK_PASSES = "0000G-21040-00000-00000-VP3";
/** Walls on all eight squares beside the centre but its corners: nobody can move. */
const CLOSED = "00018-2GA0M-00000-00000-00H3";

const code = (page: Page) => page.getByLabel("Board code");
const at = (page: Page, name: string) => page.locator(`.sq[aria-label^="${name},"]`);
const take = (page: Page, tool: string) => page.getByRole("group", { name: "Piece" }).getByText(tool).click();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Clicks what says that it is disabled: people do. */
const pressWrongly = (what: Locator) => what.click({ force: true });

/** The editor with an empty board, or with one from a link. */
async function workshop(player: (name: string) => Promise<Player>, board = ""): Promise<Page> {
  const anna = await player("Anna");
  await anna.open(`/boards/edit${board === "" ? "" : `?board=${board}`}`);
  await expect(at(anna.page, "d4")).toHaveAccessibleName("d4, black");
  return anna.page;
}

/** How many walls, bonuses and jokers the palette counts, and how many lie on the board. */
async function counts(page: Page): Promise<number[]> {
  const counts = (await page.locator(".palette small").allInnerTexts()).flatMap((text) => (text ? [Number.parseInt(text)] : []));
  const lie = await Promise.all(["wall", "bonus", "joker"].map((piece) => page.locator(`.sq[data-${piece}]`).count()));
  expect(counts, "what is counted is what lies there").toEqual(lie);
  return counts;
}

test("pieces are placed, replaced and removed, up to eight of each", async ({ player }) => {
  const page = await workshop(player);
  expect(await counts(page)).toEqual([0, 0, 0]);
  await at(page, "a1").click();
  await expect(at(page, "a1")).toHaveAccessibleName("a1, wall");
  await take(page, "Bonus");
  await at(page, "a1").click();
  await expect(at(page, "a1")).toHaveAccessibleName("a1, bonus");
  await at(page, "c2").click();
  await at(page, "c2").click();
  expect(await counts(page), "a second click takes it away").toEqual([0, 1, 0]);
  await pressWrongly(page.locator("#sq-4"));
  await expect(page.locator(".toast")).toHaveText("Only jokers go on the border.");
  await take(page, "Joker");
  await page.locator("#sq-4").click();
  await page.locator("#sq-0").click();
  await expect(page.locator("#sq-4")).toHaveAccessibleName("Joker above d");
  await expect(page.locator("#sq-0")).toHaveAccessibleName("Joker, corner by a1");
  await pressWrongly(at(page, "e2"));
  await expect(page.locator(".toast")).toHaveText("Jokers go on the border.");
  await take(page, "Wall");
  await pressWrongly(at(page, "d4"));
  await expect(page.locator(".toast")).toHaveText("The four centre discs stay.");
  for (const column of "abcdefgh") await at(page, `${column}8`).click();
  expect(await counts(page)).toEqual([8, 1, 2]);
  await at(page, "a7").click();
  await expect(page.locator(".toast")).toContainText("A board can have up to 8 walls.");
  await take(page, "Erase");
  for (const name of ["a8", "a1"]) await at(page, name).click();
  await page.locator("#sq-0").click();
  expect(await counts(page)).toEqual([7, 0, 1]);
});

test("symmetry places all mirrored pieces at once, and undo removes them", async ({ player }) => {
  const page = await workshop(player);
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  const boards = [await code(page).inputValue()];
  for (const [symmetry, pieces] of [
    ["Left–right", ["b1 g1", 2]],
    ["Top–bottom", ["b2 b7", 4]],
    ["180° turn", ["b3 g6", 6]],
  ] as const) {
    await page.getByLabel("Symmetry").selectOption(symmetry);
    const [first] = pieces[0].split(" ");
    await at(page, first ?? "").click();
    for (const name of pieces[0].split(" ")) await expect(at(page, name)).toHaveAttribute("data-wall");
    expect((await counts(page))[0]).toBe(pieces[1]);
    boards.push(await code(page).inputValue());
  }
  expect(new Set(boards).size, "every board has a code of its own").toBe(4);
  for (const board of boards.toReversed().slice(1)) {
    await undo.click();
    await expect(code(page)).toHaveValue(board);
  }
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Symmetry").selectOption("90° turns");
  await take(page, "Joker");
  await page.locator("#sq-2").click();
  expect(await counts(page)).toEqual([0, 0, 4]);
  await expect(page.locator(".notes li")).toHaveText(["Both colours can move.", "Symmetric: fair to both colours."]);
  await expect(page.locator(".notes li[data-kind=good]")).toHaveCount(2);
});

test("the board is built by keyboard alone", async ({ player }) => {
  const page = await workshop(player);
  const { keyboard } = page;
  await tabTo(page, /^sq-11$/);
  await keyboard.press("Enter");
  await expect(at(page, "a1")).toHaveAttribute("data-wall");
  await keyboard.press("ArrowRight");
  await keyboard.press("b");
  await keyboard.press("Space");
  await expect(at(page, "b1")).toHaveAttribute("data-bonus");
  await keyboard.press("j");
  await keyboard.press("ArrowUp");
  await expect.poll(() => focused(page), "the border is reached").toBe("sq-2");
  await keyboard.press("Enter");
  await expect(page.locator("#sq-2")).toHaveAttribute("data-joker");
  await keyboard.press("Delete");
  expect(await counts(page)).toEqual([1, 1, 0]);
  await keyboard.press("u");
  await keyboard.press("x");
  await expect(page.getByRole("radio", { name: "Erase" })).toBeChecked();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await keyboard.press("w");
  await expect(page.getByRole("radio", { name: "Wall" })).toBeChecked();
  expect(await counts(page)).toEqual([1, 0, 1]);
  await expect.poll(() => focused(page)).toBe("sq-12");
});

test("the editor starts from a known board and warns about unfair ones", async ({ player }) => {
  const page = await workshop(player);
  await press(page, "Default");
  expect(await counts(page)).toEqual([8, 8, 8]);
  await press(page, "Random");
  expect(await counts(page)).toEqual([8, 8, 8]);
  await press(page, "Empty");
  await expect(code(page)).toHaveValue(EMPTY);
  for (const name of ["e3", "f4", "c5", "d6"]) await at(page, name).click();
  await expect(code(page)).toHaveValue(BLACK_PASSES);
  await expect(page.locator(".notes li[data-kind=warn]").first()).toHaveText("Black has no first move and must pass.");
  for (const name of ["d3", "c4", "f5", "e6"]) await at(page, name).click();
  await expect(page.locator(".notes li").first()).toHaveText("Nobody can move: this board can’t be played.");
  await expect(code(page)).toHaveValue(CLOSED);
  await expect(page.getByRole("button", { name: "Play a friend" })).toHaveAttribute("aria-disabled", "true");
});

test("code and link restore the same board, and a broken code is reported", async ({ player, server }) => {
  const page = await workshop(player);
  await press(page, "Default");
  const board = await code(page).inputValue();
  await press(page, "Copy link");
  await expect(page.locator(".toast")).toHaveText("Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${server.url}/boards/edit?board=${board}`);

  const other = await player("Bert");
  await other.open(link.replace(server.url, ""));
  await expect(code(other.page)).toHaveValue(board);
  expect(await counts(other.page)).toEqual([8, 8, 8]);
  await code(other.page).fill(` ${EMPTY.toLowerCase().replaceAll("-", " ")}`);
  await code(other.page).press("Enter");
  expect(await counts(other.page), "as people type it").toEqual([0, 0, 0]);
  await code(other.page).fill(board.replace("K", "M"));
  await code(other.page).press("Enter");
  await expect(other.page.locator("#board-code-problem")).toContainText("That’s not a board code");
  expect(await counts(other.page), "the board stays").toEqual([0, 0, 0]);
  await other.open(`/boards/edit?board=${board.slice(0, 12)}`);
  await expect(other.page.locator(".toast")).toContainText("That’s not a board code");
  await other.open("/local/mapello?board=nonsense");
  await expect(other.page.locator(".toast")).toContainText("That’s not a board code");
  await expect(other.page.getByRole("grid", { name: "Mapello board" })).toBeVisible();
});

test("Play a friend leads both players to the built board", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await anna.open("/boards/edit");
  const { page } = anna;
  for (const name of ["a1", "c2", "h8"]) await at(page, name).click();
  const built = await code(page).inputValue();
  await page.getByRole("button", { name: "Play a friend" }).click();
  await page.waitForURL(/\/r\/[A-Z]{8}$/);
  await ready(page);
  await expect(page.getByRole("combobox", { name: "Board" })).toContainText("Custom board");
  await expect(page.getByLabel("Board code")).toHaveValue(built);
  await join(bert, `/r/${codeOf(page)}`);
  const table = new Table([page, bert.page]);
  await expect(page.locator(".seat[data-empty]")).toHaveCount(0);
  await table.ready();
  const board = await table.board();
  expect(board.match(/\w\d wall/g)).toEqual(["a1 wall", "c2 wall", "h8 wall"]);
  await table.play(3);
});

test("Pass and play uses the built board and refuses an unplayable one", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open(`/boards/edit?board=${BLACK_PASSES}`);
  await expect(code(page)).toHaveValue(BLACK_PASSES);
  await page.getByRole("link", { name: "Pass and play" }).click();
  await page.waitForURL(/\/local\/mapello/);
  await ready(page);
  await expect.poll(async () => (await boardState(page)).board).toContain("e3 wall");
  await expect(page.locator(".status"), "Black passes").toHaveText("White to move");
  await new Table([page]).place("d3 c3");
  await anna.reload();
  await expect.poll(async () => (await boardState(page)).board, "a reload does not begin anew").toMatch(/c3 (black|white)/);

  // The address of another board does not throw away a game that is going on.
  const before = await new Table([page]).board();
  const first = page.url();
  await anna.open("/local/mapello?board=empty");
  await new Table([page]).inStep(FACTS.Mapello.isStart);
  await anna.open(first);
  expect(await new Table([page]).board()).toBe(before);

  await anna.open(`/boards/edit?board=${CLOSED}`);
  await expect(code(page)).toHaveValue(CLOSED);
  const link = (name: string) => page.getByRole("link", { name });
  for (const wrong of [page.getByRole("button", { name: /^P/ }), link("Pass and play"), link("Play the computer")]) {
    await pressWrongly(wrong);
    await expect(page.locator(".toast")).toContainText("move");
    await expect(page.locator(".toast")).toHaveCount(0);
  }
  await at(page, "d3").click();
  const open = await code(page).inputValue();
  await anna.reload();
  await expect(code(page), "what was built is still there").toHaveValue(open);
  await code(page).fill(`https://example.org/boards/edit?board=${BLACK_PASSES}`);
  await code(page).press("Enter");
  await expect(code(page)).toHaveValue(BLACK_PASSES);
});

test("boards are built by touch, and every square is large enough @phone", async ({ player }) => {
  const page = await workshop(player);
  await at(page, "a1").tap();
  await take(page, "Joker");
  await page.locator("#sq-9").tap();
  expect(await counts(page)).toEqual([1, 0, 1]);
  const boxes = await page.locator(".board .sq").evaluateAll((all) =>
    all.map((one) => ({ id: one.id, edge: one.classList.contains("edge"), box: one.getBoundingClientRect() })),
  );
  for (const { id, edge, box } of boxes) {
    // A square of the border is thin, but nothing else is near it.
    expect.soft(Math.max(box.width, box.height), id).toBeGreaterThanOrEqual(edge ? 14 : 24);
    if (!edge) expect.soft(Math.min(box.width, box.height), id).toBeGreaterThanOrEqual(24);
  }
});

for (const end of ["Enter", "Tab"]) {
  test(`a code typed before hydration and ended during it is used: ${end}`, async ({ player }) => {
    const anna = await player("Anna");
    const { page } = anna;
    const come = await openBeforeHydration(anna, "/boards/edit?board=default");
    const field = page.locator("#board-code");
    await field.fill("nonsense");
    // What hydration does to a field, some tasks before the page is ready.
    await field.evaluate((field: HTMLInputElement) => (field.value = ""));
    await field.press(end);
    await come();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveValue("nonsense");
  });
}
