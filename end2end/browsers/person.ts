//! Somebody at a browser that is not Chromium: goes to pages, presses, writes, and notes what the page complains about. It
//! reads pages as the other tests do (games.ts, geometry.ts), by functions that run in them.
import type { Page } from "@playwright/test";
import { By, Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { boardState } from "../games.ts";

/** How long something may take to be seen, in ms: WebKit draws in software here, beside a second browser. */
const PATIENCE_MS = 15_000;
const OFTEN_MS = 50;

/** What is noted of a page from the moment it can be spoken to. */
const LISTEN = () => {
  const noted: string[] = ((window as unknown as Noting).noted ??= []);
  const note = (kind: string, what: unknown) => void noted.push(`${kind}: ${what}`);
  addEventListener("error", (event) => note("error", event.message));
  addEventListener("unhandledrejection", (event) => note("rejection", event.reason));
  addEventListener("securitypolicyviolation", (event) => note("policy", `${event.violatedDirective} ${event.blockedURI}`));
  for (const kind of ["error", "warn"] as const) {
    console[kind] = (...said: unknown[]) => note(kind, said.join(" "));
  }
};
type Noting = { noted?: string[] };

export class Person {
  readonly problems: string[] = [];

  constructor(
    readonly name: string,
    readonly driver: WebDriver,
    private readonly home: string,
  ) {}

  /** Runs a function in the page, as Playwright does. */
  readonly evaluate = ((read: () => unknown, argument: unknown) =>
    this.driver.executeScript(`return (${read})(arguments[0])`, argument)) as Page["evaluate"];

  /** Goes to a path of the app and waits until the page answers. */
  async open(path: string): Promise<void> {
    await this.gather();
    await this.driver.get(this.home + path);
    await this.awake();
  }

  async reload(): Promise<void> {
    await this.gather();
    // As people do it: WebDriver's own way goes past the worker that keeps the page, in Firefox.
    await this.evaluate(() => {
      document.documentElement.dataset.left = "";
      location.reload();
    });
    await this.until("the page has come anew", () => this.evaluate(() => !("left" in document.documentElement.dataset)));
    await this.awake();
  }

  /** The page that has come is ready; from here on it is listened to. */
  async awake(): Promise<void> {
    await this.until("the page is ready", () => this.evaluate(() => document.documentElement.hasAttribute("data-ready")));
    await this.evaluate(LISTEN);
  }

  /** Takes over what the page has complained about. */
  async gather(): Promise<void> {
    this.problems.push(...(await this.evaluate(() => (window as unknown as Noting).noted?.splice(0) ?? [])));
  }

  /** Gives the page this size as far as the window can have it, and says which it has. */
  async resize({ width, height }: { width: number; height: number }): Promise<[number, number]> {
    const inside = () => this.evaluate((): [number, number] => [innerWidth, innerHeight]);
    const window = this.driver.manage().window();
    // What the browser has around its page is added.
    const [{ width: outerWidth, height: outerHeight }, [innerWidth, innerHeight]] = [await window.getRect(), await inside()];
    await window.setRect({ width: width + outerWidth - innerWidth, height: height + outerHeight - innerHeight });
    await new Promise((done) => setTimeout(done, 300));
    return inside();
  }

  /** Waits until it is so. */
  async until(what: string, so: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    // A page that is just being left answers to nothing.
    while (!(await so().catch(() => false))) {
      if (Date.now() > end) throw new Error(`${this.name} waits in vain: ${what}`);
      await new Promise((done) => setTimeout(done, OFTEN_MS));
    }
  }

  /** The first element that fits and can be seen; by its text as well, where that is said. */
  async find(selector: string, text = ""): Promise<WebElement> {
    let found: WebElement | undefined;
    await this.until(`${selector} ${text}`, async () => {
      for (const element of await this.driver.findElements(By.css(selector))) {
        if ((await element.isDisplayed()) && (await element.getText()).includes(text)) {
          found = element;
          return true;
        }
      }
      return false;
    });
    return found as WebElement;
  }

  async press(selector: string, text = ""): Promise<void> {
    await (await this.find(selector, text)).click();
  }

  /** Types keys where the focus is. */
  async keys(...keys: string[]): Promise<void> {
    await this.driver.actions().sendKeys(...keys).perform();
  }

  /** Goes with Tab and the arrow keys to a place of the board where one may play. */
  async walk(): Promise<void> {
    const at = () => this.evaluate(() => document.activeElement?.closest<HTMLElement>(".board [id]")?.id ?? "");
    for (let tabs = 0; (await at()) === ""; tabs += 1) {
      if (tabs > 30) throw new Error(`${this.name} does not come to the board with Tab`);
      await this.keys(Key.TAB);
    }
    // From one legal square of Mapello to the next; along the near row of Mancala, with a look at the pit across.
    const back = Array<string>(6).fill(Key.ARROW_LEFT);
    const on = Array.from({ length: 7 }, () => [Key.ARROW_UP, Key.ARROW_DOWN, Key.ARROW_RIGHT]).flat();
    const met: string[] = [];
    for (const key of ["n", ...back, ...on]) {
      const id = await at();
      met.push(id);
      if ((await boardState(this)).legal.includes(id)) return;
      await this.keys(key);
    }
    throw new Error(`${this.name} finds no way over the board: ${met.join(" ")}`);
  }

  /** Makes one legal move; `false` when nothing is legal here. */
  async move(pick: number): Promise<boolean> {
    const { legal, board } = await boardState(this);
    const id = legal[pick % legal.length];
    if (id === undefined) return false;
    await this.press(`#${id}`);
    await this.until(`something happens after ${id}`, async () => (await boardState(this)).board !== board);
    return true;
  }
}
