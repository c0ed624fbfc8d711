//! What is asked, and what one has open, when something else happens: nothing is answered that was not meant, nothing is hidden.
import { offerDraw } from "../draw.ts";
import { expect, ready, setOwnName, test, type Player } from "../fixtures.ts";
import { GAMES, shownBy } from "../games.ts";
import { underToast } from "../geometry.ts";
import { focused } from "../keys.ts";
import { Table } from "../table.ts";

const bar = ({ page }: Player) => page.getByRole("group", { name: "Offer" });
const result = ({ page }: Player) => page.locator(".result");

/** Writes a command, as one may beside the board. */
async function say({ page }: Player, command: string): Promise<void> {
  await page.locator("#command").fill(command);
  await page.locator("#command").press("Enter");
}

/** Two in a running game, the one first who is to move. */
async function playing(player: (name: string) => Promise<Player>, how: Parameters<typeof Table.start>[2] = {}): Promise<{ table: Table; both: [Player, Player] }> {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, how);
  return { table, both: (await table.mover()) === anna.page ? [anna, bert] : [bert, anna] };
}

// The short form looks at each game on two of the screens.
for (const [width, height, shown] of [[390, 844, "Mancala"], [844, 390, "Mapello"], [820, 1180, "Mancala"], [1440, 900, "Mapello"]] as const) {
  for (const game of GAMES) {
    test(`no toast lies on what is pressed next, in ${game} at ${width}×${height}`, shownBy(shown, game), async ({ player }) => {
      const { both: [anna, bert] } = await playing((name) => player(name, { viewport: { width, height } }), { game });
      await offerDraw(anna.page, async () => expect.soft(await underToast(anna.page), "what asks to press again").toEqual([]));
      await expect(anna.page.locator(".toast"), "what it asked for is done").toHaveCount(0);
      await bar(bert).getByRole("button", { name: "Decline" }).click();
      await expect(anna.page.locator(".toast")).toHaveText(/declined the draw/);
      expect.soft(await underToast(anna.page), "what the other one answered").toEqual([]);
    });
  }

  test(`no toast lies on a control of a room before a game, at ${width}×${height}`, async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert", { viewport: { width, height } })];
    const table = await Table.open(anna, bert);
    await table.agree("5+5");
    await expect(bert.page.locator(".toast")).toHaveText(/changed/);
    expect(await underToast(bert.page)).toEqual([]);
  });
}

test("a change of settings says who changed what, and that it undid ready", async ({ player }) => {
  const [anna, bert] = [await setOwnName(await player("Anna")), await setOwnName(await player("Bert"))];
  const table = await Table.open(anna, bert);
  const toast = bert.page.locator(".toast");
  await table.agree("5+5");
  await expect(toast).toHaveText("Anna changed the settings (Clock: No clock → 5+5).");
  await bert.page.getByRole("group", { name: "Clock" }).getByText("15+10").click();
  await expect(anna.page.locator(".toast")).toHaveText("Bert changed the settings (Clock: 5+5 → 15+10).");
  await bert.page.locator(".ready-bar button").press("Enter");
  await expect(anna.page.locator(".ready-bar")).toContainText("Bert is ready");
  await anna.page.getByRole("group", { name: "Game", exact: true }).getByText("Mapello").click();
  const sentence = "Anna changed the settings (Game: Mancala · Kalah → Mapello · Default board, Clock: 15+10 → 60 s per move). "
    + "Both players have to get ready again.";
  await expect(toast).toHaveText(sentence);
  // It can be read later, too.
  for (const { page } of [anna, bert]) await expect(page.locator(".chat > p:not(.line)").last()).toHaveText(sentence);
});

test("the resign prompt closes with the game and stays closed in the next", async ({ player }) => {
  const { both: [anna, bert] } = await playing(player);
  await anna.page.getByRole("button", { name: "Resign" }).click();
  const question = anna.page.getByRole("dialog", { name: "Resign this game?" });
  await expect(question).toBeVisible();
  await say(bert, "resign yes");
  await expect(question).toBeHidden();
  await expect(result(anna)).toBeVisible();
  await expect(result(anna), "nobody has moved").toContainText("Moves0");
  for (const { page } of [anna, bert]) await page.getByRole("button", { name: "Play again" }).click();
  for (const { page } of [anna, bert]) await expect(page.locator(".result")).toBeHidden();
  await expect(question).toBeHidden();
  await expect(anna.page.getByRole("button", { name: "Resign" })).toBeVisible();
});

test("an own prompt does not hide a request of the opponent", async ({ player }) => {
  const { table, both: [anna, bert] } = await playing(player);
  await table.play(4);
  const [asks, offers] = (await table.mover()) === anna.page ? [bert, anna] : [anna, bert];
  await asks.page.getByRole("button", { name: "Undo" }).click();
  await expect(bar(asks)).toContainText("Takeback requested");
  await offerDraw(offers.page);
  await expect(bar(asks)).toContainText("offers a draw");
  await bar(asks).getByRole("button", { name: "Decline" }).click();
  await expect(bar(asks)).toContainText("Takeback requested");
});

test("an open request stays until answered when others arrive", async ({ player }) => {
  const { table, both: [anna, bert] } = await playing(player);
  await table.play(4);
  const [asks, answers] = (await table.mover()) === anna.page ? [bert, anna] : [anna, bert];
  await offerDraw(asks.page);
  await bar(answers).getByRole("button", { name: "Accept" }).focus();
  await say(asks, "undo");
  await expect(bar(asks)).toContainText("Takeback requested");
  await expect(bar(answers)).toContainText("offers a draw");
  await expect(bar(answers), "and the other one is seen below it").toContainText("asks for a takeback");
  await answers.page.keyboard.press("Enter");
  await expect(result(answers)).toContainText("draw");
});

test("writing in chat continues when the game ends, then the result shows", async ({ player }) => {
  const { both: [anna, bert] } = await playing(player);
  const field = anna.page.locator("#say");
  await field.pressSequentially("Well, that was ");
  await say(bert, "resign yes");
  await expect(anna.page.locator(".status")).toContainText("You win");
  await expect(result(bert)).toBeVisible();
  await field.pressSequentially("quick");
  await expect(field).toHaveValue("Well, that was quick");
  await field.press("Enter");
  await expect(result(anna)).toBeVisible();
});

test("a rematch offer shows beside the closed result and ends the review", async ({ player }) => {
  const { table, both: [anna, bert] } = await playing(player);
  await table.play(2);
  await say(bert, "resign yes");
  await result(anna).getByRole("button", { name: "View the board" }).click();
  await result(bert).getByRole("button", { name: "Play again" }).click();
  await expect(bar(anna)).toContainText("wants to play again");
  await result(bert).getByRole("button", { name: "Review" }).click();
  const review = bert.page.getByRole("dialog", { name: "Game review" });
  await expect(review).toBeVisible();
  await bar(anna).getByRole("button", { name: "Play again" }).click();
  await expect(review).toBeHidden();
  await expect(bar(anna)).toBeHidden();
  await table.play(1);
});

test("a replay stays open when the opponent changes the settings", async ({ player }) => {
  const { table, both: [anna, bert] } = await playing(player);
  await table.play(3);
  await say(bert, "resign yes");
  await result(anna).getByRole("button", { name: "Review" }).click();
  const review = anna.page.getByRole("dialog", { name: "Game review" });
  await result(bert).getByRole("button", { name: "Change the settings" }).click();
  await bert.page.getByRole("group", { name: "Game" }).getByText("Mapello").click();
  await expect(bert.page.getByRole("radio", { name: "Mapello" })).toBeChecked();
  const past = bert.page.getByRole("link", { name: "View the last game" });
  await expect(past).toHaveAttribute("href", /^\/r\/\w+\/g\/1$/);
  await review.getByRole("button", { name: "Go through the moves" }).click();
  await expect(review).toBeHidden();
  await anna.page.getByRole("button", { name: "Next move" }).click();
  await expect(anna.page.locator(".replay-at")).toHaveText("1/3");
  await anna.page.keyboard.press("Escape");
  await expect(bar(anna)).toContainText("wants to change the settings");
  await bar(anna).getByRole("button", { name: "Change the settings" }).click();
  await expect(anna.page.getByRole("radio", { name: "Mapello" })).toBeChecked();
  await past.click();
  await expect(bert.page.getByText("Move 3 of 3")).toBeVisible();
});

test("pit keys work with Caps Lock; Escape or an outside click closes menus", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await page.goto("/local");
  await ready(page);
  await page.locator("#south-a").focus();
  await page.evaluate(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "B", bubbles: true, cancelable: true }));
  });
  await expect(page.locator("#south-b")).toHaveAttribute("data-last");
  const menu = page.locator(".menu");
  await page.getByLabel("Menu").click();
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open");
  await expect.poll(() => focused(page)).toBe("Menu");
  await page.getByLabel("Menu").click();
  await page.locator("#south-c").click({ force: true });
  await expect(menu).not.toHaveAttribute("open");
  await expect(page.locator("#south-b"), "the click was for the menu alone").toHaveAttribute("data-last");
});
