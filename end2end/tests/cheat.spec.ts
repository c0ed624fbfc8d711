//! Whoever talks to the server without the page: every trick gets a clear answer, and the game of two others is unharmed.
import { expect, test, type Message, type Player, type RawSocket } from "../fixtures.ts";
import type { GameName } from "../games.ts";
import { VERSION, guestCookie } from "../socket.ts";
import { codeOf, Table } from "../table.ts";

type Open = (options?: { cookie?: string; origin?: string | null }) => Promise<RawSocket>;

/** The code of the board without extras. */
const EMPTY = "00000-00000-00000-00000-RMD";
const STRANGER = guestCookie(0x57a9);
const MADE_UP = "duello_guest=0123456789abcdef0123456789abcdef";
const is = (kind: string) => (message: Message) => kind in message;
const sow = (game: number, ply: number, side: "first" | "second", index: number) => ({
  play: { game, ply, mv: { mancala: { sow: { side, index } } } },
});
/** Cells are numbered row by row: a1 is 0, h8 is 63. */
const place = (game: number, ply: number, cell: unknown) => ({ play: { game, ply, mv: { mapello: cell } } });

/** A socket in the room of `code`, after its welcome. */
async function enter(open: Open, code: string, cookie?: string): Promise<RawSocket> {
  const socket = await open(cookie === undefined ? {} : { cookie });
  socket.send({ t: "hello", v: VERSION, room: code, after: 0 });
  await socket.next(is("welcome"));
  return socket;
}

/** The number of the last event a socket has heard of. */
function lastSeq({ received }: RawSocket): number {
  const logs = received.flatMap(({ welcome, events }) => [(welcome as Log)?.log, (events as Log)?.events]);
  return logs.flatMap((log) => log ?? []).at(-1)?.seq ?? 0;
}

type Log = Partial<Record<"log" | "events", { seq: number }[]>> | undefined;

/** Sends a command and tells why it was refused. */
async function refusal(socket: RawSocket, cmd: unknown): Promise<unknown> {
  const from = socket.received.length;
  const id = 1_000 + from;
  socket.send({ t: "cmd", id, after: lastSeq(socket), cmd });
  const { refused } = await socket.next((message) => (message.refused as Message | undefined)?.id === id, { from });
  return (refused as Message).reason;
}

/** A running game with one move made, and its board before the cheat. */
async function running(anna: Player, bert: Player, game: GameName = "Mancala") {
  const table = await Table.start(anna, bert, { game });
  if (game === "Mancala") await anna.page.locator("#south-a").click();
  else await table.place("e3");
  expect(await table.mover()).toBe(bert.page);
  return { table, code: codeOf(anna.page), before: await table.board() };
}

/** The game is as it was, and goes on. */
async function unharmed({ table, before }: { table: Table; before: string }): Promise<void> {
  expect(await table.board()).toBe(before);
  await table.play(3);
}

test("moves out of turn or for the opponent are refused with a reason", async ({ player, socket }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const game = await running(anna, bert);
  const asAnna = await enter(socket, game.code, await anna.cookies());
  const asBert = await enter(socket, game.code, await bert.cookies());

  expect(await refusal(asAnna, sow(1, 1, "first", 2)), "the other's turn").toBe("not_your_turn");
  expect(await refusal(asAnna, sow(1, 1, "second", 2)), "in the other's place").toBe("not_your_turn");
  expect(await refusal(asBert, sow(1, 1, "first", 2)), "the other's pit").toEqual({ illegal: "wrong_side" });
  expect(await refusal(asBert, sow(1, 1, "second", 9)), "no pit").toEqual({ illegal: "no_such_pit" });
  expect(await refusal(asBert, sow(1, 0, "second", 2)), "an old number").toBe("stale");
  expect(await refusal(asBert, sow(2, 1, "second", 2)), "another game").toBe("stale");
  expect(await refusal(asBert, { play: { game: 1, ply: 1, mv: { mancala: "swap" } } })).toEqual({ illegal: "swap_not_allowed" });
  expect(await refusal(asBert, { answer_undo: true }), "nobody asked").toBe("nothing_asked");
  expect(await refusal(asBert, "again"), "the game is running").toBe("game_running");
  await unharmed(game);
});

test("discs out of turn or for the opponent are refused with a reason", async ({ player, socket }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const game = await running(anna, bert, "Mapello");
  const asAnna = await enter(socket, game.code, await anna.cookies());
  const asBert = await enter(socket, game.code, await bert.cookies());

  expect(await refusal(asAnna, place(1, 1, 29)), "the other's turn").toBe("not_your_turn");
  expect(await refusal(asBert, place(1, 1, 13)), "f2").toEqual({ illegal: "wall" });
  expect(await refusal(asBert, place(1, 1, 27)), "d4").toEqual({ illegal: "occupied" });
  expect(await refusal(asBert, place(1, 1, 2)), "c1, a bonus").toEqual({ illegal: "no_flip" });
  expect(await refusal(asBert, sow(1, 1, "second", 2)), "stones on the felt").toEqual({ illegal: "other_game" });
  expect(await refusal(asBert, place(1, 0, 19)), "an old number").toBe("stale");
  expect(await refusal(asBert, "same_board"), "the game is running").toBe("game_running");
  expect(await refusal(asBert, { build: EMPTY }), "nobody builds").toBe("no_draft");
  expect(await refusal(asBert, { pick: "first" }), "there is nothing to pick").toBe("no_draft");
  for (const cell of [64, -1, 1.5, "d3", null]) {
    const from = asBert.received.length;
    asBert.send({ t: "cmd", id: 7, after: 0, cmd: place(1, 1, cell) });
    expect(await asBert.next(is("fault"), { from }), `cell ${cell}`).toEqual({ fault: "not_understood" });
    // Five in a row would end it.
    await refusal(asBert, "again");
  }
  await unharmed(game);
});

test("spectators and sockets without a cookie see the game but cannot act", async ({ player, socket }) => {
  const game = await running(await player("Anna"), await player("Bert"));
  for (const cookie of [STRANGER, MADE_UP, undefined, "duello_guest=forged"]) {
    const stranger = await enter(socket, game.code, cookie);
    const { welcome } = await stranger.next(is("welcome"));
    const { log, here } = welcome as { log: { event: Message | string }[]; here: { watching: number } };
    expect(log.filter(({ event }) => typeof event === "object" && "moved" in event)).toHaveLength(1);
    expect(here.watching).toBeGreaterThan(0);
    for (const cmd of [sow(1, 1, "second", 2), "resign", "ask_undo", "offer_draw", { ready: true }, { say: "Hello" }]) {
      expect(await refusal(stranger, cmd), JSON.stringify(cmd)).toBe("not_seated");
    }
    const why = cookie === STRANGER ? "full" : "not_seated";
    expect(await refusal(stranger, { sit: { name: "Mallory" } }), "both seats are taken").toBe(why);
    await stranger.close();
  }
  await unharmed(game);
});

test("oversized, malformed or too many messages get a fault and a close", async ({ player, socket }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const game = await running(anna, bert);
  for (const size of [5_000, 100_000]) {
    const large = await enter(socket, game.code, await anna.cookies());
    large.send({ t: "cmd", id: 1, after: 0, cmd: { say: "x".repeat(size) } });
    expect(await large.next(is("fault"))).toEqual({ fault: "too_large" });
    expect(await large.ended).toMatchObject({ code: 1009 });
  }

  const babble = await enter(socket, game.code, await anna.cookies());
  const nonsense = ["not JSON", "{}", '{"t":"cmd","id":-1}', new Uint8Array([1, 2, 3]), '{"t":"hello"'];
  for (const frame of nonsense) {
    const from = babble.received.length;
    babble.sendRaw(frame);
    expect(await babble.next(is("fault"), { from })).toEqual({ fault: "not_understood" });
  }
  expect(await babble.ended).toMatchObject({ code: 1008 });

  const flood = await enter(socket, game.code, await bert.cookies());
  for (let n = 0; n < 1_000; n += 1) flood.send({ t: "ping", n, after: 0 });
  expect(await flood.next(is("fault"))).toEqual({ fault: "too_fast" });
  expect(await flood.ended).toMatchObject({ code: 1008 });
  await unharmed(game);
});

test("cross-site sockets, outdated pages and unknown rooms are refused", async ({ player, socket, server }) => {
  const game = await running(await player("Anna"), await player("Bert"));
  for (const origin of ["https://evil.example", "null", `http://127.0.0.1:${server.port + 1}`, `${server.url}.evil.example`]) {
    expect(await (await socket({ origin })).ended, origin).toEqual({ refused: 403 });
  }
  const hello = async (greeting: object) => {
    const visitor = await socket();
    visitor.send({ t: "hello", v: VERSION, after: 0, room: game.code, ...greeting });
    const { fault } = await visitor.next(is("fault"));
    expect(await visitor.ended).toMatchObject({ code: 1000 });
    return fault;
  };
  expect(await hello({ v: VERSION - 1 })).toBe("old_version");
  expect(await hello({ v: VERSION + 1 })).toBe("old_version");
  expect(await hello({ room: game.code === "HAAAAAAA" ? "HAAAAAAB" : "HAAAAAAA" })).toBe("no_such_room");
  const early = await socket();
  early.send({ t: "cmd", id: 1, after: 0, cmd: sow(1, 1, "second", 2) });
  expect(await early.next(is("fault")), "before any hello").toEqual({ fault: "not_understood" });
  await unharmed(game);
});
