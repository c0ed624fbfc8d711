//! Whoever has asked the browser to save data is sent nothing ahead: what a page has fetched anyway is kept, and nothing else.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, ready, test } from "../fixtures.ts";
import { Table } from "../table.ts";
import { cachedResponses, untilCached } from "../worker.ts";

test.use({ serviceWorkers: "allow" });

/** The server as somebody meets it who saves data: the service worker's own browser setting is the one thing that is put in. */
async function saving(baseURL: string): Promise<Server> {
  const setting = `Object.defineProperty(Object.getPrototypeOf(navigator.connection), "saveData", { get: () => true });`;
  const server = createServer(async ({ url = "/", method = "GET", headers }, answer) => {
    const { cookie = "" } = headers;
    const got = await fetch(new URL(url, baseURL), { method, redirect: "manual", headers: { "accept-language": "en", cookie } });
    for (const name of ["content-type", "content-security-policy", "cache-control", "set-cookie"]) {
      const value = got.headers.get(name);
      if (value !== null) answer.setHeader(name, value);
    }
    const body = Buffer.from(await got.arrayBuffer());
    answer.writeHead(got.status).end(url.startsWith("/sw.js") ? setting + body : body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

test("with Save-Data the service worker caches only what pages fetched", async ({ player, baseURL }) => {
  const anna = await player("Anna");
  const { page, context } = anna;
  const server = await saving(baseURL ?? "");
  try {
    const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}/local`;
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
    server.closeAllConnections();
    server.close();
  }
});
