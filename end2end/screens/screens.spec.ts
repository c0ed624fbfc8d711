//! Contact sheets: every screen in every size and both schemes, a sheet for each screen, to be looked at by people.
import { mkdir, writeFile } from "node:fs/promises";
import { test } from "../fixtures.ts";
import { SCHEMES, STILL } from "../scene.ts";
import { SCREENS } from "../screens.ts";
import { untilNoSeeks } from "../table.ts";

const SIZES = { phone: [390, 844], landscape: [844, 390], tablet: [820, 1180], desktop: [1440, 900], wide: [1920, 1080] } as const;

/** How high each picture is on its sheet, in pixels. */
const HEIGHT = 420;
/** Where the sheets are put. */
const FOLDER = new URL(`../../${process.env.SCREENS ?? "docs/screens"}/`, import.meta.url);

test.beforeEach(({ request }) => untilNoSeeks(request));

for (const [name, screen] of Object.entries(SCREENS)) {
  test(name, async ({ player, browser }) => {
    const page = await screen((who, options) => player(who, { ...STILL, ...options }));
    const shots: string[] = [];
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [width, height] of Object.values(SIZES)) {
        await page.setViewportSize({ width, height });
        // Heaps and cameras are laid anew after a change of size.
        await page.waitForTimeout(400);
        shots.push((await page.screenshot()).toString("base64"));
      }
    }
    const sheet = await browser.newPage({ viewport: { width: 1200, height: 600 } });
    const pictures = shots.map((shot, n) => `${n > 0 && n % Object.keys(SIZES).length === 0 ? "<br>" : ""}<img height=${HEIGHT} src="data:image/png;base64,${shot}">`);
    await sheet.setContent(`<style>body { margin: 8px; background: #888; white-space: nowrap; width: max-content } img { margin: 4px }</style>${pictures.join("")}`);
    await mkdir(FOLDER, { recursive: true });
    await writeFile(new URL(`${name}.jpg`, FOLDER), await sheet.locator("body").screenshot({ type: "jpeg", quality: 70 }));
    await sheet.close();
  });
}
