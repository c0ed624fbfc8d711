//! Games of this device as files: taken along, read again, each once, and nothing that means ill.
import { readFile } from "node:fs/promises";
import { press } from "../computer.ts";
import { bring, confirmDeletion, fileOf, list, rows, say, short } from "../device.ts";
import { axe, expect, ready, test } from "../fixtures.ts";
import { Table } from "../table.ts";

test("games are exported, deleted and imported again, without duplicates", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both, "Mancala", 3);
  await short(both, "Mapello", 4);
  await list(page);
  const told = await rows(page).locator(".small").allInnerTexts();
  const all = await fileOf(Promise.all([page.waitForEvent("download"), press(page, "Export all")]).then(([file]) => file));
  expect(all.name).toBe("duello-games.json");
  const one = await fileOf(
    Promise.all([page.waitForEvent("download"), rows(page).first().getByRole("button", { name: /^Download: Pass and play/ }).click()]).then(([file]) => file),
  );
  expect(one.name).toMatch(/^duello-\d{4}-\d\d-\d\d-mapello\.json$/);
  // A game is deleted when that is confirmed, and stays so.
  for (const answer of ["Keep it", "Delete"] as const) {
    await rows(page).last().getByRole("button", { name: /^Delete: Pass and play/ }).click();
    await confirmDeletion(page, answer);
    await expect(rows(page)).toHaveCount(answer === "Delete" ? 1 : 2);
  }
  await expect(say(page)).toHaveText("Game deleted.");
  await rows(page).getByRole("button", { name: /^Delete/ }).press("Enter");
  await confirmDeletion(page);
  await expect(page.getByText("No finished games yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import games" })).toBeFocused();
  await page.reload();
  await expect(page.locator("#kept")).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await bring(page, one.text);
  await expect(say(page)).toHaveText("Games imported: 1");
  await bring(page, all.text);
  await expect(say(page)).toHaveText("Games imported: 1");
  await bring(page, all.text);
  await expect(say(page)).toHaveText("Games imported: 0");
  await expect(rows(page).locator(".small")).toHaveText(told);
  // Another device, and the page for games as text.
  const other = await player("other");
  await list(other.page);
  await bring(other.page, all.text);
  await expect(rows(other.page).locator(".small")).toHaveText(told);
  for (const { text, moves } of [{ text: one.text, moves: 4 }, { text: all.text, moves: 4 }]) {
    await other.page.goto("/games/import");
    await other.page.getByRole("textbox").fill(text);
    await press(other.page, "Import");
    // Of several games one is chosen.
    if (text === all.text) await other.page.locator("[aria-labelledby=several] button").first().click();
    await expect(other.page.locator(".record-name")).toHaveText([/^White/, /^Black/]);
    await press(other.page, "Analyse");
    await other.page.waitForURL(/\/review\/mapello\?game=/);
    await ready(other.page);
    await new Table([other.page]).inStep((board) => (board.match(/black|white/g) ?? []).length === 4 + moves);
  }
  await expect(await list(other.page), "what was read is listed as well").toHaveCount(4);
});

test("an invalid or malicious import file breaks nothing", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both);
  await list(page);
  const good = await fileOf(Promise.all([page.waitForEvent("download"), press(page, "Export all")]).then(([file]) => file));
  for (const text of [
    "", "{", "null", "[]", "7", '{"games":7}', '{"games":[]}', '{"games":[null,7,{},{"log":7},{"log":{}},{"log":[]}]}',
    '{"games":[{"log":[null]},{"log":[{"at":1,"event":null}]},{"log":[{"at":1,"event":{}}]}]}',
    '{"games":[{"log":[{"at":1e300,"event":{"started":{"number":1,"setup":{},"first":"bottom"}}}]}]}',
    '{"games":[{"log":[{"at":1,"event":{"started":null}}]}]}',
    good.text.replaceAll('"pits":6', '"pits":255'), good.text.replaceAll('"stones":4', '"stones":-1'), good.text.replaceAll('"at":', '"at":9e'),
    "[".repeat(100_000), Buffer.from([0xff, 0xfe, 0x00, 0xc3]),
  ]) {
    await bring(page, text);
    await expect(say(page), String(text).slice(0, 80)).not.toContainText("Games imported");
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
    await expect(say(page), Object.keys(change)[0]).not.toContainText("Games imported");
  }
  const strange = hostile({ seated: { name: markup, member: "00000000ffffffff" }, opened: { [markup]: markup }, started: { __proto__: 1 } });
  for (const logged of strange) if (logged.at < LAST) logged.at = 5;
  await bring(page, JSON.stringify({ games: [{ log: strange, score: [markup, 1] }, { log: strange, score: [1e300, -1] }] }));
  await expect(say(page)).toHaveText("Games imported: 1");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator("main img")).toHaveCount(0);
  await axe(page);
  await rows(page).first().getByRole("link", { name: /^Review/ }).click();
  await page.waitForURL(/\/review\//);
  await ready(page);
  await expect(page.locator("#crashed")).toBeHidden();
  await expect(await list(page)).toHaveCount(2);
});

test("returning to the list shows changes of other tabs; more rows on demand", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both);
  await list(page);
  const one = await fileOf(Promise.all([page.waitForEvent("download"), press(page, "Export all")]).then(([file]) => file));
  // The same game at forty other moments.
  const { games } = JSON.parse(one.text) as { games: { log: { at: number }[] }[] };
  const many = Array.from({ length: 40 }, (_, days) => games.map(({ log }) => ({ log: log.map((logged) => ({ ...logged, at: logged.at - (days + 1) * 86_400_000 })) })));
  const other = await both.context.newPage();
  await list(other);
  await bring(other, JSON.stringify({ games: many.flat() }));
  await expect(say(other)).toHaveText("Games imported: 40");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(rows(page)).toHaveCount(20);
  await press(page, "Older");
  await expect(rows(page)).toHaveCount(40);
  await expect(rows(page).nth(20).getByRole("link")).toBeFocused();
  await press(page, "Older");
  await expect(rows(page)).toHaveCount(41);
  await expect(page.getByRole("button", { name: "Older" })).toBeHidden();
  // A thousand of them are as quick: a list reads what it shows, and no log.
  const more = Array.from({ length: 960 }, (_, hours) => games.map(({ log }) => ({ log: log.map((logged) => ({ ...logged, at: logged.at - (hours + 1_000) * 3_600_000 })) })));
  await bring(other, JSON.stringify({ games: more.flat() }));
  await expect(say(other)).toHaveText("Games imported: 960", { timeout: 60_000 });
  const [all] = await Promise.all([other.waitForEvent("download"), press(other, "Export all")]);
  expect((JSON.parse(await readFile(await all.path(), "utf8")) as { games: unknown[] }).games).toHaveLength(1_001);
  const took = await other.evaluate(async () => {
    const { listed, FINISHED } = (await import("/local-archive.js" as string)) as { FINISHED: number; listed: (state: number, most: number) => Promise<{ count: number }> };
    const found = { count: 0, ms: Infinity };
    // The best of five: a machine that has other work as well slows some of them down, a list that reads too much all of them.
    for (let time = 0; time < 5; time += 1) {
      const begun = performance.now();
      found.count = (await listed(FINISHED, 20)).count;
      found.ms = Math.min(found.ms, performance.now() - begun);
    }
    return found;
  });
  expect(took.count).toBe(1_001);
  expect(took.ms).toBeLessThan(250);
});
