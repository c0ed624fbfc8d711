//! Duello TV: two play, a third sees their moves arrive without a reload, then the result, and is led to the table.
import { axe, axeDayAndNight, expect, ready, Server, test, type Player } from "../fixtures.ts";
import { STILL } from "../scene.ts";
import { Table, codeOf } from "../table.ts";

let server: Server;

// A server of its own: games of other tests would be on the air.
test.beforeAll(async () => {
  server = await Server.create();
});

test.afterAll(() => server.remove());

/** The two find each other for a game of Mapello. */
const paired = (...players: [Player, Player]) => Table.ofStrangers(players, { path: "/find/mapello", clock: "5+3" });

test("the TV shows moves, the result and the way to the table @everywhere", async ({ player }) => {
  const at = { baseURL: server.url, ...STILL };
  const [anna, bert, cleo] = [await player("Anna", at), await player("Bert", at), await player("Cleo", at)];
  await cleo.open("/");
  await cleo.page.getByRole("region", { name: "Live games" }).getByRole("link", { name: "Duello TV" }).click();
  await ready(cleo.page);
  const screen = cleo.page.getByRole("region", { name: "Game on TV" });
  await expect(screen).toContainText("No game is on right now");
  await axeDayAndNight(cleo.page);

  const table = await paired(anna, bert);
  await expect(screen).toContainText("Live");
  const board = screen.getByRole("img");
  for (let move = 0; move < 3; move += 1) {
    const before = await board.getAttribute("aria-label");
    await table.play(1);
    await expect(board, "the move arrives by itself").not.toHaveAttribute("aria-label", before!);
  }
  await expect(screen.getByRole("status"), "moves are not said").toBeEmpty();
  await expect(screen.getByRole("timer")).toHaveCount(2);
  await axeDayAndNight(cleo.page);

  // By keyboard to the table and back.
  const way = screen.getByRole("link", { name: "Watch at the table" });
  await way.focus();
  await table.play(1);
  await expect(way, "the focus stays while moves arrive").toBeFocused();
  await cleo.page.keyboard.press("Enter");
  await cleo.page.waitForURL("**/r/*");
  expect(codeOf(cleo.page)).toBe(codeOf(anna.page));
  await cleo.open("/tv?game=mapello");
  await expect(screen).toContainText("Live");

  await anna.page.getByRole("button", { name: "Resign", exact: true }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(screen.getByRole("status")).toContainText("wins");
  await expect(screen).toContainText("Last game");
  await axe(cleo.page);
  await screen.getByRole("link", { name: "Go through the moves" }).click();
  await cleo.page.waitForURL("**/g/*");
});

test("the TV is whole without scripts", async ({ player }) => {
  const cleo = await player("Cleo", { baseURL: server.url, javaScriptEnabled: false });
  await cleo.page.goto("/tv?game=mancala");
  await expect(cleo.page.getByRole("navigation", { name: "Game" }).getByRole("link", { name: "Mancala" })).toHaveAttribute("aria-current", "page");
  await expect(cleo.page.getByRole("region", { name: "Today’s tournaments" })).toBeVisible();
  await expect(cleo.page.getByRole("region", { name: "Game on TV" })).toBeVisible();
});

test("with motion each move is played on the board of the TV", async ({ player }) => {
  const at = { baseURL: server.url };
  const [anna, bert] = [await player("Anna", at), await player("Bert", at)];
  const { page } = await player("Cleo", { ...at, reducedMotion: "no-preference" });
  await page.goto("/tv?game=mapello");
  await ready(page);
  const table = await paired(anna, bert);
  const screen = page.getByRole("region", { name: "Game on TV" });
  // The result of a game before stands for some seconds.
  await expect(screen).toContainText("Live", { timeout: 20_000 });
  // A frame after the board of the next move has come, its discs are on their way.
  const moving = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const board = document.getElementById("live-tv-game") as HTMLElement;
        new MutationObserver(() => requestAnimationFrame(() => done(board.getAnimations({ subtree: true }).length))).observe(board, { childList: true });
      }),
  );
  await table.play(1);
  expect(await moving).toBeGreaterThan(1);
});
