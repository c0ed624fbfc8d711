//! The game as an app: what a browser reads of it, how it is installed, and what it does once it is. Pictures of the manifest
//! are made here too: DUELLO_WRITE=1 npx playwright test installed -g "pictures"
import { mkdir, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { axe, expect, test, type Player } from "../fixtures.ts";
import { FACTS, GAMES } from "../games.ts";
import { openKept } from "../kept.ts";
import { midgame, STILL } from "../scene.ts";
import { Table } from "../table.ts";

type Picture = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string; label?: string };
type Manifest = {
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
  share_target: { action: string; params: { files: { name: string }[] } };
};

const LANGUAGES = ["en", "de", "pt"];

/** What a test reads of the page that it has been told to remember. */
const kept = <T>(page: Page, name: string) => page.evaluate((name) => (globalThis as unknown as Record<string, T>)[name], name);

async function manifest(page: Page, language = "en"): Promise<Manifest> {
  return (await page.request.get(`/${language}.webmanifest`)).json() as Promise<Manifest>;
}

for (const locale of LANGUAGES) {
  test(`the browser finds nothing wrong with the manifest, in ${locale}`, async ({ player }) => {
    const { context, page } = await player("Anna", { locale });
    await page.goto("/");
    const devtools = await context.newCDPSession(page);
    const { url, errors } = await devtools.send("Page.getAppManifest");
    expect(new URL(url).pathname).toBe(`/${locale}.webmanifest`);
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A test's browser keeps nothing, and so installs nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
  });
}

test("every icon and picture is there, of the size and type that the manifest says", async ({ player }) => {
  const { page } = await player("Anna");
  await page.goto("/");
  const { icons, screenshots, shortcuts } = await manifest(page);
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "any any", "192x192 any", "512x512 any", "512x512 maskable", "512x512 monochrome",
  ]);
  for (const form of ["narrow", "wide"]) expect(screenshots.filter(({ form_factor }) => form_factor === form)).toHaveLength(3);
  for (const { src, sizes, type } of [...icons, ...screenshots, ...shortcuts.flatMap(({ icons }) => icons)]) {
    const answer = await page.request.get(src);
    expect([answer.status(), answer.headers()["content-type"]], src).toEqual([200, type]);
    const size = await page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== "any") expect(size, src).toBe(sizes);
  }
  const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  expect((await page.request.get(touch ?? "")).status()).toBe(200);
});

test("every shortcut leads to a way to play, four of them first", async ({ player }) => {
  const { page } = await player("Anna");
  const { shortcuts } = await manifest(page);
  expect(shortcuts.slice(0, 4).map(({ name }) => name)).toEqual([
    "Play a friend", "Play the computer · Mancala", "Pass and play · Mancala", "Find an opponent · Mancala",
  ]);
  for (const { url } of shortcuts) {
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("There is nothing here");
  }
});

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

test("a game that is shared, as text or as a file, is shown and opens on this device", async ({ player }) => {
  const { page } = await player("Anna");
  for (const [fields, file] of [[{ text: "1. C-F 2. a" }, undefined], [{ title: "game.txt" }, "1. C-F 2. a"]] as const) {
    await share(page, fields, file);
    await expect(page.getByRole("textbox")).toHaveValue("1. C-F 2. a");
    await expect(page.locator(".record-board [role=img]")).toBeVisible();
    await expect(page.getByRole("button", { name: "Review it here" })).toBeVisible();
  }
  await axe(page);
  await page.getByRole("button", { name: "Review it here" }).click();
  await page.waitForURL("**/local");
});

test("a room, a board and a game of ours that are shared are gone to; rubbish and what is too long are named", async ({ player }) => {
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
  await expect(page.getByRole("alert")).toHaveText(/^No game can be read/);
  await share(page, {}, "x".repeat(1024 * 1024));
  await expect(page.getByRole("alert")).toHaveText("That is too long to be a game.");
  await expect(page.getByRole("textbox")).toHaveValue(/^\s*$/);
});

/** Does as a browser that would install the page; `prompted` counts how often it was asked to. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const told = globalThis as unknown as { prompted: number };
    told.prompted = 0;
    const prompt = async () => void (told.prompted += 1);
    return !dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
  });

test("the button to install it comes when the browser offers it, moves nothing, and asks the browser @everywhere", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await page.addInitScript(() => {
    const told = globalThis as unknown as { shifts: number };
    told.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) told.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const script = page.waitForResponse(/\/installed\.js\?/);
  await anna.open("/");
  await script;
  await page.waitForLoadState("load");
  const button = page.getByRole("button", { name: "Install Duello" });
  await expect(button).toBeHidden();
  const language = await page.locator(".home-foot .language").boundingBox();
  await expect.poll(() => offer(page), "the page asks in its own place").toBe(true);
  await expect(button).toBeVisible();
  expect(await page.locator(".home-foot .language").boundingBox()).toEqual(language);
  await axe(page);
  await button.click();
  expect(await kept(page, "prompted")).toBe(1);
  await expect(button).toBeHidden();
  expect(await kept(page, "shifts")).toBe(0);
  // Where there is no button the browser offers it by itself.
  await anna.open("/local");
  expect(await offer(page)).toBe(false);
});

test.describe("on an iPhone", () => {
  const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  const SAFARI = `${IPHONE} Version/18.3 Mobile/15E148 Safari/604.1`;
  const IPAD = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15";

  const phone = async (player: (name: string, browser?: object) => Promise<Player>, userAgent: string, standalone: boolean | undefined) => {
    const anna = await player("Anna", { userAgent, viewport: { width: 390, height: 664 } });
    await anna.context.addInitScript((value) => Object.assign(navigator, value), { standalone });
    await anna.open("/");
    await anna.page.waitForLoadState("networkidle");
    return anna;
  };
  const hint = (page: Page) => page.locator("#install-ios");

  for (const [name, agent] of [["an iPhone", SAFARI], ["an iPad", IPAD]] as const) {
    test(`Safari on ${name} is told how it is installed, until one has read it`, async ({ player }) => {
      const anna = await phone(player, agent, false);
      await expect(hint(anna.page)).toContainText("Add to Home Screen");
      await axe(anna.page);
      await hint(anna.page).getByRole("button", { name: "Close" }).click();
      await expect(hint(anna.page)).toBeHidden();
      await anna.reload();
      await anna.page.waitForLoadState("networkidle");
      await expect(hint(anna.page)).toBeHidden();
    });
  }

  for (const [name, agent, standalone] of [
    ["the app itself", SAFARI, true],
    ["Chrome", `${IPHONE} CriOS/133.0.6943.33 Mobile/15E148 Safari/604.1`, false],
    ["Firefox", `${IPHONE} FxiOS/135.0 Mobile/15E148 Safari/605.1.15`, false],
    ["Edge", `${IPHONE} Version/18.0 EdgiOS/133.0.3065.59 Mobile/15E148 Safari/605.1.15`, false],
    ["DuckDuckGo", `${IPHONE} Version/18.3 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`, false],
    ["a page within another app", `${IPHONE} Mobile/15E148`, false],
    ["Safari on a Mac", IPAD, undefined],
  ] as const) {
    test(`${name} is told nothing`, async ({ player }) => {
      const { page } = await phone(player, agent, standalone);
      await expect(hint(page)).toBeHidden();
    });
  }
});

test("the bar around the page has the colour of the paper, whatever is set @everywhere", async ({ player }) => {
  const anna = await player("Anna", { colorScheme: "light" });
  const { page } = anna;
  const bars = () => page.locator("meta[name=theme-color]").evaluateAll((all) => (all as HTMLMetaElement[]).map(({ content }) => content));
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  /** A colour as red, green and blue. */
  const mixed = (colour: string) =>
    page.evaluate((colour) => {
      const ground = document.createElement("canvas").getContext("2d")!;
      ground.fillStyle = colour;
      ground.fillRect(0, 0, 1, 1);
      return [...ground.getImageData(0, 0, 1, 1).data];
    }, colour);
  // What is in the page before its script is there is the same.
  const html = await (await page.request.get("/")).text();
  const written = [...html.matchAll(/name="theme-color"[^>]*content="(#\w+)"/g)].map(([, colour]) => colour ?? "");
  expect(written).toHaveLength(2);
  await anna.open("/");
  const same = async () => {
    const now = await paper();
    await expect.poll(bars).toEqual([now, now]);
    return mixed(now);
  };
  const day = await same();
  expect(await mixed(written[0] ?? "")).toEqual(day);
  await page.getByRole("button", { name: "Look and sound" }).click();
  await page.locator("label", { hasText: /^Dark$/ }).click();
  const night = await same();
  expect(night).not.toEqual(day);
  expect(await mixed(written[1] ?? "")).toEqual(night);
  await page.locator("label", { hasText: "Marble" }).click();
  expect(await same()).not.toEqual(night);
  await page.goto("/rules/mancala");
  await same();
  await page.goto("/");
  await page.evaluate(() => localStorage.clear());
  await anna.reload();
  expect(await same()).toEqual(day);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await same()).toEqual(night);
});

/** What a browser must be allowed: a test's grants nothing that is not named. */
const AWAKE = { permissions: ["screen-wake-lock"] };

/** Counts what is asked for of the screen: `awake` is how many locks are held. */
async function watched(player: Player): Promise<void> {
  await player.context.addInitScript(() => {
    const told = globalThis as unknown as { awake: number };
    told.awake = 0;
    const own = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await own(type);
      told.awake += 1;
      lock.addEventListener("release", () => (told.awake -= 1));
      return lock;
    };
  });
}

const awake = (page: Page) => kept<number>(page, "awake");

async function sight(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

for (const game of GAMES) {
  test(`${game}: the screen stays awake while two play on one device, and no longer`, async ({ player }) => {
    const both = await player("both", AWAKE);
    await watched(both);
    const { page } = both;
    await both.open(FACTS[game].local);
    await expect.poll(() => awake(page)).toBe(1);
    await sight(page, true);
    await expect.poll(() => awake(page)).toBe(0);
    await sight(page, false);
    await expect.poll(() => awake(page)).toBe(1);
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect.poll(() => awake(page)).toBe(0);
  });
}

test("a board that is left lying lets the screen go dark, until the next move", async ({ player }) => {
  const both = await player("both", AWAKE);
  await watched(both);
  const { page } = both;
  await page.clock.install();
  await both.open("/local");
  await page.clock.runFor(10_000);
  await expect.poll(() => awake(page)).toBe(1);
  await page.clock.runFor("11:00");
  await expect.poll(() => awake(page)).toBe(0);
  await page.locator("#south-a").click();
  await page.clock.runFor(10_000);
  await expect.poll(() => awake(page)).toBe(1);
});

test("in a room the screen stays awake while both are there and play", async ({ player }) => {
  const [anna, bert] = [await player("Anna", AWAKE), await player("Bert", AWAKE)];
  for (const one of [anna, bert]) await watched(one);
  const table = await Table.open(anna, bert);
  expect(await awake(anna.page), "nobody plays yet").toBe(0);
  await table.ready();
  for (const { page } of [anna, bert]) await expect.poll(() => awake(page)).toBe(1);
  const room = bert.page.url();
  await bert.page.goto("/rules/mancala");
  await expect.poll(() => awake(anna.page), "the other has gone").toBe(0);
  await bert.open(room);
  for (const { page } of [anna, bert]) await expect.poll(() => awake(page)).toBe(1);
  await table.playToTheEnd();
  for (const { page } of [anna, bert]) await expect.poll(() => awake(page)).toBe(0);
});

/** Has a page take itself for the app, and remember what it has in its icon. */
async function asApp(player: Player): Promise<void> {
  await player.context.addInitScript(() => {
    const told = globalThis as unknown as { badge: number | undefined };
    navigator.setAppBadge = async (number) => void (told.badge = number);
    const own = matchMedia.bind(globalThis);
    globalThis.matchMedia = (query) => (query === "(display-mode: browser)" ? own("not all") : own(query));
  });
}

test("the app's icon says in how many games it is my turn, on every page", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  for (const one of [anna, bert]) await asApp(one);
  const badge = (page: Page) => kept<number>(page, "badge");
  const table = await Table.start(anna, bert);
  const [mover, other] = (await table.mover()) === anna.page ? [anna.page, bert.page] : [bert.page, anna.page];
  await expect.poll(() => badge(mover)).toBe(1);
  await expect.poll(() => badge(other)).toBe(0);
  while ((await table.mover()) === mover) await table.move();
  await expect.poll(() => badge(mover)).toBe(0);
  await expect.poll(() => badge(other)).toBe(1);
  // Elsewhere the server says it.
  for (const path of ["/", "/rules/mancala", "/local"]) {
    await other.goto(path);
    await expect.poll(() => badge(other), path).toBe(1);
  }
  await mover.goto("/");
  await expect.poll(() => badge(mover)).toBe(0);
  // A game on this device is none that waits.
  await other.locator("#south-a").click();
  await sight(other, true);
  await expect.poll(() => badge(other)).toBe(1);
});

test("opened from outside it goes there, but not away from a game that is played", async ({ player }) => {
  const anna = await player("Anna", AWAKE);
  await watched(anna);
  await anna.context.addInitScript(() => {
    const queue = { setConsumer: (launched: unknown) => void Object.assign(globalThis, { launched }) };
    Object.defineProperty(globalThis, "launchQueue", { value: queue });
  });
  const { page } = anna;
  const launch = (path: string) =>
    page.evaluate((path) => {
      const { launched } = globalThis as unknown as { launched(given: { targetURL: string }): void };
      launched({ targetURL: new URL(path, location.origin).href });
    }, path);
  const there = () => expect.poll(() => page.evaluate(() => "launched" in globalThis)).toBe(true);
  await page.goto("/rules/mancala");
  await there();
  // Its icon leads to what one had left, and what was shared has been gone to.
  await page.evaluate(() => Object.assign(globalThis, { stays: true }));
  for (const path of ["/", "/share", "/rules/mancala"]) await launch(path);
  expect(await kept(page, "stays")).toBe(true);
  await launch("/learn/mancala");
  await page.waitForURL("**/learn/mancala");
  await there();
  await launch("/#mancala");
  await page.waitForURL("**/#mancala");
  await there();
  await launch("/local");
  await page.waitForURL("**/local");
  await expect.poll(() => awake(page)).toBe(1);
  await launch("/find");
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect.poll(() => awake(page)).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/local");
  await launch("/find");
  await page.waitForURL("**/find");
});

/** Parts that one reads or touches and that lie, now, where the device has its notch or its bar: as [name, edge]. */
const under = (page: Page, insets: Record<string, number>) =>
  page.evaluate((insets) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll("h1, h2, a, button, input, select, textarea, .status, .plate, .board")) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.matches(".skip, .hidden, .hidden *, .choices input, a:has(.board)")) continue;
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      if (width < 2 || bottom <= 0 || top >= innerHeight) continue;
      const at = [
        left < (insets.left ?? 0) - 1 && "left",
        right > innerWidth - (insets.right ?? 0) + 1 && "right",
        scrollY < 1 && top < (insets.top ?? 0) - 1 && "top",
        scrollY + innerHeight >= document.documentElement.scrollHeight - 1 && bottom > innerHeight - (insets.bottom ?? 0) + 1 && "bottom",
      ].filter(Boolean);
      if (at.length > 0) found.push(`${element.tagName} ${element.className} ${element.textContent?.slice(0, 20)} ${at.join("+")}`);
    }
    return found;
  }, insets);

for (const [name, viewport, insets] of [
  ["upright", { width: 390, height: 844 }, { top: 59, bottom: 34 }],
  ["across", { width: 844, height: 390 }, { left: 59, right: 59, bottom: 21 }],
] as const) {
  test(`nothing lies under the notch or the bar of a phone held ${name}`, async ({ player }) => {
    const anna = await player("Anna", { viewport });
    const { context, page } = anna;
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setSafeAreaInsetsOverride" as never, { insets } as never);
    for (const path of [
      "/", "/local", "/local/mapello", "/computer", "/boards/edit", "/learn/mancala", "/find", "/rules/mancala", "/games",
      "/games/import", "/me", "/notifications", "/nowhere",
    ]) {
      if (path === "/nowhere") anna.allow(/status of 404/);
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      expect.soft(await under(page, insets), `${path}, at its head`).toEqual([]);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      expect.soft(await under(page, insets), `${path}, at its foot`).toEqual([]);
    }
    await openKept(page, "Mancala", ["sa", "nb", "sb"]);
    await page.getByRole("button", { name: "Moves" }).click();
    await expect.poll(() => under(page, insets), "the sheet of moves").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByLabel("Menu").click();
    expect.soft(await under(page, insets), "the menu").toEqual([]);
  });
}

test("a game cannot be pulled from its place", async ({ player }) => {
  const both = await player("both", { viewport: { width: 390, height: 844 } });
  for (const [path, kept] of [["/local", "none"], ["/rules/mancala", "auto"]] as const) {
    await both.page.goto(path);
    const pulls = () => both.page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY);
    await expect.poll(pulls, path).toBe(kept);
  }
});

for (const [form, viewport, deviceScaleFactor] of [
  ["narrow", { width: 390, height: 844 }, 2],
  ["wide", { width: 1440, height: 900 }, 1],
] as const) {
  test(`pictures of the app for the manifest, ${form}`, async ({ player }) => {
    test.skip(process.env.DUELLO_WRITE === undefined, "it writes into public/screens");
    const folder = new URL("../../public/screens/", import.meta.url);
    await mkdir(folder, { recursive: true });
    for (const name of ["home", "mancala", "mapello"] as const) {
      const anna = await player("Anna", { ...STILL, viewport, deviceScaleFactor });
      if (name === "home") await anna.open("/");
      else await midgame(anna, name === "mancala" ? "Mancala" : "Mapello");
      const devtools = await anna.context.newCDPSession(anna.page);
      const { data } = await devtools.send("Page.captureScreenshot", {
        format: "webp",
        quality: 80,
        clip: { x: 0, y: 0, ...viewport, scale: deviceScaleFactor },
      });
      await writeFile(new URL(`${name}-${form}.webp`, folder), Buffer.from(data, "base64"));
    }
  });
}
