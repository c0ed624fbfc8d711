//! A server before the server: it passes everything on, but for the answers that a test changes. For what a service worker
//! fetches, which Playwright cannot route.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer of the server, before it is passed on. */
export type Answer = { status: number; body: Buffer };

/** Starts a proxy of the server at `baseURL`; `change` is given each answer with the address that was asked for. */
export async function proxy(baseURL: string, change: (url: string, answer: Answer) => Answer) {
  const server = createServer(async ({ url = "/", method = "GET", headers }, response) => {
    const { cookie = "" } = headers;
    const got = await fetch(new URL(url, baseURL), { method, redirect: "manual", headers: { "accept-language": "en", cookie } }).catch(() => null);
    // The server may be gone already while a page still asks.
    if (got === null) return void response.writeHead(502).end();
    const { status, body } = change(url, { status: got.status, body: Buffer.from(await got.arrayBuffer()) });
    for (const name of ["content-type", "content-security-policy", "cache-control", "set-cookie"]) {
      const value = got.headers.get(name);
      // What a file may be kept for is not said of an error in its place.
      if (value !== null && (status === got.status || name !== "cache-control")) response.setHeader(name, value);
    }
    response.writeHead(status).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
