//! What somebody meets who does not come the usual way: no such room, no seat, no script, an old page, a hostile name.
import type { Page } from "@playwright/test";
import { expect, ready, test } from "../fixtures.ts";
import { GAMES, boardState } from "../games.ts";
import { codeOf, openRoom, Table } from "../table.ts";

test("an unknown room is a 404 page that offers to create one", async ({ player }) => {
  const anna = await player("Anna");
  anna.allow(/status of 404/);
  for (const [path, heading] of [
    ["/r/HAAAAAAA", "Room HAAA-AAAA not found"],
    ["/r/what-is-this", "Room what-is-this not found"],
    ["/nowhere/at/all", "Page not found"],
  ] as const) {
    const answer = await anna.page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await ready(anna.page);
    await expect(anna.page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(anna.page).toHaveTitle(`${heading} · Duello`);
  }
  await anna.page.getByRole("button", { name: "Open a room" }).click();
  await anna.page.waitForURL(/\/r\/[A-Z]{8}$/);
  await ready(anna.page);
  await expect(anna.page.locator(".ready-bar")).toBeVisible();
});

test("a visitor to a full room spectates and sees the game start", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  const table = await Table.open(anna, bert);
  await cleo.open(`/r/${codeOf(anna.page)}`);
  await expect(cleo.page.getByText("Both seats are taken")).toBeVisible();
  await expect(cleo.page.getByRole("button", { name: "I’m ready" })).toHaveCount(0);
  await table.ready();
  await expect(cleo.page.getByRole("grid", { name: "Mancala board" })).toBeVisible();
  expect((await boardState(cleo.page)).legal).toEqual([]);
});

test("a second tab of a player has the same seat and stays in sync", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert);
  const second = await anna.context.newPage();
  await second.goto(`/r/${codeOf(anna.page)}`);
  await ready(second);
  await new Table([anna.page, bert.page, second]).inStep();
  await expect(bert.page.getByText("watching")).toHaveCount(0);
  // c plays again: one move in the one tab, the next in the other.
  await anna.page.locator("#south-c").click();
  const tabs = new Table([anna.page, second, bert.page]);
  await tabs.inStep((board) => board.includes("south-c 0"));
  await second.locator("#south-a").click();
  await tabs.inStep((board) => board.includes("south-a 0"));
  expect(await table.mover()).toBe(bert.page);
  await anna.page.close();
  await expect(bert.page.locator(".plate-far .presence")).toHaveText("online");
  await new Table([second, bert.page]).play(3);
});

test("a page older than the server is asked to reload", async ({ player }) => {
  const anna = await player("Anna");
  const code = await openRoom(anna);
  await anna.page.routeWebSocket("**/ws/*", (socket) => socket.onMessage(() => socket.send('{"fault":"old_version"}')));
  await anna.reload();
  await expect(anna.page.getByRole("heading", { name: "New version available" })).toBeVisible();
  await expect(anna.page.getByRole("main")).toContainText("Reload the page");
  expect(codeOf(anna.page)).toBe(code);
});

test("without JavaScript every page is useful, and a room can be opened", async ({ player }) => {
  const anna = await player("Anna", { javaScriptEnabled: false });
  const { page } = anna;
  anna.allow(/status of 404/);
  // Without scripts the browser says of the one that stands in the page itself that it was not run.
  anna.allow(({ kind, text }) => kind === "request" && /\/find\.js\?\w+: csp$/.test(text));
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  for (const path of ["/r/HAAAAAAA", "/local", "/local/mapello", "/computer", "/computer/mapello", "/boards/edit", "/find", "/find/mapello", "/learn/mancala", "/learn/mapello", "/puzzles/mancala", "/puzzles/mapello", "/mistakes"]) {
    await page.goto(path);
    expect(await withoutScript(page), path).toMatch(/^Duello needs JavaScript/);
  }
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Pass and play" })).toHaveCount(2);
  for (const game of GAMES) {
    await page.getByRole("region", { name: game }).getByRole("button", { name: "Play a friend" }).click();
    await page.waitForURL(/\/r\/[A-Z]{8}$/);
    expect(await withoutScript(page)).toMatch(/^Duello needs JavaScript/);
    await page.goto("/");
  }
  await page.getByLabel("Join with a code").fill("nonsense");
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL("**/r/nonsense");
});

/** What the page says to those who have no JavaScript, if it can be seen: locators pass over it. */
function withoutScript(page: Page): Promise<string> {
  return page.evaluate(() => {
    const said = document.querySelector<HTMLElement>("body noscript");
    const { x, y, width, height } = said?.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return said?.contains(top) ? said.innerText : `not in sight: ${said?.innerText}`;
  });
}

test("a code of the wrong length is said at its field, and not sent", async ({ player }) => {
  const anna = await player("Anna");
  anna.allow(/status of 404/);
  const { page } = anna;
  await anna.open("/");
  const field = page.getByLabel("Join with a code");
  await field.fill("abc");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "A room code has 8 letters" })).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("abc");
  await expect(page).toHaveURL(/\/$/);
  await field.pressSequentially("defgh");
  await expect(page.getByRole("alert").filter({ hasText: "A room code" })).toHaveCount(0);
  await expect(field).not.toHaveAttribute("aria-invalid");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/r\/ABCDEFGH/i);
});
