//! A draw asks once before it is offered.
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** Offers a draw as a person does: a press, `meanwhile` a look at what it says, and a second one that is no double click. */
export async function offerDraw(page: Page, meanwhile?: () => Promise<void>): Promise<void> {
  const draw = page.getByRole("toolbar").getByRole("button", { name: /^Draw/ });
  await draw.click();
  await expect(draw).toHaveAccessibleName("Draw?");
  await expect(page.locator(".toast")).toHaveText("Press again to offer a draw.");
  await meanwhile?.();
  // A press that comes too soon is the other half of a double click, and changes nothing.
  await expect(async () => {
    await draw.click({ timeout: 1_000 });
    await expect(draw).toHaveAccessibleName("Draw", { timeout: 200 });
  }).toPass();
}
