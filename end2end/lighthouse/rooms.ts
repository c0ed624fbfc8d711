//! Rooms without a browser: opened by the form of the home page, and got into a game over the socket.
import { RawSocket, VERSION } from "../socket.ts";

/** The address of a room, and the cookie of a guest in it. */
type Room = { url: string; cookie: string };

const cookieOf = (answer: Response): string => answer.headers.get("set-cookie")?.split(";")[0] ?? "";

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
const says = (part: string) => (message: object) => JSON.stringify(message).includes(`"${part}"`);

/** Takes a seat in a room as the guest of this cookie. */
async function sit({ url, cookie }: Room): Promise<RawSocket> {
  const { origin, pathname } = new URL(url);
  const tab = await RawSocket.open(origin, { cookie });
  tab.send({ t: "hello", v: VERSION, room: pathname.split("/").pop(), after: 0 });
  await tab.next(says("welcome"));
  return tab;
}

/** Opens a room whose owner waits in it. */
export async function openAndWait(server: string): Promise<Room> {
  const room = await openRoom(server);
  await sit(room);
  return room;
}

/** Opens a room and has a game begin in it; gives the cookie of one of the players, whose page is not there. */
export async function startGame(server: string): Promise<Room> {
  const room = await openRoom(server);
  const other = { url: room.url, cookie: cookieOf(await fetch(room.url)) };
  const tabs = [await sit(room), await sit(other)];
  // Opened, one seated, the other seated: what both have seen.
  for (const tab of tabs) tab.send({ t: "cmd", id: 1, after: 3, cmd: { ready: true } });
  await Promise.all(tabs.map((tab) => tab.next(says("started"), { ms: 10_000 })));
  await tabs[0]?.close();
  return room;
}
