//! What a friend meets who follows a link: one press from the link to the seat, at every stage of the page.
import { openBeforeHydration } from "../early.ts";
import { axe, expect, test, type Player } from "../fixtures.ts";
import { codeOf, join, openRoom } from "../table.ts";

const card = ({ page }: Player) => page.locator("form.sit");
/** Presses Enter as soon as the browser has given the focus to the button, which may be after the page has loaded. */
const enter = async ({ page }: Player) => {
  await expect(page.getByRole("button", { name: "Sit down" })).toBeFocused();
  await page.keyboard.press("Enter");
};
const freeSeats = ({ page }: Player) => page.locator(".seat[data-empty]");

test("Enter is enough to sit down, and the heading gets the focus", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const code = await openRoom(anna);
  await bert.open(`/r/${code}`);
  await expect(bert.page.getByRole("heading", { level: 1 })).toContainText("invites you to play Mancala");
  await expect(bert.page.getByRole("main")).toContainText("Kalah · No clock");
  await expect(bert.page.getByRole("button", { name: "Sit down" })).toBeFocused();
  await expect(freeSeats(anna), "who looks at the invitation takes no seat").toHaveCount(1);
  await axe(bert.page);
  await bert.page.getByLabel("Your name").fill("Bertram");
  await bert.page.keyboard.press("Enter");
  await expect(bert.page.getByRole("listitem").filter({ hasText: "Bertram (you)" })).toBeVisible();
  await expect(bert.page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(freeSeats(anna)).toHaveCount(0);
  // The name is kept.
  const next = await openRoom(anna);
  await bert.open(`/r/${next}`);
  await expect(card(bert)).toBeVisible();
  await expect(bert.page.getByLabel("Your name")).toHaveCount(0);
});

test("an invitation shows the board of its game, before and after hydration", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo", { javaScriptEnabled: false })];
  for (const game of ["Mancala", "Mapello"] as const) {
    const code = await openRoom(anna, { game });
    await bert.open(`/r/${code}`);
    await cleo.page.goto(`/r/${code}`);
    for (const { page } of [bert, cleo]) {
      await expect(page.locator(".card > .art .felt")).toHaveCount(game === "Mapello" ? 1 : 0);
      await expect(page.locator(".card > .art .plank")).toHaveCount(game === "Mapello" ? 0 : 1);
    }
  }
});

test("before the program has loaded, and without it, the form takes the seat", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo", { javaScriptEnabled: false })];
  await openBeforeHydration(bert, `/r/${await openRoom(anna)}`);
  await enter(bert);
  await expect(freeSeats(anna)).toHaveCount(0);
  await cleo.page.goto(`/r/${await openRoom(anna)}`);
  await enter(cleo);
  await expect(freeSeats(anna)).toHaveCount(0);
});

test("whoever comes too late is told so, and watches", async ({ player }) => {
  const [anna, bert, cleo, dora] = [await player("Anna"), await player("Bert"), await player("Cleo"), await player("Dora")];
  const path = `/r/${await openRoom(anna)}`;
  await cleo.open(path);
  await expect(card(cleo)).toBeVisible();
  await openBeforeHydration(dora, path);
  await join(bert, path);
  await expect(cleo.page.locator(".toast")).toHaveText("Both seats are taken. You can watch.");
  await expect(card(cleo)).toHaveCount(0);
  await expect(cleo.page.locator(".ready-bar button")).toHaveCount(0);
  await enter(dora);
  await dora.page.waitForURL(`**${path}?taken`);
  await expect(dora.page.getByRole("alert").first()).toHaveText("Both seats are taken. You can watch.");
});

test("whoever only watches may sit down later", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const path = `/r/${await openRoom(anna)}`;
  await bert.open(path);
  await bert.page.getByRole("link", { name: "Just watch" }).click();
  await expect(bert.page.getByText("One seat is free.")).toBeVisible();
  await expect(freeSeats(anna)).toHaveCount(1);
  await bert.page.getByRole("button", { name: "Sit down" }).click();
  await expect(freeSeats(anna)).toHaveCount(0);
  await expect(bert.page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("the host closes the room with one press, and opens it again", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  const path = `/r/${await openRoom(anna)}`;
  await cleo.open(`${path}?watch`);
  await expect(cleo.page.locator(".ready-bar")).toBeVisible();
  await anna.page.getByRole("button", { name: "Close the room" }).click();
  await expect(anna.page.getByText("The room is closed: nobody else can come in.")).toBeVisible();
  await expect(anna.page.getByRole("button", { name: "Reopen the room" })).toBeFocused();
  await expect(anna.page.getByRole("region", { name: "Invite a friend" })).toHaveCount(0);
  await expect(cleo.page.getByRole("heading", { name: "This room is closed" })).toBeVisible();
  await bert.open(path);
  await expect(bert.page.getByRole("heading", { name: "This room is closed" })).toBeVisible();
  await anna.page.keyboard.press("Enter");
  await expect(anna.page.getByRole("region", { name: "Invite a friend" })).toBeVisible();
  await join(bert, path);
  await expect(freeSeats(anna)).toHaveCount(0);
  await expect(bert.page.getByRole("button", { name: "Close the room" })).toHaveCount(0);
  expect(codeOf(bert.page)).toBe(codeOf(anna.page));
});

test("a room is said to be closed or open when the server has said so", async ({ player }) => {
  const anna = await player("Anna");
  let held: (() => void)[] | undefined;
  await anna.page.routeWebSocket("**/ws/*", (socket) => {
    const line = socket.connectToServer();
    line.onMessage((message) => (held ? held.push(() => socket.send(message)) : socket.send(message)));
  });
  await openRoom(anna);
  const press = async (name: string, after: string) => {
    held = [];
    await anna.page.getByRole("button", { name }).click();
    await expect(anna.page.getByRole("button", { name: after }), "the button answers at once").toBeFocused();
  };
  const release = () => {
    for (const send of held ?? []) send();
    held = undefined;
  };
  const closed = anna.page.getByText("The room is closed: nobody else can come in.");
  const invite = anna.page.getByRole("region", { name: "Invite a friend" });
  await press("Close the room", "Reopen the room");
  await expect(closed).toHaveCount(0);
  await expect(invite).toBeVisible();
  release();
  await expect(closed).toBeVisible();
  await expect(invite).toHaveCount(0);
  await press("Reopen the room", "Close the room");
  await expect(closed).toBeVisible();
  await expect(invite).toHaveCount(0);
  release();
  await expect(invite).toBeVisible();
  await expect(closed).toHaveCount(0);
});
