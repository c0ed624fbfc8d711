// Starts the page's program: src/lib.rs goes on.
import("PROGRAM").then(async ({ default: start, hydrate }) => {
  await start({ module_or_path: "WASM" });
  await hydrate();
});
