//! Looking for an opponent: two strangers find each other and play, by keyboard as well; an offer is taken back, or leaves
//! the list with its tab; the computer meanwhile; games to watch, and rooms where nobody may look on.
import type { Page } from "@playwright/test";
import { axe, expect, ready, test, type Player } from "../fixtures.ts";
import { codeOf, join, untilNoSeeks, openRoom, Table } from "../table.ts";

const find = (page: Page) => page.getByRole("button", { name: "Find an opponent" });
const offers = (page: Page) => page.getByRole("region", { name: "Open challenges" });
const waiting = (page: Page) => page.getByText("Looking for an opponent…");

test.beforeEach(({ request }) => untilNoSeeks(request));

/** Is on the page where one looks for an opponent, with its first news. */
async function openLobby(player: Player, path = "/find"): Promise<void> {
  await player.open(path);
}

for (const [game, path] of [["Mancala", "/find"], ["Mapello", "/find/mapello"]] as const) {
  test(`${game}: matchmaking from home pairs two strangers, who play`, async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    await anna.open("/");
    await anna.page.getByRole("region", { name: game }).getByRole("link", { name: "Find an opponent" }).click();
    await anna.page.waitForURL(`**${path}`);
    await ready(anna.page);
    await anna.page.getByRole("group", { name: "Clock" }).getByText("5+3").click();
    await find(anna.page).click();
    await expect(waiting(anna.page)).toBeVisible();
    await expect(anna.page.getByRole("timer")).toHaveText(/^0:0\d$/);
    await expect(offers(anna.page)).toContainText("your challenge");
    await axe(anna.page);

    await openLobby(bert, path);
    await expect(offers(bert.page).getByRole("button")).toHaveCount(1);
    await find(bert.page).click();
    await Promise.all([anna, bert].map(({ page }) => page.waitForURL("**/r/*")));
    expect(codeOf(anna.page)).toBe(codeOf(bert.page));
    await Promise.all([anna, bert].map(({ page }) => ready(page)));
    await expect(anna.page.locator(".board")).toBeVisible();
    const table = new Table([anna.page, bert.page]);
    await table.inStep();
    await table.play(2);
  });
}

test("a seek is created, found and accepted by keyboard alone", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await Promise.all([openLobby(anna), openLobby(bert)]);
  await find(anna.page).focus();
  await anna.page.keyboard.press("Enter");
  await expect(waiting(anna.page)).toBeVisible();
  await expect(find(anna.page), "the focus stays where it was").toBeFocused();
  const take = offers(bert.page).getByRole("button", { name: /^Play .+: Mancala · Kalah · Any clock · Rated$/ });
  await take.focus();
  await bert.page.keyboard.press("Enter");
  await Promise.all([anna, bert].map(({ page }) => page.waitForURL("**/r/*")));
});

for (const by of ["mouse", "space bar"]) {
  test(`a press by ${by} is not lost when the list changes under it`, async ({ player }) => {
    const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
    await Promise.all([openLobby(anna), openLobby(bert), openLobby(cleo, "/find/mapello")]);
    await find(bert.page).click();
    const take = offers(anna.page).getByRole("button", { name: /^Play .+: Mancala/ });
    await take.focus();
    await take.hover();
    const { mouse, keyboard } = anna.page;
    await (by === "mouse" ? mouse.down() : keyboard.down("Space"));
    await find(cleo.page).click();
    // Another page is shown both seeks by now; this one keeps its list until the press is over.
    await expect(offers(cleo.page).getByRole("button", { name: /^Play .+: Mancala/ })).toBeVisible();
    await anna.page.waitForTimeout(1_000);
    await expect(offers(anna.page).getByRole("button")).toHaveCount(1);
    await (by === "mouse" ? mouse.up() : keyboard.up("Space"));
    await Promise.all([anna, bert].map(({ page }) => page.waitForURL("**/r/*")));
  });
}

test("cancelling or closing the tab removes a seek; an empty list says so", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await Promise.all([openLobby(anna), openLobby(bert)]);
  await expect(offers(bert.page)).toContainText("Nobody is waiting");
  await find(anna.page).click();
  await expect(offers(bert.page).getByRole("button")).toHaveCount(1);
  await anna.page.getByRole("button", { name: "Cancel" }).click();
  await expect(waiting(anna.page)).toBeHidden();
  await expect(anna.page.getByRole("heading", { level: 1 }), "the button that had the focus is gone").toBeFocused();
  await expect(offers(bert.page)).toContainText("Nobody is waiting");

  await find(anna.page).click();
  await expect(offers(bert.page).getByRole("button")).toHaveCount(1);
  await anna.page.reload();
  await expect(waiting(anna.page), "a page that is loaded again waits on").toBeVisible();
  await anna.page.close();
  await expect(offers(bert.page)).toContainText("Nobody is waiting", { timeout: 15_000 });
});

test("a waiting seeker plays the computer and is led to the room from there", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await openLobby(anna);
  await find(anna.page).click();
  await anna.page.getByRole("link", { name: "Play the computer while you wait" }).click();
  await anna.page.waitForURL("**/computer?waiting");
  await ready(anna.page);
  await expect(waiting(anna.page)).toBeVisible();
  await openLobby(bert);
  await offers(bert.page).getByRole("button").click();
  await Promise.all([anna, bert].map(({ page }) => page.waitForURL("**/r/*")));
  expect(codeOf(anna.page)).toBe(codeOf(bert.page));
});

test("the lobby shows a lost connection, reconnects and sends pending clicks", async ({ player, server }) => {
  const anna = await player("Anna");
  await openLobby(anna);
  anna.expectNetworkFailures();
  await server.stop();
  await expect(anna.page.getByText("No connection. Trying again…")).toBeVisible({ timeout: 15_000 });
  await find(anna.page).click();
  await server.start();
  await expect(waiting(anna.page)).toBeVisible({ timeout: 30_000 });
  await expect(anna.page.getByText("No connection. Trying again…")).toBeHidden();
});

test("a seek survives a hidden tab with throttled timers; a visit reconnects", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const { page } = anna;
  const begins = Date.now();
  const setHidden = (hidden: boolean, slept = 0) =>
    page.evaluate(
      ([value, later]) => {
        if (later) Date.now = () => later;
        Object.defineProperty(document, "hidden", { configurable: true, value });
        document.dispatchEvent(new Event("visibilitychange"));
      },
      [hidden, slept && begins + slept] as const,
    );
  // The page's time stands from the beginning, and passes by the test alone: a heartbeat of the page's own that is still on its
  // way when a minute passes would look unanswered for all of it, however fast the server is.
  await page.clock.install({ time: begins });
  await page.clock.pauseAt(begins + 60_000);
  const opened = page.waitForEvent("websocket");
  await openLobby(anna);
  const socket = await opened;
  await find(page).click();
  await expect(waiting(page)).toBeVisible();
  await setHidden(true);
  const answers = () => anna.frames.filter((frame) => frame.endsWith(" < {}")).length;
  expect(answers(), "nothing has been asked yet").toBe(0);
  for (const minute of [1, 2, 3]) {
    // All that is due comes once.
    await page.clock.fastForward(60_000);
    await expect.poll(answers, `minute ${minute}`).toBe(minute);
  }
  expect(socket.isClosed()).toBe(false);
  await openLobby(bert);
  await expect(offers(bert.page).getByRole("button")).toHaveCount(1);

  const told: unknown[] = [];
  page.once("websocket", (anew) => anew.on("framereceived", ({ payload }) => told.push(payload)));
  // The device has slept: no timer has come. The clock jumps in the task that shows the page: a list that the server sends between
  // the two would prove the connection alive, and the page would rightly keep it.
  await setHidden(false, 3_600_000);
  await expect.poll(() => told.length, "the new connection tells").toBeGreaterThan(0);
  await expect.poll(() => socket.isClosed(), "the old one is given up").toBe(true);
  await expect(waiting(page)).toBeVisible();
  await expect(offers(bert.page).getByRole("button")).toHaveCount(1);
});

test("going back to home shows the room opened meanwhile", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open("/");
  await expect.poll(() => anna.frames.some((frame) => frame.includes(" < ")), "the hall has told something").toBe(true);
  const tab = await anna.context.newPage();
  const answer = await tab.request.post("/api/open_room", { form: { game: "mancala" }, headers: { accept: "text/html" } });
  const { pathname } = new URL(answer.url());
  await tab.goto(pathname);
  await tab.locator(".ready-bar").waitFor();
  const room = page.locator(`main a[href="${pathname}"]`);
  await expect(room).toHaveCount(0);
  // As when it is kept by the browser, which does not happen under Playwright.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(room).toBeVisible();
  await ready(page);
});

test("home lists players and live games with links; rooms can be closed", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  await cleo.open("/");
  // Games of the tests before may still be going on.
  const now = cleo.page.getByRole("region", { name: "Live games" });
  await Promise.all([openLobby(anna), openLobby(bert)]);
  await find(anna.page).click();
  await offers(bert.page).getByRole("button").click();
  await bert.page.waitForURL("**/r/*");
  const game = now.locator(`a[href="/r/${codeOf(bert.page)}"]`);
  await expect(game).toBeVisible({ timeout: 15_000 });
  await expect(now).toContainText(/1 player in the lobby, \d+ games? in progress/);
  await axe(cleo.page);
  await game.click();
  await cleo.page.waitForURL(`**/r/${codeOf(bert.page)}`);
  await expect(cleo.page.locator(".board")).toBeVisible();

  const dora = await player("Dora");
  const code = await openRoom(dora);
  await dora.page.getByRole("group", { name: "Who can watch" }).getByText("Nobody").click();
  await expect(dora.page.getByRole("radio", { name: "Nobody" })).toBeChecked();
  const emil = await player("Emil");
  await join(emil, `/r/${code}`);
  await expect(emil.page.getByRole("listitem").filter({ hasText: "(you)" })).toBeVisible();
  await cleo.open(`/r/${code}`);
  await expect(cleo.page.getByRole("heading", { name: "This room is closed" })).toBeVisible();
  await axe(cleo.page);
});

for (const [name, width, height] of [["a phone", 390, 844], ["a small phone", 320, 568], ["a phone on its side", 844, 390]] as const) {
  test(`the lobby page fits on ${name}`, async ({ player }) => {
    const anna = await player("Anna", { viewport: { width, height }, hasTouch: true });
    await openLobby(anna);
    await find(anna.page).tap();
    await expect(waiting(anna.page)).toBeVisible();
    const wider = () => anna.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(wider, "nothing is wider than the screen").toBe(0);
    for (const part of await anna.page.getByRole("button").all()) {
      const box = await part.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }
    await axe(anna.page);
  });
}
