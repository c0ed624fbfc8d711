//! Whole games where the browser is another one: on one device, in a room, against the computer, by mouse and by keyboard,
//! with a server that dies and without any.
import { Key } from "selenium-webdriver";
import { drawnBoard, FACTS, GAMES, boardState } from "../games.ts";
import { expect, test, type Person } from "./fixtures.ts";

/** Both see the same, drawn to its end. */
async function inStep(people: Person[]): Promise<string> {
  let board = "";
  const same = async () => {
    const seen = await Promise.all(people.flatMap((person) => [boardState(person).then((seen) => seen.board), drawnBoard(person)]));
    board = seen[0] ?? "";
    return board !== "" && seen.every((other) => other === board);
  };
  for (const person of people) await person.until("all boards are in step", same);
  return board;
}

/** Two people with a game that has begun: the link is all that the second one has. */
async function table(host: Person, guest: Person, game: string): Promise<void> {
  await host.open("/");
  await host.press(`.game-card:nth-of-type(${game === "Mancala" ? 1 : 2}) button`, "Play a friend");
  await host.until("the room is there", async () => /\/r\/\w+$/.test(await host.driver.getCurrentUrl()));
  await host.awake();
  await guest.open(new URL(await host.driver.getCurrentUrl()).pathname);
  await Promise.all([host, guest].map((one) => one.press(".ready-bar button", "I’m ready")));
  await Promise.all([host, guest].map((one) => one.find(".game .board")));
  await inStep([host, guest]);
}

/** Makes moves in turn, whoever it is; `false` when the game is over. */
async function play(people: Person[], moves: number): Promise<boolean> {
  for (let made = 0; made < moves; made += 1) {
    await inStep(people);
    const seen = await Promise.all(people.map(boardState));
    const mover = seen.findIndex(({ legal }) => legal.length > 0);
    if (mover < 0) return !seen.every(({ over }) => over);
    await people[mover]?.move(made * 5 + 2);
  }
  return true;
}

for (const game of GAMES) {
  test(`${game}: pass and play by mouse to the end, with a reload midway`, async ({ person }) => {
    const both = await person("both");
    await both.open(FACTS[game].local);
    await both.until("the game begins", async () => FACTS[game].isStart((await boardState(both)).board));
    for (let made = 0; made < 6; made += 1) await both.move(made);
    const before = await inStep([both]);
    await both.reload();
    expect(await inStep([both])).toBe(before);
    while (await play([both], 5));
    await both.find("dialog.result", "Play again");
    expect((await boardState(both)).over).toBe(true);
  });

  test(`${game} by keyboard alone`, async ({ person }) => {
    const both = await person("both");
    await both.open(FACTS[game].local);
    await both.find(".board [data-legal]");
    for (let made = 0; made < 4; made += 1) {
      const before = await inStep([both]);
      await both.walk();
      await both.keys(Key.ENTER);
      await both.until("the move is made", async () => (await boardState(both)).board !== before);
    }
    await both.keys("u");
    await inStep([both]);
    await both.keys("?");
    await both.find("dialog[open]", "Keyboard shortcuts");
    await both.keys(Key.ESCAPE);
    await both.until("it is shut", () => both.evaluate(() => document.querySelector("dialog[open]") === null));
  });

  test(`${game}: two players survive a server crash, finish and start a rematch`, async ({ person, server }) => {
    const [anna, bert] = [await person("Anna"), await person("Bert")];
    await table(anna, bert, game);
    await play([anna, bert], 6);
    await server.kill();
    for (const one of [anna, bert]) await one.find(".lost", "Trying again");
    await server.start();
    for (const one of [anna, bert]) {
      await one.until("the line is back", () => one.evaluate(() => document.querySelector(".lost") === null));
      // A line that is lost is told of by the browser itself.
      await one.gather();
      one.problems.length = 0;
    }
    await play([anna, bert], 6);
    await bert.reload();
    await inStep([anna, bert]);
    await bert.press(".control", "Resign");
    await bert.press("dialog[open] button", "Resign");
    await anna.find("dialog.result", "You win");
    await anna.press("dialog.result button", "Play again");
    await bert.find("dialog.result", "wants to play again");
    await bert.press("dialog.result button", "Play again");
    await anna.until("the next game begins", async () => FACTS[game].isStart((await boardState(anna)).board));
    await play([anna, bert], 2);
  });

  test(`${game}: the computer answers`, async ({ person }) => {
    const anna = await person("Anna");
    await anna.open(game === "Mancala" ? "/computer" : "/computer/mapello");
    await anna.press(".face-button", "Easy");
    for (let made = 0; made < 3; made += 1) {
      await anna.until("it is my turn", async () => (await boardState(anna)).legal.length > 0);
      const before = await inStep([anna]);
      await anna.move(made);
      await anna.until("the computer has answered", async () => {
        const { board, legal, over } = await boardState(anna);
        return board !== before && (legal.length > 0 || over);
      });
    }
  });
}

test("a game goes on without a server, also after a reload", async ({ person, server }) => {
  const both = await person("both");
  await both.open("/local");
  await both.until("the page is kept", () =>
    both.evaluate(async () => (await caches.keys()).length > 0 && (await navigator.serviceWorker.ready).active?.state === "activated"),
  );
  await both.open("/local");
  for (let made = 0; made < 3; made += 1) await both.move(made);
  const before = await inStep([both]);
  await server.kill();
  await both.reload();
  expect(await inStep([both])).toBe(before);
  await both.move(1);
});

test("matchmaking pairs two strangers", async ({ person }) => {
  const [anna, bert] = [await person("Anna"), await person("Bert")];
  for (const one of [anna, bert]) {
    await one.open("/find");
    await one.find("#seek button");
    await one.evaluate(() => document.querySelector<HTMLElement>("#seek button")?.focus());
    await one.keys(Key.ENTER);
  }
  for (const one of [anna, bert]) {
    await one.until("the table is there", async () => /\/r\/\w+$/.test(await one.driver.getCurrentUrl()));
    await one.awake();
    await one.find(".game .board");
  }
  await inStep([anna, bert]);
  await play([anna, bert], 2);
});

test("a board is built in the editor and played by its code", async ({ person }) => {
  const anna = await person("Anna");
  await anna.open("/boards/edit");
  await anna.press(".sq:not(.edge):not([aria-disabled=true])");
  const code = await anna.find("#board-code");
  const first = await code.getAttribute("value");
  await code.clear();
  await anna.press("#board-code");
  await anna.keys("0000G-21040-00000-00000-VP3", Key.ENTER);
  await anna.until("the code is read", async () => (await anna.driver.findElements({ css: ".sq[data-wall]" })).length > 1);
  expect(await code.getAttribute("value")).not.toBe(first);
  await anna.press("a, button", "Pass and play");
  await anna.find(".game .board [data-legal]");
  await anna.move(0);
});
