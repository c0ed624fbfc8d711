//! How the stones of a Mancala board lie on the screen: where each is and how large, in which hole, and what of that breaks the
//! rules of heaps (crates/scene). Of the flat board: tilted, what lies on others is seen aside.
import type { Readable } from "./games.ts";

/** What breaks the rules: stones over a rim or over one another, numbers and chips on what they are about. */
export function misplaced(page: Readable): Promise<string[]> {
  return page.evaluate(() => {
    type Circle = { x: number; y: number; size: number; layer: number };
    type Hole = { id: string; box: DOMRect; count: number; stones: Circle[] };
    const faults: string[] = [];
    const unit = parseFloat(getComputedStyle(document.querySelector(".board")!).getPropertyValue("--u"));
    const inked = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents([...element.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? element);
      const { left, top, width, height } = range.getBoundingClientRect();
      return new DOMRect(left, top + height * 0.2, width, height * 0.6);
    };
    /** What is said of a hole in a chip beside it. */
    const chip = (element: Element) => {
      const { content, left, top, width, height, paddingLeft, paddingTop } = getComputedStyle(element, "::after");
      if (content === "none") return undefined;
      const box = element.getBoundingClientRect();
      const grown = getComputedStyle(element, "::after").boxSizing === "border-box" ? 0 : 1;
      const [x, y, wide, high] = [left, top, width, height].map(parseFloat) as [number, number, number, number];
      return new DOMRect(box.left + x, box.top + y, wide + grown * 2 * parseFloat(paddingLeft), high + grown * 2 * parseFloat(paddingTop));
    };
    const cells = [...document.querySelectorAll<HTMLElement>(".board .cell")];
    const texts = cells.flatMap((cell) => {
      const count = cell.querySelector(".count")!;
      const said = chip(cell.querySelector(".pit") ?? cell);
      const name = cell.querySelector(".pit")?.id ?? cell.id;
      return [{ name: `the number of ${name}`, box: inked(count) }, ...(said ? [{ name: `the chip of ${name}`, box: said }] : [])];
    });
    const holes = cells.map((cell): Hole => ({
      id: cell.querySelector(".pit")?.id ?? cell.id,
      box: cell.querySelector(".hollow")!.getBoundingClientRect(),
      count: Number(/\d+/.exec(cell.querySelector(".count")!.textContent ?? "")?.[0]),
      stones: [],
    }));
    /** How far a point is from the straight line in the middle of a hole, of which the rim is everywhere as far away. */
    const aside = ({ box }: Hole, x: number, y: number) => {
      const [wide, high] = [box.width / 2, box.height / 2];
      const [dx, dy] = [Math.abs(x - box.x - wide), Math.abs(y - box.y - high)];
      const round = Math.min(wide, high);
      return Math.hypot(Math.max(0, dx - (wide - round)), Math.max(0, dy - (high - round))) - round;
    };
    for (const element of document.querySelectorAll<HTMLElement>(".stones > .stone")) {
      const { x, y, width } = element.getBoundingClientRect();
      const stone = { x: x + width / 2, y: y + width / 2, size: width, layer: Number(element.style.getPropertyValue("--l")) };
      const hole = holes.find((hole) => aside(hole, stone.x, stone.y) < 0);
      if (!hole) faults.push(`a stone at ${Math.round(stone.x)}, ${Math.round(stone.y)} is in no hole`);
      hole?.stones.push(stone);
    }
    /** The share that a stone hides of another one as large, so many diameters aside. */
    const lens = (t: number) => (t < 1 ? ((Math.acos(t) - t * Math.sqrt(1 - t * t)) * 2) / Math.PI : 0);
    for (const hole of holes) {
      const { id, stones, count } = hole;
      if (stones.length !== count) faults.push(`${id} says ${count} and shows ${stones.length}`);
      for (const stone of stones) {
        if (aside(hole, stone.x, stone.y) + stone.size / 2 > 0.5) faults.push(`${id}: a stone stands on the rim`);
        const apart = (other: Circle) => Math.hypot(stone.x - other.x, stone.y - other.y) / stone.size;
        const others = stones.filter((other) => other !== stone);
        // Half a pixel is what rounding may do.
        const near = others.filter(({ layer }) => layer === stone.layer).find((other) => 1 - apart(other) > 0.02 + 0.5 / stone.size);
        if (near) faults.push(`${id}: two stones overlap by ${(1 - apart(near)).toFixed(3)}`);
        const hidden = others.filter(({ layer }) => layer > stone.layer).reduce((sum, other) => sum + lens(apart(other)), 0);
        if (hidden > 0.37) faults.push(`${id}: ${hidden.toFixed(2)} of a stone are hidden`);
        const carried = others.filter(({ layer }) => layer === stone.layer - 1).filter((other) => apart(other) < 1).length;
        if (stone.layer > 0 && carried < 2) faults.push(`${id}: a stone lies on nothing`);
        const full = id.endsWith("store") ? 15 : 6;
        if (count <= full && Math.abs(stone.size - 0.36 * unit) > 0.5) faults.push(`${id}: ${stone.size} px is small for ${count}`);
        const many = id.endsWith("store") ? 33 : 12;
        if (count <= many && stone.size < 0.26 * unit) faults.push(`${id}: ${stone.size} px is small for ${count}`);
        for (const { name, box } of texts) {
          const [x, y] = [Math.max(box.left, Math.min(stone.x, box.right)), Math.max(box.top, Math.min(stone.y, box.bottom))];
          if (Math.hypot(stone.x - x, stone.y - y) < stone.size / 2) faults.push(`${name} lies on a stone of ${id}`);
        }
      }
      for (const { name, box } of texts) {
        const { left, right, top, bottom } = box;
        const corners = [[left, top], [right, top], [left, bottom], [right, bottom]] as const;
        if (corners.some(([x, y]) => aside(hole, x, y) < -0.5)) faults.push(`${name} lies in ${id}`);
      }
    }
    for (const [at, one] of texts.entries()) {
      for (const other of texts.slice(at + 1)) {
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > 1 && high > 1) faults.push(`${one.name} lies on ${other.name}`);
      }
    }
    return faults;
  });
}
