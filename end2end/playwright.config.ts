//! How the end-to-end tests run: which browser, which screens. What a test is given stands in fixtures.ts.
import { defineConfig } from "@playwright/test";
import { launching } from "./browser.mjs";

/** Tests tagged @long are of the long form alone: they show once more, or in more ways, what the short one has shown. */
const left = process.env.LONG ? [] : [/@long\b/];

export default defineConfig({
  testDir: "tests",
  snapshotPathTemplate: "pictures/{arg}{ext}",
  // Long files would keep one worker busy when the others have ended.
  fullyParallel: true,
  // A test that passes at the second try has found something: no retries.
  retries: 0,
  // Each worker has a browser and a server of its own. Tests wait now and then: with three, two cores are always busy.
  workers: 3,
  // A whole game in two browsers, on two cores that have other work as well.
  timeout: 120_000,
  expect: {
    timeout: 10_000,
    // What is compared with what was; CONTRIBUTING.md says how it is renewed.
    toHaveScreenshot: { pathTemplate: "pictures/{arg}{ext}" },
    toMatchAriaSnapshot: { pathTemplate: "aria/{arg}{ext}" },
  },
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"], ["./reporter.ts"]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "UTC",
    // To keep the whole page for later costs a fifth of every visit: the tests about it ask for it.
    serviceWorkers: "block",
    // Films cost half of a test's time: motion is on where it is looked at (`MOVING` in scene.ts).
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    trace: process.env.TRACE === undefined ? "off" : "retain-on-failure",
    launchOptions: launching("pages"),
  },
  projects: [
    // Every test, but those for the phone alone.
    { name: "desktop", grepInvert: [/@phone\b/, ...left], use: { viewport: { width: 1440, height: 900 } } },
    // Tests tagged @phone run here only, those tagged @everywhere here as well.
    {
      name: "phone",
      grep: /@(phone|everywhere)\b/,
      grepInvert: left,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
});
