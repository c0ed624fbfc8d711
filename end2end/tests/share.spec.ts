//! What other apps hand to the installed one: where it leads.
import type { Page } from "@playwright/test";
import { axe, expect, test } from "../fixtures.ts";

test.use({ serviceWorkers: "allow" });

/** Shares something as a browser does: a form that it sends by itself. */
async function share(page: Page, fields: Record<string, string>, file?: string): Promise<void> {
  await page.goto("/rules/mancala");
  await page.evaluate(
    ([fields, file]) => {
      const form = Object.assign(document.createElement("form"), { action: "/share", method: "post", enctype: "multipart/form-data" });
      for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement("input"), { name, value }));
      if (file !== undefined) {
        const input = Object.assign(document.createElement("input"), { type: "file", name: "file" });
        const carried = new DataTransfer();
        carried.items.add(new File([file], "game.txt", { type: "text/plain" }));
        input.files = carried.files;
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    [fields, file] as const,
  );
  await page.waitForURL((url) => !url.pathname.startsWith("/rules"));
}

test("a game shared as text or file is shown and opens on this device", async ({ player }) => {
  const { page } = await player("Anna");
  for (const [fields, file] of [[{ text: "1. C-F 2. a" }, undefined], [{ title: "game.txt" }, "1. C-F 2. a"]] as const) {
    await share(page, fields, file);
    await expect(page.getByRole("textbox")).toHaveValue("1. C-F 2. a");
    await expect(page.locator(".record-board [role=img]")).toBeVisible();
    await expect(page.getByRole("button", { name: "Analyse" })).toBeVisible();
  }
  await axe(page);
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForURL(/\/review\/mancala\?game=/);
});

test("shared rooms, boards and games open; invalid or overlong text is named", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const { page } = bert;
  await anna.open("/");
  await anna.page.getByRole("region", { name: "Mancala" }).getByRole("button", { name: "Play a friend" }).click();
  await anna.page.waitForURL(/\/r\/\w+$/);
  const room = anna.page.url();
  await share(page, { title: "Duello", text: `Play Mancala with me: ${room}`, url: "" });
  await page.waitForURL(room);
  await share(page, { text: new URL(room).pathname.slice(3).toLowerCase() });
  await page.waitForURL(room);
  await share(page, { text: "K6G4E-0R03R-44167-0G123-4903E-X" });
  await page.waitForURL("**/boards/edit?board=K6G4E-0R03R-44167-0G123-4903E-X");
  await share(page, { text: "</textarea><script>alert(1)</script>" });
  await expect(page.getByRole("alert")).toHaveText(/^This doesn’t start like a game/);
  await share(page, {}, "x".repeat(4 * 1024 * 1024));
  await expect(page.getByRole("alert")).toHaveText(/^The text is too long/);
  await expect(page.getByRole("textbox")).toHaveValue(/^\s*$/);
});
