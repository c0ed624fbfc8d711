//! What keeps the processor while a page starts: the tasks of its main thread that Lighthouse would count as blocking, with
//! what is in each. Time is the thread's own (`tdur`), so that what else the machine does hardly matters.
import { chromium, test, type CDPSession } from "@playwright/test";
import { launching } from "../browser.mjs";
import { Server } from "../server.ts";
import { selectedPages, cookieOf, PHONE, type Visit } from "./pages.ts";

const RUNS = Number(process.env.RUNS ?? 3);
/** Lighthouse takes its phone to be so many times slower, … */
const SLOWER = 4;
/** … and what a task takes beyond this, in ms, to be time in which the page answers nobody. */
const FREE_MS = 50;
/** How long the page is looked at after it is ready, in ms. */
const REST_MS = 700;
/** Resolves in a page when its program answers. */
const READY = `new Promise((done) => {
  const root = document.documentElement;
  const look = () => "ready" in root.dataset && done();
  new MutationObserver(look).observe(root, { attributes: true });
  look();
})`;
/** What of a task is named, in ms. */
const WORTH_MS = 1;

type Traced = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number; args: { name?: string; data?: { url?: string } } };

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "v8", "v8.wasm", "blink.user_timing", "loading", "disabled-by-default-v8.compile"];

test("the CPU tasks while a page starts are measured", async () => {
  const server = await Server.create({ DUELLO_ROOMS_PER_HOUR: "0", DUELLO_CONNECTIONS_PER_ADDRESS: "0" });
  try {
    for (const [name, ready] of selectedPages()) {
      for (let run = 0; run < RUNS; run += 1) report(name, await trace(await ready(server.url)));
    }
  } finally {
    await server.remove();
  }
});

/** Visits a page with a browser that has never been there, and gives what its main thread did. */
async function trace(visit: Visit): Promise<Traced[]> {
  const browser = await chromium.launch(launching("pages"));
  try {
    const context = await browser.newContext(PHONE);
    await context.addCookies(cookieOf(visit));
    const page = await context.newPage();
    const devtools = await browser.newBrowserCDPSession();
    const events: Traced[] = [];
    devtools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as Traced[])));
    await devtools.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: CATEGORIES } });
    await page.goto(visit.url);
    // Asked past Playwright, whose own script in the page would take its time there.
    const asking = await context.newCDPSession(page);
    await asking.send("Runtime.evaluate", { expression: READY, awaitPromise: true });
    await asking.detach();
    await page.waitForTimeout(REST_MS);
    await end(devtools);
    const begins = ({ name, args }: Traced) => name === "ResourceSendRequest" && args.data?.url === visit.url;
    const pid = events.find(begins)?.pid;
    const main = ({ name, args, pid: of }: Traced) => name === "thread_name" && args.name === "CrRendererMain" && of === pid;
    const tid = events.find(main)?.tid;
    return events.filter((event) => event.pid === pid && event.tid === tid);
  } finally {
    await browser.close();
  }
}

async function end(devtools: CDPSession): Promise<void> {
  const complete = new Promise((done) => devtools.once("Tracing.tracingComplete", done));
  await devtools.send("Tracing.end");
  await complete;
}

/** Whichever began first, and of those the one that holds the other. */
const inOrder = (one: Traced, other: Traced): number => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0);

const cpuMs = ({ dur = 0, tdur = dur }: Traced): number => tdur / 1_000;

function report(page: string, events: Traced[]): void {
  const first = (what: string) => events.find(({ name }) => name === what)?.ts ?? NaN;
  const painted = first("firstContentfulPaint");
  const start = first("ResourceSendRequest");
  const tasks: Traced[] = [];
  for (const task of events.filter(({ name, ph, ts }) => /RunTask$/.test(name) && ph === "X" && ts > start).sort(inOrder)) {
    const last = tasks.at(-1);
    // A task is noted by two parts of the browser, one within the other.
    if (last === undefined || task.ts >= last.ts + (last.dur ?? 0)) tasks.push(task);
  }
  const blocking = (task: Traced) => Math.max(0, cpuMs(task) * SLOWER - FREE_MS);
  const blocked = tasks.filter((task) => task.ts + (task.dur ?? 0) > painted).reduce((sum, task) => sum + blocking(task), 0);
  const all = tasks.reduce((sum, task) => sum + cpuMs(task), 0);
  console.log(`${page}: blocked ${blocked.toFixed(0)} ms, all tasks ${all.toFixed(0)} ms, painted first at ${((painted - start) / 1_000).toFixed(0)}`);
  for (const task of tasks.filter((task) => cpuMs(task) * SLOWER > FREE_MS * 0.6)) {
    const within = ({ ts, dur = 0 }: Traced) => ts >= task.ts && ts + dur <= task.ts + (task.dur ?? 0);
    const parts: Record<string, number> = {};
    for (const part of events.filter((event) => event !== task && event.ph === "X" && !/RunTask$/.test(event.name) && within(event))) {
      parts[part.name] = (parts[part.name] ?? 0) + cpuMs(part);
    }
    const named = Object.entries(parts).filter(([, ms]) => ms > WORTH_MS).sort(([, one], [, other]) => other - one);
    const said = named.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(", ");
    console.log(`    at ${((task.ts - start) / 1_000).toFixed(0).padStart(4)}: ${cpuMs(task).toFixed(1)} ms: ${said}`);
  }
}
