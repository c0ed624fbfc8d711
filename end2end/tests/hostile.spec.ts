//! Texts that nobody means well with, as names and as lines, in a real browser: none of them runs, none is reported by the
//! policy of the page (every test fails by such a report), and nothing of the page moves.
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test, type Player, type Message, type RawSocket } from "../fixtures.ts";
import { shownBy } from "../games.ts";
import { overflow } from "../geometry.ts";
import { FLOODS, HOSTILE } from "../hostile.ts";
import { STILL } from "../scene.ts";
import { VERSION, guestCookie } from "../socket.ts";
import { codeOf, Table } from "../table.ts";

/** How many lines a member says at once, and how many the page keeps. */
const BURST = 4;
const KEPT = 140;

/** The cookie of the `n`th of those who mean no good. */
const cookie = (n: number) => guestCookie(0xbad0000 + n);

/** Has whatever runs in this page noted. */
async function watch(player: Player): Promise<void> {
  await player.context.addInitScript(() => {
    const all = globalThis as unknown as { hits: number; hit: () => void };
    all.hits = 0;
    all.hit = () => (all.hits += 1);
  });
  player.page.on("dialog", (dialog) => expect(dialog.message(), "no dialog").toBe(""));
}

/** How often something ran, and what stands in the chat that is no part of a line. */
function injections(page: Page): Promise<[number, string[]]> {
  return page.evaluate(() => {
    const inside = [...document.querySelectorAll(".chat *")].filter((part) => !part.matches("p, p.line > span.name"));
    return [(globalThis as unknown as { hits: number }).hits, inside.map(({ tagName }) => tagName)];
  });
}

/** Where the board and what is around it are. */
function places(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".board, .bar, .plate, .controls, .panel, .chat")].flatMap((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return [left, top, width, height].map(Math.round);
    }),
  );
}

/** The lines that are wider than the chat, or stick out of it. */
function loose(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const chat = document.querySelector<HTMLElement>(".chat");
    if (!chat) return ["no chat"];
    const { left, right } = chat.getBoundingClientRect();
    const lines = [...chat.children].filter((line) => {
      const box = line.getBoundingClientRect();
      return box.left < left - 1 || box.right > right + 1;
    });
    return [...(chat.scrollWidth > chat.clientWidth ? ["it scrolls sideways"] : []), ...lines.map(({ textContent }) => textContent ?? "")];
  });
}

/** The number of the command that was refused, if one was. */
function refusedId({ refused }: Message): unknown {
  return (refused as { id?: number } | undefined)?.id;
}

/** Comes into a room as one of them. */
async function intrude(open: (n: number) => Promise<RawSocket>, room: string, n: number): Promise<RawSocket> {
  const socket = await open(n);
  socket.send({ t: "hello", v: VERSION, room, after: 0 });
  await socket.next((message) => "welcome" in message);
  return socket;
}

async function callsItself(request: APIRequestContext, n: number, name: string): Promise<void> {
  const headers = { cookie: cookie(n), accept: "application/json" };
  await request.post("/api/rename", { form: { name }, headers, maxRedirects: 0 });
}

for (const [game, size] of [["Mancala", { width: 1440, height: 900 }], ["Mapello", { width: 390, height: 844 }]] as const) {
  test(`${game}: 200 hostile spectator names and lines, at ${size.width}×${size.height}`, shownBy("Mancala", game), async ({ player, playwright, baseURL, socket }) => {
    test.slow();
    expect(HOSTILE.length).toBeGreaterThanOrEqual(200);
    const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo", { ...STILL, viewport: size })];
    await watch(cleo);
    const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
    const open = (n: number) => socket({ cookie: cookie(n) });
    let said = 0;
    for (let from = 0, member = 0; from < HOSTILE.length; from += KEPT) {
      const texts = HOSTILE.slice(from, from + KEPT);
      const earlier = said;
      await Table.start(anna, bert, { game });
      const code = codeOf(anna.page);
      await cleo.open(`/r/${code}`);
      await expect(cleo.page.locator(".board")).toBeVisible();
      if (size.width < 1100) await cleo.page.getByRole("button", { name: "Chat", exact: true }).click();
      const before = await places(cleo.page);
      for (let first = 0; first < texts.length; first += BURST, member += 1) {
        await callsItself(request, member, texts[((first / BURST) * 37 + 11) % texts.length] ?? "");
        const intruder = await intrude(open, code, member);
        for (const [place, text] of texts.slice(first, first + BURST).entries()) {
          const id = place + 1;
          intruder.send({ t: "cmd", id, after: 0, cmd: { aside: text } });
          const answer = await intruder.next((message) => message.done === id || refusedId(message) === id);
          if ("done" in answer) said += 1;
        }
        await intruder.close();
      }
      // Whoever said it has been told so; here it comes a moment later.
      await expect(cleo.page.locator(".chat .line")).toHaveCount(said - earlier);
      expect(await injections(cleo.page)).toEqual([0, []]);
      expect(await loose(cleo.page)).toEqual([]);
      expect(await places(cleo.page), "nothing moves").toEqual(before);
      expect(await overflow(cleo.page)).toEqual([0, 0]);
      const shown = await cleo.page.locator(".chat .line").allTextContents();
      expect(shown.length).toBeGreaterThan(texts.length * 0.6);
      // The page itself isolates names that are written from right to left, each to its end.
      const plain = shown.map((line) => line.replace(/\u2068([^\u2066-\u2069]*)\u2069/g, "$1")).join("");
      expect(plain, "no control or direction sign").not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u);
    }
    expect(said, "nearly all of them can be said").toBeGreaterThan(HOSTILE.length * 0.8);
    await request.dispose();
  });
}

type Numbered = { seq: number };

test("200 hostile names of an opponent are harmless in plate, title and chat", async ({ player, socket }) => {
  test.slow();
  const [anna, bert] = [await player("Anna", { viewport: { width: 390, height: 844 } }), await player("Bert")];
  await watch(anna);
  const table = await Table.start(anna, bert);
  const code = codeOf(anna.page);
  const own = await bert.cookies();
  const before = await places(anna.page);
  const seen = new Set<string>();
  let speaker: RawSocket | undefined;
  // What is said by somebody who is far behind is stale.
  let after = 0;
  for (const [place, name] of HOSTILE.entries()) {
    // A socket has a measure of messages.
    if (place % 80 === 0) {
      speaker = await socket({ cookie: own });
      speaker.send({ t: "hello", v: VERSION, room: code, after: 0 });
      const { welcome } = (await speaker.next((message) => "welcome" in message)) as { welcome: { log: Numbered[] } };
      after = welcome.log.at(-1)?.seq ?? after;
    }
    speaker?.send({ t: "cmd", id: 1_000 + place, after, cmd: { rename: { name } } });
    const id = 1_000 + place;
    const told = await speaker?.next((message) => message.done === id || JSON.stringify(message).includes(`"id":${id}`));
    after = (told?.events as { events: Numbered[] } | undefined)?.events.at(-1)?.seq ?? after;
    if (place % 10 === 9) {
      seen.add(await anna.page.locator(".plate-far .name").innerText());
      expect(await places(anna.page), `nothing moves by ${JSON.stringify(name)}`).toEqual(before);
      expect(await overflow(anna.page)).toEqual([0, 0]);
    }
  }
  expect(seen.size, "they were seen").toBeGreaterThan(10);
  expect(await injections(anna.page)).toEqual([0, []]);
  await table.play(2);
  await anna.reload();
  expect(await injections(anna.page)).toEqual([0, []]);
});

test("an overlong chat line is refused; 10,000 characters close the socket", async ({ player, socket }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await watch(anna);
  await Table.start(anna, bert);
  const field = bert.page.getByRole("textbox", { name: "Message" });
  await field.evaluate((input) => input.removeAttribute("maxlength"));
  for (const flood of FLOODS) {
    await field.fill(flood);
    await field.press("Enter");
    await expect(bert.page.locator(".toast")).toContainText(/up to 140|The message is empty/);
    const raw = await socket({ cookie: await bert.cookies() });
    raw.send({ t: "hello", v: VERSION, room: codeOf(anna.page), after: 0 });
    await raw.next((message) => "welcome" in message);
    raw.send({ t: "cmd", id: 1, after: 0, cmd: { say: flood } });
    await raw.next((message) => message.fault === "too_large");
  }
  await expect(anna.page.locator(".chat .line")).toHaveCount(0);
  expect(await injections(anna.page)).toEqual([0, []]);
});
