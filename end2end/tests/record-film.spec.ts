//! A picture and a film of a finished game, saved from its page: the files are what they say they are, and show the board.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { finish } from "../finished.ts";
import { expect, test } from "../fixtures.ts";
import { LONG } from "../games.ts";

/** How long a film is, and of some of its pictures the brightness of a few places, from 0 to 255. */
type Watched = { seconds: number; size: number[]; pictures: number[][] };

/** Plays a film on an empty page, where no policy forbids it, and looks at its beginning, its middle and its end. */
async function watch(page: Page, bytes: Buffer, type: string): Promise<Watched> {
  const empty = await page.context().newPage();
  const watched = await empty.evaluate(
    async ([base64, type]) => {
      const video = Object.assign(document.createElement("video"), { muted: true });
      // A video that nobody sees may not be drawn.
      document.body.append(video);
      const failed = new Promise<never>((_, fail) => video.addEventListener("error", () => fail(new Error(video.error?.message))));
      const when = (name: string) => new Promise((done) => video.addEventListener(name, done, { once: true }));
      const loaded = when("loadeddata");
      video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], { type }));
      await Promise.race([loaded, failed]);
      const pictures = [];
      for (const part of [0.01, 0.5, 0.98]) {
        // Where it has been taken to is known before the picture of that moment is there.
        const there = Promise.all([when("seeked"), new Promise((done) => video.requestVideoFrameCallback(done))]);
        video.currentTime = part * video.duration;
        await Promise.race([there, failed]);
        const pen = new OffscreenCanvas(64, 36).getContext("2d", { willReadFrequently: true });
        pen?.drawImage(video, 0, 0, 64, 36);
        pictures.push([...(pen?.getImageData(0, 0, 64, 36).data ?? [])].filter((_, at) => at % 4 === 1));
      }
      return { seconds: video.duration, size: [video.videoWidth, video.videoHeight], pictures };
    },
    [bytes.toString("base64"), type] as const,
  );
  await empty.close();
  return watched;
}

const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Wood and stones, neither black nor of one colour; and what lies there at the end is not what lay there at the beginning. */
function expectBoard({ pictures }: Watched): void {
  for (const light of pictures) {
    expect(mean(light)).toBeGreaterThan(20);
    expect(Math.sqrt(mean(light.map((one) => (one - mean(light)) ** 2)))).toBeGreaterThan(10);
  }
  const [first = [], , last = []] = pictures;
  expect(Math.max(...first.map((light, at) => Math.abs(light - (last[at] ?? light))))).toBeGreaterThan(20);
}

// That of the buttons below shows it of Mancala.
for (const [game, board] of [["Mancala", undefined], ["Mapello", "default"]] as const) {
  test(`${game}: a film of a short game is a video of its moves`, LONG, async ({ player }) => {
    test.slow();
    const path = await finish(await player("Anna"), await player("Bert"), board, 2);
    const { page } = await player("Cleo");
    await page.goto(`${path}?scene=force`);
    // Small, because the processor draws.
    const { base64, type, shares, lasts, took } = await page.evaluate(async (path) => {
      const { saveFilm } = (await import("/scene-film.js" as string)) as { saveFilm: (film: object) => Promise<Blob> };
      const { stepsOf } = (await import("/record-film.js" as string)) as { stepsOf: (path: string, plies: number) => AsyncIterable<{ timeline?: string }> };
      const [steps, shares] = [[] as { timeline?: string }[], [] as number[]];
      for await (const step of stepsOf(path, 2)) steps.push(step);
      const begins = performance.now();
      const film = await saveFilm({ steps, count: steps.length, caption: "Anna – Bert", width: 320, height: 180, onProgress: (share: number) => shares.push(share) });
      const took = (performance.now() - begins) / 1_000;
      const bytes = new Uint8Array(await film.arrayBuffer());
      const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      // Each move as long as its timeline and a rest, or 1.2 s; then a longer rest.
      const lasts = steps.reduce((sum, { timeline }) => sum + Math.max(1_200, timeline ? parseInt(timeline) + 500 : 0), 2_000);
      return { base64, type: film.type, shares, lasts: lasts / 1_000, took };
    }, path);
    expect(shares).toEqual([1 / 3, 2 / 3, 1]);
    const watched = await watch(page, Buffer.from(base64, "base64"), type);
    expect(watched.size).toEqual([320, 180]);
    // It is recorded while it plays: as long as its moves, and no longer than it took. A frame of the processor takes a while.
    expect(watched.seconds).toBeGreaterThan(lasts - 1.5);
    expect(watched.seconds).toBeLessThan(took + 0.1);
    expectBoard(watched);
  });
}

test("the buttons of a finished game save a picture and a film, and stop", async ({ player }) => {
  test.slow();
  const path = await finish(await player("Anna"), await player("Bert"), undefined, 4);
  const { page } = await player("Cleo");
  await page.goto(`${path}?scene=force`);
  const pictureSaved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a picture" }).click();
  const picture = await pictureSaved;
  expect(picture.suggestedFilename()).toBe("duello.png");
  const png = await readFile(await picture.path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1080]);
  expect(png.length).toBeGreaterThan(500_000);

  // A film that is stopped is no file.
  const progress = page.getByRole("progressbar", { name: "Save a film" });
  let saved = 0;
  page.on("download", () => (saved += 1));
  await page.getByRole("button", { name: "Save a film" }).click();
  await expect(progress).toBeVisible();
  // At once: Playwright's click would wait for frames, which come slowly.
  await page.getByRole("button", { name: "Stop the film" }).dispatchEvent("click");
  await expect(progress).toBeHidden({ timeout: 30_000 });
  expect(saved).toBe(0);

  const filmSaved = page.waitForEvent("download", { timeout: 90_000 });
  await page.getByRole("button", { name: "Save a film" }).click();
  const film = await filmSaved;
  expect(film.suggestedFilename()).toMatch(/^duello\.(mp4|webm)$/);
  await expect(page.getByRole("button", { name: "Save a film" })).toBeVisible();
  const watched = await watch(page, await readFile(await film.path()), "video/mp4");
  // A fourth of what a graphics chip makes, because the processor draws.
  expect(watched.size).toEqual([480, 270]);
  expectBoard(watched);
});

test("where the processor draws, a picture is refused with the reason", async ({ player }) => {
  const path = await finish(await player("Anna"), await player("Bert"), undefined, 1);
  const { page } = await player("Cleo");
  await page.goto(path);
  await page.getByRole("button", { name: "Save a picture" }).click();
  await expect(page.locator("#said")).toHaveText(/graphics chip/);
});

test("a browser that cannot record is not offered a film", async ({ player }) => {
  const path = await finish(await player("Anna"), await player("Bert"), undefined, 1);
  const { page } = await player("Cleo");
  await page.addInitScript(() => delete (globalThis as { MediaRecorder?: unknown }).MediaRecorder);
  await page.goto(path);
  await expect(page.getByRole("button", { name: "Save a picture" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save a film" })).toHaveCount(0);
});
