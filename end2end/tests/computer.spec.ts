//! Play against the computer: its levels, what it does when one takes back, leaves, or its worker fails; hints and reviews.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { askAll } from "../engine.mjs";
import { expect, test, type Player } from "../fixtures.ts";
import { drawn, GAMES, look, type GameName } from "../games.ts";
import { Table } from "../table.ts";

const PATHS: Record<GameName, string> = { Mancala: "/computer", Mapello: "/computer/mapello" };
const LEVELS = ["Random", "Greedy", "Beginner", "Easy", "Medium", "Hard", "Expert", "Master"];

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click();

/** What is chosen before a game. */
type Wish = { level: string; rules?: string; watch?: string; begins?: string; pace?: "Like a person" | "At once" };

/** Starts a game against the computer. */
async function start(player: Player, game: GameName, { level, rules, watch, begins, pace = "At once" }: Wish): Promise<Page> {
  const { page } = player;
  await player.open(PATHS[game]);
  await page.getByLabel("Level", { exact: true }).selectOption(level);
  if (rules !== undefined) await page.getByLabel("Rules").selectOption(rules);
  if (watch !== undefined) {
    await choose(page, "The computer plays itself");
    await page.getByLabel("Against", { exact: true }).selectOption(watch);
  }
  if (begins !== undefined) await page.getByRole("group", { name: "Who begins" }).getByText(begins, { exact: true }).click();
  await choose(page, pace);
  await press(page, "Start");
  await expect(page.getByRole("grid", { name: `${game} board` })).toBeVisible();
  return page;
}

/** Waits until it is one's own turn, or the game is over; says whether there is something to play. */
async function myTurn(page: Page): Promise<boolean> {
  await expect.poll(async () => ((seen) => seen.over || seen.legal.length > 0)(await look(page)), { timeout: 20_000 }).toBe(true);
  return !(await look(page)).over;
}

/** Plays the game to its end; `pick` says what to play. */
async function playOut(page: Page, pick: (legal: string[]) => Promise<string | undefined>): Promise<void> {
  while (await myTurn(page)) {
    const { legal, board } = await look(page);
    const id = await pick(legal);
    if (id === undefined) throw new Error("nothing is legal, yet the game is not over");
    await page.locator(`#${id}`).click();
    await expect.poll(async () => (await look(page)).board).not.toBe(board);
  }
}

const result = (page: Page) => page.getByRole("dialog").getByRole("heading");

test("Mancala: with the computer's hints a game is won against Random", async ({ player }) => {
  test.slow();
  const page = await start(await player("Anna"), "Mancala", { level: "Random", rules: "Quick" });
  await playOut(page, async () => {
    await press(page, "Hint");
    const best = page.locator("button.pit[data-preview]");
    await expect(best).toHaveAttribute("data-delta", /^[+−]?\d+$/);
    await expect(page.locator(".status")).toHaveText(/^Play [a-d]: .+ \([+−]?\d+\)$/);
    await expect(page.locator("#spoken")).toContainText(/(win|loss|draw)/);
    await expect(best).toHaveAccessibleName(/, worth [+−]?\d+$/);
    return (await best.getAttribute("id")) ?? undefined;
  });
  await expect(result(page)).toHaveText("You win");
});

for (const game of GAMES) {
  test(`${game}: whoever plays anything loses against Master`, async ({ player }) => {
    test.slow();
    const page = await start(await player("Anna"), game, { level: "Master", begins: "Master", ...(game === "Mancala" ? { rules: "Quick" } : {}) });
    let moves = 0;
    await playOut(page, async (legal) => legal[(moves++ * 5 + 2) % legal.length]);
    await expect(result(page)).toHaveText("Master wins");
    await expect.poll(() => drawn(page)).toBe((await look(page)).board);
  });

  test(`${game}: the computer plays itself to the end, stops and goes on`, async ({ player }) => {
    const page = await start(await player("Anna"), game, { level: "Medium", watch: "Beginner", pace: "Like a person" });
    await press(page, "Pause");
    await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
    const paused = (await look(page)).board;
    await page.waitForTimeout(1_500);
    expect((await look(page)).board, "nobody moves").toBe(paused);
    expect((await look(page)).legal, "there is nothing for the one who looks on").toEqual([]);
    await page.getByRole("button", { name: "Speed 1×" }).click();
    await page.getByRole("button", { name: "Speed 2×" }).click();
    await press(page, "Go on");
    await expect(result(page)).toHaveText(/^(Medium|Beginner) wins$|^A draw$/, { timeout: 90_000 });
  });

  test(`${game}: a turn is taken back while the computer thinks, and the game goes on`, async ({ player }) => {
    const page = await start(await player("Anna"), game, { level: "Master", pace: "Like a person" });
    const before = await look(page);
    const first = game === "Mancala" ? "south-a" : before.legal[0];
    await page.locator(`#${first}`).click();
    await expect(page.locator(".status")).toHaveText("Master to move");
    await expect(page.locator(".plate-far .presence")).toHaveText("thinking…");
    await press(page, "Undo");
    await expect(page.locator(".status")).toHaveText("Your turn");
    expect(await look(page)).toEqual(before);
    await page.waitForTimeout(2_500);
    expect(await look(page), "the computer has let go of it").toEqual(before);
    await page.locator(`#${first}`).click();
    await expect(page.locator(".status")).toHaveText("Master to move");
    expect(await myTurn(page)).toBe(true);
    // A turn that has been answered is taken back with its answer.
    await press(page, "Undo");
    await expect.poll(() => look(page)).toEqual(before);
  });

  test(`${game}: after a reload in the middle of its thinking the computer answers`, async ({ player }) => {
    const anna = await player("Anna");
    const page = await start(anna, game, { level: "Hard", pace: "Like a person" });
    await page.locator(`#${game === "Mancala" ? "south-a" : (await look(page)).legal[0]}`).click();
    await expect(page.locator(".status")).toHaveText("Hard to move");
    await anna.reload();
    expect(await myTurn(page)).toBe(true);
    await expect(page.locator(".plate-far .presence")).toHaveText("computer");
  });
}

test("a worker that fails, or falls silent, is replaced, also without a network", async ({ player }) => {
  test.slow();
  const anna = await player("Anna");
  const page = await start(anna, "Mancala", { level: "Master", rules: "Kalah", pace: "Like a person" });
  await expect.poll(() => page.workers().length).toBe(1);
  await anna.context.setOffline(true);
  const faults = [
    // It fails over the next question; it keeps silent; it fails while it has nothing to do.
    () => { onmessage = () => { throw new Error("the test breaks this worker"); }; },
    () => { onmessage = null; },
    () => void setTimeout(() => { throw new Error("the test breaks this worker"); }),
  ];
  for (const fault of faults) {
    await expect.poll(() => page.workers().length).toBe(1);
    await page.workers()[0]?.evaluate(fault);
    await page.locator("button.pit[data-legal]").first().click();
    expect(await myTurn(page)).toBe(true);
  }
  await anna.context.setOffline(false);
});

/** Leads back to where a game is agreed on. */
async function newGame(page: Page): Promise<void> {
  await page.locator("summary[aria-label=Menu]").click();
  await press(page, "New game");
}

test("what was thought of one position is not played in another", async ({ player }) => {
  const anna = await player("Anna");
  // The worker's answers are known: the second pit for the first question, the fourth for the next.
  await anna.context.addInitScript(() => {
    const places = ["1", "3"];
    const Real = Worker;
    globalThis.Worker = class extends Real {
      override set onmessage(hear: ((event: MessageEvent) => void) | null) {
        super.onmessage = hear && (({ data }) => {
          const told = String(data).split(" ");
          if (told.length > 2) told[2] = places.shift() ?? "0";
          hear(new MessageEvent("message", { data: told.join(" ") }));
        });
      }
    };
  });
  const page = await start(anna, "Mancala", { level: "Easy", pace: "Like a person" });
  await page.locator("#south-e").click();
  // The answer is there and waits for the last stone to fall.
  await page.waitForTimeout(400);
  await press(page, "Undo");
  await page.locator("#south-f").click();
  expect(await myTurn(page)).toBe(true);
  await expect(page.locator(".turn-token").nth(1)).toHaveText(/^d\b/);
});

test("nothing of a game is left over in the next one", async ({ player }) => {
  const anna = await player("Anna");
  const page = await start(anna, "Mancala", { level: "Easy", watch: "Easy", rules: "Quick" });
  await press(page, "Pause");
  await newGame(page);
  await choose(page, "I play the computer");
  await press(page, "Start");
  for (let move = 0; move < 3 && (await myTurn(page)); move += 1) await page.locator("button.pit[data-legal]").first().click();
  expect(await myTurn(page), "the pause was the other game's").toBe(true);
  await press(page, "Hint");
  await expect(page.locator(".status")).toHaveText(/^Play /);
  await press(page, "Resign");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(page.locator(".status")).toHaveText("Easy wins");
  await page.getByRole("dialog").getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("dialog").getByText(/^You gave away [^.]*\.$/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await newGame(page);
  await press(page, "Start");
  expect(await myTurn(page)).toBe(true);
  await expect(page.locator(".status")).toHaveText("Your turn");
  await expect(page.locator("[data-delta]")).toHaveCount(0);
});

test("a hint that comes late is none for the position after it", async ({ player }) => {
  const { page, open } = await player("both").then((both) => ({ page: both.page, open: (path: string) => both.open(path) }));
  await open("/local");
  // Both at once: the move comes before any answer can.
  await page.evaluate(() => {
    for (const control of document.querySelectorAll<HTMLElement>(".control")) if (control.innerText.trim() === "Hint") control.click();
    document.getElementById("south-a")?.click();
  });
  await expect(page.locator(".status")).toHaveText("North to move");
  await page.waitForTimeout(1_500);
  await expect(page.locator(".status")).toHaveText("North to move");
  await press(page, "Hint");
  await expect(page.locator(".status")).toHaveText(/^Play /);
});

test("a game that is played on from an earlier position is another one, also without a network", async ({ player }) => {
  const anna = await player("Anna");
  const page = await start(anna, "Mancala", { level: "Beginner", watch: "Beginner", pace: "Like a person" });
  const kept = () => page.evaluate(() => (localStorage.getItem("duello.computer") ?? "").split('"moved"').length - 1);
  await expect.poll(kept).toBeGreaterThan(2);
  await anna.context.setOffline(true);
  await press(page, "Replay");
  await press(page, "Play from here");
  await expect(page.locator(".replay")).toHaveCount(0);
  expect(await kept()).toBeLessThan(2);
  await expect.poll(kept, { message: "it goes on", timeout: 20_000 }).toBeGreaterThan(2);
  await anna.context.setOffline(false);
});

test("a game that was played online is played on against the computer", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { game: "Mapello" });
  await table.play(5);
  const { page } = anna;
  await expect(page.getByRole("button", { name: "Hint" }), "no help against a person").toHaveCount(0);
  await press(page, "Resign");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Look at the board" }).click();
  await press(page, "Replay");
  for (let move = 0; move < 2; move += 1) await press(page, "One move on");
  const there = (await look(page)).board;
  await press(page, "Play from here");
  await page.waitForURL(/\/computer\/mapello$/);
  // Whoever opened the room has Black, whose turn it is there.
  await expect.poll(async () => (await look(page)).board).toBe(there);
  expect(await myTurn(page)).toBe(true);
  await expect(page.locator(".plate-near .name")).toHaveText("You");
});

/** Waits until the computer has thought: for how long, and which tasks of the page took over 50 ms meanwhile. */
async function whileItThinks(page: Page): Promise<{ thought: number; long: number[] }> {
  const presence = page.locator(".plate-far .presence");
  await expect(presence).toHaveText("thinking…");
  return presence.evaluate(async (element) => {
    const from = performance.now();
    const seen: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: "longtask" });
    const to = await new Promise<number>((done) => {
      const look = () => element.textContent === "thinking…" || done(performance.now());
      new MutationObserver(look).observe(element, { childList: true, characterData: true, subtree: true });
      look();
    });
    // Long tasks are told of a little later.
    await new Promise((done) => setTimeout(done, 200));
    const within = seen.filter(({ startTime, duration }) => startTime >= from && startTime + duration <= to);
    return { thought: to - from, long: within.map(({ duration }) => duration) };
  });
}

for (const game of GAMES) {
  test(`${game}: the page has no task over 50 ms while the computer thinks`, async ({ player }) => {
    const anna = await player("Anna", { reducedMotion: "reduce" });
    const page = await start(anna, game, { level: "Master" });
    for (let thoughts = 0; thoughts < 3; ) {
      expect(await myTurn(page)).toBe(true);
      const { legal } = await look(page);
      await page.locator(`#${legal.at(-1)}`).click();
      // A move may have brought another one.
      if ((await look(page)).legal.length > 0) continue;
      thoughts += 1;
      const { thought, long } = await whileItThinks(page);
      expect(thought, "ms: it thinks for a while").toBeGreaterThan(300);
      expect(long, "tasks over 50 ms").toEqual([]);
    }
  });
}

test("how a game went is reviewed, marked in the list of moves, and played on from", async ({ player }) => {
  test.slow();
  const anna = await player("Anna");
  // So small a game is seen to its end from the first move: it is the same one every time.
  const page = await start(anna, "Mancala", { level: "Master", rules: "Quick" });
  await playOut(page, async (legal) => legal[0]);
  await page.getByRole("dialog").getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "How it went" });
  await expect(review.getByText(/^You gave away [^.]*\.$/)).toBeVisible({ timeout: 30_000 });
  await expect(review.getByText(/^Master gave away [^.]*\.$/)).toBeVisible();
  await expect(review.getByRole("img").locator("i")).not.toHaveCount(0);
  const decided = review.getByRole("button", { name: /decided it/ });
  await expect(decided).toBeVisible();
  const ply = Number(/^Move (\d+),/.exec(await decided.innerText())?.[1]) - 1;
  await decided.click();
  await expect(page.getByRole("slider", { name: "Move" })).toHaveValue(String(ply));
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeFocused();
  await expect(page.locator(".replay-note")).toHaveText(/ was better than /);
  await expect(page.locator(".turn-token").filter({ hasText: "?" })).not.toHaveCount(0);
  const there = (await look(page)).board;
  await press(page, "Play from here");
  await expect.poll(async () => ((seen) => seen.board === there && seen.legal.length > 0)(await look(page))).toBe(true);
  await expect(page.locator(".replay")).toHaveCount(0);
});

test("the browser's engine answers as the one on this machine does: the same move, value and count of positions", async ({ player }) => {
  test.slow();
  const { page, open } = await player("Anna").then((anna) => ({ page: anna.page, open: (path: string) => anna.open(path) }));
  await open("/");
  const known = (await readFile(new URL("../questions.txt", import.meta.url), "utf8")).trimEnd().split("\n");
  const questions = known.flatMap((line, at) => (at % 3 === 0 ? [`${line}\n${known[at + 1]}`] : []));
  const answers = await page.evaluate(askAll, questions);
  expect(answers.map(({ answer }) => answer)).toEqual(known.filter((_, at) => at % 3 === 2));
});

test("every level plays, and keeps its name", async ({ player }) => {
  const anna = await player("Anna");
  const page = await start(anna, "Mapello", { level: "Random" });
  for (const level of LEVELS) {
    await expect(page.locator(".plate-far .name")).toHaveText(level);
    await page.locator(`#${(await look(page)).legal[0]}`).click();
    expect(await myTurn(page)).toBe(true);
    await page.locator("summary[aria-label=Menu]").click();
    await press(page, "New game");
    const levels = page.getByLabel("Level", { exact: true });
    await expect(levels).toHaveValue(String(LEVELS.indexOf(level)));
    await levels.selectOption(LEVELS[LEVELS.indexOf(level) + 1] ?? level);
    await press(page, "Start");
  }
});
