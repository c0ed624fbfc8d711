//! How `make browsers` runs: the page in Firefox and in the engine of Safari. Not part of `npm test`, as both have to be
//! installed first.
import { defineConfig } from "@playwright/test";
import type { Engine } from "./browsers/engine.ts";

const ENGINES: Engine[] = ["firefox", "webkit"];

export default defineConfig<object, { engine: Engine }>({
  testDir: "browsers",
  retries: 0,
  // Two people at two browsers that draw without a graphics card fill two cores.
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [["list"]],
  outputDir: "test-results/browsers",
  projects: ENGINES.map((engine) => ({ name: engine, use: { engine } })),
});
