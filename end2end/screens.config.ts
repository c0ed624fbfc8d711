//! How `make screens` runs: one screen after the other, into docs/screens. Not part of `npm test`.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

export default defineConfig({
  testDir: "screens",
  outputDir: "test-results/screens",
  workers: 2,
  timeout: 90_000,
  forbidOnly: true,
  reporter: [["line"]],
  use: base.use ?? {},
});
