//! The worker that keeps the page for when there is no network, as the tests see it.
import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** How long a worker that was told to take over may have to wait: Chromium ends the one before it when that was idle for 30 s. */
const TAKEOVER_MS = 45_000;

/** Waits until everything is kept, and the worker answers for the page. */
export async function untilCached(page: Page): Promise<void> {
  const states = () =>
    page.evaluate(async () => {
      const { active, installing, waiting } = await navigator.serviceWorker.ready;
      const { controller } = navigator.serviceWorker;
      const answers = controller === null ? "nobody" : controller === active ? "it" : controller.state;
      return [active?.state, installing && "one installs", waiting && "one waits", `the page has ${answers}`].filter(Boolean).join(", ");
    });
  await expect.poll(states, { timeout: TAKEOVER_MS }).toBe("activated, the page has it");
}

/** A page of its own in a browser that has just been started: no page is open and no worker runs. */
export async function coldStart(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  const devtools = await context.newCDPSession(page);
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.stopAllWorkers");
  await devtools.detach();
  return page;
}

/** The name of the program of the page. */
export const program = (page: Page) => page.locator("link[rel=modulepreload]").first().getAttribute("href");

/** Everything in the browser's caches: cache, address, content. */
export function cachedResponses(page: Page): Promise<{ cache: string; path: string; text: string; headers: string }[]> {
  return page.evaluate(async () => {
    const responses = [];
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache);
      for (const request of await opened.keys()) {
        const answer = await opened.match(request);
        const { pathname, search } = new URL(request.url);
        const headers = JSON.stringify([...(answer?.headers ?? [])]);
        responses.push({ cache, path: pathname + search, text: (await answer?.text()) ?? "", headers });
      }
    }
    return responses;
  });
}
