//! Two people in two browsers play: from the invitation over a whole game to the next one, with somebody looking on.
import type { Locator, Page } from "@playwright/test";
import { expect, ready, test } from "../fixtures.ts";
import { discs, FACTS, type GameName, GAMES, boardState, shownBy } from "../games.ts";
import { codeOf, openRoom, pressBoth, Table } from "../table.ts";

/** What a server says, as far as it is of what has happened. */
type Told = { events?: { events: { at: number }[] }; welcome?: { log: { at: number }[] } };

/** The two numbers of a line of the result card, the own side's first. */
async function line(page: Page, name: string): Promise<number[]> {
  const text = await page.locator(".result-how div", { hasText: name }).locator("dd").innerText();
  return text.split("–").map((part) => Number.parseInt(part));
}

/** Asserts that the points of a result card are what lies on the board. */
async function pointsAddUp(game: GameName, page: Page): Promise<number[]> {
  const points = (await page.locator(".result .points").allInnerTexts()).map(Number);
  if (game === "Mancala") {
    expect(points.reduce((one, other) => one + other), "every stone is in a store").toBe(48);
  } else {
    const [own, bonuses] = [await line(page, "Discs"), await line(page, "Bonuses")];
    expect([...own].sort()).toEqual([...discs((await boardState(page)).board)].sort());
    expect(points).toEqual(own.map((count, side) => count + (bonuses[side] ?? NaN)));
  }
  return points;
}

for (const game of GAMES) {
  test(`${game}: two players play a whole game and a rematch with sides swapped`, shownBy("Mapello", game), async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game });
    expect(await table.mover(), "whoever invited begins").toBe(anna.page);
    await table.playToTheEnd();
    expect(table.moves).toBeGreaterThan(10);

    const headings = [anna, bert].map(({ page }) => page.getByRole("dialog").getByRole("heading").innerText());
    const results = await Promise.all(headings);
    expect(results.every((headline) => / wins?$|^Draw$/.test(headline)), results.join(" / ")).toBe(true);
    const points = await pointsAddUp(game, anna.page);
    expect(await pointsAddUp(game, bert.page), "each sees the own side first").toEqual(points.reverse());

    await anna.page.getByRole("button", { name: "Play again" }).click();
    await expect(bert.page.getByRole("dialog").getByRole("status")).toContainText("wants to play again");
    await expect(anna.page.getByRole("dialog").getByRole("status")).toContainText("Waiting for");
    await bert.page.getByRole("button", { name: "Play again" }).click();
    await expect(anna.page.getByRole("dialog")).toBeHidden();
    await table.inStep(FACTS[game].isStart);
    expect(await table.mover(), "the other one begins").toBe(bert.page);

    await table.play(2);
    await bert.page.getByRole("button", { name: "Resign" }).click();
    await bert.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(bert.page.getByRole("dialog").getByRole("heading")).toHaveText(/ wins$/);
    await expect(anna.page.getByRole("dialog").getByRole("heading")).toHaveText("You win");
    const series = await anna.page.locator(".result-how div", { hasText: "Series" }).locator("dd").innerText();
    const [mine, theirs, draws] = [/^(\d+)–/, /^\d+–(\d+)/, /(\d+) draw/].map((part) => Number(part.exec(series)?.[1] ?? 0));
    const [annaWon, bertWon] = ["You win", "Draw"].includes(results[0] ?? "") ? [results[0] === "You win", false] : [false, true];
    expect([mine, theirs, draws], series).toEqual([annaWon ? 2 : 1, bertWon ? 1 : 0, results[0] === "Draw" ? 1 : 0]);
  });

  test(`${game}: a third visitor spectates and cannot play`, shownBy("Mapello", game), async ({ player }) => {
    const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
    const table = await Table.start(anna, bert, { game });
    await table.play(1);
    await cleo.open(`/r/${codeOf(anna.page)}`);
    const watched = new Table([...table.pages, cleo.page]);
    await watched.inStep();
    await expect(anna.page.getByText("1 watching")).toBeVisible();
    for (let made = 0; made < 4; made += 1) {
      await watched.play(1);
      expect((await boardState(cleo.page)).legal, "nothing is legal for who looks on").toEqual([]);
    }
    const before = await watched.board();
    const mover = await table.mover();
    for (const id of mover ? (await boardState(mover)).legal.slice(0, 2) : []) {
      await cleo.page.locator(`#${id}`).click({ force: true });
    }
    // Squares are touched for what they tell, too: in Mapello nothing is said.
    if (game === "Mancala") await expect(cleo.page.locator(".toast")).toContainText("watching");
    await expect(cleo.page.getByRole("button", { name: "Take a disc" })).toHaveCount(0);
    for (const name of ["Undo", "Draw", "Resign"]) {
      await expect(cleo.page.getByRole("button", { name, exact: true })).toHaveCount(0);
    }
    expect(cleo.frames.filter((frame) => /> .*"play"/i.test(frame)), "nothing is asked of the server").toEqual([]);
    expect(await watched.board()).toBe(before);
    await watched.play(1);
  });
}

test("a watcher's result card has none of the players' buttons", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  const table = await Table.start(anna, bert, { game: "Mapello" });
  await table.play(2);
  await cleo.open(`/r/${codeOf(anna.page)}`);
  await new Table([...table.pages, cleo.page]).inStep();
  await anna.page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  const card = (page: Page) => page.locator("dialog.result");
  const buttons = (page: Page) => card(page).locator(".actions").getByRole("button");
  for (const { page } of [anna, bert]) {
    await expect(buttons(page).filter({ hasText: /^(Play again|Same board, colours swapped|Change the settings)$/ })).toHaveCount(3);
  }
  await expect(card(cleo.page)).toBeVisible();
  await expect(card(cleo.page).getByRole("link", { name: "Home" })).toBeVisible();
  await expect(buttons(cleo.page).filter({ hasText: /again|board|settings/i })).toHaveCount(0);
  await expect(card(cleo.page).locator(":disabled, [aria-disabled=true]"), "nothing is greyed either").toHaveCount(0);
  // What the players agree on does not bring them.
  await anna.page.getByRole("button", { name: "Play again" }).click();
  await expect(card(bert.page).getByRole("status")).toContainText("wants to play again");
  await expect(buttons(cleo.page).filter({ hasText: /again|board|settings/i })).toHaveCount(0);
  await expect(card(cleo.page).locator(":disabled, [aria-disabled=true]")).toHaveCount(0);
  await bert.page.getByRole("button", { name: "Play again" }).click();
  await expect(card(cleo.page), "the next game is watched, too").toBeHidden();
});

test("a rematch offer expires after 20 minutes, even without other events", async ({ player }) => {
  const players = [await player("Anna"), await player("Bert")] as const;
  // Both are told that all happened so long before that six seconds of it are left.
  const long = 20 * 60_000 - 6_000;
  for (const { page } of players) {
    await page.routeWebSocket("**/ws/*", (socket) => {
      const line = socket.connectToServer();
      const older = (message: Told): Told => {
        for (const told of message.events?.events ?? message.welcome?.log ?? []) told.at -= long;
        return message;
      };
      line.onMessage((message) => socket.send(JSON.stringify(older(JSON.parse(String(message)) as Told))));
    });
  }
  await Table.start(...players);
  const [anna, bert] = players.map(({ page }) => page.getByRole("dialog")) as [Locator, Locator];
  await players[0].page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await anna.getByRole("button", { name: "Resign" }).click();
  const again = anna.getByRole("button", { name: "Play again" });
  await again.click();
  await Promise.all([
    expect(bert.getByRole("status")).toContainText("wants to play again"),
    expect(anna.getByRole("status")).toContainText("Waiting for"),
    expect(again).toHaveAttribute("aria-disabled", "true"),
  ]);
  for (const card of [anna, bert]) await expect(card.getByRole("status")).toBeEmpty();
  await expect(again).not.toHaveAttribute("aria-disabled");
});

test("the invitation has link, code and QR code; a friend joins by code", async ({ player, server }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const code = await openRoom(anna);
  expect(code).toMatch(/^[A-Z]{8}$/);
  const invite = anna.page.getByRole("region", { name: "Invite a friend" });
  const [first, second] = [code.slice(0, 4), code.slice(4)];
  await expect(invite.getByText(`${first}-${second}`, { exact: true })).toBeVisible();
  await expect(invite.getByRole("img", { name: `${[...first].join(" ")}, ${[...second].join(" ")}` })).toBeVisible();
  await expect(invite.getByText(`${server.url}/r/${code}`)).toBeVisible();
  const qr = invite.getByRole("img", { name: "QR code of the link" });
  await expect.poll(() => qr.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(20);
  await invite.getByRole("button", { name: "Copy link" }).click();
  await expect(anna.page.locator(".toast")).toHaveText("Link copied.");
  expect(await anna.page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/r/${code}`);

  await bert.open("/");
  await bert.page.getByLabel("Join with a code").fill(` ${first.toLowerCase()} ${second.toLowerCase()}`);
  await bert.page.getByRole("button", { name: "Join" }).click();
  await bert.page.waitForURL(`**/r/${code}`);
  await bert.page.getByRole("button", { name: "Sit down" }).press("Enter");
  await expect(invite).toBeHidden();
  await expect(bert.page.getByRole("listitem").filter({ hasText: "(you)" })).toBeVisible();
});

test("a changed name shows in the room", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await anna.open("/");
  const name = anna.page.getByLabel("Your name");
  await name.fill("Anna K");
  await Promise.all([anna.page.waitForEvent("load"), name.press("Enter")]);
  await ready(anna.page);
  await expect(name).toHaveValue("Anna K");
  await Table.open(anna, bert);
  await expect(bert.page.locator(".seat .name").first()).toHaveText("Anna K");
  await expect(anna.page.locator(".seat .name").first()).toHaveText("Anna K (you)");
});

test("ready can be taken back, and changed settings clear it for both", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const { pages } = await Table.open(anna, bert);
  const bar = bert.page.locator(".ready-bar button");
  await pressBoth(pages, "I’m ready");
  // At once, as the game begins in three seconds. By key: a second press at the same place so soon is taken for a double tap.
  await bar.press("Enter");
  await expect(bert.page.getByRole("button", { name: "I’m ready" })).toBeVisible();
  await expect(anna.page.locator(".countdown")).toBeHidden();
  await expect(anna.page.locator('.seat[data-ready="true"], .seat[data-ready=""]')).toHaveCount(1);
  await expect(anna.page.getByRole("button", { name: "Not ready" })).toBeVisible();
  await bert.page.getByRole("group", { name: "Who goes first" }).getByText("Random").click();
  await expect(anna.page.getByRole("radio", { name: "Random" })).toBeChecked();
  await expect(anna.page.getByRole("button", { name: "I’m ready" })).toBeVisible();
});
