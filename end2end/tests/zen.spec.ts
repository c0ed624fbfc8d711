//! Zen: nothing but the board and the clocks while a game runs. No names, no chat, no list of moves; with the end all is back.
import { offerDraw } from "../draw.ts";
import { axe, expect, setOwnName, test } from "../fixtures.ts";
import { FACTS, GAMES, shownBy } from "../games.ts";
import { Table, tap } from "../table.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

for (const game of GAMES) {
  test(`${game}: a key turns on zen mode until the game ends, even over a reload`, shownBy("Mancala", game), async ({ player }) => {
    const [anna, bert] = [await setOwnName(await player("Anna")), await setOwnName(await player("Bert"))];
    const table = await Table.start(anna, bert, { game });
    const { page } = anna;
    const sides = game === "Mancala" ? ["North", "South (you)"] : ["White", "Black (you)"];
    await page.locator(".board button:enabled, .sq[tabindex='0']").first().focus();
    await page.keyboard.press("z");
    await expect(page.locator(".toast")).toHaveText("Focus mode is on during games");
    await expect(page.locator(".plate .name")).toHaveText(sides);
    expect(await page.locator("body").innerText(), "seen or spoken").not.toContain("Bert");
    await expect(page, "not in the title either").not.toHaveTitle(/Bert/);
    await expect(page.getByRole("log")).toBeHidden();
    await expect(page.locator(".panel, .control-panel").filter({ visible: true })).toHaveCount(0);
    const wide = async () => (await page.locator(".bar").boundingBox())?.width;
    await expect.poll(wide, "the board has all the place").toBe(page.viewportSize()?.width);
    await axe(page);
    // The other one has all as before, and what is said is there afterwards.
    await bert.page.locator("#say").fill("You are quiet");
    await bert.page.locator("#say").press("Enter");
    const seen = () => page.locator("body").innerText();
    await table.play(2);
    expect(await seen()).not.toContain("Bert");
    await offerDraw(bert.page);
    await expect(page.locator(".offer")).toContainText(`${sides[0]} offers a draw`);
    await page.locator(".offer").getByRole("button", { name: "Decline" }).click();
    await anna.reload();
    await expect(page.locator(".plate .name")).toHaveText(sides);
    await expect.poll(seen, "nor after a reload").not.toContain("Bert");
    await table.play(1);

    await page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText("Bert wins");
    await page.keyboard.press("Escape");
    await expect(page.locator(".chat .line")).toHaveText("BertYou are quiet");
    await expect(page.locator(".plate .name").last()).toHaveText("Anna (you)");

    // Whoever writes as the next game begins goes on writing: on the board letters would be moves.
    await page.getByRole("toolbar").getByRole("button", { name: "Result" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Play again" }).click();
    await page.keyboard.press("Escape");
    await page.locator("#say").pressSequentially("Good g");
    await bert.page.getByRole("button", { name: "Play again" }).click();
    await expect(page.locator(".plate .name")).toHaveText(game === "Mancala" ? ["South", "North (you)"] : ["Black", "White (you)"]);
    await expect(page.locator("#say")).toBeFocused();
    await page.keyboard.type("ame");
    await page.keyboard.press("Enter");
    await expect(bert.page.locator(".chat .line").last()).toHaveText("AnnaGood game");
  });
}

test("a phone enters and leaves zen mode by the menu", async ({ player }) => {
  const [anna, bert] = [await setOwnName(await player("Anna", PHONE)), await setOwnName(await player("Bert"))];
  const table = await Table.start(anna, bert, { press: tap });
  const { page } = anna;
  const menu = async (name: string) => {
    await page.locator("summary[aria-label=Menu]").tap();
    await page.getByRole("button", { name }).tap();
  };
  await page.locator(".control-panel").tap();
  await expect(page.getByRole("log")).toBeVisible();
  await page.locator(".panel-close").tap();
  await menu("Focus mode");
  await expect(page.locator(".plate .name")).toHaveText(["North", "South (you)"]);
  await expect(page.locator(".control-panel")).toBeHidden();
  await table.play(2);
  await menu("Leave focus mode");
  await expect(page.locator(".plate .name")).toHaveText(["Bert", "Anna (you)"]);
  await page.locator(".control-panel").tap();
  await expect(page.getByRole("log")).toBeVisible();
});

test("on one device the move list hides and shows with zen mode", async ({ player }) => {
  const both = await player("both");
  await both.open(FACTS.Mancala.local);
  const { page } = both;
  await new Table([page]).play(2);
  await expect(page.getByRole("complementary", { name: "Moves and chat" })).toBeVisible();
  await page.locator(".board button:enabled").first().focus();
  for (const shown of [false, true]) {
    await page.keyboard.press("z");
    await expect(page.locator(".panel")).toBeVisible({ visible: shown });
  }
});

for (const game of GAMES) {
  test(`${game}: only the board of a local game hides both plates but a clock`, async ({ player }) => {
    const both = await player("both");
    const { page } = both;
    await both.open(FACTS[game].local);
    const hidden = page.locator(".plate").locator(".name, .mark");
    const isHidden = async (is: boolean) => {
      expect(await hidden.count(), "a name and a mark of each side").toBe(4);
      for (const part of await hidden.all()) await expect(part).toBeVisible({ visible: !is });
    };
    await isHidden(false);
    await page.keyboard.press("z");
    await isHidden(true);
    await expect(page.locator(".plate").filter({ visible: true }), "without a clock nothing is left of a plate").toHaveCount(0);
    await expect(page.locator(".board")).toBeVisible();
    await page.keyboard.press("z");
    await isHidden(false);

    await page.getByLabel("Menu").click();
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("group", { name: "Clock" }).getByText("5+5").click();
    await page.getByRole("button", { name: "Start" }).click();
    await expect(page.locator(".clock")).toHaveText(["5:00", "5:00"]);
    await page.keyboard.press("z");
    await isHidden(true);
    for (const clock of await page.locator(".clock").all()) await expect(clock).toBeVisible();
  });
}
