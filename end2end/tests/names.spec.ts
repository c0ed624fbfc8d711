//! Names that nobody should have: cleaned before anybody sees them, whether they come through the form or past it.
import type { Locator } from "@playwright/test";
import { axe, expect, ready, test, type Player } from "../fixtures.ts";
import { join, openRoom, pressBoth, Table } from "../table.ts";

const HOSTILE = [
  ["x".repeat(500), "x".repeat(20)],
  ["\u202eAnna\u0000\u0007\u200b\u2066 \t\n  K", "Anna K"],
  ["<img src=x onerror=alert(1)>", "<img src=x onerror=a"],
  ["Z̴̡̢̛̛͓̺̈́̑͠a", undefined],
] as const;

/** Sends a name as a program would, with the player's cookie. */
function rename(player: Player, name: string) {
  return player.context.request.post("/api/rename", { form: { name }, maxRedirects: 0, headers: { accept: "application/json" } });
}

test("a name sent past the form is sanitized before others see it", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await anna.open("/");
  for (const [raw, clean] of HOSTILE) {
    const answer = await rename(anna, raw);
    expect(answer.status(), raw.slice(0, 40)).toBe(200);
    const { name } = (await answer.json()) as { name: string };
    if (clean !== undefined) expect(name).toBe(clean);
    expect([...name].length).toBeLessThanOrEqual(20);
    expect(name, "no control, direction or zero-width sign").not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
  await rename(anna, HOSTILE[2][0]);
  await Table.open(anna, bert);
  await expect(bert.page.locator(".seat .name").first()).toHaveText(HOSTILE[2][1]);
  await expect(bert.page.locator(".seat img")).toHaveCount(0);
});

test("an invisible name is refused with a message, and the old one stays", async ({ player }) => {
  const anna = await player("Anna");
  await anna.open("/");
  const before = await anna.page.getByLabel("Your name").inputValue();
  for (const raw of ["", "x", "\u200b\u202e\u0000", "   "]) {
    const answer = await rename(anna, raw);
    expect(answer.status()).toBeGreaterThanOrEqual(400);
    expect(answer.status(), "a name is no fault of the server").toBeLessThan(500);
    expect(await answer.text()).toContain("bad_name");
  }
  await anna.reload();
  await expect(anna.page.getByLabel("Your name")).toHaveValue(before);
});

test("the form removes control characters and shows the sanitized name", async ({ player }) => {
  const anna = await player("Anna");
  await anna.open("/");
  const field = anna.page.getByLabel("Your name");
  await field.evaluate((input) => input.removeAttribute("maxlength"));
  await field.fill(`\u202e\u200bNina${"a".repeat(500)}`);
  await Promise.all([anna.page.waitForEvent("load"), field.press("Enter")]);
  await ready(anna.page);
  await expect(field).toHaveValue(`Nina${"a".repeat(16)}`);
});

test("a name that is none is marked at its field until it is mended", async ({ player }) => {
  const anna = await player("Anna");
  await anna.open("/");
  const field = anna.page.getByLabel("Your name");
  // Invisible signs are long enough for the browser, but not for a name.
  for (const bad of ["   ", "a", "", "\u200b\u200b\u200b"]) {
    await field.fill(bad);
    await field.press("Enter");
    await expect(anna.page.getByRole("alert"), JSON.stringify(bad)).toHaveText("A name needs 2 to 20 visible characters.");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
    await field.fill("Al");
    await expect(anna.page.getByRole("alert")).toHaveCount(0);
    await expect(field).not.toHaveAttribute("aria-invalid");
  }
  await field.fill("");
  await field.press("Enter");
  await axe(anna.page);
  await field.fill("Alma");
  await Promise.all([anna.page.waitForEvent("load"), field.press("Enter")]);
  await ready(anna.page);
  await expect(field).toHaveValue("Alma");
});

test("a long name is truncated, but the mark that it is mine is not", async ({ player }) => {
  const [anna, bert] = [await player("Anna", { viewport: { width: 390, height: 844 } }), await player("Bert")];
  for (const one of [anna, bert]) await one.open("/");
  await rename(anna, "Wilhelmina Wollmann W");
  /** By how much it is longer than its place. */
  const over = async (name: Locator, holder: string) => {
    await expect(name).toHaveText("Wilhelmina Wollmann (you)");
    const [end, mine] = await name.evaluate((element, holder) => {
      const range = document.createRange();
      range.selectNodeContents(element.lastChild ?? element);
      return [element.closest(holder)?.getBoundingClientRect().right ?? 0, range.getBoundingClientRect().right];
    }, holder);
    expect(mine).toBeLessThanOrEqual(end ?? 0);
    return name.locator("span").first().evaluate((cut) => cut.scrollWidth - cut.clientWidth);
  };
  const code = await openRoom(anna);
  expect(await over(anna.page.locator(".seat .name").first(), ".seat"), "at the table it has a line of its own").toBeLessThan(16);
  await join(bert, `/r/${code}`);
  await pressBoth([anna.page, bert.page], "I’m ready");
  expect(await over(anna.page.locator(".plate-near .name"), ".plate"), "the name is longer than its place").toBeGreaterThan(0);
  await expect(bert.page.locator(".plate-near .name")).toHaveText(/ \(you\)$/);
});
