//! The server dies in the middle of a game, by SIGKILL or by a deployment, and comes back: the game goes on where it was.
import { expect, test } from "../fixtures.ts";
import { GAMES, boardState, shownBy } from "../games.ts";
import { Table } from "../table.ts";

for (const game of GAMES) {
  test(`${game}: both players resume after SIGKILL and a restart`, shownBy("Mapello", game), async ({ player, server }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game });
    for (const round of [1, 2]) {
      await table.play(3);
      const before = await table.board();
      for (const one of [anna, bert]) one.expectNetworkFailures();
      expect((await server.kill()).signal, `round ${round}`).toBe("SIGKILL");
      for (const page of table.pages) await expect(page.getByRole("alert")).toContainText("No connection");
      await server.start();
      for (const page of table.pages) await expect(page.locator(".lost")).toBeHidden({ timeout: 20_000 });
      expect(await table.board()).toBe(before);
    }
    await table.play(3);
    await anna.reload();
    await table.inStep();
    await table.play(2);
  });

  test(`${game}: a move made while the server is down is sent when it is back`, shownBy("Mancala", game), async ({ player, server }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game });
    await table.play(2);
    const mover = await table.mover();
    if (mover === undefined) throw new Error("the game is over after two moves");
    const before = await table.board();
    for (const one of [anna, bert]) one.expectNetworkFailures();

    await server.kill();
    await mover.locator(".board [data-legal]").first().click();
    await expect(mover.locator(".board [data-pending]")).toHaveCount(1);
    const after = (await boardState(mover)).board;
    await server.start();
    for (const page of table.pages) {
      await expect.poll(async () => (await boardState(page)).board, { timeout: 20_000 }).toBe(after);
    }
    expect(after).not.toBe(before);
    await expect(mover.locator(".board [data-pending]")).toHaveCount(0);
    await table.play(3);
  });
}

test("a deployment stops the server cleanly, and the game goes on after it", async ({ player, server }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { game: "Mapello" });
  await table.play(2);
  const before = await table.board();
  for (const one of [anna, bert]) one.expectNetworkFailures();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  await server.start();
  for (const page of table.pages) await expect(page.locator(".lost")).toBeHidden({ timeout: 20_000 });
  expect(await table.board()).toBe(before);
  await table.play(3);
});
