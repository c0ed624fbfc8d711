//! What a visit costs on the wire, as the browser's own tools count it: every answer with its bytes, its head included; what
//! comes out of the browser's own store has none.
import type { Page } from "@playwright/test";

/** An answer that a page got: of what kind Chromium takes it to be, and the bytes that came over the wire for it. */
export type Transfer = { path: string; type: string; bytes: number };

/** Has a page visit something, and says what came over the wire for it until the network was quiet. */
export async function measureTransfers(page: Page, visit: () => Promise<unknown>): Promise<Transfer[]> {
  const devtools = await page.context().newCDPSession(page);
  const requests = new Map<string, { url: string; type: string }>();
  const transfers: Transfer[] = [];
  devtools.on("Network.requestWillBeSent", ({ requestId, request: { url }, type = "" }) => requests.set(requestId, { url, type }));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
    const { url = "", type = "" } = requests.get(requestId) ?? {};
    if (/^https?:/.test(url)) transfers.push({ path: url.replace(/^\w+:\/\/[^/]+/, ""), type, bytes });
  });
  await devtools.send("Network.enable");
  await visit();
  await page.waitForLoadState("networkidle");
  await devtools.detach();
  return transfers;
}

/** All of it together, in bytes. */
export const total = (sent: Transfer[]): number => sent.reduce((sum, { bytes }) => sum + bytes, 0);

/** What came over the wire beside the page's document. */
export const withoutDocument = (sent: Transfer[]): Transfer[] => sent.filter(({ type, bytes }) => type !== "Document" && bytes > 0);
