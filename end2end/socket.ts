//! A client without the page, for tests that must send what the page never would: any cookie, any origin, any bytes.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { WebSocket } from "ws";
import { COOKIE_KEY } from "./server.ts";

const message = readFileSync(new URL("../crates/room/src/message.rs", import.meta.url), "utf8");

/** The version of the protocol, from where it is set. */
export const VERSION = Number(/pub const VERSION: u32 = (\d+);/.exec(message)?.[1]);

/** The cookie of a guest, with a secret of its own for each number, as the server gives it out. */
export function guestCookie(n: number): string {
  const secret = n.toString(16).padStart(32, "0");
  const code = createHmac("sha256", Buffer.from(COOKIE_KEY, "hex")).update("duello cookie").update(Buffer.from(secret, "hex"));
  return `duello_guest=${secret}; duello_code=${code.digest("hex").slice(0, 32)}`;
}

/** A message of the server, decoded; what it means is the test's to know. */
export type Message = Record<string, unknown>;

/** Why a socket is no longer open: the close code and reason, or the HTTP status that refused the handshake. */
export type Ending = { code: number; reason: string } | { refused: number } | { failed: string };

export type SocketOptions = {
  /** The Cookie header, such as `await player.cookies()` gives. */
  cookie?: string;
  /** The Origin header; by default the server's own, null for none. */
  origin?: string | null;
  path?: string;
};

export class RawSocket {
  /** Every message so far, oldest first. */
  readonly received: Message[] = [];
  /** How it ended; pending while it is open. */
  readonly ended: Promise<Ending>;
  private readonly listeners = new Set<() => void>();
  private ending: Ending | undefined;

  private constructor(private readonly socket: WebSocket) {
    this.ended = new Promise((done) => {
      const end = (ending: Ending) => {
        this.ending ??= ending;
        this.notify();
        done(this.ending);
      };
      socket.on("close", (code, reason) => end({ code, reason: reason.toString() }));
      socket.on("error", (reason) => end({ failed: reason.message }));
      socket.on("unexpected-response", (request, response) => {
        end({ refused: response.statusCode ?? 0 });
        request.destroy();
      });
    });
    socket.on("message", (bytes) => {
      this.received.push(JSON.parse(bytes.toString()) as Message);
      this.notify();
    });
  }

  /** Opens a socket to a server such as `http://127.0.0.1:3000`; resolves when it is open, or when it has been refused. */
  static async open(url: string, { cookie, origin, path = "/ws" }: SocketOptions = {}): Promise<RawSocket> {
    const address = new URL(path, url.replace(/^http/, "ws"));
    const headers: Record<string, string> = {};
    if (cookie !== undefined) headers.Cookie = cookie;
    if (origin !== null) headers.Origin = origin ?? new URL(url).origin;
    const socket = new WebSocket(address, { headers, perMessageDeflate: false });
    const raw = new RawSocket(socket);
    await Promise.race([new Promise((done) => socket.once("open", done)), raw.ended]);
    return raw;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Sends a message as JSON. */
  send(message: unknown): void {
    this.sendRaw(JSON.stringify(message));
  }

  /** Sends text, or bytes as a binary frame, as they are. */
  sendRaw(frame: string | Uint8Array): void {
    this.socket.send(frame);
  }

  /** The first message that fits, from number `from` of those received; fails after `ms`, or when the socket ends first. */
  async next(fits: (message: Message) => boolean, { from = 0, ms = 5_000 } = {}): Promise<Message> {
    const until = Date.now() + ms;
    for (;;) {
      const found = this.received.slice(from).find(fits);
      if (found !== undefined) return found;
      if (this.ending !== undefined) throw new Error(`The socket ended first: ${JSON.stringify(this.ending)}`);
      const left = until - Date.now();
      if (left <= 0) {
        throw new Error(`No such message in ${ms} ms. Received: ${JSON.stringify(this.received.slice(from))}`);
      }
      await this.nextChange(left);
    }
  }

  async close(): Promise<Ending> {
    this.socket.close();
    return this.ended;
  }

  /** Resolves on the next message or end, or after `ms`. */
  private nextChange(ms: number): Promise<void> {
    return new Promise((done) => {
      const listener = () => {
        clearTimeout(timer);
        this.listeners.delete(listener);
        done();
      };
      const timer = setTimeout(listener, ms);
      this.listeners.add(listener);
    });
  }

  private notify(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
