//! Folders of finished files, named after their content: `pkg/page.HASH`, `pkg/engine.HASH`, `pkg/style.HASH`.
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";

/** Moves files into a folder that carries the hash of them all, in the place of earlier ones of its kind; gives its address. */
export async function moveIntoFolder(pkg, kind, files) {
  const hash = createHash("sha256");
  for (const path of files.toSorted()) hash.update(basename(path)).update(await readFile(path));
  const folder = `${kind}.${hash.digest("base64url").slice(0, 22)}`;
  const earlier = (await readdir(pkg)).filter((name) => new RegExp(`^${kind}\\.[\\w-]{22}$`).test(name));
  await Promise.all(earlier.map((name) => rm(join(pkg, name), { recursive: true })));
  await mkdir(join(pkg, folder));
  await Promise.all(files.map((path) => rename(path, join(pkg, folder, basename(path)))));
  return `/pkg/${folder}`;
}

/** The files of each part of the page's program, by the part's name, as cargo-leptos has noted them; it goes then. */
export async function readParts(pkg) {
  const note = join(pkg, "__wasm_split_manifest.json");
  const text = await readFile(note, "utf8").catch(() => "{}");
  await rm(note, { force: true });
  const files = Object.entries(JSON.parse(text));
  return Object.fromEntries(files.map(([part, names]) => [part, names.map((name) => `${name}.wasm`)]));
}
