//! Players with a name of their own: they claim it, are found, followed and challenged, and others see them at the table.
import type { Page } from "@playwright/test";
import { authenticator } from "../authenticator.ts";
import { axe, axeDayAndNight, expect, type Player, ready, test } from "../fixtures.ts";

/** Creates a passkey and claims a name. */
async function claims(player: Player, name: string): Promise<Page> {
  const { page } = player;
  await authenticator(player);
  await page.goto("/me");
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByText("You are signed in.")).toBeVisible();
  const own = page.getByRole("region", { name: "Public profile" });
  await own.getByLabel("Name", { exact: true }).fill(name);
  await own.getByRole("button", { name: "Claim" }).click();
  return page;
}

test.describe("players", () => {
  test("a claimed name is found, followed and challenged, and plays", async ({ player, server }) => {
    test.slow();
    const site = { baseURL: `http://localhost:${server.port}` };
    const [anna, bert, cleo] = [await player("Anna", site), await player("Bert", site), await player("Cleo", site)];
    const page = await claims(anna, "Ada-L");
    await expect(page.getByText("This name is yours now.")).toBeVisible();
    await axeDayAndNight(page);
    // Names that look alike are one.
    const other = await claims(cleo, "ADA-L");
    await expect(other.getByRole("alert")).toContainText("This name is taken");

    // Somebody without an account finds the player, and follows her by keyboard.
    await bert.page.goto("/me");
    await bert.page.getByLabel("Your name").fill("@Ada-L");
    await bert.page.keyboard.press("Enter");
    await expect(bert.page.getByLabel("Your name")).toHaveValue("Ada-L");
    await bert.page.goto("/@ada-l");
    await expect(bert.page.getByRole("heading", { level: 1 })).toHaveText("@Ada-L");
    await axeDayAndNight(bert.page);
    await bert.page.getByRole("button", { name: "Follow" }).focus();
    await bert.page.keyboard.press("Enter");
    await expect(bert.page.getByRole("button", { name: "Unfollow" })).toBeVisible();

    // She waits in the lobby, where the challenge comes without a reload.
    await page.goto("/find");
    await ready(page);
    await bert.page.goto("/find");
    await expect(bert.page.getByRole("region", { name: "Friends online" }).getByRole("link")).toContainText("@Ada-L");
    await bert.page.getByRole("region", { name: "Friends online" }).getByRole("link").click();
    const challenge = bert.page.getByRole("region", { name: "Challenge" });
    await challenge.getByRole("group", { name: "Game" }).getByText("Mapello").click();
    await challenge.getByRole("button", { name: "Send challenge" }).click();
    await bert.page.waitForURL("**/r/*");
    const challenges = page.getByRole("region", { name: "Challenges", exact: true });
    // Without the mark, which is hers alone.
    await expect(challenges.locator(".name")).toHaveText("Ada-L");
    await axe(page);
    await challenges.getByRole("link").click();
    await ready(page);
    await page.getByRole("button", { name: "Sit down" }).click();
    for (const at of [page, bert.page]) await at.getByRole("button", { name: "I’m ready" }).click();
    await expect(bert.page.locator(".plate-far .name")).toContainText("@Ada-L", { timeout: 20_000 });
    await expect(page.locator(".plate-near .name")).toContainText("@Ada-L");
  });

  test("who is blocked is told so, and the block is ended in the profile", async ({ player, server }) => {
    const site = { baseURL: `http://localhost:${server.port}` };
    const [anna, bert] = [await player("Anna", site), await player("Bert", site)];
    const page = await claims(anna, "Bea");
    await expect(page.getByText("This name is yours now.")).toBeVisible();
    const other = await claims(bert, "Bruno");
    await expect(other.getByText("This name is yours now.")).toBeVisible();
    await page.goto("/@Bruno");
    await page.getByRole("button", { name: "Block" }).click();
    await expect(page.getByText("You’ve blocked this player")).toBeVisible();
    await axe(page);
    await other.goto("/@Bea");
    await other.getByRole("button", { name: "Send challenge" }).click();
    await expect(other.getByRole("alert")).toContainText("You can’t challenge or follow @Bea");
    await page.goto("/me");
    await page.getByRole("button", { name: "Unblock @Bruno" }).click();
    await expect(page.getByRole("region", { name: "Blocked players" })).toHaveCount(0);
    await other.goto("/@Bea");
    await other.getByRole("button", { name: "Send challenge" }).click();
    await other.waitForURL("**/r/*");
    // It is declined from the lobby.
    await page.goto("/find");
    await page.getByRole("button", { name: "Decline @Bruno’s challenge" }).click();
    await expect(page.getByRole("region", { name: "Challenges", exact: true })).toHaveCount(0);
  });

  test("the leaderboards say what one has to do to be there", async ({ player }) => {
    const { page } = await player("Anna");
    await page.goto("/players");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leaderboards");
    await expect(page.getByText("Nobody is listed yet.")).toHaveCount(2);
    await axeDayAndNight(page);
  });
});
