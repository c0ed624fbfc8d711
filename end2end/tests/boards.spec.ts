//! Which game, on which board: chosen in the room by either player, and carried from one game of the series to the next.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { resign } from "../finished.ts";
import { FACTS } from "../games.ts";
import { join, openRoom, pressBoth, Table } from "../table.ts";

const boards = (page: Page) => page.getByLabel("Board", { exact: true });
/** A small drawing of a board, as its paths. */
const drawing = (page: Page) => page.locator(".mini path").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")).join());
const walls = (board: string) => board.match(/\w\d wall/g)?.join() ?? "";

test("both games on the home page open a room in which they can be changed", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.open(anna, bert, { game: "Mapello" });
  const title = (page: Page) => page.getByRole("heading", { level: 1 });
  for (const page of table.pages) await expect(title(page)).toHaveText("Mapello with a friend");
  await bert.page.getByRole("group", { name: "Game" }).getByText("Mancala").click();
  for (const page of table.pages) await expect(title(page)).toHaveText("Mancala with a friend");
  await expect(anna.page.getByLabel("Rules")).toBeVisible();
  await expect(anna.page.locator(".mini")).toHaveCount(0);
  await anna.page.getByRole("group", { name: "Game" }).getByText("Mapello").click();
  await expect(bert.page.getByRole("radio", { name: "Mapello" })).toBeChecked();
  await expect(bert.page.getByRole("radio", { name: "60 s per move" }), "the clock of the game").toBeChecked();
  await anna.page.getByText("Points decide").click();
  await expect(bert.page.getByRole("radio", { name: "Points decide" })).toBeChecked();
  await table.ready();
  await table.inStep(FACTS.Mapello.isStart);
  await expect(anna.page.getByRole("timer")).toHaveCount(2);
});

test("both players see a board that either chooses, and play on it", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.open(anna, bert, { game: "Mapello" });
  const seen = new Set([await drawing(anna.page)]);
  /** Waits until both show the same board, and one that was not there before; whoever hears of it first. */
  const another = async () => {
    let drawn: string[] = [];
    await expect
      .poll(async () => {
        drawn = [...new Set(await Promise.all(table.pages.map(drawing)))];
        return drawn.length === 1 && drawn.every((board) => board !== "" && !seen.has(board));
      }, "both see another board")
      .toBe(true);
    drawn.forEach((board) => seen.add(board));
  };
  for (const choice of ["Empty board", "Board of the day", "Random board"]) {
    await boards(anna.page).selectOption(choice);
    await expect(boards(bert.page).locator("option:checked")).toHaveText(choice);
    await another();
  }
  const number = (page: Page) => page.getByLabel("Board number");
  await number(anna.page).fill("99");
  await bert.page.getByRole("group", { name: "Clock" }).getByText("None").click();
  await expect(anna.page.getByRole("radio", { name: "None" })).toBeChecked();
  await expect(number(anna.page), "what one is typing stays").toHaveValue("99");
  await number(bert.page).fill("4711");
  await number(bert.page).press("Enter");
  await expect(number(anna.page)).toHaveValue("4711");
  await another();
  await anna.page.getByRole("button", { name: "New number" }).click();
  await expect(number(bert.page)).not.toHaveValue("4711");
  await another();
  expect(seen.size, "six different boards").toBe(6);

  await boards(bert.page).selectOption("Custom board");
  const code = anna.page.getByLabel("Board code");
  const own = await code.inputValue();
  await code.fill(own.replace(/.$/, own.endsWith("0") ? "1" : "0"));
  await code.press("Enter");
  await expect(anna.page.locator(".problem:not(:empty)")).toContainText("That’s not a board code");
  await code.fill("0000g 21040 00000 00000 vp3");
  await code.press("Enter");
  await expect(bert.page.getByRole("link", { name: "Edit" })).toHaveAttribute("href", /board=0000G-21040-00000-00000-VP3$/);
  await table.ready();
  expect(walls(await table.board())).toBe("c5 wall,d6 wall,e3 wall,f4 wall");
});

test("a same-board rematch swaps colours; a normal one has another board", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { board: "4711" });
  const first = walls(await table.board());
  const resign = async (page: Page) => {
    await table.play(2);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    for (const one of table.pages) await expect(one.locator("#result")).toBeVisible();
  };
  expect(await table.mover()).toBe(anna.page);
  await resign(anna.page);
  await anna.page.getByRole("button", { name: "Same board, colours swapped" }).click();
  await expect(bert.page.getByRole("dialog").getByRole("status")).toContainText("the same board again, colours swapped");
  await bert.page.getByRole("button", { name: "Same board, colours swapped" }).click();
  await table.inStep(FACTS.Mapello.isStart);
  expect(walls(await table.board())).toBe(first);
  await expect(anna.page.locator(".plate-near")).toHaveAttribute("data-disc", "white");
  expect(await table.mover()).toBe(bert.page);

  await resign(bert.page);
  await expect(anna.page.locator(".result-how")).toContainText("1–1");
  await pressBoth(table.pages, "Play again");
  await table.inStep(FACTS.Mapello.isStart);
  expect(walls(await table.board()), "another board").not.toBe(first);
  await expect(anna.page.locator(".plate-near")).toHaveAttribute("data-disc", "black");

  await resign(bert.page);
  await expect(anna.page.locator(".result-how")).toContainText("2–1");
  await expect(bert.page.locator(".result-how")).toContainText("1–2");
  for (const { page } of [anna, bert]) await page.getByRole("button", { name: "Change the settings" }).click();
  await anna.page.getByRole("group", { name: "Game" }).getByText("Mancala").click();
  await table.ready();
  await table.inStep(FACTS.Mancala.isStart);
  await table.play(2);
});

test("a room opens on a board by number or code, and not by an invalid one", async ({ player }) => {
  const anna = await player("Anna");
  await openRoom(anna, { board: "daily" });
  await expect(boards(anna.page).locator("option:checked")).toHaveText("Board of the day");
  await openRoom(anna, { board: "12" });
  await expect(anna.page.getByLabel("Board number")).toHaveValue("12");
  const answer = await anna.page.request.post("/api/open_room", { form: { game: "mapello", board: "K6G4E" } });
  expect(answer.status()).toBe(400);
  expect(await answer.json()).toBe("bad_board_code");
});

test("the board of a day is called by its day, and keeps it over midnight", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await page.clock.install({ time: new Date("2026-03-04T23:59:30Z") });
  await both.open("/local/mapello");
  await page.locator("summary[aria-label=Menu]").click();
  await page.getByRole("button", { name: "New game" }).press("Enter");
  await boards(page).selectOption("Board of the day");
  const day = page.getByText("4 Mar 2026, by this device’s clock");
  await expect(day).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(day, "it is the board that was chosen").toBeVisible();
  await page.getByRole("button", { name: "Start" }).press("Enter");
  await new Table([page]).inStep(FACTS.Mapello.isStart);
  // In a room it is the day of whoever chose it, for both.
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await join(bert, `/r/${await openRoom(anna, { board: "daily" })}`);
  for (const other of [anna, bert]) await expect(other.page.locator(".board-choice .small")).toHaveText(/^\d{1,2} \w{3} 20\d\d$/);
});

test("Reversi begins as Othello; its page has the opening and a GGF file", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.open(anna, bert, { game: "Mapello" });
  await boards(bert.page).selectOption("Reversi, Othello start");
  await expect(boards(anna.page).locator("option:checked")).toHaveText("Reversi, Othello start");
  await expect(anna.page.getByText("the empty squares go to the winner")).toBeVisible();
  await table.ready();
  const legal = (page: Page) => page.locator(".board [data-legal]").evaluateAll((squares) => squares.map((square) => square.ariaLabel?.slice(0, 2)));
  const mover = async (at: string) => {
    for (const page of table.pages) if ((await legal(page)).includes(at)) return page;
    return undefined;
  };
  await expect.poll(async () => (await mover("f5")) !== undefined).toBe(true);
  expect((await legal((await mover("f5")) ?? anna.page)).sort()).toEqual(["c4", "d3", "e6", "f5"]);
  for (const at of ["f5", "d6", "c3", "d3", "c4"]) {
    await expect.poll(async () => (await mover(at)) !== undefined, at).toBe(true);
    await (await mover(at))?.locator(`.board [data-legal][aria-label^="${at}"]`).press("Enter");
  }
  await expect.poll(async () => (await mover("c4")) === undefined).toBe(true);
  await anna.page.goto(await resign(anna, bert));
  await expect(anna.page.getByText("Opening: Tiger")).toBeVisible();
  const href = await anna.page.getByRole("link", { name: "GGF" }).getAttribute("href");
  const file = await (await anna.page.request.get(href ?? "")).text();
  expect(file).toContain("GM[Othello]");
  expect(file).toContain("B[f5]W[d6]B[c3]W[d3]B[c4]");
});
