//! A bad line to the server: a TCP relay with an address of its own that can hold back what passes, in one direction or
//! both, be cut, and be mended. It knows no HTTP; pages reached through it belong to its own origin.
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** Whose bytes are meant. */
export type Direction = "up" | "down";

export class Wire {
  private readonly pairs = new Set<Record<Direction, Socket>>();
  private readonly held = new Set<Direction>();
  private broken = false;

  private constructor(private readonly relay: Server) {}

  /** A good line to the server at this port of this machine. */
  static async to(port: number): Promise<Wire> {
    const relay = createServer();
    const wire = new Wire(relay);
    relay.on("connection", (client) => wire.forward(client, port));
    await new Promise<void>((done, failed) => relay.once("error", failed).listen(0, "127.0.0.1", done));
    return wire;
  }

  /** Where browsers reach the server through this line. */
  get url(): string {
    return `http://127.0.0.1:${(this.relay.address() as AddressInfo).port}`;
  }

  /** Holds back what goes up to the server, what comes down from it, or both: it stays on the line. */
  freeze(...directions: Direction[]): void {
    for (const direction of directions.length > 0 ? directions : (["up", "down"] as const)) this.held.add(direction);
    this.applyHeld();
  }

  /** Breaks every connection, and refuses new ones. What was held back is lost. */
  cut(): void {
    this.broken = true;
    for (const pair of this.pairs) {
      pair.up.destroy();
      pair.down.destroy();
    }
  }

  /** Lets everything pass again, what was held back first. */
  mend(): void {
    this.broken = false;
    this.held.clear();
    this.applyHeld();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((done) => this.relay.close(done));
  }

  private forward(client: Socket, port: number): void {
    if (this.broken) return void client.destroy();
    // By where the bytes come from that a socket gives: the client's go up, the server's come down.
    const pair = { up: client, down: connect(port, "127.0.0.1") };
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      pair.up.destroy();
      pair.down.destroy();
    };
    for (const socket of [pair.up, pair.down]) socket.setNoDelay(true).on("error", end).on("close", end);
    pair.up.on("data", (bytes) => pair.down.write(bytes));
    pair.down.on("data", (bytes) => pair.up.write(bytes));
    this.applyHeld();
  }

  private applyHeld(): void {
    for (const pair of this.pairs) {
      for (const direction of ["up", "down"] as const) {
        if (this.held.has(direction)) pair[direction].pause();
        else pair[direction].resume();
      }
    }
  }
}
