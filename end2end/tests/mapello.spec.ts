//! What is Mapello's own at the table: passes, the tray of discs, what a square tells before one plays on it.
import { expect, test } from "../fixtures.ts";
import { discs, drawnBoard, boardState, square } from "../games.ts";
import { recordTexts } from "../moments.ts";
import { MOVING } from "../scene.ts";
import { Table } from "../table.ts";

test.use({ contextOptions: MOVING });

/** Walls on all four of Black's first moves: e3, f4, c5, d6. */
const BLACK_PASSES = "0000G-21040-00000-00000-VP3";

test("a side without a move passes, even at the start, and all are notified", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { board: BLACK_PASSES });
  const name = (await bert.page.locator(".plate-far .name").innerText()).trim();
  const tokens = bert.page.locator(".moves .turn-token");
  await expect(tokens, "the first pass").toHaveText(["pass"]);
  await expect(tokens.first()).toHaveAttribute("data-pass");
  expect(await table.mover(), "White begins").toBe(bert.page);
  await expect(anna.page.locator(".plate-near")).toHaveAttribute("data-disc", "black");

  await table.place("d3 c3");
  for (const page of table.pages) await expect(page.locator(".banner"), "that of the first pass has gone").toHaveCount(0);
  const banners = await Promise.all(table.pages.map((page) => recordTexts(page, ".banner")));
  await table.place("c4");
  expect(await table.mover(), "White again").toBe(bert.page);
  const seen = () => Promise.all(banners.map((banner) => banner()));
  await expect.poll(seen).toEqual([["You have no legal move and pass."], [`${name} has no legal move and passes.`]]);
  await expect(bert.page.locator("#spoken")).toContainText(`You play c4, flipping 1. ${name} has no legal move and passes. Your turn.`);
  await expect(anna.page.locator("#spoken")).toContainText("You have no legal move and pass.");
  await expect(bert.page.locator(".status")).toHaveText("Your turn again");
  await expect(tokens).toHaveText(["pass", "d3", "c3", "c4", "pass"]);
  await expect(bert.page.locator(".banner"), "it is there for a moment").toHaveCount(0);

  await anna.reload();
  await table.inStep();
  expect(await table.mover(), "still").toBe(bert.page);
  await table.play(4);
});

test("a game without legal moves ends at once; discs and bonuses are listed", async ({ player }) => {
  const both = await player("both");
  await both.open("/local/mapello");
  const table = new Table([both.page]);
  await table.place("e3 d3 c2 d2 c1");
  const plate = both.page.locator(".plate-near");
  await expect(plate.locator(".bonus-points"), "c1 is a bonus").toHaveText(/^\d+ \+ 3$/);
  const [black] = discs(await table.board());
  await expect(plate.locator(".score:not([aria-hidden])")).toHaveText(new RegExp(`^${black + 3} points, 3 of them from bonuses${black} \\+ 3$`));
  await expect(both.page.locator("#spoken")).toContainText("bonus 3");
  await table.place("b2");
  await expect(both.page.locator("#spoken")).toContainText("with a joker");
  await expect(both.page.locator(".sq.edge[data-lit]"), "the joker that ended a line").toHaveCount(1);

  await both.open("/local/mapello?board=empty");
  await table.inStep((board) => discs(board).join() === "2,2");
  await table.place("e3 d3 c2 f2 e2 f3 c5 d2 g2");
  await expect(both.page.getByRole("dialog").getByRole("heading")).toHaveText("Black wins");
  await expect(both.page.locator(".result .points")).toHaveText(["13", "0"]);
  await expect(both.page.locator(".result-how dd").first()).toHaveText("13–0");
  expect((await boardState(both.page)).legal).toEqual([]);
});

test("hovering a legal square previews the disc and its flips", async ({ player }) => {
  const both = await player("both");
  await both.open("/local/mapello");
  const { page } = both;
  const table = new Table([page]);
  await table.place("e3 d3 c2");
  const { legal } = await boardState(page);
  for (const id of legal) {
    const at = page.locator(`#${id}`);
    await at.hover();
    await expect(at).toHaveAttribute("data-preview", "white");
    const promised = /, legal, flips (\d+)/.exec((await at.getAttribute("aria-label")) ?? "")?.[1];
    await expect(page.locator(".sq[data-turns]")).toHaveCount(Number(promised));
    await expect(page.locator(".sq[data-turns][data-disc=black]")).toHaveCount(Number(promised));
  }
  await square(page, "h4").hover();
  await expect(page.locator("[data-preview], [data-turns]"), "h4 is not legal").toHaveCount(0);
  await expect(page.locator(".status")).toHaveText("White to move");
  for (const [target, hint] of [
    [square(page, "f2"), /^Wall: /],
    [square(page, "h3"), /^Bonus: 3 points /],
    [page.getByLabel("Joker above d"), /^Joker: /],
  ] as const) {
    await target.hover();
    await expect(page.locator(".status")).toHaveText(hint);
    await expect(page.locator(".status")).toHaveAttribute("data-hint");
  }
  await page.locator(".bar h1").hover();
  await expect(page.locator(".status")).toHaveText("White to move");
  await expect(page.locator(".status")).not.toHaveAttribute("data-hint");
});

test("a disc is dragged from the tray and returns if the square is illegal", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { game: "Mapello" });
  const { page } = anna;
  const before = await table.board();
  const disc = page.getByRole("button", { name: "Take a disc" });
  await expect(bert.page.getByRole("button", { name: "Take a disc" }), "it is not White's turn").toHaveCount(0);
  const carry = async (at: string) => {
    await disc.hover();
    await page.mouse.down();
    await square(page, at).hover();
    await expect(page.locator(".drag-disc")).toBeVisible();
  };

  await carry("e3");
  await expect(square(page, "e3")).toHaveAttribute("data-preview", "black");
  await expect(page.locator(".sq[data-turns]")).toHaveCount(1);
  await page.locator(".bar h1").hover();
  await expect(page.locator("[data-preview]")).toHaveCount(0);
  await page.mouse.up();
  await expect(page.locator(".drag-disc"), "beside the board").toBeHidden();

  await carry("a2");
  await page.mouse.up();
  await expect(page.locator(".toast")).toContainText("flip");
  await expect(disc).toHaveAttribute("aria-pressed", "false");
  expect(await table.board()).toBe(before);

  await carry("e3");
  await page.mouse.up();
  await table.inStep((board) => board.includes("e3 black"));
  await expect(page.locator(".drag-disc")).toBeHidden();
  await expect(disc, "it is White's turn").toHaveCount(0);
  await expect.poll(() => drawnBoard(bert.page)).toBe(await table.board());
});

test("a tap on the tray picks up a disc, a tap on a legal square places it", async ({ player }) => {
  const both = await player("both");
  await both.open("/local/mapello");
  const { page } = both;
  const table = new Table([page]);
  const tray = page.locator(".tray-near");
  const left = Number(/\d+/.exec((await tray.getAttribute("aria-label")) ?? "")?.[0]);
  const disc = page.getByRole("button", { name: "Take a disc" });
  await disc.click();
  await expect(disc).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(":focus"), "the focus goes to a legal square").toHaveAttribute("data-legal");
  await disc.click();
  await expect(disc, "and is put back").toHaveAttribute("aria-pressed", "false");
  await disc.click();
  await square(page, "f4").click();
  await table.inStep((board) => board.includes("f4 black"));
  await expect(page.locator(".tray-disc[aria-pressed=true]")).toHaveCount(0);
  await expect(tray).toHaveAccessibleName(`Black discs left: ${left - 1}`);
  await expect(page.locator(".tray-far").getByRole("button", { name: "Take a disc" })).toBeVisible();
});

test("no layout shift while a game is played", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { game: "Mapello" });
  const places = () => Promise.all(table.pages.map((page) => page.evaluate(placesOfAll)));
  const before = await places();
  for (let made = 0; made < 8; made += 1) {
    await table.play(1);
    expect(await places(), `after move ${made + 1}`).toEqual(before);
  }
});

/** Where everything is that has its place for the whole game. */
function placesOfAll(): string[] {
  const all = document.querySelectorAll(".sq, .plate, .plate .name, .plate .clock, .tray, .status, .control, .panel");
  return [...all].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return `${one.id || one.className}: ${[x, y, width, height].map(Math.round).join(" ")}`;
  });
}
