//! Packs what `make build` has built, and says what it is made of: the program with its page and the files of deploy/, a list
//! of every library (SBOM, CycloneDX), the digests of the container's images, and an unsigned in-toto statement that binds all
//! of it to the commit. Only a clean checkout is packed.
//! Use: node scripts/release.mjs SERVER SITE OUT
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { baseImages, imageDigest } from "./image-digests.mjs";
import { sha256, statement } from "./provenance.mjs";

const [server, site, out] = process.argv.slice(2).map((path) => resolve(path));
if (!out) {
  console.error("usage: release.mjs SERVER SITE OUT");
  process.exit(2);
}
process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
const run = (command, ...args) => execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28 }).trim();

const changed = run("git", "status", "--porcelain");
if (changed) {
  console.error(`release: commit or remove these first, as nobody could say what was packed:\n${changed}`);
  process.exit(1);
}
const commit = run("git", "rev-parse", "HEAD");
const committed = Number(run("git", "show", "-s", "--format=%ct", "HEAD"));
const version = readFileSync("Cargo.toml", "utf8").match(/^version = "(.*)"$/m)[1];
const machine = `${process.platform}-${process.arch}`;
const name = `duello-${version}-${commit.slice(0, 12)}-${machine}`;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "duello-release-"));

// --- What it is made of: the libraries of the server and of the page, by the features of each.
for (const [part, features, target] of [
  ["server", "ssr", run("rustc", "-vV").match(/^host: (.*)$/m)[1]],
  ["page", "hydrate", "wasm32-unknown-unknown"],
]) {
  const file = `sbom-${part}`;
  const options = ["--format", "json", "--spec-version", "1.5", "--target", target, "--override-filename", file];
  execFileSync("cargo", ["cyclonedx", ...options, "--no-default-features", "--features", features, "--quiet"], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(committed) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  // One for each crate of the workspace is written beside its Cargo.toml; that of the root lists all libraries. Where this
  // checkout lies is nobody's business.
  writeFileSync(join(out, `${name}.${part}.cdx.json`), readFileSync(`${file}.json`, "utf8").replaceAll(process.cwd(), ""));
  rmSync(`${file}.json`);
  for (const crate of readdirSync("crates")) rmSync(join("crates", crate, `${file}.json`), { force: true });
}

// --- The images of the container, where a registry answers.
const images = [];
const lines = [];
for (const { argument, image } of baseImages(readFileSync("deploy/Dockerfile", "utf8"))) {
  try {
    const digest = await imageDigest(image);
    images.push({ image, digest });
    lines.push(`${argument}=${image}@${digest}`);
  } catch (error) {
    console.log(`release: no digest of ${image}, as its registry does not answer (${error.message})`);
    lines.push(`# ${argument}=${image}: its registry did not answer`);
  }
}
writeFileSync(join(out, `${name}.images`), `# docker build $(sed -n 's/^[A-Z]/--build-arg &/p' FILE) -f deploy/Dockerfile .\n${lines.join("\n")}\n`);

// --- The archive: the same bytes for the same files.
const packed = join(folder, name);
mkdirSync(packed);
cpSync(server, join(packed, basename(server)));
cpSync(site, join(packed, "site"), { recursive: true });
cpSync("deploy", join(packed, "deploy"), { recursive: true });
for (const file of readdirSync(".").filter((file) => /^(LICENSE|README)/.test(file))) cpSync(file, join(packed, file));
run("tar", "--sort=name", `--mtime=@${committed}`, "--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w",
  "-C", folder, "-cf", join(folder, "duello.tar"), name);
run("gzip", "-9n", join(folder, "duello.tar"));
cpSync(join(folder, "duello.tar.gz"), join(out, `${name}.tar.gz`));
rmSync(folder, { recursive: true });

// --- What was built from what.
const subjects = readdirSync(out).sort().map((file) => ({ name: file, digest: { sha256: sha256(readFileSync(join(out, file))) } }));
const sources = ["Cargo.lock", "end2end/package-lock.json", "rust-toolchain.toml"].filter((file) => existsSync(file))
  .map((file) => ({ name: file, digest: { sha256: sha256(readFileSync(file)) } }));
const tools = {
  rustc: run("rustc", "--version"),
  node: process.version,
  "cargo-leptos": run("cargo", "leptos", "--version"),
  "wasm-bindgen": run("wasm-bindgen", "--version"),
};
const said = statement({ subjects, commit, sources, tools, images, machine, finishedOn: new Date().toISOString() });
writeFileSync(join(out, `${name}.intoto.json`), `${JSON.stringify(said, null, 2)}\n`);
const files = readdirSync(out).sort();
writeFileSync(join(out, "SHA256SUMS"), files.map((file) => `${sha256(readFileSync(join(out, file)))}  ${file}\n`).join(""));
console.log(`release: ${[...files, "SHA256SUMS"].join(", ")}`);
