//! Quick presses: a tap and a double click that stay what they are on a busy machine. Between two events of a press Playwright
//! waits for the page; if that takes long, the tap becomes a long press and the double click becomes two clicks. Here all events
//! are sent at once, and each carries the time at which a hand would have made it.
import type { Locator, Page } from "@playwright/test";

type Point = { x: number; y: number };

/** How long a finger or a button is down, and when the second click of a double click begins after the first one, in ms. */
const DOWN_MS = 50;
const SECOND_CLICK_MS = 120;

async function middle(control: Locator): Promise<Point> {
  const box = await control.boundingBox();
  if (box === null) throw new Error("what is to be pressed is not seen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** One tap at this point of the window. */
export async function touchAt(page: Page, point: Point): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const begun = Date.now();
  const send = (type: "touchStart" | "touchEnd", touchPoints: Point[], after: number) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: (begun + after) / 1_000 });
  await Promise.all([send("touchStart", [point], 0), send("touchEnd", [], DOWN_MS)]);
  await devtools.detach();
}

/** One tap, once the control can be tapped. */
export async function touch(control: Locator): Promise<void> {
  await control.tap({ trial: true });
  await touchAt(control.page(), await middle(control));
}

/** A double click, once the control can be clicked. */
export async function doubleClick(control: Locator): Promise<void> {
  await control.click({ trial: true });
  const page = control.page();
  const { x, y } = await middle(control);
  await page.mouse.move(x, y);
  const devtools = await page.context().newCDPSession(page);
  const begun = Date.now();
  const send = (type: "mousePressed" | "mouseReleased", clickCount: number, after: number) =>
    devtools.send("Input.dispatchMouseEvent", {
      type, x, y, clickCount, button: "left", buttons: type === "mousePressed" ? 1 : 0, timestamp: (begun + after) / 1_000,
    });
  await Promise.all([
    send("mousePressed", 1, 0),
    send("mouseReleased", 1, DOWN_MS),
    send("mousePressed", 2, SECOND_CLICK_MS),
    send("mouseReleased", 2, SECOND_CLICK_MS + DOWN_MS),
  ]);
  await devtools.detach();
  // What is pressed next has a later time than this.
  await page.waitForTimeout(SECOND_CLICK_MS + DOWN_MS);
}
