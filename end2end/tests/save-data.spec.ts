//! Whoever has asked the browser to save data is sent nothing ahead: what a page has fetched anyway is kept, and nothing else.
import { expect, ready, test } from "../fixtures.ts";
import { proxy } from "../proxy.ts";
import { Table } from "../table.ts";
import { cachedResponses, untilCached } from "../worker.ts";

test.use({ serviceWorkers: "allow" });

/** The server as somebody meets it who saves data: the service worker's own browser setting is the one thing that is put in. */
function saving(baseURL: string) {
  const setting = Buffer.from(`Object.defineProperty(Object.getPrototypeOf(navigator.connection), "saveData", { get: () => true });`);
  return proxy(baseURL, (url, { status, body }) => ({ status, body: url.startsWith("/sw.js") ? Buffer.concat([setting, body]) : body }));
}

test("with Save-Data the service worker caches only what pages fetched", async ({ player, baseURL }) => {
  const anna = await player("Anna");
  const { page, context } = anna;
  const server = await saving(baseURL ?? "");
  try {
    const local = `${server.url}/local`;
    await page.goto(local);
    await ready(page);
    await untilCached(page);
    const paths = async () => (await cachedResponses(page)).map(({ path }) => path.replace(/[?#].*/, ""));
    expect(await paths(), "at first the page that says there is no network").toEqual(["/offline"]);
    await page.reload();
    await ready(page);
    await expect.poll(paths).toContainEqual(expect.stringMatching(/\/split_table\.wasm$/));
    await new Table([page]).move();
    expect((await paths()).filter((path) => /\/(split_editor|engine_bg)\.wasm$/.test(path)), "what nobody has asked for").toEqual([]);
    anna.expectNetworkFailures();
    await context.setOffline(true);
    await page.goto(local);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No connection");
  } finally {
    server.close();
  }
});
