//! Builds the harness, serves it, and opens it in a browser that draws by the processor. Wants wasm-bindgen and the packages of
//! end2end (DUELLO_NODE_MODULES if they lie elsewhere).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const target = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"));
const require = createRequire(join(process.env.DUELLO_NODE_MODULES ?? join(root, "end2end/node_modules"), "x"));
const { chromium } = require("playwright");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** The page of the harness, ready, in a window of this size; `close` says whether it had errors. */
export async function open(width, height) {
  const profile = ["--profile", "scene-release", "--target", "wasm32-unknown-unknown"];
  execFileSync("cargo", ["build", "--locked", "-p", "scene-program", "--example", "harness", ...profile], { stdio: "inherit", cwd: root });
  const built = join(target, "harness");
  const wasm = join(target, "wasm32-unknown-unknown/scene-release/examples/harness.wasm");
  execFileSync("wasm-bindgen", ["--target", "web", "--out-name", "harness", "--out-dir", built, wasm]);
  const server = createServer((request, response) => {
    const path = request.url === "/" ? join(here, "index.html") : join(built, request.url.slice(1));
    try {
      const content = readFileSync(path);
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  const page = await browser.newPage({ viewport: { width, height } });
  let failed = false;
  const complain = (text) => { failed = true; console.error(text); };
  page.on("console", (message) => { if (message.type() !== "log") complain(message.text()); });
  page.on("pageerror", (error) => complain(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction("globalThis.ready", null, { timeout: 60_000 });
  const close = async () => {
    await browser.close();
    server.close();
    return failed;
  };
  return { page, close };
}
