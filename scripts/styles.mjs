//! Makes of each sheet in style/pages one file with all that it imports, for the browsers that can run the page's program.
//! Use: node styles.mjs SITE: writes SITE/pkg/NAME.css, and the fonts they name beside them
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequire } from "node:module";

// npm's packages lie with the tests.
const { bundle } = createRequire(new URL("../end2end/", import.meta.url))("lightningcss");

const version = (major, minor = 0) => (major << 16) | (minor << 8);
/** The oldest browsers with all that the program needs of WebAssembly. */
const targets = { chrome: version(111), edge: version(111), firefox: version(114), safari: version(16, 4), ios_saf: version(16, 4) };

const site = process.argv[2];
const pages = fileURLToPath(new URL("../style/pages/", import.meta.url));
mkdirSync(join(site, "pkg"), { recursive: true });
/** A font lies beside the sheets that name it, so that one folder has the hash of all. */
const visitor = {
  Url(url) {
    if (!url.url.endsWith(".woff2")) return url;
    copyFileSync(join(pages, url.url), join(site, "pkg", basename(url.url)));
    return { ...url, url: basename(url.url) };
  },
};
for (const name of readdirSync(pages)) {
  const { code, warnings } = bundle({ filename: join(pages, name), minify: true, targets, visitor });
  if (warnings.length > 0) throw new Error(`${name}: ${JSON.stringify(warnings)}`);
  writeFileSync(join(site, "pkg", name), code);
}
