//! Games of the WTHOR base, chosen as files: listed with the names beside them, reviewed, and kept on the device.
import { press } from "../computer.ts";
import { list, rows, say } from "../device.ts";
import { axe, expect, ready, test } from "../fixtures.ts";
import { games, names } from "../wthor.ts";

const BASE = [
  games([
    { moves: "e6f4e3f6g5d6e7f5c5", black: 64, players: [0, 1] },
    { moves: "f5d6c3d3c4", black: 40, players: [1, 0] },
  ]),
  names("jou", ["Ångström Åsa", "Dupont Léa"]),
  names("trn", ["Ulm"]),
];

test("games of the WTHOR base are listed by name and reviewed @everywhere", async ({ player }) => {
  const { page } = await player("Anna");
  await page.goto("/games/import");
  await page.getByLabel("Or files").setInputFiles(BASE);
  await axe(page);
  await press(page, "Import");
  const several = page.locator("[aria-labelledby=several]");
  await expect(several.getByRole("button")).toHaveText([/Ångström Åsa.*Dupont Léa/, /Dupont Léa.*Ångström Åsa/]);
  await several.getByRole("button").last().click();
  await expect(page.getByRole("region", { name: "What was read" })).toContainText("Ulm 2024");
  await axe(page);
  await press(page, "Analyse");
  await page.waitForURL(/\/review\/mapello\?game=/);
  await ready(page);
  await press(page, "Review");
  const review = page.getByRole("dialog", { name: "Game review" });
  await expect(review.getByText("Opening: Tiger.", { exact: true })).toBeVisible({ timeout: 60_000 });
});

test("my games takes files of the WTHOR base and says what is wrong", async ({ player }) => {
  const { page } = await player("Anna");
  await list(page);
  const choose = async (files: typeof BASE) => {
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Import games" }).click();
    await (await chosen).setFiles(files);
    await expect(say(page)).not.toBeEmpty();
  };
  await choose(BASE);
  await expect(say(page)).toHaveText("Games imported: 2");
  await expect(rows(page).first()).toContainText("Dupont Léa");
  await choose(BASE.slice(1));
  await expect(say(page)).toContainText("Choose the file with the games (.wtb) as well.");
  await choose([games([{ moves: "f5f5", black: 40, players: [0, 0] }])]);
  await expect(say(page)).toContainText("Game 1 of this file is damaged.");
  await expect(rows(page)).toHaveCount(2);
});
