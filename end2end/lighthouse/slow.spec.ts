//! How long a visitor waits on a slow line with a slow phone: Chromium's own throttling of the network and of the processor,
//! in browsers that have never been here; the medians count. Each of the waits is over when what people came for works, which
//! is tried: a move is made, a form is sent.
import { chromium, expect, test, type BrowserContext, type Page } from "@playwright/test";
import { launching } from "../browser.mjs";
import { Server } from "../server.ts";
import { cookieOf, PAGES, PHONE, type Visit } from "./pages.ts";

/** The line, both ways, … */
const KBIT_A_SECOND = 400;
const ROUND_TRIP_MS = 400;
/** … and how many times slower than this machine's the processor is. */
const SLOWER = 4;
/** How often each page is visited. */
const RUNS = Number(process.env.RUNS ?? 3);
/** Only waits whose name has this in it. */
const ONLY = process.env.ONLY ?? "";

/** What is waited for, on which of the pages, how it is tried, and within how many ms it is to work. */
type Wait = { name: string; page: keyof typeof PAGES; works: () => Promise<number>; most: number };

const WAITS: Wait[] = [
  { name: "home: links and forms", page: "home", works: formWorks, most: 2_500 },
  { name: "home: its program", page: "home", works: programIsReady, most: 5_500 },
  { name: "table: local", page: "local", works: moveWorks, most: 6_500 },
  { name: "table: room, in a game", page: "room, in a game", works: moveWorks, most: 6_500 },
];

test("pages meet their load time goals on a slow line", async () => {
  const server = await Server.create({ DUELLO_ROOMS_PER_HOUR: "0", DUELLO_CONNECTIONS_PER_ADDRESS: "0" });
  const missed: string[] = [];
  try {
    console.log(`${KBIT_A_SECOND} kbit/s, ${ROUND_TRIP_MS} ms round trip, processor ${SLOWER} times slower, nothing kept; medians of ${RUNS}`);
    printRow("usable after, in ms", "median", "goal", "all");
    for (const { name, page, works, most } of WAITS.filter(({ name }) => name.includes(ONLY))) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) times.push(Math.round(await wait(await visit(page, server.url), works)));
      const median = [...times].sort((one, other) => one - other)[RUNS >> 1] ?? NaN;
      printRow(name, String(median), String(most), times.join(", "));
      if (!(median <= most)) missed.push(`${name}: ${median} ms, and not ${most}`);
    }
  } finally {
    await server.remove();
  }
  expect(missed, "goals that were missed").toEqual([]);
});

async function visit(page: keyof typeof PAGES, server: string): Promise<Visit> {
  const ready = PAGES[page];
  if (ready === undefined) throw new Error(`There is no page ${page}.`);
  return ready(server);
}

/** Visits a page with a browser of its own; how long after the navigation's start it works, in ms. */
async function wait(visit: Visit, works: () => Promise<number>): Promise<number> {
  const browser = await chromium.launch(launching("pages"));
  try {
    const context = await browser.newContext(PHONE);
    await context.addCookies(cookieOf(visit));
    const page = await context.newPage();
    // Looked at from within: whoever asks from outside asks later, and keeps the processor busy with it.
    let tell: (told: number | string) => void = () => {};
    const told = new Promise<number>((done, failed) => {
      tell = (told) => (typeof told === "number" ? done(told) : failed(new Error(told)));
    });
    await page.exposeBinding("tell", (_, told: number | string) => tell(told));
    await page.addInitScript(`if (location.href === ${JSON.stringify(visit.url)}) (${works.toString()})().then(tell, (reason) => tell(String(reason)))`);
    await slowDown(context, page);
    await page.goto(visit.url, { waitUntil: "commit" });
    const time = await told;
    // The form that was sent has led to a room.
    if (works === formWorks) await page.waitForURL(/\/r\/\w+$/);
    return time;
  } finally {
    await browser.close();
  }
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const bytes = (KBIT_A_SECOND * 1_000) / 8;
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false, latency: ROUND_TRIP_MS, downloadThroughput: bytes, uploadThroughput: bytes,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

function printRow(what: string, median: string, goal: string, all: string): void {
  console.log(`${what.padEnd(26)}${median.padStart(9)}${goal.padStart(9)}   ${all}`);
}

// The following run in the page: each by itself, from before its document is there. Times are ms since the navigation began.

/** Something is seen and all of the page's text has come: then a form is sent, before any program is there. */
async function formWorks(): Promise<number> {
  const painted = new Promise<void>((done) => {
    new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").length > 0 && done()).observe({ type: "paint", buffered: true });
  });
  const parsed = new Promise<void>((done) => {
    document.addEventListener("readystatechange", () => done());
  });
  await Promise.all([painted, parsed]);
  const button = document.querySelector<HTMLElement>("form[action='/api/open_room'] button");
  if (!button || document.links.length === 0) throw new Error("Home has no link, or no form that opens a room.");
  const time = performance.now();
  button.click();
  return time;
}

async function programIsReady(): Promise<number> {
  while (!document.documentElement || !("ready" in document.documentElement.dataset)) await new Promise((done) => setTimeout(done, 5));
  return performance.now();
}

/** The program answers, it is one's turn, and the board is another one after a move. */
async function moveWorks(): Promise<number> {
  const often = () => new Promise((done) => setTimeout(done, 5));
  const legal = () => document.querySelector<HTMLElement>(".board button[data-legal]");
  while (!document.documentElement || !("ready" in document.documentElement.dataset) || !legal()) await often();
  const board = () => [...document.querySelectorAll(".board button")].map((pit) => pit.getAttribute("aria-label")).join();
  const before = board();
  legal()?.click();
  while (board() === before) await often();
  return performance.now();
}
