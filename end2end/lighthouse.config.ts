//! How `make lighthouse` runs: one page after the other, with nothing beside it. Not part of `npm test`.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "lighthouse",
  workers: 1,
  timeout: 0,
  forbidOnly: true,
  reporter: [["line"]],
});
