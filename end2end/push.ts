//! A push service for browsers that have none they could reach: the server delivers to it as to any other, and it reads
//! what is for its browser (RFC 8291) and hands it on, as the browser's own would.
import type { Page } from "@playwright/test";
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Player } from "./fixtures.ts";

export class PushService {
  private readonly keys = createECDH("prime256v1");
  private readonly auth = randomBytes(16);
  private readonly received: Buffer[] = [];

  private constructor(private readonly http: HttpServer) {
    this.keys.generateKeys();
    http.on("request", (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        this.received.push(Buffer.concat(parts));
        response.writeHead(201).end();
      });
    });
  }

  static async start(): Promise<PushService> {
    const http = createServer();
    await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
    return new PushService(http);
  }

  /** Where it is, for the server. */
  get origin(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.http.close();
  }

  /** Has this browser subscribe here. */
  async serve({ context }: Player): Promise<void> {
    const subscription = {
      endpoint: `${this.origin}/browser`,
      keys: { p256dh: this.keys.getPublicKey("base64url"), auth: this.auth.toString("base64url") },
    };
    await context.addInitScript((told) => {
      const own = { ...told, toJSON: () => told, unsubscribe: async () => true };
      const manager = globalThis.PushManager?.prototype as unknown as Record<string, unknown>;
      if (manager) manager["subscribe"] = manager["getSubscription"] = async () => own;
    }, subscription);
    await context.addInitScript(countShown);
  }

  /** The next message, once it has come, as the browser's worker is to get it. */
  async next(): Promise<string> {
    await expect.poll(() => this.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
    return this.read(this.received.shift() ?? Buffer.alloc(0));
  }

  private read(body: Buffer): string {
    const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const derive = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync("sha256", secret, with_, info, length));
    const shared = this.keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.keys.getPublicKey(), sender]);
    const secret = derive(shared, this.auth, info, 32);
    const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const open = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }
}

/** Hands a message to the worker of this page's site, and waits until the worker has shown it. */
export async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const there = registrations.find(({ isDeleted }) => !isDeleted);
      if (there) found(there.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const origin = new URL(page.url()).origin;
  const workers = page.context().serviceWorkers();
  for (const worker of workers) await worker.evaluate(countShown);
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registered, data });
  await Promise.any(workers.map((worker) => expect.poll(() => worker.evaluate(howManyShown)).toBeGreaterThan(0)));
  await session.detach();
}

/** Waits until a page has shown at least so many notifications since it was loaded, by its own program and not by the worker. */
export async function shownByPage(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.evaluate(howManyShown)).toBeGreaterThanOrEqual(count);
}

/**
 * What the browser shows of this page's site now. A test may ask once what was to be shown is there (`deliver`,
 * `shownByPage`), not before: Chromium forgets a notification that is being put up while it is asked.
 */
export function shownNotifications(page: Page): Promise<{ title: string; body: string }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const all = (await registration?.getNotifications()) ?? [];
    return all.map(({ title, body }) => ({ title, body }));
  });
}

/** In a page or a worker: counts the notifications that the browser has put up for it from now on. */
function countShown(): void {
  const counting = globalThis as { shown?: number };
  const { prototype } = ServiceWorkerRegistration;
  const show = prototype.showNotification;
  counting.shown = 0;
  prototype.showNotification = async function (...told) {
    await show.apply(this, told);
    counting.shown = (counting.shown ?? 0) + 1;
  };
}

function howManyShown(): number {
  return (globalThis as { shown?: number }).shown ?? 0;
}
