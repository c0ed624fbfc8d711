//! Pictures of both boards in three dimensions, in the middle of a game: every theme from three views, and what a preview adds.
//! They are drawn by the processor, which draws the same on every machine, and renewed as CONTRIBUTING.md says.
import type { JSHandle, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { GAMES, shownBy } from "../games.ts";
import { STILL, THEMES, midgame, useTestFont } from "../scene.ts";

/** Small, because the processor draws and the pictures are kept; WebP of this quality is a tenth of PNG, and hides no stone. */
const [WIDTH, HEIGHT, QUALITY] = [480, 300, 0.85];
/** Grain, edges and what the encoder makes of them may differ a little: a stone or a disc that lies elsewhere is far more. */
const TOLERANCE = { threshold: 0.1, maxDiffPixels: 120 };

type Scene = {
  resize(width: number, height: number, ratio: number): void;
  calm(is: boolean): void;
  lights(names: string): void;
  theme(name: string): void;
  view(name: string): void;
  show(table: string): void;
  frame(now: number): number;
};
type Drawing = { scene: Scene; canvas: HTMLCanvasElement; read: () => string };

/** A scene on a canvas of its own, beside the flat board of the page, and what that board says. */
const opened = (page: Page): Promise<JSHandle<Drawing>> =>
  page.evaluateHandle(async ([width, height]) => {
    // Letters are drawn in the typeface of the tests: that of the system differs from machine to machine.
    const font = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, "font");
    Object.defineProperty(CanvasRenderingContext2D.prototype, "font", {
      ...font,
      set(text: string) {
        font?.set?.call(this, text.replace(/.*?(\d+px).*/, "700 $1 Letters"));
      },
    });
    const address = document.querySelector("meta[name=scene]")?.getAttribute("content") ?? "";
    const program = (await import(address)) as { default: () => Promise<void>; Scene: new (canvas: HTMLCanvasElement) => Scene };
    const { readTable } = (await import("/scene-table.js" as string)) as { readTable: (board: Element | null) => unknown };
    await program.default();
    const canvas = document.createElement("canvas");
    const scene = new program.Scene(canvas);
    // Half the pixels of a window twice as wide: in small pictures views look from higher.
    scene.resize(2 * width, 2 * height, 0.5);
    scene.calm(true);
    scene.lights("window");
    return { scene, canvas, read: () => JSON.stringify(readTable(document.querySelector(".game .board"))) };
  }, [WIDTH, HEIGHT] as const);

async function picture(drawing: JSHandle<Drawing>, theme: string, view: string): Promise<Buffer> {
  const url = await drawing.evaluate(
    ({ scene, canvas, read }, [theme, view, quality]) => {
      scene.theme(theme);
      scene.view(view);
      scene.show(read());
      scene.frame(0);
      return canvas.toDataURL("image/webp", quality);
    },
    [theme, view, QUALITY] as const,
  );
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

for (const game of GAMES) {
  test(`${game} in three dimensions looks as it did`, async ({ player }) => {
    const page = await midgame(await player("both", STILL), game);
    await useTestFont(page);
    const drawing = await opened(page);
    for (const theme of THEMES) {
      for (const view of process.env.LONG ? ["table", "seat", "above"] : ["table"]) {
        expect.soft(await picture(drawing, theme, view)).toMatchSnapshot(`scene-${game}-${theme}-${view}.webp`.toLowerCase(), TOLERANCE);
      }
    }
  });

  test(`${game} in three dimensions: a preview looks as it did`, shownBy("Mancala", game), async ({ player }) => {
    const page = await midgame(await player("both", STILL), game);
    await useTestFont(page);
    const drawing = await opened(page);
    await page.locator(".board [data-legal]").last().hover();
    await expect(page.locator(".board [data-preview]")).toHaveCount(1);
    expect(await picture(drawing, "walnut", "table")).toMatchSnapshot(`scene-${game}-preview.webp`.toLowerCase(), TOLERANCE);
  });
}
