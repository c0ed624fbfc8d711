import { chromium } from "@playwright/test";
const base = process.env.BASE || "http://127.0.0.1:3100";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu","--disable-background-networking"] });
const mk = async (name, opt={}) => { const c = await b.newContext({ viewport: { width: 1440, height: 900 }, ...opt }); const p = await c.newPage();
  p.on("console", m => console.log(name, m.type(), m.text().slice(0,400))); p.on("pageerror", e => console.log(name, "ERR", String(e).slice(0,600))); return p; };
const ready = p => p.waitForSelector("html[data-ready]", { timeout: 10000 });
const shot = (p, n) => p.screenshot({ path: `/tmp/shots/${n}.png` });
try {
const a = await mk("A"); await a.goto(base); await ready(a); await shot(a, "home");
await a.getByRole("button", { name: "Play a friend" }).click(); await a.waitForURL(/\/r\//); await a.waitForSelector(".lobby"); await a.waitForTimeout(500); await shot(a, "lobby1");
const url = a.url(); console.log(url);
const p2 = await mk("B", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }); await p2.goto(url); await ready(p2); await p2.waitForSelector(".ready-bar button"); await p2.waitForTimeout(300); await shot(p2, "lobby2"); await shot(a, "lobby1b");
await a.getByRole("button", { name: "I’m ready" }).click(); await p2.getByRole("button", { name: "I’m ready" }).click();
await a.waitForSelector(".board", { timeout: 8000 }); await a.waitForTimeout(500); await shot(a, "game0"); 
const play = async (p, n) => { const l = p.locator("button.pit[data-legal]"); await l.nth(n % await l.count()).click(); };
await play(a, 2); await a.waitForTimeout(250); await shot(a, "film1"); await a.waitForTimeout(900); await shot(a, "game1");
await play(a, 5); await a.waitForTimeout(1200);
for (let i = 0; i < 12; i++) { for (const p of [a, p2]) { const l = p.locator("button.pit[data-legal]"); if (await l.count()) { await play(p, i * 7); await p.waitForTimeout(700); } } }
await a.waitForTimeout(1500);
await shot(a, "mid-a"); await shot(p2, "mid-b");
const l = await mk("L", { viewport: { width: 844, height: 390 }, colorScheme: "dark" }); await l.goto(base + "/local"); await ready(l); await l.waitForTimeout(400); await shot(l, "local");
} catch (e) { console.log("FAIL", String(e).slice(0, 800)); }
await b.close();
