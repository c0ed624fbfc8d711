//! Games of this device as files: taken along, read again, each once, and nothing that means ill.
import { readFile } from "node:fs/promises";
import { press } from "../computer.ts";
import { bring, fileOf, list, rows, say, short } from "../device.ts";
import { axe, expect, ready, test } from "../fixtures.ts";
import { boardState } from "../games.ts";

test("games are exported, deleted and imported again, without duplicates", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both, "Mancala", 3);
  await short(both, "Mapello", 4);
  await list(page);
  const told = await rows(page).locator(".small").allInnerTexts();
  const all = await fileOf(Promise.all([page.waitForEvent("download"), press(page, "All of it as a file")]).then(([file]) => file));
  expect(all.name).toBe("duello-games.json");
  const one = await fileOf(
    Promise.all([page.waitForEvent("download"), rows(page).first().getByRole("button", { name: /^Save it: Pass and play/ }).click()]).then(([file]) => file),
  );
  expect(one.name).toMatch(/^duello-\d{4}-\d\d-\d\d-mapello\.json$/);
  // A game is deleted when that is confirmed, and stays so.
  for (const accept of [false, true]) {
    page.once("dialog", (dialog) => void (accept ? dialog.accept() : dialog.dismiss()));
    await rows(page).last().getByRole("button", { name: /^Delete: Pass and play/ }).click();
    await expect(rows(page)).toHaveCount(accept ? 1 : 2);
  }
  await expect(say(page)).toHaveText("The game is deleted.");
  page.once("dialog", (dialog) => void dialog.accept());
  await rows(page).getByRole("button", { name: /^Delete/ }).press("Enter");
  await expect(page.getByText("None is over yet.").last()).toBeVisible();
  await expect(page.getByRole("button", { name: "Read games from a file" })).toBeFocused();
  await page.reload();
  await expect(page.locator("#kept")).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await bring(page, one.text);
  await expect(say(page)).toHaveText("New here: 1");
  await bring(page, all.text);
  await expect(say(page)).toHaveText("New here: 1");
  await bring(page, all.text);
  await expect(say(page)).toHaveText("New here: 0");
  await expect(rows(page).locator(".small")).toHaveText(told);
  // Another device, and the page for games as text.
  const other = await player("other");
  await list(other.page);
  await bring(other.page, all.text);
  await expect(rows(other.page).locator(".small")).toHaveText(told);
  for (const { text, moves } of [{ text: one.text, moves: 4 }, { text: all.text, moves: 4 }]) {
    await other.page.goto("/games/import");
    await other.page.getByRole("textbox").fill(text);
    await press(other.page, "Read it");
    // Of several games one is chosen.
    if (text === all.text) await other.page.locator("[aria-labelledby=several] button").first().click();
    await expect(other.page.locator(".record-name")).toHaveText([/^White/, /^Black/]);
    await press(other.page, "Review it here");
    await other.page.waitForURL("**/local/mapello");
    await ready(other.page);
    await expect(other.page.locator("#result")).toBeVisible();
    expect(((await boardState(other.page)).board.match(/black|white/g) ?? []).length).toBe(4 + moves);
  }
  await expect(await list(other.page), "what was looked at was not played here").toHaveCount(2);
});

test("an invalid or malicious import file breaks nothing", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both);
  await list(page);
  const good = await fileOf(Promise.all([page.waitForEvent("download"), press(page, "All of it as a file")]).then(([file]) => file));
  for (const text of [
    "", "{", "null", "[]", "7", '{"games":7}', '{"games":[]}', '{"games":[null,7,{},{"log":7},{"log":{}},{"log":[]}]}',
    '{"games":[{"log":[null]},{"log":[{"at":1,"event":null}]},{"log":[{"at":1,"event":{}}]}]}',
    '{"games":[{"log":[{"at":1e300,"event":{"started":{"number":1,"setup":{},"first":"bottom"}}}]}]}',
    '{"games":[{"log":[{"at":1,"event":{"started":null}}]}]}',
    good.text.replaceAll('"pits":6', '"pits":255'), good.text.replaceAll('"stones":4', '"stones":-1'), good.text.replaceAll('"at":', '"at":9e'),
    "[".repeat(100_000), Buffer.from([0xff, 0xfe, 0x00, 0xc3]),
  ]) {
    await bring(page, text);
    await expect(say(page), String(text).slice(0, 80)).toHaveText("There are no games in this file.");
  }
  await expect(rows(page)).toHaveCount(1);
  // An event with anything in it that none can have makes it no log; what can be read is shown as text, whatever it says.
  const markup = "<img src=x onerror=alert(1)>";
  const LAST = 8_639_999_999_999_999;
  const [whole] = (JSON.parse(good.text) as { games: { log: { seq: number; at: number; event: Record<string, Record<string, unknown>> }[] }[] }).games;
  const hostile = (change: Record<string, Record<string, unknown>>) =>
    (whole?.log ?? []).map(({ seq, at, event }) => {
      const changed = Object.entries(event).map(([name, told]) => [name, typeof told === "object" ? { ...told, ...change[name] } : told]);
      return { seq, at: "moved" in event || "ended" in event ? LAST : at, event: Object.fromEntries(changed) as unknown };
    });
  for (const change of [{ opened: { game: { mapello: { [markup]: 1 } } } }, { started: { first: markup } }, { moved: { mv: markup } }, { ended: { winner: markup } }]) {
    await bring(page, JSON.stringify({ games: [{ log: hostile(change) }] }));
    await expect(say(page), Object.keys(change)[0]).toHaveText("There are no games in this file.");
  }
  const strange = hostile({ seated: { name: markup, member: "00000000ffffffff" }, opened: { [markup]: markup }, started: { __proto__: 1 } });
  for (const logged of strange) if (logged.at < LAST) logged.at = 5;
  await bring(page, JSON.stringify({ games: [{ log: strange, score: [markup, 1] }, { log: strange, score: [1e300, -1] }] }));
  await expect(say(page)).toHaveText("New here: 1");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator("#kept img")).toHaveCount(0);
  await axe(page);
  await rows(page).first().getByRole("button", { name: /^Review/ }).click();
  await page.waitForURL(/\/(local|computer)/);
  await ready(page);
  await expect(page.locator("#crashed")).toBeHidden();
  await expect(await list(page)).toHaveCount(2);
});

test("returning to the list shows changes of other tabs; more rows on demand", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both);
  await list(page);
  const one = await fileOf(Promise.all([page.waitForEvent("download"), press(page, "All of it as a file")]).then(([file]) => file));
  // The same game at forty other moments.
  const { games } = JSON.parse(one.text) as { games: { log: { at: number }[] }[] };
  const many = Array.from({ length: 40 }, (_, days) => games.map(({ log }) => ({ log: log.map((logged) => ({ ...logged, at: logged.at - (days + 1) * 86_400_000 })) })));
  const other = await both.context.newPage();
  await list(other);
  await bring(other, JSON.stringify({ games: many.flat() }));
  await expect(say(other)).toHaveText("New here: 40");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(rows(page)).toHaveCount(20);
  await press(page, "Older");
  await expect(rows(page)).toHaveCount(40);
  await expect(rows(page).nth(20).getByRole("button").first()).toBeFocused();
  await press(page, "Older");
  await expect(rows(page)).toHaveCount(41);
  await expect(page.getByRole("button", { name: "Older" })).toBeHidden();
  // No more than 500: the oldest go.
  const more = Array.from({ length: 500 }, (_, hours) => games.map(({ log }) => ({ log: log.map((logged) => ({ ...logged, at: logged.at + (hours + 1) * 3_600_000 })) })));
  await bring(other, JSON.stringify({ games: more.flat() }));
  await expect(say(other)).toHaveText("New here: 500");
  const [all] = await Promise.all([other.waitForEvent("download"), press(other, "All of it as a file")]);
  expect((JSON.parse(await readFile(await all.path(), "utf8")) as { games: unknown[] }).games).toHaveLength(500);
});
