//! What Lighthouse says of the pages that people come to first: on a phone of the middle class and a slow 4G line, both
//! simulated, with the goals of docs/BENCHMARKS.md. Each page is asked for several times, each time by a browser that has never
//! been here; the medians count.
import { writeFile } from "node:fs/promises";
import { chromium, expect, test, type BrowserContext } from "@playwright/test";
import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { BROWSER_ARGUMENTS, launching } from "../browser.mjs";
import { Server } from "../server.ts";
import { withoutDocument, total, measureTransfers, type Transfer } from "../weight.ts";
import { selectedPages as pages, cookieOf, type Visit } from "./pages.ts";

/** How often each page is asked for; the figures of one machine differ from run to run. */
const RUNS = Number(process.env.RUNS ?? 3);

const SCORES = ["performance", "accessibility", "best-practices", "seo"] as const;

type Figure = (typeof SCORES)[number] | "LCP" | "TBT" | "CLS" | "first" | "again";
type Figures = Record<Figure, number>;

/** At least so much of a hundred, … */
const LEAST: Partial<Figures> = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
/** … and at most so many ms, parts of the screen, or bytes: those of the first visit, and of the next beside the page itself. */
const MOST: Partial<Figures> = { LCP: 1_300, TBT: 150, CLS: 0, first: 270_000, again: 0 };

test("pages meet their Lighthouse goals", async () => {
  const server = await Server.create({ DUELLO_ROOMS_PER_HOUR: "0", DUELLO_CONNECTIONS_PER_ADDRESS: "0" });
  const missed: string[] = [];
  try {
    console.log(`browser: ${browser()}`);
    printRow(["page", "perf.", "access.", "best pr.", "SEO", "LCP ms", "TBT ms", "CLS", "first kB", "again kB"]);
    for (const [name, ready] of pages()) {
      const runs: Run[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await measure(await ready(server.url)));
      const figures = medians(runs.map(({ figures }) => figures));
      printRow([name, ...Object.entries(figures).map(([figure, value]) => formatFigure(figure as Figure, value))]);
      missed.push(...missedGoals(figures).map((figure) => `${name}: ${figure} ${figures[figure]}`));
      for (const problem of new Set(runs.flatMap(({ problems }) => problems))) console.log(`    ${problem}`);
    }
  } finally {
    await server.remove();
  }
  expect(missed, "goals that were missed").toEqual([]);
});

/** Without windows, if there is one: another loads pages of its own beside each that it opens, on the same processors. */
const browser = (): string => launching("pages").executablePath ?? chromium.executablePath();

type Run = { figures: Figures; problems: string[] };

/** Asks Lighthouse once, in a browser of its own, and has the same browser come a second time. */
async function measure(visit: Visit): Promise<Run> {
  const { url } = visit;
  const chrome = await launch({ chromePath: browser(), chromeFlags: ["--headless", ...BROWSER_ARGUMENTS] });
  try {
    const port = chrome.port;
    if (visit.cookie !== undefined) await inBrowser(port, (context) => context.addCookies(cookieOf(visit)));
    if (visit.isPrivate) expect(await (await fetch(url)).text(), url).toContain('name="robots" content="noindex"');
    const skipAudits = visit.isPrivate ? ["is-crawlable"] : [];
    const ask = () => lighthouse(url, { port, onlyCategories: [...SCORES], skipAudits, logLevel: "error" });
    let result = await ask();
    // A trace without its beginning is the browser's mistake, and no figure of the page.
    if (result?.lhr.runtimeError?.code === "NO_NAVSTART") result = await ask();
    if (result === undefined || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message);
    const { categories, audits } = result.lhr;
    await writeFile(test.info().outputPath(`${new URL(url).pathname.replaceAll("/", "_")}-${Date.now()}.json`), result.report as string);
    const number = (audit: string) => audits[audit]?.numericValue ?? NaN;
    const again = await inBrowser(port, async (context) => {
      const page = await context.newPage();
      return measureTransfers(page, () => page.goto(url));
    });
    const [performance = NaN, accessibility = NaN, practices = NaN, seo = NaN] = SCORES.map(
      (category) => Math.round((categories[category]?.score ?? NaN) * 100),
    );
    const figures: Figures = {
      performance, accessibility, "best-practices": practices, seo,
      LCP: Math.round(number("largest-contentful-paint")),
      TBT: Math.round(number("total-blocking-time")),
      CLS: Math.round(number("cumulative-layout-shift") * 1_000) / 1_000,
      first: number("total-byte-weight"),
      again: total(withoutDocument(again)),
    };
    return { figures, problems: [...failedAudits(audits), ...withoutDocument(again).map(describeRefetch)] };
  } finally {
    chrome.kill();
  }
}

const describeRefetch = ({ path, bytes }: Transfer): string => `asked for again: ${path}, ${bytes} bytes`;

/** Does something in a running browser, in the context that Lighthouse has its tab in. */
async function inBrowser<T>(port: number, act: (context: BrowserContext) => Promise<T>): Promise<T> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  try {
    const [context] = browser.contexts();
    if (context === undefined) throw new Error("The browser has no context.");
    return await act(context);
  } finally {
    await browser.close();
  }
}

/** Everything that Lighthouse would have otherwise. */
function failedAudits(audits: Result["audits"]): string[] {
  const wrong = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
  return wrong.map(({ id, title, displayValue }) => `${id}: ${title}${displayValue ? `, ${displayValue}` : ""}`);
}

function medians(runs: Figures[]): Figures {
  const median = (figure: Figure) => runs.map((run) => run[figure]).sort((one, other) => one - other)[runs.length >> 1] ?? NaN;
  const [first] = runs;
  if (first === undefined) throw new Error("There are no runs.");
  return Object.fromEntries(Object.keys(first).map((figure) => [figure, median(figure as Figure)])) as Figures;
}

/** The figures that miss their goal; one that is none misses it as well. */
function missedGoals(figures: Figures): Figure[] {
  const reached = (figure: Figure) => figures[figure] >= (LEAST[figure] ?? -Infinity) && figures[figure] <= (MOST[figure] ?? Infinity);
  return (Object.keys(figures) as Figure[]).filter((figure) => !reached(figure));
}

function formatFigure(figure: Figure, value: number): string {
  return figure === "first" || figure === "again" ? (value / 1_000).toFixed(1) : String(value);
}

function printRow([page = "", ...columns]: string[]): void {
  console.log(page.padEnd(18) + columns.map((column) => column.padStart(9)).join(""));
}
