//! Builds as a deployment brings them: the server with its site, and another that differs in every name that carries a hash.
import { appendFile, cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT, type Build } from "./server.ts";

/** Another build of the same source, in a folder of its own; `remove` takes it away. */
export async function anotherBuild(): Promise<Build & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "duello-build-"));
  const [binary, site] = [join(folder, "duello"), join(folder, "site")];
  await cp(BUILT.binary, binary);
  // As it is, without what was compressed beforehand: that would be the other build's.
  await cp(BUILT.site, site, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const renamed = (name: string) => name.replaceAll(/[\w-]{22}/g, (hash) => [...hash].reverse().join(""));
  const list = join(site, "build.json");
  await writeFile(list, renamed(await readFile(list, "utf8")));
  for (const kind of await readdir(join(site, "pkg"))) {
    const changed = join(site, "pkg", renamed(kind));
    await rename(join(site, "pkg", kind), changed);
    for (const name of await readdir(changed)) if (/\.(js|css)$/.test(name)) await appendFile(join(changed, name), "\n/* another build */\n");
  }
  for (const name of await readdir(site)) if (name.endsWith(".js")) await appendFile(join(site, name), "\n/* another build */\n");
  return { binary, site, remove: () => rm(folder, { recursive: true, force: true }) };
}
