//! The game as an app: what a browser reads of it, and how it is installed. Pictures of the manifest
//! are made here too: DUELLO_WRITE=1 npx playwright test installed -g "pictures"
import { mkdir, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { axe, expect, test, type Player } from "../fixtures.ts";
import { midgame, STILL } from "../scene.ts";
import { shifts, watchShiftsOfPages } from "../shifts.ts";

test.use({ serviceWorkers: "allow" });

type Picture = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string; label?: string };
type Manifest = {
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
};

const LANGUAGES = ["en", "de", "pt", "es", "fr", "ar"];

/** What a test reads of the page that it has been told to remember. */
const readGlobal = <T>(page: Page, name: string) => page.evaluate((name) => (globalThis as unknown as Record<string, T>)[name], name);

async function manifest(page: Page, language = "en"): Promise<Manifest> {
  return (await page.request.get(`/${language}.webmanifest`)).json() as Promise<Manifest>;
}

for (const locale of LANGUAGES) {
  test(`the browser reports no manifest errors, in ${locale}`, async ({ player }) => {
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

test("every manifest icon and screenshot exists with its size and type", async ({ player }) => {
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
    "Play a friend · Mancala", "Play the computer · Mancala", "Pass and play · Mancala", "Find an opponent · Mancala",
  ]);
  for (const { url } of shortcuts) {
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Page not found");
  }
});

/** Does as a browser that would install the page; `prompted` counts how often it was asked to. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const counter = globalThis as unknown as { prompted: number };
    counter.prompted = 0;
    const prompt = async () => void (counter.prompted += 1);
    return !dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
  });

test("the install button appears without shift and prompts @everywhere", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  // Games of the tests before may end meanwhile, and the list of those that are played move the page: it hears of nothing.
  await page.routeWebSocket(/\/find\/ws\?/, () => {});
  await watchShiftsOfPages(page);
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
  expect(await readGlobal(page, "prompted")).toBe(1);
  await expect(button).toBeHidden();
  expect(await shifts(page)).toEqual([]);
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
    test(`Safari on ${name} shows how to install the app until dismissed`, async ({ player }) => {
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
    test(`${name} gets no install instructions`, async ({ player }) => {
      const { page } = await phone(player, agent, standalone);
      await expect(hint(page)).toBeHidden();
    });
  }
});

test("the browser's theme colour matches the page background @everywhere", async ({ player }) => {
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
  await page.getByRole("button", { name: "Settings" }).click();
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
  await expect.poll(same).toEqual(night);
});

for (const [form, viewport, deviceScaleFactor] of [
  ["narrow", { width: 390, height: 844 }, 2],
  ["wide", { width: 1440, height: 900 }, 1],
] as const) {
  test(`screenshots for the manifest, ${form}`, async ({ player }) => {
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
