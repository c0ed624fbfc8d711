//! What the browser did while something happened, as it records it itself.
import type { Page } from "@playwright/test";

type Event = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  id2?: { local: string };
};

/** Categories in which the browser says what it lays out and paints, and which animations run. */
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "blink.animations"];

export class Trace {
  constructor(private readonly events: Event[]) {}

  /** How many animations have begun. */
  get animations(): number {
    return new Set(this.events.filter(({ name, ph }) => name === "Animation" && ph === "b").map(({ id2 }) => id2?.local)).size;
  }

  /** From when the animations of a film run on the compositor alone, until `lasts` ms after its beginning; in ms. */
  film(lasts: number): [number, number] {
    const starts = this.events.filter(({ name, ph }) => name === "Animation" && ph === "b").map(({ ts }) => ts);
    // They are told of their beginning all at once.
    const running = this.events.filter(({ name, ph, ts }) => name === "Animation" && ph === "n" && ts > Math.max(...starts)).map(({ ts }) => ts);
    const from = Math.min(...running) / 1_000;
    return [from + 50, from + lasts];
  }

  /** In how many frames, at 60 a second, this has happened on the page. */
  frames(event: string, from: number, to: number): number {
    const mark = this.events.find(({ name }) => name === "traced");
    const times = this.events.filter(({ name, pid, tid }) => name === event && pid === mark?.pid && tid === mark.tid).map(({ ts }) => ts / 1_000);
    return new Set(times.filter((time) => time > from && time < to).map((time) => Math.floor(time / 16.7))).size;
  }
}

/** Records what the browser does meanwhile. */
export async function recordTrace(page: Page, act: () => Promise<void>): Promise<Trace> {
  const client = await page.context().newCDPSession(page);
  const events: Event[] = [];
  client.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as Event[])));
  const complete = new Promise((done) => client.on("Tracing.tracingComplete", done));
  await client.send("Tracing.start", { traceConfig: { includedCategories: CATEGORIES } });
  await page.evaluate(() => performance.mark("traced"));
  await act();
  await client.send("Tracing.end");
  await complete;
  await client.detach();
  return new Trace(events);
}
