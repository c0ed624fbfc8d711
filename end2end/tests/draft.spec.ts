//! The setup draft: one builds the board, the other picks the colour; and what happens when either goes away meanwhile.
import type { Page } from "@playwright/test";
import { axe, expect, test, type Player } from "../fixtures.ts";
import { focused } from "../keys.ts";
import { codeOf, join, openRoom, pressBoth, Table } from "../table.ts";

const at = (page: Page, name: string) => page.locator(`.sq[aria-label^="${name},"]`);
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const boardImage = (page: Page) => page.getByRole("img", { name: /^The board:/ });

/** Two in a room for a draft, chosen in the lobby, both ready: Anna builds. */
async function draft(anna: Player, bert: Player): Promise<Table> {
  const code = await openRoom(anna, { game: "Mapello" });
  await anna.page.getByLabel("Board", { exact: true }).selectOption("Board draft");
  await expect(anna.page.locator(".rules")).toContainText("One player builds the board, the other picks a colour.");
  await join(bert, `/r/${code}`);
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
  await pressBoth([anna.page, bert.page], "I’m ready");
  await expect(heading(anna.page)).toHaveText("Build the board");
  await expect(heading(bert.page)).toHaveText("Board draft");
  return new Table([anna.page, bert.page]);
}

test("one player builds a board, the other picks White, and the game starts", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  const table = await draft(anna, bert);
  await expect(bert.page.getByRole("status").first()).toContainText("is building the board");
  await expect(bert.page.locator(".pick[data-disc]")).toHaveCount(0);
  // Whoever waits may say so, and whoever builds answers.
  await bert.page.locator(".say").getByRole("button", { name: "Good luck" }).click();
  await expect(anna.page.locator(".chat .line")).toHaveText(/Good luck$/);
  await anna.page.locator("#say").fill("Nearly");
  await anna.page.locator("#say").press("Enter");
  await expect(bert.page.locator(".chat .line").last()).toHaveText(/Nearly$/);
  for (const { page } of [anna, bert]) await axe(page);
  await at(anna.page, "c3").click();
  await expect(anna.page.getByText("let your opponent choose"), "that is what a draft does anyway").toHaveCount(0);
  await at(anna.page, "f6").click();
  await cleo.open(`/r/${codeOf(anna.page)}`);
  await expect(boardImage(bert.page), "nothing is shown before it is handed over").toHaveCount(0);

  await press(anna.page, "Hand over");
  await expect(anna.page.getByRole("status").filter({ hasText: "is picking a colour" })).toBeVisible();
  await expect(boardImage(bert.page)).toHaveAccessibleName(/2 walls/);
  await expect(bert.page.getByText("walls: c3, f6."), "and where they are").toBeAttached();
  await expect(cleo.page.locator("main")).toContainText("The opponent picks a colour.");
  await expect(cleo.page.locator("button.pick")).toHaveCount(0);
  await bert.page.getByRole("button", { name: "White" }).click();

  await expect(bert.page.locator(".plate-near")).toHaveAttribute("data-disc", "white");
  await expect(anna.page.locator(".plate-near")).toHaveAttribute("data-disc", "black");
  expect((await table.board()).match(/\w\d wall/g)).toEqual(["c3 wall", "f6 wall"]);
  expect(await table.mover(), "Black begins").toBe(anna.page);
  await new Table([...table.pages, cleo.page]).play(3);

  await press(bert.page, "Resign");
  await bert.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await pressBoth(table.pages, "Play again");
  await expect(heading(bert.page), "now the other one builds").toHaveText("Build the board");
  await expect(heading(anna.page)).toHaveText("Board draft");
  await press(bert.page, "Hand over");
  await anna.page.getByRole("button", { name: "Black" }).click();
  await expect(anna.page.locator(".plate-near")).toHaveAttribute("data-disc", "black");
  expect(await table.mover()).toBe(anna.page);
});

test("a reload during a draft keeps the built board", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await draft(anna, bert);
  await bert.reload();
  await expect(heading(bert.page)).toHaveText("Board draft");
  await at(anna.page, "a1").click();
  await press(anna.page, "Hand over");
  await expect(boardImage(bert.page)).toHaveAccessibleName(/1 wall/);
  await anna.reload();
  await expect(at(anna.page, "a1")).toHaveAttribute("data-wall");
  await at(anna.page, "b1").click();
  await expect(anna.page.getByRole("status").filter({ hasText: "still sees the previous one" })).toBeVisible();
  await expect(boardImage(bert.page)).toHaveAccessibleName(/1 wall/);
  await press(anna.page, "Hand over");
  await expect(boardImage(bert.page)).toHaveAccessibleName(/2 walls/);
  await bert.reload();
  await expect(boardImage(bert.page)).toHaveAccessibleName(/2 walls/);
  await bert.page.getByRole("button", { name: "Black" }).click();
  expect((await table.board()).match(/\w\d wall/g)).toEqual(["a1 wall", "b1 wall"]);
  expect(await table.mover(), "who picked Black begins").toBe(bert.page);
});

test("an unplayable draft board is refused, and either player may leave", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await draft(anna, bert);
  for (const name of ["d3", "e3", "c4", "f4", "c5", "f5", "d6", "e6"]) await at(anna.page, name).click();
  await press(anna.page, "Hand over");
  await expect(anna.page.locator(".toast")).toContainText("move");
  await expect(boardImage(bert.page)).toHaveCount(0);
  for (const page of table.pages) {
    await press(page, "Back to the settings");
    for (const one of table.pages) {
      await expect(one.getByRole("button", { name: "I’m ready" })).toBeVisible();
      await expect(one.locator(".seat-ready[data-not]"), "nobody is ready any more").toHaveCount(2);
    }
    if (page === anna.page) {
      await pressBoth(table.pages, "I’m ready");
      await expect(heading(bert.page)).toHaveText("Board draft");
      await expect(at(anna.page, "d3"), "what was built is still there").toHaveAttribute("data-wall");
      await expect.poll(() => focused(anna.page), "the focus is on what comes next").not.toBe("nothing");
    }
  }
  await anna.page.getByLabel("Board", { exact: true }).selectOption("Empty board");
  await table.ready();
  await table.play(2);
});
