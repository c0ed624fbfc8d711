//! Being told of what happens while one does not look: by the icon of the tab and of the app, and over Web Push.
import type { Page } from "@playwright/test";
import { launching } from "../browser.mjs";
import { axe, expect, Server, test, type Player } from "../fixtures.ts";
import { deliver, PushService, shownByPage, shownNotifications } from "../push.ts";
import { boardState } from "../games.ts";
import { join, openRoom, Table } from "../table.ts";

test.use({ serviceWorkers: "allow" });

// Nobody can be notified by a browser that has no windows.
test.use({ launchOptions: launching("whole") });

const box = (page: Page) => page.getByRole("checkbox");
const icon = (page: Page) => page.locator("link[rel=icon]").getAttribute("href");

test("the tab icon says whose turn it is", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { game: "Mapello" });
  const [mover, other] = (await table.mover()) === anna.page ? [anna.page, bert.page] : [bert.page, anna.page];
  await expect.poll(() => icon(mover)).toMatch(/^\/favicon-turn\.svg\?[0-9a-f]{16}$/);
  await expect.poll(() => icon(other)).toMatch(/^\/favicon\.svg/);
  await table.move();
  await expect.poll(() => icon(mover)).toMatch(/^\/favicon\.svg/);
  await expect.poll(() => icon(other)).toMatch(/^\/favicon-turn\.svg/);
});

test("the notifications page says what prevents them @everywhere", async ({ player }) => {
  const denied = await player("Anna");
  await denied.page.goto("/notifications");
  await expect(denied.page.getByRole("region").getByRole("status")).toContainText("blocks notifications from Duello");
  await axe(denied.page);
  const old = await player("Bert");
  await old.context.addInitScript(() => void Reflect.deleteProperty(globalThis, "PushManager"));
  await old.page.goto("/notifications");
  await expect(old.page.getByRole("region").getByRole("status")).toContainText("This browser can’t notify you");
  await expect(box(old.page)).toHaveCount(0);
  await axe(old.page);
});

test.describe("with a push service", () => {
  let service: PushService;
  let own: Server;

  test.beforeAll(async () => {
    service = await PushService.start();
    own = await Server.create({ DUELLO_PUSH_SERVICE: service.origin });
  });

  test.afterAll(async () => {
    service.stop();
    await own.remove();
  });

  /** Somebody whose browser may tell him things. */
  const subscriber = async (player: (name: string, browser?: object) => Promise<Player>, name: string) => {
    const one = await player(name, { baseURL: own.url, permissions: ["notifications"] });
    await service.serve(one);
    return one;
  };

  test("a correspondence turn is pushed to a closed tab until it is opened", async ({ player }) => {
    const anna = await subscriber(player, "Anna");
    const bert = await player("Bert", { baseURL: own.url });
    // Otherwise each move of such a game is confirmed.
    for (const { context } of [anna, bert]) await context.addInitScript(() => { localStorage.setItem("duello.look", "confirm=off"); });
    const table = await Table.open(anna, bert);
    await anna.page.locator("label", { hasText: "3 days" }).click();
    await expect(bert.page.getByRole("radio", { name: "3 days" })).toBeChecked();
    await table.ready();
    await anna.page.getByLabel("Menu").click();
    await box(anna.page).check();
    await expect(box(anna.page)).toBeEnabled();
    await expect(box(anna.page)).toBeChecked();
    // It could not be held while it asked; whoever held it does so on, and leaves the menu as they would have.
    await expect(box(anna.page)).toBeFocused();
    await anna.page.keyboard.press("Escape");
    await expect(box(anna.page)).toBeHidden();
    while ((await table.mover()) === anna.page) await table.move();
    const room = anna.page.url();
    await anna.page.goto("/notifications");
    await expect(box(anna.page).first()).toBeChecked();
    await expect(box(anna.page).last()).not.toBeChecked();
    await expect(bert.page.locator(".plate-far .presence")).toHaveAttribute("data-state", "away");
    const alone = new Table([bert.page]);
    do await alone.move();
    while ((await boardState(bert.page)).legal.length > 0);
    await deliver(anna.page, await service.next());
    expect(await shownNotifications(anna.page)).toEqual([{ title: "Your turn", body: expect.stringMatching(/^Against .* · Mancala$/) }]);
    await anna.open(room);
    await expect.poll(() => shownNotifications(anna.page)).toEqual([]);
  });

  test("a tab that is open and hidden tells of a friend, and of the turn", async ({ player }) => {
    const anna = await subscriber(player, "Anna");
    const code = await openRoom(anna);
    await box(anna.page).check();
    await expect(box(anna.page)).toBeEnabled();
    const hide = (hidden: boolean) =>
      anna.page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await anna.page.evaluate(() => {
      const all = globalThis as unknown as { duello: { ring: () => void }; rung: number };
      const { ring } = all.duello;
      all.rung = 0;
      all.duello.ring = () => {
        all.rung += 1;
        ring();
      };
    });
    const rung = () => anna.page.evaluate(() => (globalThis as unknown as { rung: number }).rung);
    await hide(true);
    const bert = await player("Bert", { baseURL: own.url });
    await join(bert, `/r/${code}`);
    await shownByPage(anna.page, 1);
    expect(await shownNotifications(anna.page)).toEqual([{ title: "Ready?", body: "Mancala with a friend" }]);
    expect(await rung(), "and is heard").toBe(1);
    await hide(false);
    await expect.poll(() => shownNotifications(anna.page), "seen").toEqual([]);
    // Of the turn as well, if that is what was asked for.
    await anna.page.evaluate(() => { localStorage.setItem("duello.push", "turn arrival"); });
    const table = new Table([anna.page, bert.page]);
    await table.ready();
    while ((await table.mover()) === anna.page) await table.move();
    await hide(true);
    while ((await table.mover()) === bert.page) await table.move();
    await shownByPage(anna.page, 2);
    expect((await shownNotifications(anna.page))[0]?.title).toMatch(/[Yy]our/);
    await hide(false);
    await expect.poll(() => shownNotifications(anna.page)).toEqual([]);
  });

  test("a host away from the room is notified of a friend @everywhere", async ({ player }) => {
    const anna = await subscriber(player, "Anna");
    await openRoom(anna);
    const room = anna.page.url();
    await box(anna.page).check();
    await expect(box(anna.page)).toBeEnabled();
    await axe(anna.page);
    await anna.page.goto("/notifications");
    await expect(box(anna.page).last()).toBeChecked();
    await axe(anna.page);
    const bert = await player("Bert", { baseURL: own.url });
    await join(bert, room);
    await deliver(anna.page, await service.next());
    expect(await shownNotifications(anna.page)).toEqual([{ title: expect.stringMatching(/ is here$/), body: "Your opponent has joined · Mancala" }]);
    // No longer.
    await box(anna.page).last().uncheck();
    await expect(box(anna.page).last()).toBeEnabled();
    await anna.page.reload();
    await expect(box(anna.page).last()).not.toBeChecked();
  });
});
