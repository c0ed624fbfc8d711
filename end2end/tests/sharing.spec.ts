//! Sharing what was played: the button of the result card, with a share sheet and without one, and where the link leads.
import type { BrowserContext, Page } from "@playwright/test";
import { start } from "../computer.ts";
import { resign, short } from "../device.ts";
import { axe, expect, test } from "../fixtures.ts";
import { boardState, GAMES, shownBy } from "../games.ts";
import { Table } from "../table.ts";

type Sheet = { title: string; text: string; url?: string; files: string[] };

/** A share sheet at the browser's border, which notes what it was given; without one the browser has none. */
async function sheet(context: BrowserContext, has: "sheet" | "no sheet"): Promise<void> {
  await context.addInitScript((has) => {
    const sheets: unknown[] = [];
    const share = async ({ files = [], ...rest }: ShareData) => void sheets.push({ ...rest, files: files.map(({ type, size }) => `${type} ${size > 1_000}`) });
    Object.assign(globalThis, { sheets });
    const put = (name: string, value: unknown) => Object.defineProperty(Navigator.prototype, name, { value, configurable: true });
    put("canShare", has ? () => true : undefined);
    if (has === "sheet") put("share", share);
    else delete (Navigator.prototype as { share?: unknown }).share;
  }, has);
}

const sheets = (page: Page) => page.evaluate(() => (globalThis as unknown as { sheets: Sheet[] }).sheets);
const press = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Share" }).click();
const shared = async (page: Page): Promise<Sheet> => {
  await press(page);
  await expect.poll(async () => (await sheets(page)).length).toBe(1);
  return (await sheets(page))[0] as Sheet;
};

test("an online game is shared with its page and picture, not with its room", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await sheet(anna.context, "sheet");
  const table = await Table.start(anna, bert);
  await table.play(6);
  await resign(anna.page);
  const { text, url, files, title } = await shared(anna.page);
  expect(title).toBe("Duello");
  expect(text).toMatch(/^Duello · Mancala · Kalah · \d+–\d+ · 6 moves\n[🟦⬜🟧]{6} 🏳️$/u);
  expect(url).toMatch(/\/g\/[0-9a-z]{16}$/);
  expect(files).toEqual(["image/png true"]);
  await axe(anna.page);
  await bert.page.goto(url ?? "");
  await expect(bert.page.getByRole("heading", { level: 1 })).toContainText(" – ");
});

for (const game of GAMES) {
  test(`${game}: a game of this device is shared with a link that opens it`, shownBy("Mancala", game), async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    await sheet(anna.context, "sheet");
    const page = await short(anna, game, 5);
    const { text, url, files } = await shared(page);
    expect(text).toContain("5 moves\n");
    expect(files).toEqual(["image/png true"]);
    await bert.page.goto(url ?? "");
    await expect(bert.page.locator("#understood")).toBeVisible();
    await expect(bert.page.locator("#understood ~ *").getByText(/5 moves/)).toBeVisible();
    await expect(bert.page.locator("#understood ~ *").getByText(/resigned/)).toBeVisible();
    await axe(bert.page);
    await bert.page.getByRole("button", { name: "Analyse" }).click();
    await bert.page.waitForURL(new RegExp(`/review/${game.toLowerCase()}\\?game=`));
  });
}

test("without a share sheet the text and the link are copied", async ({ player }) => {
  const anna = await player("Anna");
  await sheet(anna.context, "no sheet");
  const page = await start(anna, "Mancala", { level: "Easy" });
  await page.locator("button.pit[data-legal]").first().click();
  await resign(page);
  await press(page);
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText("Copied.");
  const [facts, signs, link] = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  expect(facts).toMatch(/^Duello · Mancala · Kalah · Computer \(Easy\) · \d+–\d+ · \d+ moves?$/);
  expect(signs).toMatch(/^[🟦⬜🟧]+ 🏳️$/u);
  expect(link).toMatch(/\/games\/import\?text=/);
});

test("the board of the day is shared with its date and a link to that board", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await sheet(anna.context, "sheet");
  await anna.open("/local/mapello?board=daily");
  const table = new Table([anna.page]);
  const begun = await table.board();
  await table.play(3);
  await resign(anna.page);
  const { text, url } = await shared(anna.page);
  expect(text).toMatch(/^Duello · Mapello · Board of the day, \d+ \w+ \d{4} · \d+–\d+ · 3 moves\n/);
  expect(url).toMatch(/\/local\/mapello\?board=daily-\d+$/);
  await bert.open(url ?? "");
  // Also when it is another day by then.
  await expect.poll(async () => (await boardState(bert.page)).board).toBe(begun);
});

test("offline the text is shared, and what is missing is said", async ({ player }) => {
  const anna = await player("Anna");
  await sheet(anna.context, "sheet");
  const page = await short(anna, "Mancala", 3);
  // The script is there already, as it is where the service worker has kept it.
  await page.evaluate(() => import(`/share.js?${[...document.scripts].map(({ src }) => new URL(src || "x:").search.slice(1)).find(Boolean)}`));
  await anna.context.setOffline(true);
  anna.allow(/ERR_INTERNET_DISCONNECTED/);
  const { text, url, files } = await shared(page);
  expect([text.split("\n").length, files.length]).toEqual([2, 0]);
  expect(url).toContain("/games/import?text=");
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText("No connection: the picture is missing.");
});

test("where nothing can be copied the text is shown", async ({ player }) => {
  const anna = await player("Anna", { permissions: [] });
  await sheet(anna.context, "no sheet");
  await anna.context.addInitScript(() => Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined }));
  const page = await short(anna, "Mancala", 3);
  await press(page);
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Share" }) });
  await expect(dialog.getByRole("textbox")).toHaveValue(/^Duello · Mancala/);
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
