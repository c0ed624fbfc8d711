//! Bots as people meet them: in the lobby, while one waits alone, at the table with their mark; and as their owners make them,
//! on the security page.
import type { Page } from "@playwright/test";
import { authenticator } from "../authenticator.ts";
import { startHouseBots } from "../bots.ts";
import { axe, axeDayAndNight, expect, ready, Server, test } from "../fixtures.ts";
import { boardState } from "../games.ts";
import { codeOf } from "../table.ts";

const bots = (page: Page) => page.getByRole("region", { name: "Play a bot" });
const find = (page: Page) => page.getByRole("button", { name: "Find an opponent" });

/** Plays until the bot has answered a move of ours, whoever begins. */
async function playUntilAnswered(page: Page): Promise<void> {
  for (let moves = 0; moves < 2; ) {
    await expect.poll(async () => (await boardState(page)).legal.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const { legal, board } = await boardState(page);
    await page.locator(`#${legal[0]}`).click();
    await expect.poll(async () => (await boardState(page)).board).not.toBe(board);
    // The echo of a press on a board that has just changed is no move.
    await page.waitForTimeout(400);
    moves += 1;
  }
}

test.describe("with house bots", () => {
  // A server of their own: other tests have nobody in the lobby.
  let server: Server;
  let stop: () => Promise<void>;
  test.beforeAll(async () => {
    server = await Server.create();
    stop = await startHouseBots(server);
  });
  test.afterAll(async () => {
    await stop();
    await server.remove();
  });

  test("a bot is picked in the lobby, and plays on a clock", async ({ player }) => {
    const { page } = await player("Anna", { baseURL: server.url });
    await page.goto("/find/mapello");
    await expect(bots(page).getByRole("listitem")).toHaveCount(8);
    await axeDayAndNight(page);
    await page.getByRole("group", { name: "Clock" }).getByText("5+3").click();
    const easy = bots(page).getByRole("button", { name: "Play BOT Easy" });
    await easy.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/r/*");
    await ready(page);
    await expect(page.locator(".plate-far .name")).toContainText("BOT Easy");
    await playUntilAnswered(page);
    await expect(page.locator(".plate-near .clock")).toBeVisible();
  });

  test("who waits alone is offered a bot after 20 s, and goes on waiting", async ({ player }) => {
    test.slow();
    const [anna, bert] = [await player("Anna", { baseURL: server.url }), await player("Bert", { baseURL: server.url })];
    const { page } = anna;
    await page.goto("/find/mapello");
    await ready(page);
    await find(page).click();
    const now = page.getByRole("button", { name: /^Play BOT/ }).and(page.locator("#play-bot"));
    // Nothing later is timed: the machine has a part in it.
    await expect(now, "not much later than after 20 s").toBeVisible({ timeout: 24_000 });
    await axe(page);
    await now.click();
    await page.waitForURL("**/r/*?waiting");
    await ready(page);
    await playUntilAnswered(page);
    await expect(page.getByText("Looking for an opponent…")).toBeVisible();
    const withBot = codeOf(page);
    await bert.page.goto("/find/mapello");
    await ready(bert.page);
    await bert.page.getByRole("region", { name: "Open challenges" }).getByRole("button").click();
    await Promise.all([page, bert.page].map((page) => page.waitForURL((url) => /^\/r\//.test(url.pathname) && !url.pathname.includes(withBot))));
    expect(codeOf(page)).toBe(codeOf(bert.page));
    // The game with the bot waits.
    await page.goto("/games");
    await expect(page.locator(`a[href*="${withBot}"]`)).toBeVisible();
  });
});

test("an account makes a bot, sees its token once, and revokes it", async ({ player, server }) => {
  const anna = await player("Anna", { baseURL: `http://localhost:${server.port}` });
  const { page } = anna;
  await authenticator(anna);
  await page.goto("/me");
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByText("You are signed in.")).toBeVisible();
  await page.goto("/security");
  await page.getByLabel("Name of the bot").fill("Stone Counter");
  await page.getByRole("button", { name: "Create a bot" }).click();
  const shown = page.getByRole("textbox", { name: "New token" });
  await expect(shown).toHaveValue(/^duello_[0-9a-f]{32}$/);
  // Whoever has asked for it is led to it, and a page that is loaded again does not show it again.
  await expect(shown).toBeFocused();
  const token = await shown.inputValue();
  await axeDayAndNight(page);
  const me = () => page.request.get("/api/bot/me", { headers: { authorization: `Bearer ${token}` } });
  expect(await (await me()).json()).toMatchObject({ bot: "BOT Stone Counter", scope: "play" });
  await page.reload();
  await expect(shown).toHaveCount(0);
  const own = page.getByRole("region", { name: "Your bots" });
  await expect(own.getByRole("heading", { level: 3 })).toHaveText("BOT Stone Counter");
  await own.getByRole("button", { name: /^Revoke the token of BOT Stone Counter/ }).click();
  await expect(page.getByText("The token is revoked.")).toBeVisible();
  expect((await me()).status()).toBe(401);
  const counter = own.getByRole("region", { name: "BOT Stone Counter" });
  await expect(counter.getByRole("list")).toHaveCount(0);
  await counter.getByLabel("What may the new token of BOT Stone Counter do?").selectOption("read");
  await own.getByRole("button", { name: "New token for BOT Stone Counter" }).click();
  await expect(shown).toHaveValue(/^duello_/);
  await expect(own.getByText(/^Token to watch/)).toBeVisible();
  // A name that another bot has is refused, in whatever letters.
  await page.getByLabel("Name of the bot").fill("stone COUNTER");
  await page.getByRole("button", { name: "Create a bot" }).click();
  await expect(page.getByText("No bot was created.")).toBeVisible();
  // A deletion is asked for once more.
  const remove = own.getByRole("button", { name: "Delete BOT Stone Counter" });
  await expect(remove).toBeHidden();
  await counter.getByText("Delete the bot").first().click();
  await remove.click();
  await expect(page.getByText("The bot is deleted.")).toBeVisible();
  await expect(own.getByRole("heading", { level: 3 })).toHaveCount(0);
});
