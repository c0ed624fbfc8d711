//! Another build is deployed while pages are open: what is open goes on, what is opened is new, nothing is mixed, and what
//! is broken is loaded again, once.
import { anotherBuild } from "../deploy.ts";
import { expect, ready, Server, test as base } from "../fixtures.ts";
import { LONG } from "../games.ts";
import { proxy } from "../proxy.ts";
import { setAppearance } from "../scene.ts";
import { BUILT } from "../server.ts";
import { Table } from "../table.ts";
import { coldStart, cachedResponses, untilCached, program } from "../worker.ts";
import type { Page } from "@playwright/test";

const renewed = (page: Page) => page.getByRole("status").filter({ hasText: "A new version" });

/** Has an open page look whether there is something new, as it does when one comes back to it. */
const comesBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

/** A server of the test's own that becomes the other build. */
const test = base.extend<{ deploys: { server: Server; deploy: () => Promise<void> } }>({
  deploys: async ({}, use) => {
    const other = await anotherBuild();
    const server = await Server.create();
    const deploy = async () => {
      await server.stop();
      server.build = server.build === BUILT ? other : BUILT;
      await server.start();
    };
    await use({ server, deploy });
    await server.remove();
    await other.remove();
  },
});

test.use({ serviceWorkers: "allow" });

test("an open page is offered a new version and reloads on request", async ({ player, deploys: { server, deploy } }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open(server.url);
  await untilCached(page);
  const before = await program(page);
  await expect(renewed(page)).toBeHidden();
  anna.expectNetworkFailures();
  await deploy();
  await comesBack(page);
  await expect(renewed(page)).toBeVisible({ timeout: 20_000 });
  expect(await program(page)).toBe(before);
  await renewed(page).getByRole("link", { name: "Reload" }).click();
  await expect.poll(() => program(page)).not.toBe(before);
  await ready(page);
  await untilCached(page);
  await expect(renewed(page)).toBeHidden();
  // The new build alone, and whole, without a network.
  const after = await program(page);
  await server.kill();
  const cold = await coldStart(anna.context);
  await cold.goto(`${server.url}/local/mapello`);
  await ready(cold);
  expect(await program(cold)).toBe(after);
  await new Table([cold]).play(4);
});

test("a running game is not interrupted and keeps the files of its build", async ({ player, deploys: { server, deploy } }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open(`${server.url}/local`);
  await untilCached(page);
  const before = await program(page);
  const table = new Table([page]);
  await table.play(2);
  anna.expectNetworkFailures();
  await deploy();
  await comesBack(page);
  await expect(page.locator("#renewed"), "it is known").not.toHaveAttribute("hidden", { timeout: 20_000 });
  await expect(renewed(page), "and not shown in a game").toBeHidden();
  // Another tab is of the new build already, and its worker has taken over.
  const other = await anna.context.newPage();
  await other.goto(`${server.url}/`);
  await ready(other);
  expect(await program(other)).not.toBe(before);
  await untilCached(other);
  // What the old tab loads now is gone from the server.
  const late = await page.evaluate(async (program) => {
    const { search } = new URL(document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "");
    const files = [program, document.querySelector<HTMLMetaElement>("meta[name=engine]")?.content, `/sound.js${search}`];
    return Promise.all(
      files.map(async (file) => {
        const answer = await fetch(file ?? "");
        return answer.ok && !(await answer.text()).includes("another build");
      }),
    );
  }, before);
  expect(late).toEqual([true, true, true]);
  expect((await fetch(`${server.url}${before}`)).status, "the server has it no more").toBe(404);
  await table.playToTheEnd();
  await page.getByRole("dialog").getByRole("button", { name: "View the board" }).click();
  await expect(renewed(page)).toBeVisible();
});

/** What is wrong with the browser's caches: too many, or one that has not the folders of one build. */
async function foldersKept(page: Page): Promise<string[]> {
  const cached = await cachedResponses(page);
  const caches = new Set(cached.map(({ cache }) => cache));
  const wrong = caches.size > 3 ? [`${caches.size} caches`] : [];
  for (const cache of caches) {
    const here = cached.filter((one) => one.cache === cache);
    const named = here.flatMap(({ path, text }) => (path.includes(".") ? [path] : [...text.matchAll(/\/pkg\/[\w./-]+/g)].map(([found]) => found)));
    const folders = [...new Set(named.flatMap((path) => /\/pkg\/[\w.-]+/.exec(path) ?? []))].sort().join(" ");
    if (!/^\/pkg\/engine\.[\w-]+ \/pkg\/page\.[\w-]+ \/pkg\/scene\.[\w-]+ \/pkg\/style\.[\w-]+$/.test(folders)) wrong.push(`${cache}: ${folders}`);
  }
  return wrong;
}

test("caches of builds are separate, and few are kept", async ({ player, deploys: { server, deploy } }) => {
  const anna = await player("Anna");
  const { page } = anna;
  anna.expectNetworkFailures();
  const programs = new Set<string | null>();
  for (let build = 0; build < 5; build += 1) {
    await page.goto(server.url);
    await ready(page);
    await untilCached(page);
    programs.add(await program(page));
    // The worker before it may answer for the page until the new one has everything.
    await expect.poll(() => foldersKept(page), "what the pages name: program, engine, scene and style sheets, of one build").toEqual([]);
    await deploy();
  }
  expect(programs.size).toBe(2);
});

test("whoever has chosen the scene has that of the next build as well", LONG, async ({ player, deploys: { server, deploy } }) => {
  const anna = await player("Anna");
  const { page } = anna;
  const kept = async () => (await cachedResponses(page)).filter(({ path }) => path.startsWith("/pkg/scene.")).map(({ path }) => path);
  await anna.open(`${server.url}/local?scene=force`);
  await untilCached(page);
  await setAppearance(page, { camera: "table" });
  await expect.poll(async () => (await kept()).length, { timeout: 60_000 }).toBe(2);
  const before = await page.locator("meta[name=scene]").getAttribute("content");
  anna.expectNetworkFailures();
  await deploy();
  await page.goto(server.url);
  await ready(page);
  const after = await page.locator("meta[name=scene]").getAttribute("content");
  expect(after).not.toBe(before);
  await expect.poll(kept, { timeout: 30_000 }).toContain(after);
});

test("a build that could not be installed leaves nothing behind", async ({ player, baseURL }) => {
  const anna = await player("Anna");
  const { page } = anna;
  // The proxy passes no sockets on.
  anna.allow(/503|ServiceWorker|service worker|WebSocket/i);
  let breaks = true;
  let refused = 0;
  const way = await proxy(baseURL ?? "", (url, answer) => {
    if (!breaks || !url.startsWith("/pkg/engine.")) return answer;
    refused += 1;
    return { status: 503, body: Buffer.from("") };
  });
  try {
    await page.goto(way.url);
    await ready(page);
    const states = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.installing));
    await expect.poll(() => refused, "the engine is asked for").toBeGreaterThan(0);
    await expect.poll(states, "the worker gave up").toBe(false);
    await expect.poll(() => page.evaluate(() => caches.keys()), "no part of the build is kept").toEqual([]);
    breaks = false;
    await page.reload();
    await ready(page);
    await untilCached(page);
    expect(await foldersKept(page)).toEqual([]);
  } finally {
    way.close();
  }
});

test("a page whose wasm is gone from the server reloads itself once", async ({ player }) => {
  const anna = await player("Anna", { serviceWorkers: "block" });
  anna.allow(/404|blocked by Playwright/);
  // The program that is not there; the browser's error has no words.
  anna.allow(({ kind, text }) => kind === "error" && text === "");
  const { page } = anna;
  let visits = 0;
  let broken = 1;
  await page.route(/\/local(\?|$)/, async (route) => {
    visits += 1;
    const answer = await route.fetch();
    const html = await answer.text();
    // As an old page has it that the browser had kept.
    const old = html.replaceAll(/(\/pkg\/page\.)[\w-]{22}/g, "$1AAAAAAAAAAAAAAAAAAAAAA");
    await route.fulfill({ response: answer, body: visits <= broken ? old : html });
  });
  await page.goto("/local");
  await ready(page);
  expect(visits).toBe(2);
  // Broken for good: it says so, and does not go round in circles.
  broken = 1_000;
  await page.reload();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  expect(visits).toBe(3);
});

test("a page of an older protocol reloads itself once", async ({ player, server }) => {
  const anna = await player("Anna");
  const { page } = anna;
  // Until its program has started, a page may connect once more: pages of the room are counted, not hellos.
  let visits = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && /^\/r\/\w+$/.test(new URL(request.url()).pathname)) visits += 1;
  });
  await page.routeWebSocket(/\/ws\/\w+$/, (socket) => {
    const line = socket.connectToServer();
    socket.onMessage((message) => {
      const said = String(message);
      line.send(visits !== 2 && said.includes('"t":"hello"') ? said.replace(/"v":\d+/, `"v":1`) : said);
    });
  });
  await page.goto("/");
  await ready(page);
  await page.getByRole("button", { name: "Play a friend" }).first().click();
  await expect(page.locator(".ready-bar"), "the second time it is of today").toBeVisible({ timeout: 20_000 });
  expect(visits).toBe(2);
  await page.reload();
  await expect(page.getByRole("heading", { name: "New version available" })).toBeVisible();
  expect(visits, "it does not reload again").toBe(3);
  expect(server.running).toBe(true);
});
