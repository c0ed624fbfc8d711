//! Contrasts as they come out on the screen, measured in pictures of the page: of text against all that is behind it, of a
//! part against what would be there without it. Ratios are those of WCAG, 1 to 21.
import type { JSHandle, Page } from "@playwright/test";

/** A place in the window, in CSS px. */
export type Place = { left: number; top: number; width: number; height: number };
/** A text: where its letters are, and their colour, each channel and the opacity 0 to 255. */
export type Text = Place & { colour: number[] };
/** The pixels of a picture. */
export type Picture = JSHandle<ImageData>;

/** A page of its own in which pictures are measured. */
export class Laboratory {
  private constructor(private readonly page: Page) {}

  static async beside(page: Page): Promise<Laboratory> {
    const beside = await page.context().newPage();
    await beside.evaluate(() => {
      const light = (channel: number) => {
        const value = channel / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      };
      const luminance = ([red = 0, green = 0, blue = 0]: number[]) => 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
      /** Contrast of two colours. */
      const contrast = (one: number[], other: number[]) => {
        const [a, b] = [luminance(one), luminance(other)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      };
      /** Calls back with every pixel of a place, and where it is. */
      const each = (picture: ImageData, place: Place, call: (pixel: number[], x: number, y: number) => void) => {
        const { width, height, data } = picture;
        for (let y = Math.max(0, Math.floor(place.top)); y < Math.min(height, place.top + place.height); y += 1) {
          for (let x = Math.max(0, Math.floor(place.left)); x < Math.min(width, place.left + place.width); x += 1) {
            call([...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)], x, y);
          }
        }
      };
      /** The value that this part of a list, 0 to 1, stays below. */
      const quantile = (list: number[], part: number) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))];
      Object.assign(globalThis, { contrast, each, quantile });
    });
    return new Laboratory(beside);
  }

  /** What a page shows now, once nothing of it is on its way any more. */
  async picture(of: Page): Promise<Picture> {
    const png = (await of.screenshot({ animations: "disabled" })).toString("base64");
    return this.page.evaluateHandle(async (png) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
      context?.drawImage(bitmap, 0, 0);
      return context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? new ImageData(1, 1);
    }, png);
  }

  /** The contrast of each text with the worst twentieth of what is behind it, given a picture of the page without text. */
  texts(picture: Picture, texts: Text[]): Promise<number[]> {
    return this.page.evaluate(
      ({ picture, texts }) => {
        const { contrast, each, quantile } = globalThis as unknown as Tools;
        return texts.map((text) => {
          const [opacity = 255] = text.colour.slice(3);
          const ratios: number[] = [];
          each(picture, text, (behind) => {
            const mixed = behind.map((channel, place) => channel + ((text.colour[place] ?? 0) - channel) * (opacity / 255));
            ratios.push(contrast(mixed, behind));
          });
          return quantile(ratios, 0.05) ?? 1;
        });
      },
      { picture, texts },
    );
  }

  /**
   * How well the outline of each part is told from what is behind it, given pictures of the page with the parts and without
   * them. A part is looked at from its middle in 24 directions; in each its clearest pixels count, and of all directions so
   * many may be worse than what is returned, 0 to 1.
   */
  parts(shown: Picture, hidden: Picture, parts: Place[], lost = 0.1): Promise<number[]> {
    return this.page.evaluate(
      ({ shown, hidden, parts, lost }) => {
        const { contrast, each, quantile } = globalThis as unknown as Tools;
        return parts.map((part) => {
          const directions = Array.from({ length: 24 }, (): number[] => []);
          const [middleX, middleY] = [part.left + part.width / 2, part.top + part.height / 2];
          each(shown, part, (pixel, x, y) => {
            const place = (y * hidden.width + x) * 4;
            const without = [...hidden.data.subarray(place, place + 3)];
            if (pixel.every((channel, at) => Math.abs(channel - (without[at] ?? 0)) < 8)) return;
            const turn = Math.atan2((y + 0.5 - middleY) / part.height, (x + 0.5 - middleX) / part.width) / (2 * Math.PI) + 0.5;
            directions[Math.min(23, Math.floor(turn * 24))]?.push(contrast(pixel, without));
          });
          return quantile(directions.map((ratios) => quantile(ratios, 0.95) ?? 1), lost) ?? 1;
        });
      },
      { shown, hidden, parts, lost },
    );
  }
}

/** What the page of a laboratory has at hand. */
type Tools = {
  contrast(one: number[], other: number[]): number;
  each(picture: ImageData, place: Place, call: (pixel: number[], x: number, y: number) => void): void;
  quantile(list: number[], part: number): number | undefined;
};

/** Every text of a page that a selector names: where it is, its colour, and whether it is large as WCAG has it. */
export function textsOf(page: Page, selector: string): Promise<(Text & { what: string; large: boolean })[]> {
  return page.evaluate((selector) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const [elements = "", pseudo = null] = selector.split(/(?=::)/);
    return [...document.querySelectorAll(elements)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      const style = getComputedStyle(element, pseudo);
      const size = parseFloat(style.fontSize);
      // What is drawn before or after an element stands in its middle, what is written in it where it is.
      const written = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const range = document.createRange();
      if (pseudo === null) {
        if (written.length === 0) return [];
        range.selectNode(written[0] ?? element);
        range.setEndAfter(written.at(-1) ?? element);
      }
      const box = pseudo === null ? range.getBoundingClientRect() : element.getBoundingClientRect();
      // Of the height of a line letters fill three quarters.
      const [width, height] = [pseudo === null ? box.width : size * 0.6, size * 0.75];
      if (!canvas || width < 1 || size < 1) return [];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = style.color;
      canvas.fillRect(0, 0, 1, 1);
      return {
        what: written.map(({ textContent }) => textContent).join("") || (element.getAttribute("data-at") ?? ""),
        left: box.left + (box.width - width) / 2,
        top: box.top + (box.height - height) / 2,
        width,
        height,
        colour: [...canvas.getImageData(0, 0, 1, 1).data],
        large: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
      };
    });
  }, selector);
}

/** Where the elements are that a selector names, with so much around them, in px. */
export function placesOf(page: Page, selector: string, around: number): Promise<(Place & { what: string })[]> {
  return page.locator(selector).evaluateAll(
    (elements, around) =>
      elements.map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const what = element.closest("[id]")?.id ?? "";
        return { what, left: left - around, top: top - around, width: width + 2 * around, height: height + 2 * around };
      }),
    around,
  );
}
