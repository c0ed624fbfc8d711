//! What one may press on a page before its program is there, in which ways, and what comes of it.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { boardState, square } from "./games.ts";

/** How something is pressed. */
export const WAYS = {
  mouse: (control: Locator) => control.click(),
  finger: (control: Locator) => control.tap(),
  keyboard: async (control: Locator) => {
    await control.focus();
    await control.press("Space");
  },
};

type Act = {
  what: string;
  path: string;
  /** What has to be opened first: the browser does that. */
  open?: string;
  control: string;
  /** What has the focus, where that is another one. */
  focus?: string;
  /** That it was done, and once. */
  done: (page: Page) => Promise<void>;
};

/** What is pressed, of each kind of page. */
export const ACTS: Act[] = [
  {
    what: "a pit",
    path: "/learn/mancala",
    control: "#south-c",
    done: (page) => expect.poll(async () => (await boardState(page)).board).toMatch(/south-c 0, south-d 4, .*south-store 1$/),
  },
  {
    what: "a square",
    path: "/learn/mapello",
    control: "#sq-64",
    done: (page) => expect(square(page, "d6")).toHaveAttribute("data-disc", "black"),
  },
  {
    what: "an entry of the menu",
    path: "/local",
    open: ".menu summary",
    control: ".menu-list button >> nth=0",
    done: async (page) => {
      await expect(page.locator(".board")).toHaveAttribute("data-turned");
      await expect(page.locator(".menu")).not.toHaveAttribute("open");
    },
  },
  {
    what: "the moves",
    path: "/local/mapello",
    control: ".control-panel",
    done: (page) => expect(page.locator(".control-panel")).toHaveAttribute("aria-expanded", "true"),
  },
  {
    what: "the settings",
    path: "/",
    control: ".home-head button",
    done: (page) => expect(page.getByRole("dialog")).toBeVisible(),
  },
  {
    what: "a tool of the editor",
    path: "/boards/edit",
    control: "[data-tool=joker]",
    focus: "label:has([data-tool=joker]) input",
    done: (page) => expect(page.locator("label:has([data-tool=joker]) input")).toBeChecked(),
  },
];
