//! What a test in a browser that is not Chromium is given: a real server, and people at browsers that must stay silent.
import { test as base, expect } from "@playwright/test";
import { served } from "../served.ts";
import type { Server } from "../server.ts";
import { Browser, Screen, type Engine } from "./engine.ts";
import { Person } from "./person.ts";

export { expect };
export type { Person } from "./person.ts";

/** The size of a window in CSS px, as far as the browser goes along: Firefox has none narrower than 500. */
type Size = { width: number; height: number };

type EachTest = {
  /** Somebody new at a new browser. What the page complains about fails the test. */
  person: (name: string, size?: Size) => Promise<Person>;
};

type EachWorker = { engine: Engine; server: Server; display: Screen };

export const test = base.extend<EachTest, EachWorker>({
  engine: ["firefox", { option: true, scope: "worker" }],

  server: [served, { scope: "worker" }],

  display: [
    async ({}, use) => {
      const screen = await Screen.open();
      await use(screen);
      screen.close();
    },
    { scope: "worker" },
  ],

  person: async ({ engine, server, display }, use, testInfo) => {
    const seated: { person: Person; browser: Browser }[] = [];
    if (!server.running) await server.start();
    await use(async (name, size = { width: 1440, height: 900 }) => {
      const browser = await Browser.open(engine, display);
      const person = new Person(name, browser.driver, server.url);
      seated.push({ person, browser });
      await browser.driver.manage().window().setRect({ x: 0, y: 0, ...size });
      return person;
    });
    const failed = testInfo.status !== testInfo.expectedStatus;
    for (const { person, browser } of seated) {
      await person.gather().catch(() => {});
      const picture = failed ? await browser.driver.takeScreenshot().catch(() => undefined) : undefined;
      if (picture) await testInfo.attach(person.name, { body: Buffer.from(picture, "base64"), contentType: "image/png" });
      await browser.close();
    }
    expect(seated.flatMap(({ person }) => person.problems.map((problem) => `${person.name} · ${problem}`))).toEqual([]);
  },
});
