//! The line between a page and the server, which a test cuts: with a word to both ends, or without one.
import type { Page, WebSocketRoute } from "@playwright/test";

export type Cut = "closed" | "silent";

/** The line of one page, from its next socket on. */
export class Line {
  private cut: Cut | undefined;
  private readonly sockets = new Set<WebSocketRoute>();
  /** What is on its way while the line says nothing, in its order. */
  private held: (() => void)[] = [];

  static async of(page: Page): Promise<Line> {
    const line = new Line();
    await page.routeWebSocket("**/ws/*", (socket) => { line.open(socket); });
    return line;
  }

  private open(socket: WebSocketRoute): void {
    if (this.cut === "closed") return void socket.close({ code: 1001 });
    // Over a line that says nothing, nothing comes of it: the page waits for an answer.
    if (this.cut === "silent") return void this.held.push(() => void socket.close({ code: 1001 }));
    const server = socket.connectToServer();
    const pass = (act: () => void) => { if (this.cut === "silent") this.held.push(act); else act(); };
    socket.onMessage((message) => { pass(() => { server.send(message); }); });
    server.onMessage((message) => { pass(() => { socket.send(message); }); });
    this.sockets.add(socket);
  }

  async down(cut: Cut): Promise<void> {
    this.cut = cut;
    if (cut === "closed") await this.closeAll();
  }

  /** The line is back: what was held back comes late, or, if the page has given that socket up, not at all. */
  async up(arrives: boolean): Promise<void> {
    this.cut = undefined;
    const held = this.held;
    this.held = [];
    if (arrives) for (const act of held) act();
    else await this.closeAll();
  }

  private async closeAll(): Promise<void> {
    const open = [...this.sockets];
    this.sockets.clear();
    await Promise.all(open.map((socket) => socket.close({ code: 1001 }).catch(() => {})));
  }
}
