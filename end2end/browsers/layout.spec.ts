//! Nothing of a page lies over another part, sticks out of the window, or is too small for a finger, where the browser is
//! another one: letters and what is asked of a style sheet are measured anew by each.
import { clashes, covered, overflow, tooSmall } from "../geometry.ts";
import { expect, test } from "./fixtures.ts";

/** Windows as wide and high as these, as far as the browser has them so small. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];

for (const path of ["/local", "/local/mapello"]) {
  test(`all of ${path} is in the viewport`, async ({ person }) => {
    const anna = await person("Anna");
    await anna.open(path);
    await anna.find(".board [data-legal]");
    for (let made = 0; made < 5; made += 1) await anna.move(made);
    for (const size of SIZES) {
      const inside = await anna.resize(size);
      const where = `${path} at ${inside.join("×")}`;
      await anna.until("nothing moves any more", () => anna.evaluate(() => document.getAnimations().every(({ playState }) => playState !== "running")));
      expect.soft(await overflow(anna), where).toEqual([0, 0]);
      expect.soft(await covered(anna), where).toEqual([]);
      expect.soft(await clashes(anna), where).toEqual([]);
      expect.soft(await tooSmall(anna), where).toEqual([]);
    }
  });
}
