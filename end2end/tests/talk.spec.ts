//! Talk: presets that each reads in a language of their own, strangers who write when both allow it, what watchers say among
//! themselves, whom one does not want to hear, reports, and what stands between the lines.
import type { Locator, Page } from "@playwright/test";
import { axe, expect, setOwnName, test, type Player } from "../fixtures.ts";
import { codeOf, join, untilNoSeeks, openRoom, Table } from "../table.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Has the chat in sight, also where it is a sheet. */
async function chat(page: Page): Promise<void> {
  const log = page.getByRole("log");
  const isSheet = (page.viewportSize()?.width ?? 0) < 1100;
  if (isSheet && (await page.locator(".panel[data-open]").count()) === 0) await page.locator(".control-panel").click();
  await expect(log).toBeVisible();
}

const press = (page: Page, name: string) => page.locator(".say").getByRole("button", { name, exact: true }).click();
const lines = (page: Page) => page.locator(".chat .line");
const between = (page: Page) => page.locator(".chat > p:not(.line)");

async function write(page: Page, text: string): Promise<void> {
  await page.locator("#say").fill(text);
  await page.locator("#say").press("Enter");
}

/** What is heard on a page from now on, but for films. */
async function recordSounds(page: Page): Promise<() => Promise<string[]>> {
  type Page = { duello: { play?: unknown; sound: (what: string) => void }; heard: string[] };
  await page.waitForFunction(() => "play" in (globalThis as unknown as Page).duello);
  await page.evaluate(() => {
    const page = globalThis as unknown as Page;
    const sound = page.duello.sound;
    page.heard = [];
    page.duello.sound = (what) => {
      page.heard.push(what);
      sound(what);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as Page).heard);
}

/** Two who looked for an opponent, at the table. */
async function strangers(anna: Player, bert: Player): Promise<void> {
  await untilNoSeeks(anna.context.request);
  const { pages } = await Table.ofStrangers([anna, bert]);
  for (const page of pages) await expect(page.locator(".board")).toBeVisible();
}

test("chat before the first game stays in the chat of the game", async ({ player }) => {
  const anna = await setOwnName(await player("Anna"));
  const bert = await setOwnName(await player("Bert", PHONE));
  const code = await openRoom(anna);
  await expect(anna.page.getByRole("log"), "alone there is nobody to talk to").toHaveCount(0);
  await join(bert, `/r/${code}`);
  const heard = await recordSounds(anna.page);
  await press(anna.page, "Hello");
  await expect(lines(bert.page)).toHaveText("AnnaHello");
  await write(bert.page, "Three minutes?");
  await expect(lines(anna.page)).toHaveText(["YouHello", "BertThree minutes?"]);
  await expect.poll(heard).toEqual(["chat"]);
  await axe(bert.page);
  for (const { page } of [anna, bert]) await page.locator(".ready-bar button").first().click();
  // Who writes as the game begins goes on writing: c would be a move that gives another.
  await anna.page.locator("#say").pressSequentially("If you c");
  await expect(anna.page.locator(".board")).toBeVisible();
  await expect(anna.page.locator("#say")).toBeFocused();
  await anna.page.keyboard.press("End");
  await anna.page.keyboard.type("an");
  await expect(anna.page.locator("#say")).toHaveValue("If you can");
  await anna.page.keyboard.press("Enter");
  await chat(bert.page);
  await expect(lines(bert.page).last()).toHaveText("AnnaIf you can");
  await expect(lines(anna.page)).toHaveText(["YouHello", "BertThree minutes?", "YouIf you can"]);
  await write(bert.page, "I can");
  await expect(lines(anna.page)).toHaveCount(4);
  await expect.poll(async () => (await heard()).filter((what) => what === "chat").length).toBe(2);
});

test("presets show in each reader's language, two per game @everywhere", async ({ player }) => {
  const anna = await setOwnName(await player("Anna"));
  const bert = await setOwnName(await player("Bert", { ...PHONE, locale: "de-DE" }));
  const code = await openRoom(anna);
  await join(bert, `/r/${code}`);
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
  await anna.page.locator(".ready-bar button").first().click();
  await bert.page.locator(".ready-bar button").first().click();
  for (const { page } of [anna, bert]) {
    await expect(page.locator(".board")).toBeVisible();
    await chat(page);
  }
  await press(anna.page, "Hello");
  await expect(lines(bert.page)).toHaveText("AnnaHallo");
  await press(bert.page, "Viel Glück");
  await expect(lines(anna.page)).toHaveText(["YouHello", "BertGood luck"]);
  await press(anna.page, "Good luck");
  await expect(lines(bert.page)).toHaveText(["AnnaHallo", "DuViel Glück", "AnnaViel Glück"]);
  for (const name of ["Hello", "Good luck", "Have fun"]) {
    await expect(anna.page.locator(".say").getByRole("button", { name })).toHaveAttribute("aria-disabled", "true");
  }
  await write(bert.page, "sh1t, 👨‍👩‍👧 <b>Klasse</b>");
  await expect(lines(bert.page).last()).toHaveText("Du****, 👨‍👩‍👧 <b>Klasse</b>");
  await expect(lines(anna.page).last()).toHaveText("Bert****, 👨‍👩‍👧 <b>Klasse</b>");
  await expect(between(anna.page)).toHaveText(["Anna has joined.", "Bert has joined.", "Game 1 has started."]);
  await axe(bert.page);
  if (await anna.page.locator(".panel-close").isVisible()) await anna.page.locator(".panel-close").click();
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  // The result comes with the server's answer, and lies over the chat until it is closed.
  await expect(anna.page.locator("dialog.result")).toBeVisible();
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator("dialog.result")).toBeHidden();
  await chat(anna.page);
  await expect(between(anna.page).last()).toHaveText("Anna resigned.");
  await press(anna.page, "Well played");
  await expect(lines(bert.page).last()).toHaveText("AnnaGut gespielt");
});

test("strangers chat when both allow it, and either can revoke it", async ({ player }) => {
  const [anna, bert] = [await setOwnName(await player("Anna")), await setOwnName(await player("Bert", PHONE))];
  await strangers(anna, bert);
  await Promise.all([chat(anna.page), chat(bert.page)]);
  await expect(anna.page.locator("#say")).toHaveCount(0);
  await expect(anna.page.locator(".say")).toContainText("You can write once you have both turned on chat.");
  await press(anna.page, "Turn on chat");
  await expect(anna.page.locator(".say")).toContainText("You’ve turned on chat, Bert hasn’t yet.");
  await expect(bert.page.locator(".say")).toContainText("Anna wants to chat.");
  await expect(bert.page.locator("#say")).toHaveCount(0);
  await axe(bert.page);
  await press(bert.page, "Turn on chat");
  await write(bert.page, "Nice to meet you");
  await expect(lines(anna.page).last()).toHaveText("BertNice to meet you");
  await press(anna.page, "Turn off chat");
  await expect(bert.page.locator("#say")).toHaveCount(0);
  await expect(between(bert.page).last()).toHaveText("Anna turned off chat.");
  await press(bert.page, "Hello");
  await expect(lines(anna.page).last()).toHaveText("BertHello");
});

test("spectators chat among themselves, and the players see nothing of it", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const [cleo, dora] = [await setOwnName(await player("Cleo")), await setOwnName(await player("Dora", { ...PHONE, locale: "pt-BR" }))];
  await Table.start(anna, bert);
  for (const who of [cleo, dora]) {
    await who.open(`/r/${codeOf(anna.page)}`);
    await expect(who.page.locator(".board")).toBeVisible();
    await chat(who.page);
  }
  await write(cleo.page, "Who wins?");
  await expect(lines(dora.page)).toHaveText("Cleo (espectador)Who wins?");
  await press(dora.page, "Olá");
  await expect(lines(cleo.page)).toHaveText(["YouWho wins?", "Dora (spectator)Hello"]);
  await write(anna.page, "Your turn");
  await expect(lines(cleo.page).last()).toHaveText(/Your turn$/);
  await expect(lines(anna.page)).toHaveText("YouYour turn");
  expect(anna.frames.join()).not.toContain("Who wins");
  // Whoever comes back has it still.
  await dora.reload();
  await chat(dora.page);
  await expect(lines(dora.page)).toHaveText(["Cleo (espectador)Who wins?", "VocêOlá", /Your turn$/]);
});

test("a muted player stays muted after a reload until unmuted", async ({ player }) => {
  const [anna, bert] = [await setOwnName(await player("Anna")), await setOwnName(await player("Bert"))];
  await Table.start(anna, bert);
  await write(bert.page, "Hello there");
  await expect(lines(anna.page)).toHaveText("BertHello there");
  await anna.page.getByRole("button", { name: "Bert: Mute" }).click();
  await expect(lines(anna.page)).toHaveCount(0);
  await write(bert.page, "Do you hear me?");
  await press(bert.page, "Hello");
  await expect(lines(bert.page)).toHaveCount(3);
  await anna.reload();
  await expect(between(anna.page)).toHaveCount(3);
  await expect(lines(anna.page)).toHaveCount(0);
  await anna.page.getByRole("button", { name: "Bert: Unmute" }).click();
  await expect(lines(anna.page)).toHaveText(["BertHello there", "BertDo you hear me?", "BertHello"]);
});

test("a refused chat line stays in the composer", async ({ player }) => {
  const [anna, bert] = [await setOwnName(await player("Anna")), await setOwnName(await player("Bert", PHONE))];
  const cleo = await setOwnName(await player("Cleo"));
  await Table.start(anna, bert);
  await cleo.open(`/r/${codeOf(anna.page)}`);
  // What a player says is refused by the page, what a watcher says by the server alone.
  for (const { page } of [anna, cleo]) {
    await write(page, "Once");
    await expect(page.locator("#say")).toHaveValue("");
    await expect(lines(page).last()).toHaveText("YouOnce");
    await write(page, "Once");
    await expect(page.locator(".toast")).toBeVisible();
    await expect(page.locator("#say")).toHaveValue("Once");
  }
});

test("strangers can change the settings between two games", async ({ player }) => {
  const [anna, bert] = [await setOwnName(await player("Anna")), await setOwnName(await player("Bert", PHONE))];
  await strangers(anna, bert);
  await anna.page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  for (const { page } of [anna, bert]) await page.getByRole("button", { name: "Change the settings" }).click();
  await anna.page.getByRole("group", { name: "Game" }).getByText("Mapello").click();
  for (const { page } of [anna, bert]) await expect(page.getByRole("radio", { name: "Mapello" })).toBeChecked();
});

test("a report needs a confirmation and is acknowledged", async ({ player }) => {
  const [anna, bert] = [await setOwnName(await player("Anna")), await setOwnName(await player("Bert", PHONE))];
  await Table.start(anna, bert);
  await write(anna.page, "Something bad");
  await chat(bert.page);
  await expect(lines(bert.page)).toHaveCount(1);
  const report = bert.page.getByRole("button", { name: "Anna: Report" });
  const asked = bert.page.getByRole("dialog", { name: "Report" });
  await report.click();
  await expect(asked).toContainText("Report Anna?");
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(asked).toHaveCount(0);
  await report.click();
  await asked.getByRole("button", { name: "Report" }).click();
  await expect(bert.page.locator(".toast")).toContainText("Thank you.");
  expect(bert.frames.filter((frame) => /> .*report/i.test(frame)), "the first was not meant").toHaveLength(1);
  expect(anna.frames.join(), "nobody else is told").not.toContain("report");
});

test("the key t focuses the chat, and a text command sends a line", async ({ player }) => {
  const [anna, bert] = [await setOwnName(await player("Anna")), await setOwnName(await player("Bert", PHONE))];
  await Table.start(anna, bert);
  for (const { page } of [anna, bert]) {
    await page.locator(".board button:enabled").first().focus();
    await page.keyboard.press("t");
    await expect(page.locator("#say")).toBeFocused();
  }
  await bert.page.keyboard.press("Escape");
  await anna.page.locator("#say").fill("one");
  await anna.page.keyboard.press("Enter");
  await expect(bert.page.locator(".control-panel[data-new]"), "it has not been seen yet").toHaveCount(1);
  await anna.page.locator("#command").fill("chat two");
  await anna.page.locator("#command").press("Enter");
  await chat(bert.page);
  await expect(lines(bert.page)).toHaveText(["Annaone", "Annatwo"]);
  await expect(bert.page.locator(".control-panel[data-new]")).toHaveCount(0);
});

/** Which of these is not wholly in the window, or lies under something else in its middle or at a side. */
const unseen = (parts: Locator) =>
  parts.evaluateAll((all) =>
    all.flatMap((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const points = [[x, y], [x, top + 2], [x, bottom - 2], [left + 2, y], [right - 2, y]] as const;
      const is = points.every(([x, y]) => part.contains(document.elementFromPoint(x, y)));
      return is ? [] : [`${part.textContent || part.id}: ${[left, top, right, bottom].map(Math.round).join(", ")}`];
    }),
  );

for (const height of [180, 160]) {
  test(`over a keyboard, 844×${height}, chat has its line, field and the clocks`, async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert", { ...PHONE, viewport: { width: 844, height: 390 } })];
    const table = await Table.start(anna, bert, { clock: "5+5" });
    await table.play(2);
    const { page } = bert;
    // More than there is room for above a keyboard.
    for (const line of ["One", "Two", "Three"]) await write(anna.page, line);
    await chat(page);
    await expect(lines(page)).toHaveCount(3);
    await page.locator("#say").tap();
    // The keyboard takes the rest of the screen.
    await page.setViewportSize({ width: 844, height });
    const isThere = async (newest: string) => {
      await expect(lines(page).last()).toContainText(newest);
      await expect.poll(() => unseen(page.locator("#say")), "the field").toEqual([]);
      await expect(page.locator(".clock")).toHaveText([/^\d:\d\d$/, /^\d:\d\d$/]);
      await expect.poll(() => unseen(page.locator(".clock")), "both clocks").toEqual([]);
      await expect.poll(() => unseen(lines(page).last()), "the newest line").toEqual([]);
    };
    await expect(page.locator("#say")).toBeFocused();
    await isThere("Three");
    await write(anna.page, "Are you there?");
    await isThere("Are you there?");
    await page.locator("#say").fill("Yes");
    await page.locator("#say").press("Enter");
    await isThere("Yes");
  });
}
