//! Whoever writes by composing letters (IME) gives no commands by that.
import { expect, test } from "../fixtures.ts";
import { boardState } from "../games.ts";

test("letters of a word that is being composed are no commands", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  const compose = (key: string) =>
    page.evaluate((key) => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true, cancelable: true })), key);
  await both.open("/local");
  await page.locator("#south-c").focus();
  const { board } = await boardState(page);
  for (const key of ["c", "1", "u", "?"]) await compose(key);
  expect((await boardState(page)).board).toBe(board);
  await page.keyboard.press("c");
  await expect.poll(async () => (await boardState(page)).board).not.toBe(board);
  await both.open("/boards/edit");
  await page.locator("#sq-44").focus();
  const chosen = () => page.getByRole("group", { name: "Piece" }).locator("input:checked").evaluateAll((all) => all.map((one) => one.closest("label")?.textContent));
  const before = await chosen();
  for (const key of ["j", "x", "b"]) await compose(key);
  expect(await chosen()).toEqual(before);
  await page.keyboard.press("j");
  await expect.poll(chosen).not.toEqual(before);
});
