//! Rooms without a browser: opened by the form of the home page, and got into a game over the socket.
import { RawSocket, VERSION } from "../socket.ts";

/** The address of a room, and the cookie of a guest in it. */
type Room = { url: string; cookie: string };

const cookieOf = (answer: Response): string => answer.headers.getSetCookie().map((set) => set.split(";")[0]).join("; ");

/** Opens a room at this server, as its home page's form does. */
async function openRoom(server: string): Promise<Room> {
  const answer = await fetch(`${server}/api/open_room`, {
    method: "POST",
    redirect: "manual",
    headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
    body: "game=mancala",
  });
  const path = answer.headers.get("location");
  if (path === null) throw new Error(`No room was opened: ${answer.status}`);
  return { url: new URL(path, server).href, cookie: cookieOf(answer) };
}

/** Whether a message has this in it. */
const contains = (part: string) => (message: object) => JSON.stringify(message).includes(`"${part}"`);

/** Comes into a room and takes a seat as the guest of this cookie. */
async function sit({ url, cookie }: Room): Promise<RawSocket> {
  const { origin, pathname } = new URL(url);
  const tab = await RawSocket.open(origin, { cookie });
  tab.send({ t: "hello", v: VERSION, room: pathname.split("/").pop(), after: 0 });
  await tab.next(contains("welcome"));
  tab.send({ t: "cmd", id: 200, after: 1, cmd: { sit: { name: "Somebody" } } });
  await tab.next(contains("seated"));
  return tab;
}

/** Opens a room whose owner waits in it. */
export async function openAndWait(server: string): Promise<Room> {
  const room = await openRoom(server);
  await sit(room);
  return room;
}

/** Opens a room and has a game begin in it: the room, and the sockets of both players, of whom the first is to move. */
async function begin(server: string): Promise<{ room: Room; tabs: RawSocket[] }> {
  const room = await openRoom(server);
  const other = { url: room.url, cookie: cookieOf(await fetch(room.url)) };
  const tabs = [await sit(room), await sit(other)];
  // Opened, one seated, the other seated: what both have seen.
  for (const tab of tabs) tab.send({ t: "cmd", id: 1, after: 3, cmd: { ready: true } });
  await Promise.all(tabs.map((tab) => tab.next(contains("started"), { ms: 10_000 })));
  return { room, tabs };
}

/** Opens a room and has a game begin in it; gives the cookie of the player who is to move, and whose page is not there. */
export async function startGame(server: string): Promise<Room> {
  const { room, tabs } = await begin(server);
  await tabs[0]?.close();
  return room;
}

/** Has a game be played for some moves, and resigned; gives the address of its page. */
export async function finishGame(server: string): Promise<{ url: string }> {
  const { room, tabs } = await begin(server);
  // South and North in turn; none of these ends in a store, or captures.
  for (const [ply, index] of [0, 0, 5, 5, 0, 0].entries()) {
    const [tab, side] = ply % 2 === 0 ? [tabs[0], "first"] : [tabs[1], "second"];
    tab?.send({ t: "cmd", id: 10 + ply, after: 7 + ply, cmd: { play: { game: 1, ply, mv: { mancala: { sow: { side, index } } } } } });
    await Promise.all(tabs.map((one) => one.next((message) => moves(one.received) > ply && "events" in message, { ms: 10_000 })));
  }
  tabs[0]?.send({ t: "cmd", id: 99, after: 13, cmd: "resign" });
  await tabs[1]?.next(contains("ended"), { ms: 10_000 });
  await Promise.all(tabs.map((tab) => tab.close()));
  const { url } = await fetch(`${room.url}/g/1`, { headers: { cookie: room.cookie } });
  if (!/\/g\/[0-9a-z]{16}$/.test(url)) throw new Error(`The finished game has no page: ${url}`);
  return { url };
}

/** How many moves a socket has heard of. */
const moves = (received: object[]): number => JSON.stringify(received).split('"moved"').length - 1;
